import { describe, expect, it } from 'vitest';
import { type DetectionHints, detectKind } from '../../server/format/detection';
import { type DocumentKind, openDocument } from '../../server/format/document-kind';

function detected(text: string, name = 'file.yaml', hints: Partial<DetectionHints> = {}) {
  const notation = name.endsWith('.json') ? 'json' : 'yaml';
  return detectKind(openDocument(text, notation), { name, byContent: true, ...hints });
}

function check(
  text: string,
  expected: DocumentKind | undefined,
  name?: string,
  hints?: Partial<DetectionHints>,
): void {
  expect(detected(text, name, hints).documentKind).toBe(expected);
}

describe('detects scenario files by name and content', () => {
  it.each<[string, string, DocumentKind | undefined]>([
    ['an empty file', '', 'scenarios'],
    ['an incomplete key', 'scen\n', 'scenarios'],
    ['scenarios', 'scenarios:\n  - name: a\n    steps:\n      - click: A\n', 'scenarios'],
    ['misspelt fields', 'scenarios:\n  - nmae: a\n    stesp:\n      - click: A\n', 'scenarios'],
    ['an automata, and foreign keys', 'automata: main.yaml\nconfig: { a: 1 }\n', 'scenarios'],
    ['keys of another tool', 'config: { target: x }\nscenarios:\n  - flow: []\n', undefined],
    ['steps of another tool', 'scenarios:\n  - steps:\n      - { action: a, target: b }\n', undefined],
    ['a state', 'render: { text: hi }\n', undefined],
    ['a single scenario', 'name: a\nsteps:\n  - say: A\n', 'scenarios'],
    ['a list of scenarios', '- name: a\n  steps:\n    - say: A\n', 'scenarios'],
    ['a map with a scenario', 'scenarios:\n  name: a\n  steps:\n    - say: A\n', 'scenarios'],
    ['a map of scenarios', 'scenarios:\n  a:\n    steps:\n      - say: A\n', 'scenarios'],
    [
      'a single scenario with steps of another tool',
      'name: a\nsteps:\n  - { click: A, wait: 3 }\n',
      undefined,
    ],
    ['jobs of another tool', 'jobs: {}\nsteps:\n  - click: A\n  - say: B\n', undefined],
    ['a list of another tool', '- name: a\n  steps:\n    - { action: a }\n', undefined],
    ['a map of another tool', 'scenarios:\n  a:\n    flow: []\n    steps:\n      - say: A\n', undefined],
  ])('%s', (_title, text, expected) => check(text, expected, 'a.scenario.yaml'));
});

