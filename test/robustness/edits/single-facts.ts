import type { EditCase } from './run';
import type { EditStep } from './steps';

const compare = { do: 'compare', path: 'main.yaml', place: 0, all: true } as const;

/** A state that names a hundred variables. */
const MANY_NAMES = `  many:\n    render: {text: '{{${Array.from({ length: 100 }, (_, index) => `context.v${index}`).join(' + ')}}}'}\n`;

/**
 * Edits that change and restore a single fact on which another result depends, usually in another state. Each of
 * these dependencies is recorded by exactly one part: the facts of an entry, a look-up, or a condition of a memo.
 */
export const SINGLE_FACTS: Readonly<Record<string, EditCase>> = {
  'an output that misspells `context.` is another variable': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    outputs: {contxt.v: 1}\n    transitions: {go: b}\n  b:\n    render: {text: '{{context.v}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 45, end: 46, text: 'w' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 45, end: 46, text: 'v' },
      compare,
    ],
  },
  'an unhandled event has the name of a state': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    render: {buttons: [{content: A, on_click: x}]}\n    transitions: {y: c}\n  b:\n    render: {text: B}\n  c:\n    render: {text: C}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 70, end: 71, text: 'b' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 70, end: 71, text: 'x' },
      compare,
    ],
  },
  'a key of the automata loses its value': {
    files: { 'main.yaml': 'type: automata\ninitial: a\n' },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 23, end: 25, text: '' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 23, end: 23, text: ' a' },
      compare,
    ],
  },
  'a passed input is renamed': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    render: {buttons: [{content: A, on_click: go}]}\n    transitions: {go: {target: b, target_inputs: {given: 1}}}\n  b:\n    render: {text: '{{given}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 130, end: 131, text: 'r' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 130, end: 131, text: 'n' },
      compare,
    ],
  },
  'the value of a passed input has another type': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    render: {buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}\n    transitions: {go: {target: b, target_inputs: {given: abc}}}\n  b:\n    inputs: {given: {type: text}}\n    render: {text: '{{given.trim}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 161, end: 164, text: "'{{1}}'" },
      compare,
      { do: 'edit', path: 'main.yaml', start: 161, end: 168, text: 'abc' },
      compare,
    ],
  },
  'a button of the same state passes a value of another type to an input': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    render: {buttons: [{content: A, on_click: {event: go, payload: {key: abc}}}]}\n    transitions: {go: {target: b, target_inputs: {given: '{{payload.key}}'}}}\n  b:\n    inputs: {given: {type: text}}\n    render: {text: '{{given.trim}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 97, end: 100, text: "'{{1}}'" },
      compare,
      { do: 'edit', path: 'main.yaml', start: 97, end: 104, text: 'abc' },
      compare,
    ],
  },
  'a button of another unit passes a value of another type to an input': {
    files: {
      'main.yaml':
        "initial: a\ntransitions: {go: {target: b, target_inputs: {given: '{{payload.key}}'}}}\nstates:\n  a:\n    render: {buttons: [{content: A, on_click: {event: go, payload: {key: abc}}}]}\n  b:\n    inputs: {given: {type: text}}\n    render: {text: '{{given.trim}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 171, end: 174, text: "'{{1}}'" },
      compare,
      { do: 'edit', path: 'main.yaml', start: 171, end: 178, text: 'abc' },
      compare,
    ],
  },
  'a button of another unit has a payload of another type': {
    files: {
      'main.yaml':
        "initial: a\ntransitions: {go: {target: a, condition: '{{payload.key.trim}}'}}\nstates:\n  a:\n    render: {buttons: [{content: A, on_click: {event: go, payload: {key: abc}}}]}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 163, end: 166, text: "'{{1}}'" },
      compare,
      { do: 'edit', path: 'main.yaml', start: 163, end: 170, text: 'abc' },
      compare,
    ],
  },
  'unknown inputs are passed': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    render: {buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}\n    transitions: {go: {target: b, target_inputs: {}}}\n  b:\n    inputs: {given: {type: text}}\n    render: {text: '{{given.trim}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 138, end: 155, text: 'target_inputs: &x x' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 138, end: 157, text: 'target_inputs: {}' },
      compare,
    ],
  },
  'the name of the result of a task is unknown': {
    files: {
      'main.yaml':
        "initial: a\ntransitions: {CHAT: {target: a, condition: '{{weather}}'}}\nstates:\n  a:\n    tasks: [{module_type: TtsModule, module_config: {function_parameters: []}}]\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 109, end: 118, text: 'LLMFunctionModule' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 109, end: 126, text: 'TtsModule' },
      compare,
    ],
  },
  'a variable is assigned in a condition': {
    files: {
      'main.yaml':
        "initial: a\ncontext: {x: 0}\nstates:\n  a:\n    transitions: {CHAT: b}\n  b:\n    transitions: {CHAT: {condition: '{{context.x = 1}}'}}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 76, end: 87, text: 'render' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 76, end: 82, text: 'transitions' },
      compare,
    ],
  },
  'a button has another key in its payload': {
    files: {
      'main.yaml':
        "initial: a\ntransitions: {go: {target: a, condition: '{{payload.key}}'}}\nstates:\n  a:\n    render: {buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 155, end: 156, text: 'x' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 155, end: 156, text: 'y' },
      compare,
    ],
  },
  'the payload of a button is known': {
    files: {
      'main.yaml':
        "initial: a\ntransitions: {go: {target: a, condition: '{{payload.key}}'}}\nstates:\n  a:\n    render: {buttons: [{content: A, on_click: {event: go, payload: '{{({key: 1})}}'}}]}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 152, end: 168, text: '{}' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 152, end: 154, text: "'{{({key: 1})}}'" },
      compare,
    ],
  },
  'a loop of `ALWAYS` transitions becomes endless': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    transitions: {ALWAYS: b}\n  b:\n    transitions: {ALWAYS: {target: a, condition: '{{context.x}}'}}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 107, end: 122, text: 'true' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 107, end: 110, text: 'fals' },
      compare,
    ],
  },
  'a read after an assignment moves before it': {
    files: {
      'main.yaml':
        "initial: a\ncontext: {x: 0}\nstates:\n  a:\n    outputs: {context.x: '{{1}}'}\n    transitions: {ALWAYS: b}\n  b:\n    inputs: {i: {type: text, value: '{{1}}'}}\n    outputs: {context.x: '{{2}}'}\n    render: {text: '{{context.x}} {{i}}'}\n    transitions: {CHAT: a}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 147,
        end: 222,
        text: "context.x}}'}}\n    outputs: {context.x: '{{2}}'}\n    render: {text: '",
      },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 147,
        end: 216,
        text: "1}}'}}\n    outputs: {context.x: '{{2}}'}\n    render: {text: '{{context.x}} ",
      },
      compare,
    ],
  },
  'an output that reads a variable moves after its assignment': {
    files: {
      'main.yaml':
        "initial: a\ncontext: {x: 0}\nstates:\n  a:\n    outputs: {context.x: '{{1}}'}\n    transitions: {ALWAYS: b}\n  b:\n    outputs: {r: '{{context.x}}', context.x: '{{2}}', s: '{{1}}'}\n    render: {text: '{{r + s}}'}\n    transitions: {CHAT: a}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 128,
        end: 169,
        text: "1}}', context.x: '{{2}}', s: '{{context.x",
      },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 128,
        end: 169,
        text: "context.x}}', context.x: '{{2}}', s: '{{1",
      },
      compare,
    ],
  },
  'an assignment moves before an output that reads the variable': {
    files: {
      'main.yaml':
        "initial: a\ncontext: {x: 0}\nstates:\n  a:\n    outputs: {context.x: '{{1}}'}\n    transitions: {ALWAYS: b}\n  b:\n    outputs: {s: '{{1}}', r: '{{context.x}}', context.x: '{{2}}'}\n    render: {text: '{{r + s}}'}\n    transitions: {CHAT: a}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 122,
        end: 169,
        text: "context.x: '{{2}}', r: '{{context.x}}', s: '{{1",
      },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 122,
        end: 169,
        text: "s: '{{1}}', r: '{{context.x}}', context.x: '{{2",
      },
      compare,
    ],
  },
  'the automata of included states is renamed': {
    files: {
      'main.yaml': 'initial: inner\nstates:\n  inner:\n    initial: a\n    states: !include state\n',
      'state/a.yaml': "a:\n  transitions: {CHAT: b}\nb:\n  transitions: {CHAT: '#x'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 25, end: 28, text: 'out' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 25, end: 28, text: 'inn' },
      compare,
    ],
  },
  'the liveness of two variables is computed alternately': {
    files: {
      'main.yaml':
        "initial: a\ncontext: {z: 1}\ntransitions: {next: c}\nstates:\n  a:\n    outputs: {context.p: '1'}\n    render: {text: '{{context.p}}', buttons: [{content: A, on_click: go}, {content: B, on_click: next}]}\n    transitions: {go: b}\n  b:\n    outputs: {context.q: '1'}\n    transitions: {CHAT: c}\n  c:\n    render: {text: '{{context.p}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 256, end: 256, text: ", context.p: '2'" },
      compare,
      { do: 'edit', path: 'main.yaml', start: 337, end: 337, text: ' + context.q' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 47, end: 48, text: 'b' },
      compare,
    ],
  },
  'an included folder is created, with an empty file': {
    files: {
      'main.yaml': 'initial: a\ntransitions: {go: b}\nstates: !include state\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'disk', path: 'state/a.yaml', text: '' },
      { do: 'tell' },
      compare,
    ],
  },
  'a state is renamed that a file without an automata refers to': {
    files: {
      'main.yaml': 'initial: home\nstates:\n  home: {render: {text: a}}\n',
      'lone.yaml': 'render: {text: hi}\ntransitions: {go: home}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 27, end: 28, text: '' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 27, end: 27, text: 'e' },
      compare,
    ],
  },
  'two states with the same id are swapped': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    id: x\n    render: {text: a}\n  b:\n    id: x\n    render: {text: b}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 21,
        end: 91,
        text: 'b:\n    id: x\n    render: {text: b}\n  a:\n    id: x\n    render: {text: a',
      },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 21,
        end: 91,
        text: 'a:\n    id: x\n    render: {text: a}\n  b:\n    id: x\n    render: {text: b',
      },
      compare,
    ],
  },
  'an input that others pass is renamed': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    transitions: {CHAT: {target: b, target_inputs: {given: 1}}}\n  b:\n    inputs: {given: {type: text}}\n    render: {text: '{{given}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 110,
        end: 154,
        text: "r: {type: text}}\n    render: {text: '{{giver",
      },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 110,
        end: 154,
        text: "n: {type: text}}\n    render: {text: '{{given",
      },
      compare,
    ],
  },
  'the result of a task that a form may show is renamed': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    tasks: [{name: t, module_type: LLMModule, module_config: {model: m, user_prompt: p, output_name: given}}]\n    transitions: {CHAT: b}\n  b:\n    inputs: {i: {type: text, description: '{{given}}'}}\n    render: {text: '{{i}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 129, end: 130, text: 'r' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 129, end: 130, text: 'n' },
      compare,
    ],
  },
  'an output that a form may show is renamed': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    outputs: {given: '1'}\n    transitions: {CHAT: b}\n  b:\n    inputs: {i: {type: text, description: '{{given}}'}}\n    render: {text: '{{i}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 42, end: 43, text: 'r' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 42, end: 43, text: 'n' },
      compare,
    ],
  },
  'a state gets the id that a transition leads to': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    transitions: {CHAT: {target: '#x', target_inputs: {given: 1}}}\n  b:\n    render: {text: hi}\n    transitions: {ALWAYS: c}\n  c:\n    render: {text: '{{given}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 119, end: 119, text: '    id: x\n' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 119, end: 129, text: '' },
      compare,
    ],
  },
  '`ALWAYS` becomes `CHAT`': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    inputs: {given: {type: text}}\n    render: {text: '{{given}}'}\n    transitions: {ALWAYS: b}\n  b:\n    render: {text: '{{given}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 108, end: 114, text: 'CHAT' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 108, end: 112, text: 'ALWAYS' },
      compare,
    ],
  },
  'a transition leads to a state with the same name in a nested automata': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    transitions: {CHAT: {target: b, target_inputs: {given: 1}}, go: n}\n  b:\n    render: {text: '{{given}}'}\n  n:\n    initial: b\n    states:\n      b: {render: {text: hi}}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 57, end: 57, text: 'n.' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 57, end: 59, text: '' },
      compare,
    ],
  },
  'more names change than are recorded individually': {
    files: {
      'main.yaml': `initial: a\nstates:\n  a:\n    transitions: {CHAT: '#b'}\n  b:\n    id: b\n    transitions: {CHAT: a}\n${MANY_NAMES}`,
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 68, end: 68, text: 'x' },
      ...Array.from({ length: 60 }, (_, index): EditStep => {
        const start = 97;
        return index % 2 === 0
          ? { do: 'edit', path: 'main.yaml', start, end: start + MANY_NAMES.length, text: '' }
          : { do: 'edit', path: 'main.yaml', start, end: start, text: MANY_NAMES };
      }),
      compare,
    ],
  },
  'a state without transitions becomes final': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    transitions: {CHAT: c}\n  c:\n    render: {text: hi}\n    properties: {is_final: false}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 106, end: 110, text: 'tru' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 106, end: 109, text: 'fals' },
      compare,
    ],
  },
  'a state of a loop asks the user': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    inputs: {i: {type: text, user_input: false}}\n    render: {text: '{{i}}'}\n    transitions: {ALWAYS: b}\n  b:\n    transitions: {ALWAYS: a}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 65, end: 69, text: 'tru' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 65, end: 68, text: 'fals' },
      compare,
    ],
  },
  'the transitions of a state are unknown': {
    files: {
      'main.yaml': 'initial: a\nstates:\n  a:\n    transitions: {CHAT: c}\n  c:\n    render: {text: hi}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 79, end: 79, text: '    transitions: !env x\n' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 79, end: 103, text: '' },
      compare,
    ],
  },
  'a read of a variable becomes an assignment': {
    files: {
      'main.yaml': "initial: a\ncontext: {x: 1}\nstates:\n  a:\n    render: {text: '{{context.x}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 71, end: 71, text: ' = 1' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 71, end: 75, text: '' },
      compare,
    ],
  },
  'a read of an input of another state becomes an assignment': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    inputs: {n: {type: text}}\n    transitions: {CHAT: b}\n  b:\n    render: {text: '{{n}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 109, end: 109, text: ' = 1' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 109, end: 113, text: '' },
      compare,
    ],
  },
  'another member of a state is read': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    inputs: {n: {type: text}}\n    transitions: {CHAT: b}\n  b:\n    render: {text: '{{a.n}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 110, end: 111, text: 'm' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 110, end: 111, text: 'n' },
      compare,
    ],
  },
  'a state with an assignment is renamed': {
    files: {
      'main.yaml':
        "initial: a\ncontext: {x: 0}\nstates:\n  a:\n    outputs: {context.x: '{{1}}'}\n    transitions: {ALWAYS: z}\n  b:\n    outputs: {context.x: '{{2}}'}\n    transitions: {CHAT: c}\n  c:\n    render: {text: '{{context.x}}'}\n    transitions: {CHAT: a}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 105, end: 106, text: 'z' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 105, end: 106, text: 'b' },
      compare,
    ],
  },
  'an incomplete transition may lead to any state': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    transitions: {CHAT: {}}\n  d:\n    render: {text: hi}\n    transitions: {CHAT: a}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 49, end: 49, text: 'target: ' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 49, end: 57, text: '' },
      compare,
    ],
  },
  'a read of an input moves before its definition': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    inputs: {n: {type: text}}\n    transitions: {CHAT: b}\n  b:\n    inputs: {m: {value: '{{1}}', type: text}, n: {type: text}}\n    render: {text: '{{n}} {{m}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 113,
        end: 172,
        text: "n}}', type: text}, n: {type: text}}\n    render: {text: '{{1",
      },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 113,
        end: 172,
        text: "1}}', type: text}, n: {type: text}}\n    render: {text: '{{n",
      },
      compare,
    ],
  },
  'a button raises another event, which the automata handles': {
    files: {
      'main.yaml':
        "initial: a\ncontext: {z: 1}\ntransitions: {next: c}\nstates:\n  a:\n    render: {text: '{{context.z}}', buttons: [{content: A, on_click: go}, {content: B, on_click: next}]}\n    transitions: {go: b}\n  b:\n    outputs: {context.q: '1'}\n    transitions: {CHAT: c}\n  c:\n    render: {text: '{{context.q}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 160, end: 161, text: 't' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 160, end: 161, text: 'n' },
      compare,
    ],
  },
  'others pass the input that is assigned to a variable': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    transitions: {CHAT: {target: b, target_inputs: {j: 1}}}\n  b:\n    inputs: {i: {type: number}}\n    outputs: {context.v: '{{i}}'}\n    transitions: {CHAT: c}\n  c:\n    render: {text: '{{context.v.foo}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 76, end: 77, text: 'i' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 76, end: 77, text: 'j' },
      compare,
    ],
  },
  'one of many buttons has another key in its payload': {
    files: {
      'main.yaml':
        "initial: s0\ntransitions: {go: {target: s0, condition: '{{payload.key}}'}}\nstates:\n  s0: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s1: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s2: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s3: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s4: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s5: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s6: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s7: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s8: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 447, end: 448, text: 'x' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 447, end: 448, text: 'y' },
      compare,
    ],
  },
  'a state handles the event of its button itself, which many buttons raise': {
    files: {
      'main.yaml':
        "initial: s0\ntransitions: {go: {target: s0, condition: '{{payload.key}}'}}\nstates:\n  s0: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {kex: 1}}}]}}\n  s1: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s2: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s3: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s4: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s5: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s6: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s7: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n  s8: {render: {text: hi, buttons: [{content: A, on_click: {event: go, payload: {key: 1}}}]}}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 89, end: 89, text: 'transitions: {go: s1}, ' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 89, end: 112, text: '' },
      compare,
    ],
  },
  'a transition leads to a state without transitions': {
    files: {
      'main.yaml': 'initial: a\nstates:\n  a:\n    transitions: {CHAT: a}\n  c:\n    render: {text: hi}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 48, end: 49, text: 'c' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 48, end: 49, text: 'a' },
      compare,
    ],
  },
  'a transition of the automata leads away from an unreachable state': {
    files: {
      'main.yaml':
        'initial: a\ntransitions: {}\nstates:\n  a:\n    transitions: {CHAT: a}\n  c:\n    render: {text: hi}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 25, end: 25, text: 'go: a' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 25, end: 30, text: '' },
      compare,
    ],
  },
  'a state leads to a state that reads, instead of one that assigns': {
    files: {
      'main.yaml':
        "initial: a\ncontext: {x: 0}\nstates:\n  a:\n    outputs: {context.x: '{{1}}'}\n    transitions: {ALWAYS: b}\n  b:\n    render: {text: hi}\n    transitions: {CHAT: c}\n  c:\n    outputs: {context.x: '{{2}}'}\n    transitions: {CHAT: d}\n  d:\n    render: {text: '{{context.x}}'}\n    transitions: {CHAT: a}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 155, end: 156, text: 'd' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 155, end: 156, text: 'c' },
      compare,
    ],
  },
  'an expression assigns a variable that no output assigns': {
    files: {
      'main.yaml':
        "initial: a\ncontext: {x: 0}\nstates:\n  a:\n    outputs: {context.x: '{{1}}'}\n    transitions: {ALWAYS: b}\n  b:\n    outputs: {context.x: '{{2}}'}\n    render: {text: '{{context.x}}'}\n    transitions: {CHAT: c}\n  c:\n    render: {text: '{{1}}'}\n    transitions: {CHAT: a}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 232, end: 232, text: 'context.y = ' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 232, end: 244, text: '' },
      compare,
    ],
  },
  'a state gets the name that a transition leads to': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    transitions: {CHAT: b}\n  z:\n    transitions: {CHAT: a}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 53, end: 54, text: 'b' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 53, end: 54, text: 'z' },
      compare,
    ],
  },
  'a state gets the name that several transitions lead to': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  c:\n    transitions: {CHAT: b}\n  d:\n    transitions: {CHAT: b}\n  a:\n    transitions: {CHAT: b}\n  z:\n    transitions: {CHAT: a}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 117, end: 118, text: 'b' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 117, end: 118, text: 'z' },
      compare,
    ],
  },
  'an unassigned variable is assigned in one state, and then in the next': {
    files: {
      'main.yaml':
        "initial: a\ncontext: {x: 0, y: 0}\nstates:\n  a:\n    outputs: {context.y: '{{1}}'}\n    transitions: {ALWAYS: b}\n  b:\n    outputs: {context.y: '{{2}}'}\n    render: {text: '{{context.y}} {{context.x}}'}\n    transitions: {CHAT: a}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 78, end: 78, text: ", context.x: '{{1}}'" },
      compare,
      { do: 'edit', path: 'main.yaml', start: 166, end: 166, text: ", context.x: '{{2}}'" },
      compare,
    ],
  },
  'the declared variables are unknown': {
    files: {
      'main.yaml':
        "initial: a\ncontext: {}\nstates:\n  a:\n    render: {text: '{{context.q}}'}\n    transitions: {CHAT: b}\n  b:\n    outputs: {context.q: '1'}\n    transitions: {CHAT: a}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 20, end: 22, text: '!env x' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 20, end: 26, text: '{}' },
      compare,
    ],
  },
  'a variable that is assigned to another has another member': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    outputs: {context.x: '{{({k: 1})}}'}\n    transitions: {CHAT: b}\n  b:\n    outputs: {context.y: '{{context.x}}'}\n    transitions: {CHAT: c}\n  c:\n    render: {text: '{{context.y.k}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 54, end: 55, text: 'm' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 54, end: 55, text: 'k' },
      compare,
    ],
  },
  'an input is assigned to a variable, and then others pass it': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    transitions: {CHAT: {target: b, target_inputs: {j: 1}}}\n  b:\n    inputs: {i: {type: number}}\n    outputs: {context.v: '{{({foo: 1})}}'}\n    render: {text: '{{i}}'}\n    transitions: {CHAT: c}\n  c:\n    outputs: {context.w: '{{1}}'}\n    render: {text: '{{context.v.foo + context.w}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 149, end: 159, text: 'i' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 76, end: 77, text: 'i' },
      compare,
    ],
  },
  'an input of the previous type is assigned to a variable, and then others pass it': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    transitions: {CHAT: {target: b, target_inputs: {j: 1}}}\n  b:\n    inputs: {i: {type: number}}\n    outputs: {context.v: '{{Number(1)}}'}\n    render: {text: '{{i}}'}\n    transitions: {CHAT: c}\n  c:\n    outputs: {context.w: '{{1}}'}\n    render: {text: '{{context.v.foo + context.w}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 149, end: 158, text: 'i' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 76, end: 77, text: 'i' },
      compare,
    ],
  },
  'a variable is added, and then others pass the input that is assigned to another': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    transitions: {CHAT: {target: b, target_inputs: {j: 1}}}\n  b:\n    inputs: {i: {type: number}}\n    outputs: {context.v: '{{i}}'}\n    render: {text: '{{i}}'}\n    transitions: {CHAT: c}\n  c:\n    outputs: {context.w: '{{1}}'}\n    render: {text: '{{context.v.foo + context.w}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 247, end: 247, text: ", context.u: '{{1}}'" },
      compare,
      { do: 'edit', path: 'main.yaml', start: 76, end: 77, text: 'i' },
      compare,
    ],
  },
  'two states that assign the same variable are swapped': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    outputs: {context.x: '{{1}}'}\n    transitions: {CHAT: b}\n  b:\n    outputs: {context.x: '{{String(1)}}'}\n    transitions: {CHAT: a}\n  c:\n    render: {text: '{{context.x.foo}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 21,
        end: 157,
        text: "b:\n    outputs: {context.x: '{{String(1)}}'}\n    transitions: {CHAT: a}\n  a:\n    outputs: {context.x: '{{1}}'}\n    transitions: {CHAT: b",
      },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 21,
        end: 157,
        text: "a:\n    outputs: {context.x: '{{1}}'}\n    transitions: {CHAT: b}\n  b:\n    outputs: {context.x: '{{String(1)}}'}\n    transitions: {CHAT: a",
      },
      compare,
    ],
  },
  'an assigned variable is renamed': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    outputs: {context.x: '{{1}}'}\n    transitions: {CHAT: b}\n  b:\n    render: {text: '{{context.w.foo + context.x.foo}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 46, end: 47, text: 'w' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 46, end: 47, text: 'x' },
      compare,
    ],
  },
  'a variable of a partly known type is modified by an expression': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    outputs: {context.x: '{{({k: 1})}}'}\n    render: {text: '{{context.x.m}}'}\n    transitions: {CHAT: b}\n  b:\n    inputs: {i: {type: object}}\n    outputs: {context.x: '{{i}}', context.y: '{{1}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 215, end: 216, text: 'context.x.push(1)' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 215, end: 232, text: '1' },
      compare,
    ],
  },
  'another variable is assigned to a variable': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    outputs: {context.p: '{{({foo: 1})}}', context.q: '{{1}}'}\n    transitions: {CHAT: b}\n  b:\n    outputs: {context.v: '{{context.p}}'}\n    transitions: {CHAT: c}\n  c:\n    render: {text: '{{context.v.foo}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 155, end: 156, text: 'q' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 155, end: 156, text: 'p' },
      compare,
    ],
  },
  'a member of a variable that is copied twice is assigned to another': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    outputs: {context.p: '{{({foo: {bar: 1}})}}'}\n    transitions: {CHAT: b}\n  b:\n    outputs: {context.q: '{{context.p}}'}\n    transitions: {CHAT: c}\n  c:\n    outputs: {context.r: '{{context.q}}'}\n    transitions: {CHAT: d}\n  d:\n    outputs: {context.v: '{{context.r}}'}\n    transitions: {CHAT: e}\n  e:\n    render: {text: '{{context.v.baz}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 291, end: 291, text: '.foo' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 291, end: 295, text: '' },
      compare,
    ],
  },
  'two states with the same id are swapped, and a transition refers to the id': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    transitions: {CHAT: {target: '#x', target_inputs: {g: 1}}}\n  b:\n    id: x\n    inputs: {g: {type: text}}\n    render: {text: '{{g}}'}\n  d:\n    id: x\n    render: {text: hi}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 89,
        end: 196,
        text: "d:\n    id: x\n    render: {text: hi}\n  b:\n    id: x\n    inputs: {g: {type: text}}\n    render: {text: '{{g}}'",
      },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 89,
        end: 196,
        text: "b:\n    id: x\n    inputs: {g: {type: text}}\n    render: {text: '{{g}}'}\n  d:\n    id: x\n    render: {text: hi",
      },
      compare,
    ],
  },
  'a nested state is added with the name that many transitions refer to': {
    files: {
      'main.yaml':
        "initial: s0\nstates:\n  s0:\n    transitions: {CHAT: b}\n  s1:\n    transitions: {CHAT: b}\n  s2:\n    transitions: {CHAT: b}\n  s3:\n    transitions: {CHAT: b}\n  s4:\n    transitions: {CHAT: b}\n  s5:\n    transitions: {CHAT: b}\n  s6:\n    transitions: {CHAT: b}\n  s7:\n    transitions: {CHAT: b}\n  n:\n    initial: m\n    states:\n      m: {render: {text: hi}}\n    transitions: {DONE: {target: b, target_inputs: {given: 1}}}\n  b:\n    transitions: {ALWAYS: [{target: c, condition: '{{context.x}}'}, {target: d}]}\n  c:\n    render: {text: '{{given}}'}\n  d:\n    render: {text: '{{given}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 346, end: 346, text: '      b: {render: {text: hi}}\n' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 346, end: 376, text: '' },
      compare,
    ],
  },
  'a standalone state becomes an automata': {
    files: {
      'main.yaml': 'transitions: {CHAT: a}\nrender: {text: hi}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 0,
        end: 40,
        text: 'initial: a\nstates:\n  a: {render: {text: hi}',
      },
      compare,
      { do: 'edit', path: 'main.yaml', start: 0, end: 43, text: 'transitions: {CHAT: a}\nrender: {text: hi' },
      compare,
    ],
  },
  'a file becomes a map of states, with an unchanged unit': {
    files: {
      'state/0.yaml': 'home: {transitions: {CHAT: home}}\nquiz:\n  id: q\n transitions: {CHAT: home}\n',
    },
    steps: [
      { do: 'open', path: 'state/0.yaml', language: 'atomic-state' },
      { do: 'compare', path: 'state/0.yaml', place: 0, all: true },
      { do: 'edit', path: 'state/0.yaml', start: 48, end: 48, text: ' ' },
      { do: 'compare', path: 'state/0.yaml', place: 0, all: true },
    ],
  },
  'a suggested state is renamed': {
    files: {
      'main.yaml': 'initial: a\nstates:\n  a:\n    transitions: {CHAT: b}\n  b: {render: {text: hi}}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'compare', path: 'main.yaml', place: 0, all: true, at: 48 },
      { do: 'edit', path: 'main.yaml', start: 54, end: 54, text: 'x' },
      { do: 'compare', path: 'main.yaml', place: 0, all: true, at: 48 },
    ],
  },
  'the key `states` is misspelled': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    transitions: {CHAT: a}\n  b:\n    transitions: {CHAT: a}\n  c:\n    transitions: {CHAT: a}\n  d:\n    transitions: {CHAT: a}\n  e:\n    transitions: {CHAT: a}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 15, end: 16, text: '' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 15, end: 15, text: 'e' },
      compare,
    ],
  },
  'the lines of a state are indented further': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    transitions: {CHAT: a}\n  b:\n    transitions: {CHAT: a}\n  c:\n    transitions: {CHAT: a}\n  d:\n    transitions: {CHAT: a}\n  e:\n    transitions: {CHAT: a}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 117, end: 117, text: ' ' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 117, end: 118, text: '' },
      compare,
    ],
  },
  'a line break between two states is removed': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    transitions: {CHAT: a}\n  b:\n    transitions: {CHAT: a}\n  c:\n    transitions: {CHAT: a}\n  d:\n    transitions: {CHAT: a}\n  e:\n    transitions: {CHAT: a}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 114, end: 115, text: '' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 114, end: 114, text: '\n' },
      compare,
    ],
  },
  'the initial state is renamed, while the included folder is missing': {
    files: {
      'main.yaml': 'initial: home\nstates: !include state\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 9, end: 13, text: 'start' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 9, end: 14, text: 'home' },
      compare,
    ],
  },
  'a variable that a nested automata declares is assigned in it instead': {
    files: {
      'main.yaml':
        "initial: n\nstates:\n  n:\n    initial: m\n    context: {score: 1}\n    states:\n      m: {outputs: {o: 1}, transitions: {CHAT: m}}\n  c:\n    render: {text: '{{context.scor}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 53,
        end: 96,
        text: '}\n    states:\n      m: {outputs: {context.score',
      },
      compare,
      {
        do: 'edit',
        path: 'main.yaml',
        start: 53,
        end: 100,
        text: 'score: 1}\n    states:\n      m: {outputs: {o',
      },
      compare,
    ],
  },
  'a final state ends its automata, which has a transition for `DONE`': {
    files: {
      'main.yaml':
        'initial: n\nstates:\n  n:\n    initial: a\n    states:\n      a: {properties: {is_final: true}}\n    transitions: {DONE: c}\n  c:\n    transitions: {CHAT: n}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 120 },
      { do: 'edit', path: 'main.yaml', start: 84, end: 88, text: 'false' },
      { ...compare, at: 121 },
      { do: 'edit', path: 'main.yaml', start: 84, end: 89, text: 'true' },
      { ...compare, at: 120 },
    ],
  },
  'a member of a variable is assigned instead of the variable': {
    files: {
      'main.yaml': "initial: a\ncontext: {x: 1}\nstates:\n  a:\n    render: {text: '{{context.x = 1}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 21 },
      { do: 'edit', path: 'main.yaml', start: 62, end: 73, text: 'context.x.y =' },
      { ...compare, at: 21 },
      { do: 'edit', path: 'main.yaml', start: 62, end: 75, text: 'context.x =' },
      { ...compare, at: 21 },
    ],
  },
  'an empty transition becomes an empty list of cases': {
    files: { 'main.yaml': 'initial: a\nstates:\n  a:\n    transitions: {go: }\n  b: {}\n' },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 50 },
      { do: 'edit', path: 'main.yaml', start: 42, end: 47, text: 'go: []}' },
      { ...compare, at: 52 },
      { do: 'edit', path: 'main.yaml', start: 42, end: 49, text: 'go: }' },
      { ...compare, at: 50 },
    ],
  },
  'an automata that declares a variable is renamed, and another gets its name': {
    files: {
      'main.yaml':
        "initial: n\nstates:\n  n: {initial: a, context: {xx: 1}, states: {a: {render: {text: '{{context.xz}}'}}}}\n  m: {initial: a, states: {a: {render: {text: '{{context.xy}}'}}}}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 161 },
      { do: 'edit', path: 'main.yaml', start: 19, end: 24, text: '  k: ' },
      { ...compare, at: 161 },
      { do: 'edit', path: 'main.yaml', start: 104, end: 109, text: '  n: ' },
      { ...compare, at: 161 },
    ],
  },
  'the keys of an automata below its states become another state with its name': {
    files: {
      'main.yaml':
        "initial: c\nstates:\n  c: {transitions: {ALWAYS: n}, id: c}\n  n:\n    states:\n      a: {transitions: {ALWAYS: '#c'}}\n    initial: a\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 21 },
      { do: 'edit', path: 'main.yaml', start: 114, end: 129, text: '  n:\n    initial: a\n' },
      { ...compare, at: 21 },
      { do: 'edit', path: 'main.yaml', start: 114, end: 134, text: '    initial: a\n' },
      { ...compare, at: 21 },
    ],
  },
  'a second `states` is inserted between two states with the same name': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a: {transitions: {CHAT: a}}\n  b: {transitions: {CHAT: a}}\n  a: {transitions: {CHAT: b}}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 21 },
      { do: 'edit', path: 'main.yaml', start: 49, end: 55, text: 'states:\n  b: {' },
      { ...compare, at: 21 },
      { do: 'edit', path: 'main.yaml', start: 49, end: 63, text: '  b: {' },
      { ...compare, at: 21 },
    ],
  },
  'the automata of a state that assigns its input to a variable is renamed': {
    files: {
      'main.yaml':
        "initial: n\nstates:\n  n:\n    initial: m\n    states:\n      m:\n        inputs: {i: {type: text}}\n        outputs: {context.v: '{{i}}'}\n        transitions: {CHAT: m}\n  z:\n    render: {text: '{{context.v.foo}}'}\n    transitions: {go: {target: n.m, target_inputs: {i: 1}}}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 198 },
      { do: 'edit', path: 'main.yaml', start: 19, end: 24, text: '  k:\n' },
      { ...compare, at: 198 },
      { do: 'edit', path: 'main.yaml', start: 19, end: 24, text: '  n:\n' },
      { ...compare, at: 198 },
    ],
  },
  'an input that a promise reads is renamed': {
    files: {
      'main.yaml': 'initial: a\nstates:\n  a: {inputs: {i: {type: text}}, render: {text: A}}\n',
      'a.scenario.yaml': "promises: [{never: {state: a, where: '{{i.length}}'}}]\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'open', path: 'a.scenario.yaml' },
      compare,
      { ...compare, path: 'a.scenario.yaml' },
      { do: 'edit', path: 'main.yaml', start: 34, end: 35, text: 'k' },
      compare,
      { ...compare, path: 'a.scenario.yaml' },
      { do: 'edit', path: 'main.yaml', start: 34, end: 35, text: 'i' },
      compare,
      { ...compare, path: 'a.scenario.yaml' },
      { do: 'edit', path: 'a.scenario.yaml', start: 40, end: 41, text: 'k' },
      compare,
      { ...compare, path: 'a.scenario.yaml' },
    ],
  },
};
