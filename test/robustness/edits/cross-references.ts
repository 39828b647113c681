/**
 * A project in which everything is referenced from elsewhere. Most of it is correct: a finding is computed again with
 * its place in any case, so only a successful look-up can reveal a missing dependency.
 */
export const CROSS_REFERENCING_ROOT = `id: the_root
initial: home
context:
  score: 1
  box: !oneline data.json
  x:
  data: !oneline data.json
  deep: {a: {b: {c: 1}}}
transitions:
  CHAT: {target: quiz, target_inputs: {name: 1}}
  tell: {target: last, condition: '{{payload.key}}', target_inputs: {z: '{{payload.value}}'}}
  go: home
`;

/** Its states by name, without indentation. */
export const CROSS_REFERENCING_STATES: Readonly<Record<string, string>> = {
  home: `home:
  inputs:
    name: {type: text, user_input: true}
    a: '{{context.score}}'
  tasks:
    - {name: t, module_type: OwnModule, module_config: {query: '{{a}}', output_name: r}}
  outputs:
    context.score: '{{a + r.x}}'
    answer: '{{name}}'
  render:
    text: '{{answer}} {{context.x}}'
    buttons:
      - {content: A, on_click: {event: go, payload: {key: '{{a}}'}}}
      - {content: B, on_click: next}
      - {content: F, on_click: {event: tell, payload: {key: 1, value: 1}}}
  transitions:
    go: {target: quiz, target_inputs: {name: '{{payload.key}}', x: 1}}
    next:
      - {target: nest.a, condition: '{{context.x}}'}
      - target: '#the_quiz'
`,
  quiz: `quiz:
  id: the_quiz
  inputs:
    name: {type: IM}
    x: '{{payload.key}}'
  outputs:
    context.x: '{{name}}'
    context.box: '{{({x: [1], key: name})}}'
    context.kept: '{{JSON.parse(context.data).list[0]}}'
  render:
    text: '{{context.box.x[0]}} {{context.y_1}} {{x}} {{context.kept.y}}'
    buttons:
      - {content: C, on_click: {event: go, payload: {key: 1, value: 2}}}
  transitions:
    go: {target: home, condition: '{{payload.value}}', target_inputs: {name: 1}}
    ALWAYS: {target: last, condition: '{{context.score > 1}}', target_inputs: {given: 1}}
`,
  nest: `nest:
  initial: a
  states:
    a:
      outputs: {context.y_1: '1'}
      render: {text: '{{context.x}}', buttons: [{content: D, on_click: go.on}]}
      transitions: {go.on: x}
    x:
      properties: {is_final: true}
      outputs: {context.x: '{{context.y_1.length}}'}
  transitions:
    DONE: {target: home, target_inputs: {a: 2}}
    go.on: last
`,
  deep: `deep:
  type: automata
  initial: in
  context: {x: 2}
  states: # all of them
    in:
      initial: a
      states:
        a:
          inputs: {name: {type: text}}
          outputs: {context.y_1: '{{name + context.x}}'}
          render: {text: '{{name}}', buttons: [{content: H, on_click: go}, {content: I, on_click: more}]}
        quiz:
          outputs: {context.x: '{{context.y_1}}'}
          transitions: {CHAT: a}
      transitions:
        more: quiz
    # beside it
    b:
      render:
        text: |
          states:
            none: '{{context.kept}}'
      transitions: {go: in.quiz, next: .b}
  transitions: {go: b, tell: '#the_quiz'}
`,
  last: `last:
  inputs: {z: {type: text}}
  outputs: {context.score: 0}
  render: {text: '{{context.box.key}} {{z + given}} {{context.deep.a.b.c.x}}', buttons: [{content: E, on_click: {event: next, payload: {key: 1}}}, {content: G, on_click: {event: tell, payload: {key: 1, value: 1}}}]}
  transitions: {next: {target: home, condition: '{{payload.key}}'}, more: one}
`,
  one: `one:
  outputs:
    context.kept: '{{1}}'
    context.y_1: '{{context.kept}}'
  transitions:
    ALWAYS: {target: two, condition: true}
`,
  two: `two:
  inputs: {a: {value: '{{context.box}}'}}
  outputs:
    answer: '{{a.key + context.score}}'
    context.kept: '{{({y: 1})}}'
    context.score: '{{2}}'
  render: {text: '{{answer}} {{context.kept.y}}'}
  transitions:
    ALWAYS:
      - {target: one, condition: '{{context.score}}'}
      - {target: home, condition: false}
`,
  // Aliases refer to anchors of the same text, so these states are in one file.
  base: `base: &base
  outputs: {context.x: '{{1}}'}
  render: {text: '{{context.x}}', buttons: [{content: A, on_click: go}]}
  transitions: &ways
    go: quiz
    next: {target: home, target_inputs: &given {name: 1}}
merged:
  <<: *base
  outputs: {context.y_1: '{{context.x}}'}
  transitions: {<<: *ways, more: {target: quiz, target_inputs: *given}}
same: *base
`,
};

/** The root of an automata that contains another one, whose states are in a folder. */
export const CROSS_REFERENCING_PARENT = `${CROSS_REFERENCING_ROOT.replace(/(target|go): (?=home|quiz|last)/g, '$1: inner.').replace('home', 'inner')}states:
  inner:
    initial: home
    states: !include state
    transitions: {go: .home, DONE: out}
  out:
    outputs: {context.y_1: '{{context.score}}'}
    render: {text: '{{context.x}}', buttons: [{content: A, on_click: go}]}
    transitions: {next: inner.quiz, CHAT: '#the_quiz'}
`;

/** A similar project in JSON, on several lines and on one. */
export const CROSS_REFERENCING_JSON: readonly string[] = (() => {
  const data = {
    initial: 'home',
    context: { score: 1, x: null },
    transitions: { CHAT: { target: 'quiz', target_inputs: { name: 1 } } },
    states: {
      home: {
        inputs: { a: '{{context.score}}' },
        outputs: { 'context.x': '{{a}}' },
        render: {
          text: '{{context.x}}',
          buttons: [{ content: 'A', on_click: { event: 'go', payload: { key: 1 } } }],
        },
        transitions: { go: { target: 'quiz', target_inputs: { name: '{{payload.key}}' } } },
      },
      quiz: {
        id: 'the_quiz',
        inputs: { name: { type: 'IM' } },
        outputs: { 'context.score': '{{name}}' },
        render: { text: '{{context.x}}' },
        transitions: { ALWAYS: [{ target: 'home', condition: '{{context.score}}' }, { target: 'home' }] },
      },
    },
  };
  const nest = {
    initial: 'a',
    context: { y_1: 1 },
    states: {
      a: { outputs: { 'context.y_1': '{{context.x}}' }, transitions: { go: 'x', next: '.a' } },
      x: { properties: { is_final: true }, render: { text: '{{context.y_1}}' } },
    },
    transitions: { DONE: 'home', go: '#the_quiz' },
  };
  const nested = { ...data, states: { nest, ...data.states } };
  return [
    ...[data, nested].map((one) => `${JSON.stringify(one, undefined, 2)}\n`),
    `${JSON.stringify(data)}\n`,
  ];
})();
