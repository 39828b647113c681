import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { definitionAt } from '../../server/features/definition';
import { checkDefinitions } from '../support/check-definitions';
import { parseCases } from '../support/fixture';
import { casesOf, TEXT_VARIANTS } from '../support/text-variants';
import { addressOf, openFixture } from '../support/workspace';

const FOLDER = join(import.meta.dirname, '../fixtures/definition');

for (const file of readdirSync(FOLDER)) {
  describe(file.replace(/\.txt$/, ''), () => {
    const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
    for (const [index, [variant, change]] of TEXT_VARIANTS.entries()) {
      const run = casesOf(cases, index, TEXT_VARIANTS);
      it.each(run.map(({ title, body }) => [title, body]))(`%s (${variant})`, (_title, body) =>
        checkDefinitions(definitionAt, change(body)),
      );
    }
  });
}

describe('the range of a target is the whole definition', () => {
  it.each<[string, string, string]>([
    [
      'a state with its value',
      'initial: ho‸me\nstates:\n  home:\n    render: { text: x }\n  other: {}\n',
      'home:\n    render: { text: x }',
    ],
    [
      'a declaration with its value',
      "context:\n  x: '{{0}}'\ninitial: a\nstates: { a: { render: { text: '{{context.x‸}}' } } }",
      "x: '{{0}}'",
    ],
    [
      'the button event with its key',
      'initial: a\ntransitions:\n  g‸o: a\nstates: { a: { render: { buttons: [{ content: x, on_click: "go" }] } } }',
      'on_click: "go"',
    ],
    [
      'the module of a default result',
      "initial: a\nstates: { a: { tasks: [{ module_type: LLMModule }], render: { text: '{{‸reply}}' } } }",
      'module_type: LLMModule',
    ],
    [
      'a name after a block scalar',
      "initial: a\ncontext:\n  x: |\n    text\n  y: 1\nstates: { a: { render: { text: '{{context.y‸}}' } } }",
      'y: 1',
    ],
  ])('%s', (_what, body, expected) => {
    const { fixture, workspace } = openFixture(body);
    const found = definitionAt(workspace, addressOf('main.yaml'), fixture.cursor?.offset ?? -1);
    const text = fixture.files[0]?.text ?? '';
    expect(found?.targets.map(({ range }) => text.slice(range.start, range.end))).toEqual([expected]);
  });
});