describe('detects state files by content', () => {
  it.each<[string, string, DocumentKind | undefined]>([
    ['type: automata', 'type: automata\n', 'automata'],
    ['included states', 'initial: a\nstates: !include state\n', 'automata'],
    ['an included file', 'initial: a\nstates: !include states.yaml\n', undefined],
    ['states and initial alone', 'initial: a\nstates:\n  a: {}\n', undefined],
    ['states that render', 'initial: a\nstates:\n  a:\n    render: {text: hi}\n', 'automata'],
    ['states that are a list', 'initial: a\nstates: [a, b]\n', undefined],
    ['states with an event of the format', 'states:\n  a:\n    transitions: {CHAT: a}\n', 'automata'],
    ['states with other events', 'initial: a\nstates:\n  a:\n    transitions: {go: a}\n', undefined],
    ['states in flow style', 'initial: a\nstates: {a: {tasks: [{module_type: LLMModule}]}}\n', 'automata'],
    [
      'a nested automata',
      'states:\n  a:\n    states:\n      b:\n        inputs: {x: {type: IM}}\n',
      'automata',
    ],
    ['type: state alone', 'type: state\n', undefined],
    ['type: state with a text', 'type: state\nrender:\n  text: hi\n', 'state'],
    ['the text and the transitions of a state', 'id: a\nrender: {text: hi}\ntransitions: {a: b}\n', 'state'],
    ['a text alone', 'render: {text: hi}\n', undefined],
    ['an expression of context', "render: {text: '{{context.a}}'}\n", 'state'],
    ['an expression of GitHub', "render: {text: '$" + "{{context.a}}'}\n", undefined],
    ['transitions with an event of the format', 'transitions:\n  CHAT: a\n', 'state'],
    ['transitions without one', 'transitions:\n  go: a\n', undefined],
    ['tasks that call modules', 'tasks:\n  - module_type: LLMModule\n', 'state'],
    ['a map of tasks that call modules', 'tasks:\n  a: {module_config: {}}\n', 'state'],
    ['tasks of another tool', 'tasks:\n  - name: a\n    shell: ls\n', undefined],
    ['tasks that are a number', 'tasks: 3\n', undefined],
    ['an unknown key among those of a state', 'transitions: {CHAT: a}\nversion: 3\n', 'state'],
    ['as many unknown keys as known ones', 'transitions: {CHAT: a}\nversion: 3\nfoo: 1\n', undefined],
    ['a half-typed key among fields of a state', 'transitions: {CHAT: a}\ntr\n', 'state'],
    ['a half-typed key alone', 'render\n', undefined],
    ['render that is not a map', 'render: yes\n', undefined],
    ['the successor', 'type: automata\nblocks: {}\n', 'successor'],
    ['incomplete states', 'type: automata\ninitial: a\nstates: x\n', 'automata'],
    ['blocks of another format', 'type: state\nblocks: {}\n', undefined],
    ['a text from a file', 'context:\n  a: !oneline code/a.js\n', 'automata'],
    ['Kubernetes', 'apiVersion: v1\nkind: Pod\ntype: automata\n', undefined],
    ['another schema', '$schema: https://example.org/a\ntransitions: {CHAT: a}\n', undefined],
    ['our schema', '$schema: ./atomic-state.schema.json\ntype: automata\n', 'automata'],
    [
      'a misplaced bracket',
      '{initial: a, states: {a: {}}, b: {render: {text: hi}}, c: {inputs: {}}, d: {tasks: [{module_type: X}]}}',
      'automata',
    ],
    ['an empty file', '', undefined],
  ])('%s', (_name, text, shape) => check(text, shape));

  it('in JSON', () => {
    check('{"initial": "a", "states": {"a": {"render": {"text": "hi"}}}}', 'automata', 'x.json');
    check('{"name": "x", "type": "module", "scripts": {}}', undefined, 'package.json');
  });

  it('does not detect a map of states as a state', () => {
    const state = '{"render": {"text": "{{context.x}}"}, "tasks": [{"module_type": "AnyWidgetModule"}]}';
    check(`{"home": ${state}, "last": ${state}}`, 'states', 'x.json');
  });

  it('not if the setting disables it', () => {
    check('type: automata\n', undefined, 'x.yaml', { byContent: false });
    check('# atomic-state\n', 'state', 'x.yaml', { byContent: false });
  });
});

