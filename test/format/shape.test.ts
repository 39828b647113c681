import { describe, expect, it } from 'vitest';
import { openDocument, type Shape, shapeOf } from '../../server/format/shape';

function check(text: string, expected: Shape | undefined, name = 'file.yaml', declared = false): void {
  const notation = name.endsWith('.json') ? 'json' : 'yaml';
  expect(shapeOf(openDocument(text, notation), { name, declared, byContent: true })).toBe(expected);
}

describe('a file is taken as a state file by its content', () => {
  it.each<[string, string, Shape | undefined]>([
    ['type: state', 'type: state\n', 'state'],
    ['type: automata', 'type: automata\n', 'automata'],
    ['states and initial', 'initial: a\nstates:\n  a: {}\n', 'automata'],
    ['included states and initial', 'initial: a\nstates: !include state\n', 'automata'],
    ['states that are no map', 'initial: a\nstates: [a, b]\n', undefined],
    ['states alone', 'states:\n  a: {}\n', undefined],
    ['a render map among fields of a state', 'id: a\nrender: {text: hi}\n', 'state'],
    ['a transitions map', 'transitions:\n  CHAT: a\n', 'state'],
    ['tasks that call modules', 'tasks:\n  - module_type: LLMModule\n', 'state'],
    ['a map of tasks that call modules', 'tasks:\n  a: {module_config: {}}\n', 'state'],
    ['tasks of somebody else', 'tasks:\n  - name: a\n    shell: ls\n', undefined],
    ['tasks that are a number', 'tasks: 3\n', undefined],
    ['a render map beside a foreign key', 'render: {text: hi}\nversion: 3\n', undefined],
    ['a half-typed key among fields of a state', 'render: {text: hi}\ntr\n', 'state'],
    ['a half-typed key alone', 'render\n', undefined],
    ['render that is no map', 'render: yes\n', undefined],
    ['the successor', 'type: automata\nblocks: {}\n', 'successor'],
    ['Kubernetes', 'apiVersion: v1\nkind: Pod\nstatus: {states: 1}\n', undefined],
    ['nothing', '', undefined],
  ])('%s', (_name, text, shape) => check(text, shape));

  it('also in JSON', () => {
    check('{"initial": "a", "states": {"a": {}}}', 'automata', 'x.json');
    check('{"name": "x", "type": "module", "scripts": {}}', undefined, 'package.json');
  });
});

describe('or by its name, or because its author says so', () => {
  it.each<[string, string, Shape | undefined]>([
    ['a.state.yaml', '', 'state'],
    ['a.state.yml', 'x: 1\n', 'state'],
    ['a.state.yaml', 'home:\n  inputs: {}\nlast:\n  outputs: {}\n', 'states'],
    ['a.state.yaml', 'render:\n  inputs: {}\n', 'state'],
    ['a.state.yaml', 'home:\n  inputs: {}\nlast: {}\n', 'state'],
    ['a.automata.yaml', '', 'automata'],
    ['A.AUTOMATA.JSON', '{}', 'automata'],
    ['a.state.yaml.bak', 'x: 1\n', undefined],
    ['state.yaml', 'x: 1\n', undefined],
  ])('%s', (name, text, shape) => check(text, shape, name));

  it('what only an automata has, where the author says it is one of ours', () => {
    check('context:\n  score: 0\n', 'automata', 'x.yaml', true);
    check('id: bot\ncontext:\n', 'automata', 'x.yaml', true);
    check('context:\nrender:\n  text: Hi\n', 'state', 'x.yaml', true);
    check('context: {}\n', 'state', 'x.state.yaml', true);
    check('context: {}\n', undefined, 'x.yaml');
  });

  it('a map of states, where the author says it is one', () => {
    check('a:\n  render: {}\nb:\n  transitions: {}\n', 'states', 'x.yaml', true);
    check('', 'state', 'x.yaml', true);
  });
});
