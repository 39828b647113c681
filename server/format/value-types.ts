import type { EnumValue } from './types';

/** The values of `type` in inputs, variables and definitions. Older documents only list the first few. */

const TEXT_VALUE: EnumValue = { value: 'text', aliases: ['textarea', 'multiline'], doc: 'Text.' };
const IMAGE_VALUE: EnumValue = {
  value: 'image',
  aliases: ['picture', 'photo', 'img'],
  doc: 'The URL of an image.',
};
const AUDIO_VALUE: EnumValue = {
  value: 'audio',
  aliases: ['voice', 'sound'],
  doc: 'The URL of an audio file.',
};

const NEWER_VALUES: readonly EnumValue[] = [
  { value: 'string', aliases: ['str'], doc: 'Text; the newer name of `text`.' },
  { value: 'number', aliases: ['float', 'double', 'decimal'], doc: 'A number.' },
  { value: 'integer', aliases: ['int'], doc: 'A whole number.' },
  { value: 'boolean', aliases: ['bool', 'checkbox'], doc: '`true` or `false`.' },
  { value: 'video', doc: 'The URL of a video.' },
  { value: 'file', doc: 'The URL of any file.' },
  { value: 'text_file', doc: 'The URL of a text file.' },
  { value: 'array', aliases: ['list'], doc: 'A list; `items` describes its items.' },
  { value: 'object', aliases: ['map', 'dict', 'json'], doc: 'A map; `properties` describes its keys.' },
];

/** `Input.type`: the union of the older list (specification, documentation) and the newer one. */
export const INPUT_TYPES: readonly EnumValue[] = [
  TEXT_VALUE,
  {
    value: 'IM',
    aliases: ['chat', 'message'],
    doc: 'The message that the user sent in the chat. The types of the successor use `type: text` with `source: IM` instead; both are in use.',
  },
  IMAGE_VALUE,
  AUDIO_VALUE,
  ...NEWER_VALUES,
];

/** `type` of a variable or a definition: as for inputs, but nothing comes from the chat. */
export const VARIABLE_TYPES: readonly EnumValue[] = [
  TEXT_VALUE,
  IMAGE_VALUE,
  AUDIO_VALUE,
  ...NEWER_VALUES,
  { value: 'unknown', doc: 'Any value. Only the runtime of the successor defines it.', hidden: true },
];
