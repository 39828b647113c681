import assert from 'node:assert/strict';
import { expect, it } from 'vitest';
import { graphEdit } from '../../server/graph-edit';
import type { GraphOperation } from '../../server/graph-edit/operation';
import { addressOf } from '../support/workspace';
import { readyWorkspace } from './edited';

const TEXT = `# All states.
initial: home
states:
  home:
    render:
      text: "Hi"
      buttons:
        - { content: Go, on_click: go }
    transitions: { go: bye }
  bye:
    render:
      text: Bye
    properties:
      is_final: true
`;

const GO = 'home\n\ngo\n\n0';

/** What is selected after an operation. */
it.each<[string, GraphOperation, string]>([
  ['a text', { kind: 'setText', state: 'home', text: 'Hello' }, 'Hello'],
  ['a text of lines in quotes', { kind: 'setText', state: 'home', text: 'a\nb' }, 'a\\nb'],
  ['a text of lines', { kind: 'setText', state: 'bye', text: 'a\nb' }, 'a\n        b'],
  ['the text of a button', { kind: 'setButtonText', state: 'home', button: 0, text: 'Leave' }, 'Leave'],
  ['a condition', { kind: 'setCondition', edge: GO, condition: 'a > 1' }, 'condition: "{{a > 1}}"'],
  ['a new section', { kind: 'setFinal', state: 'home', final: true }, 'properties:\n      is_final: true'],
  ['the state of what was removed', { kind: 'setFinal', state: 'bye', final: false }, 'bye'],
  ['the first state', { kind: 'setInitial', state: 'bye' }, 'bye'],
  ['the first state, as the end of an edge', { kind: 'retarget', edge: '\n\n\n\n0', to: 'bye' }, 'bye'],
  ['a target', { kind: 'retarget', edge: GO, to: 'home' }, 'home'],
])('selects %s', (_what, operation, expected) => {
  const workspace = readyWorkspace([{ path: 'main.yaml', text: TEXT }]);
  const edit = graphEdit(workspace, addressOf('main.yaml'), operation);
  assert('selection' in edit && edit.selection);
  const { text, range } = edit.selection;
  expect(text.slice(range.start, range.end)).toBe(expected);
});
