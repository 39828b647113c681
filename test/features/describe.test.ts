import { describe, expect, it } from 'vitest';
import { describeField, typeName } from '../../server/features/describe';
import { fieldOf, OBJECTS } from '../../server/format/objects';
import type { Field, ObjectId } from '../../server/format/types';
import { inEnglish } from '../support/english';

function field(object: ObjectId, name: string): Field {
  const found = fieldOf(object, name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
}

describe('the name of a type', () => {
  it.each<[ObjectId, string, string]>([
    ['automata', 'initial', 'state name'],
    ['automata', 'states', 'map of states'],
    ['state', 'tasks', 'list of tasks or map of tasks'],
    ['state', 'type', 'state | automata'],
    ['input', 'type', 'text | IM | image | audio | …'],
    ['input', 'source', 'IM | form'],
    ['input', 'choices', 'list or expression'],
    ['input', 'validations', 'list of validations, validation or expression'],
    ['render', 'buttons', 'list of buttons or expression'],
    ['render', 'suggested_reply', 'list of texts or expression'],
    ['button', 'on_click', 'event name or event'],
    ['task', 'module_config', 'depends on module_type'],
    ['any-widget-config', 'code', 'code'],
    ['memory-item', 'content', 'text'],
    ['variable', 'value', 'any value'],
  ])('%s.%s', (object, name, expected) =>
    expect(inEnglish(typeName(field(object, name).type))).toBe(expected),
  );
});

describe('the description of a field', () => {
  it.each<[string, ObjectId, string, string[]]>([
    [
      'its type, and that it is required',
      'button',
      'content',
      ['**content** · text · **required**', 'button'],
    ],
    ['its default', 'transition-case', 'target', ['default: the state itself']],
    ['what to use instead', 'button', 'UNSTABLE_button_id', ['**Deprecated**: use a `payload`']],
    ['that it has no effect yet', 'validation', 'error_message', ['Not supported by the service yet']],
    ['the document after it', 'state', 'tasks', ['*atomic state · Atomic State specification,']],
  ])('says %s', (_what, object, name, parts) => {
    const text = inEnglish(describeField(field(object, name), object));
    for (const part of parts) expect(text).toContain(part);
  });

  it('exists for every field and ends with its source', () => {
    for (const [object, spec] of Object.entries(OBJECTS) as [ObjectId, (typeof OBJECTS)[ObjectId]][]) {
      for (const one of spec.fields) {
        const text = inEnglish(describeField(one, object));
        expect(text.startsWith(`**${one.name}** · `), one.name).toBe(true);
        expect(text.endsWith(`*${spec.title} · ${one.source}*`), one.name).toBe(true);
        expect(text).not.toMatch(/undefined|\n\n\n/);
      }
    }
  });
});
