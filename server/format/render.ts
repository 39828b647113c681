import {
  ANY,
  DISPLAYED,
  EXPRESSION,
  fields,
  hidden,
  listOf,
  mapOf,
  objectRef,
  oneOf,
  orExpression,
  TEXT,
} from './build';
import { citeSources } from './documents';
import type { ObjectId, ObjectSpec, StringType } from './types';

/** The message of a state and its buttons. */

const EVENT_NAME = { kind: 'string', template: false, role: 'event' } as const satisfies StringType;

export const RENDER_OBJECTS = {
  render: {
    title: 'render',
    doc: 'The message that the state shows in the chat. It can read inputs, task results, outputs and the new values of `context`.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      text: {
        type: DISPLAYED,
        aliases: ['message', 'content', 'body'],
        doc: "The text, in Markdown, for example `'Score: {{context.score}}'`. Some HTML tags (`img`, `video`, `table`) are supported.",
      },
      image: {
        type: TEXT,
        aliases: ['img', 'picture', 'photo'],
        doc: 'The URL of an image, often the result of a task.',
      },
      audio: {
        type: TEXT,
        aliases: ['voice', 'sound'],
        doc: "The URL of an audio file, for example `'{{reply_voice}}'` with the result of a voice widget.",
      },
      video: {
        type: TEXT,
        doc: 'The URL of a video. Not supported by `pcc`.',
        source: citeSources('types', 'runtime'),
      },
      buttons: {
        type: orExpression(
          listOf(oneOf(objectRef('button'), listOf(oneOf(objectRef('button'), EXPRESSION)), EXPRESSION)),
        ),
        doc: 'Buttons below the message.\n\n```yaml\nbuttons:\n  - content: Start\n    on_click: start_quiz\n```\n\nA list of lists makes rows; `pcc` and the runtime of the successor support only a flat list.',
        source: citeSources('seed', 'types'),
      },
      sender: {
        type: objectRef('sender'),
        doc: 'The sender shown for the message. Not supported by `pcc`.',
        source: citeSources('types'),
      },
      suggested_reply: {
        type: orExpression(listOf(TEXT)),
        doc: 'Answers that the user can send with one click. Not supported by `pcc`.',
        source: citeSources('types', 'runtime'),
      },
    }),
  },
  sender: {
    title: 'sender',
    doc: 'Name and picture next to a message.',
    extra: 'closed',
    fields: fields(citeSources('types'), {
      name: { type: TEXT, doc: 'The name to show.' },
      avatar: {
        type: TEXT,
        aliases: ['avatar_url', 'picture', 'image', 'icon'],
        doc: 'The URL of the picture.',
      },
    }),
  },
  button: {
    title: 'button',
    doc: 'A button below a message. It raises an event, which a transition of the state or of an enclosing automata handles.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'docs'), {
      content: {
        type: DISPLAYED,
        required: true,
        aliases: ['label', 'caption', 'text', 'title', 'name'],
        doc: 'The label of the button. Do not leave it empty: the runtime of the successor rejects that.',
      },
      on_click: {
        type: oneOf(EVENT_NAME, objectRef('event')),
        required: true,
        aliases: ['action', 'click'],
        doc: 'The event to raise: its name, or an object with a payload.\n\n```yaml\non_click:\n  event: check_answer\n  payload:\n    answer: A\n```\n\nIt is handled by the `transitions` of the state, or else of the nearest enclosing automata that handles it.',
      },
      description: { type: DISPLAYED, aliases: ['tooltip'], doc: 'A tooltip.' },
      style: {
        rare: true,
        type: objectRef('button-style'),
        doc: 'The colours of the button. Not supported by `pcc`.',
        source: citeSources('types'),
      },
      UNSTABLE_button_id: {
        type: TEXT,
        deprecated: 'a `payload` in `on_click`, and `target_inputs` in the transition',
        doc: 'Passed to the next state if that has an input `button_id` whose `value` is `UNSTABLE_button_id`. It will be removed in version 1.0.0.',
        source: citeSources('docs'),
      },
      button_id: hidden({
        type: TEXT,
        doc: 'Only in the schema of `pcc`, and not documented.',
        source: citeSources('tool'),
      }),
      id: hidden({
        type: TEXT,
        doc: 'Written by the visual builder of the successor format; it has no effect here.',
        source: citeSources('successor'),
      }),
    }),
  },
  'button-style': {
    title: 'button style',
    doc: 'The colours of a button.',
    extra: 'closed',
    fields: fields(citeSources('types'), {
      font_color: {
        type: TEXT,
        aliases: ['color', 'text_color'],
        doc: "The colour of the text in hexadecimal: `'#ffffff'`. In YAML it needs quotes, because `#` starts a comment.",
      },
      background_color: {
        type: TEXT,
        aliases: ['background', 'bg_color'],
        doc: "The colour of the button in hexadecimal: `'#336699'`. In YAML it needs quotes, because `#` starts a comment.",
      },
    }),
  },
  event: {
    title: 'event',
    doc: 'An event with data. An event without data can be written as its name.',
    extra: 'closed',
    fields: fields(citeSources('seed', 'types', 'successor'), {
      event: {
        type: EVENT_NAME,
        required: true,
        aliases: ['name', 'type', 'action'],
        doc: 'The name of the event in lower snake_case, or an action of the client: `COPY`, `DOWNLOAD` or `OPEN`. It is not evaluated.',
      },
      payload: {
        type: orExpression(mapOf('payload', ANY)),
        aliases: ['data', 'params'],
        doc: 'Data for the transition, which reads it as `payload.name` in `condition` and `target_inputs`. Expressions are evaluated when the message is created, not on the click. `COPY` requires `content`; `DOWNLOAD` and `OPEN` require `url`. Only the runtime of the successor requires a payload.',
        source: citeSources('seed', 'types', 'docs'),
      },
    }),
  },
} satisfies Partial<Record<ObjectId, ObjectSpec>>;