describe('detects state files by name', () => {
  it.each<[string, string, DocumentKind | undefined]>([
    ['a.state.yaml', '', 'state'],
    ['a.state.yaml', 'ren', 'state'],
    ['a.state.yml', 'rendr:\n  text: hi\n', 'state'],
    ['a.state.yaml', 'home:\n', 'state'],
    ['a.state.yaml', 'home:\n  inputs: {}\nlast:\n  outputs: {}\n', 'states'],
    ['a.state.yaml', 'render:\n  inputs: {}\n', 'state'],
    ['a.state.yaml', 'home:\n  inputs: {}\nlast: {}\n', 'state'],
    ['a.state.yaml', 'x: 1\n', undefined],
    ['a.state.yaml', '- x\n', undefined],
    ['a.state.json', '{"version": 4, "serial": 2, "outputs": {}}', undefined],
    ['a.state.yaml', 'context:\n', 'state'],
    ['a.automata.yaml', 'states:\n  a:\n    foo: 1\n', 'automata'],
    ['a.automata.yaml', 'states:\n  a:\n    on: {go: b}\n    meta: 1\n', undefined],
    ['a.automata.yaml', '', 'automata'],
    ['A.AUTOMATA.JSON', '{}', 'automata'],
    ['a.state.yaml.bak', 'render:\n', undefined],
    ['state.yaml', 'render:\n', undefined],
  ])('%s with %j', (name, text, shape) => check(text, shape, name));

  it('main.yaml in a folder with state files', () => {
    check('', 'automata', 'main.yaml', { isMain: true });
    check('initial: a\n', 'automata', 'main.yaml', { isMain: true });
    check('id: bot\ncontext:\n', 'automata', 'main.yaml', { isMain: true });
    check('services: {}\n', undefined, 'main.yaml', { isMain: true });
    check('initial: a\n', undefined, 'main.yaml');
  });
});

describe('detects state files by the decision of the author', () => {
  const declared = { decision: 'setting' } as const;

  it('in a setting or by the language', () => {
    for (const decision of ['setting', 'language'] as const) {
      check('', 'state', 'x.yaml', { decision });
      check('services: {}\n', 'state', 'x.yaml', { decision });
      check('initial: a\nstates:\n  a: {}\n', 'automata', 'x.yaml', { decision });
    }
    check('type: automata\n', undefined, 'x.automata.yaml', { decision: 'excluded' });
  });

  it('in the first line', () => {
    check('# atomic-state\nstates: {}\n', 'automata');
    check('\ufeff#atomic-state \r\nstates: {}\r\n', 'automata');
    check('// atomic-state\n{"states": {}}\n', 'automata', 'x.json');
    check('# atomic-state-disable\nstates: {}\n', undefined);
    check('a: 1\n# atomic-state\n', undefined);
  });

  it('an automata by fields that states do not have', () => {
    check('context:\n  score: 0\n', 'automata', 'x.yaml', declared);
    check('id: bot\ncontext:\n', 'automata', 'x.yaml', declared);
    check('context:\nrender:\n  text: Hi\n', 'state', 'x.yaml', declared);
    check('context: {}\n', 'state', 'x.state.yaml', declared);
    check('context: {}\n', undefined, 'x.yaml');
  });

  it('a map of states', () => {
    check('a:\n  render: {}\nb:\n  transitions: {}\n', 'states', 'x.yaml', declared);
  });
});

describe('the reason', () => {
  it.each<[string, string, string]>([
    ['x.yaml', 'type: automata\n', 'It has `type: automata`.'],
    ['x.yaml', 'states:\n  a:\n    inputs: {x: {type: IM}}\n', 'An input comes from the user.'],
    ['x.state.yaml', 'render:\n', 'Its name says that it is a state file.'],
    ['x.state.yaml', 'x: 1\n', 'Most keys at its root are not fields of a state file.'],
    [
      'x.yaml',
      'initial: a\nstates:\n  a: {on: {go: b}}\n',
      'It has keys of other state machines, such as `on`, `entry` or `next`.',
    ],
    ['x.yaml', 'initial: a\nstates:\n  a: {}\n', 'It has nothing that only state files have.'],
    ['x.yaml', 'a: 1\n', 'It has nothing that only state files have.'],
    ['x.yaml', '# atomic-state\n', 'Its first line is the comment `# atomic-state`.'],
  ])('%s with %j: %s', (name, text, reason) => expect(detected(text, name).reason).toBe(reason));

  it('is the decisive evidence, also with a decision of the author', () => {
    const { reason } = detected('type: automata\n', 'x.yaml', { decision: 'language' });
    expect(reason).toBe('It has `type: automata`.');
    expect(detected('a: 1\n', 'x.yaml', { decision: 'language' }).reason).toBe(
      'Its language is *Atomic State*.',
    );
  });
});
