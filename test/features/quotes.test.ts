import { describe, expect, it } from 'vitest';
import { definitionAt } from '../../server/features/definition';
import { highlights } from '../../server/features/highlight';
import { hoverAt } from '../../server/features/hover';
import { references } from '../../server/features/references';
import { prepareRename, renameSymbol } from '../../server/features/rename';
import type { Address } from '../../server/project/files/paths';
import type { Workspace } from '../../server/project/workspace';
import { inEnglish } from '../support/english';
import { addressOf, workspaceOf } from '../support/workspace';

const YAML = `id: agent
initial: 'home'
context: { "score": 0 }
states:
  "home":
    id: 'start'
    inputs: { 'given': { type: text } }
    outputs: { 'context.score': '{{context["score"] + given}}' }
    render:
      buttons: [{ content: Go, on_click: "go" }, { content: On, on_click: { event: 'go', payload: { "n": 1 } } }]
    transitions:
      'go': [{ target: '#start' }, { target: "other", target_inputs: { 'given': 1 } }]
  other:
    inputs: { given: { type: text } }
    transitions: { CHAT: 'home' }
`;

const JSON_TEXT = `{
  "id": "agent", "initial": "home", "context": { "score": 0 },
  "states": {
    "home": {
      "outputs": { "context.score": "{{context['score'] + 1}}" },
      "render": { "buttons": [{ "content": "Go", "on_click": "go" }] },
      "transitions": { "go": { "target": "other" } }
    },
    "other": { "transitions": { "CHAT": "home" } }
  }
}
`;

const FEATURES: readonly (readonly [
  string,
  (workspace: Workspace, address: Address, at: number) => unknown,
])[] = [
  ['definition', (...at) => definitionAt(...at)?.targets],
  ['references', references],
  ['highlight', highlights],
  ['rename', (...at) => [prepareRename(...at), renameSymbol(...at, 'fresh_name')]],
  ['hover', (...at) => inEnglish(hoverAt(...at)?.markdown)],
];

/** Words of the format, which are not names. */
const NO_NAMES = ['Go', 'On', 'agent', 'id', 'initial', 'context', 'states', 'outputs', 'render', 'buttons'];
const KEYS = ['content', 'on_click', 'transitions', 'target', 'CHAT', ...NO_NAMES];

describe.each([
  ['YAML', 'main.automata.yaml', YAML],
  ['JSON', 'main.automata.json', JSON_TEXT],
])('a cursor on the quotes of a name, in %s', (_notation, path, text) => {
  const workspace = workspaceOf([{ path, text }]);
  const address = addressOf(path);
  const quoted = [...text.matchAll(/(["'])([\w.#]+)\1/g)].filter(([, , word = '']) => !KEYS.includes(word));

  it.each(FEATURES)('%s is the same as on the name', (_name, feature) => {
    expect(quoted.length).toBeGreaterThan(7);
    for (const { 0: whole, index } of quoted) {
      const [first, last] = [index + 1, index + whole.length - 1];
      const inside = feature(workspace, address, first);
      expect(JSON.stringify(inside), whole).not.toMatch(/refused/);
      expect(inside, whole).toBeTruthy();
      expect(feature(workspace, address, index), `before ${whole}`).toEqual(inside);
      expect(feature(workspace, address, last + 1), `behind ${whole}`).toEqual(
        feature(workspace, address, last),
      );
    }
  });

  it('the range of the hover includes the quote at the cursor', () => {
    for (const { index } of quoted) {
      const found = hoverAt(workspace, address, index);
      expect(found?.range.start).toBe(index);
    }
  });
});

it('a quote in an expression does not belong to the adjacent name', () => {
  const text = 'initial: a\ncontext: { x: 1 }\nstates: { a: { render: { text: "{{context.x+\'y\'}}" } } }\n';
  const workspace = workspaceOf([{ path: 'main.automata.yaml', text }]);
  const address = addressOf('main.automata.yaml');
  expect(definitionAt(workspace, address, text.indexOf("'y'"))).toBeUndefined();
  expect(definitionAt(workspace, address, text.indexOf("'y'") + 3)).toBeUndefined();
});

it('the quotes of a field name belong to the field', () => {
  const workspace = workspaceOf([{ path: 'main.automata.json', text: JSON_TEXT }]);
  const address = addressOf('main.automata.json');
  const at = JSON_TEXT.indexOf('"initial"');
  const inside = inEnglish(hoverAt(workspace, address, at + 3)?.markdown);
  expect(inside).toContain('initial');
  expect(inEnglish(hoverAt(workspace, address, at)?.markdown)).toBe(inside);
  expect(inEnglish(hoverAt(workspace, address, at + '"initial"'.length)?.markdown)).toBe(inside);
});
