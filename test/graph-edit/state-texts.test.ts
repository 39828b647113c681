import { expect, it } from 'vitest';
import { drawnProject } from '../../server/features/state-graph/state-at';
import { stateTexts } from '../../server/graph-edit/state-texts';
import { addressOf } from '../support/workspace';
import { readyWorkspace } from './edited';

const TEXT = `initial: home
states:
  home:
    render:
      text: |
        Hello {{name}}
      buttons:
        - [{ content: 'A: b', on_click: go }, { content: B, on_click: { event: stop } }]
        - { on_click: go }
        - "{{all}}"
    transitions:
      go:
        - target: home
          condition: |-
            {{ a && // both
               b }}
        - { target: shared, condition: maybe }
        - shared
  shared: &a
    render: { text: 1 }
  again: *a
`;

/** The texts of a state, by its id. */
function textsOf(id: string) {
  const workspace = readyWorkspace([{ path: 'main.yaml', text: TEXT }]);
  const project = drawnProject(workspace, addressOf('main.yaml'));
  return project && stateTexts(project, id);
}

it('has the message, the buttons and the conditions of a state, as they are written', () => {
  expect(textsOf('home')).toEqual({
    text: 'Hello {{name}}\n',
    buttons: [
      { text: 'A: b', event: 'go' },
      { text: 'B', event: 'stop' },
      { text: undefined, event: 'go' },
      { text: undefined, event: undefined },
    ],
    conditions: { 'home\n\ngo\n\n0': 'a && // both\n   b', 'home\n\ngo\n\n1': 'maybe' },
  });
  expect(textsOf('shared')).toEqual({ text: '1', buttons: [], conditions: {} });
});

it('has no texts of an alias, or of what is not defined', () => {
  expect([textsOf('again'), textsOf('removed')]).toEqual([undefined, undefined]);
});
