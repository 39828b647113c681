import type { Case } from './run';
import type { Step } from './steps';

const compare = { do: 'compare', path: 'main.yaml', place: 0, all: true } as const;

/** A state that names a hundred variables. */
const MANY_NAMES = `  many:\n    render: {text: '{{${Array.from({ length: 100 }, (_, index) => `context.v${index}`).join(' + ')}}}'}\n`;

/** What once went wrong, each by its fault. */
export const CASES: Readonly<Record<string, Case>> = {
  'a state becomes an automata that includes its own folder, and none again': {
    files: {
      'main.yaml': 'type: automata\ninitial: home\nstates: !include state\n',
      'state/a.yaml': 'home:\n  transitions:\n    CHAT: home\n',
    },
    steps: [
      { do: 'open', path: 'state/a.yaml' },
      { do: 'edit', path: 'state/a.yaml', start: 6, end: 6, text: 'states: !include state\n' },
      compare,
      { do: 'edit', path: 'state/a.yaml', start: 1, end: 1, text: '\n' },
      compare,
    ],
  },
  'what was included is so no longer': {
    files: {
      'main.yaml': 'type: automata\ninitial: home\nstates: !include state\n',
      'state/a.yaml': 'home:\n  transitions:\n    CHAT: home\n',
    },
    steps: [
      { do: 'open', path: 'state/a.yaml' },
      { do: 'open', path: 'main.yaml' },
      { do: 'edit', path: 'state/a.yaml', start: 0, end: 0, text: "'" },
      compare,
      { do: 'edit', path: 'main.yaml', start: 39, end: 39, text: ':' },
      compare,
    ],
  },
  'the states of a file in flow style go to a file of their own': {
    files: {
      'main.yaml': ' { initial: a, transitions: { a: a }, states: { a: { render: { text: hi } } } }\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'edit', path: 'main.yaml', start: 0, end: 0, text: '\n' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 0, end: 90, text: '' },
      {
        do: 'disk',
        path: 'state/new0.yaml',
        text: ' { initial: a, states: { a: { render: { text: hi } } } }\n',
      },
      { do: 'tell' },
      compare,
    ],
  },
  'a variable is declared in the first of two sections of one name, whichever was written last': {
    files: { 'main.yaml': "initial: a\nstates:\n  a:\n    render: {text: '{{context.x}}'}\n" },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 0, end: 0, text: 'id: x\n' },
      { do: 'edit', path: 'main.yaml', start: 0, end: 0, text: 'initial: a\n' },
      compare,
    ],
  },
  'a fix changes another part of the text, which was edited since': {
    files: { 'main.yaml': 'initial: b\nstates:\n  a:\n    transitions: {go: a}\n' },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'ask', path: 'main.yaml', place: 1 },
      { do: 'edit', path: 'main.yaml', start: 43, end: 43, text: 'x' },
      compare,
    ],
  },
  'a finding leads to a place whose text was edited since': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    transitions: {go: a}\n  b:\n    render: {text: hi}\n  a: {}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'ask', path: 'main.yaml', place: 1 },
      { do: 'edit', path: 'main.yaml', start: 43, end: 43, text: 'x' },
      compare,
    ],
  },
  'states appear in an automata within, between braces': {
    files: {
      'main.yaml':
        'initial: b\nstates:\n  a:\n    initial: x\n    transitions: {go: b}\n  b:\n    transitions: {go: a.y}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'ask', path: 'main.yaml', place: 1 },
      { do: 'edit', path: 'main.yaml', start: 39, end: 39, text: '    states: {}\n' },
      compare,
    ],
  },
  'limits are others for what was read already': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    inputs: {a: {validations: [{max_length: 1}]}}\n    nonsense: 1\n',
      'state/b.yaml': `b:\n  nonsense: 1\n${'#\n'.repeat(150)}`,
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'settings', which: 5 },
      compare,
      { do: 'settings', which: 6 },
      compare,
      { do: 'settings', which: 0 },
      compare,
    ],
  },
  'a file that is gone is closed': {
    files: { 'main.yaml': 'initial: a\nstates:\n  a: {}\n' },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'disk', path: 'main.yaml' },
      { do: 'tell' },
      { do: 'close', path: 'main.yaml' },
      compare,
    ],
  },
  'a state of two automata is listed as that of the same one, whichever was found first': {
    files: { 'second.yaml': 'initial: x\nstates: !include state\n', 'state/0.yaml': 'x: {}\n' },
    steps: [{ do: 'disk', path: 'main.yaml', text: 'initial: x\nstates: !include state\n' }, compare],
  },
  'a folder that is gone is offered no more': {
    files: { 'data/code.js': '', 'own-modules.yaml': '' },
    steps: [
      { do: 'disk', path: 'state/new2.yaml', text: 'return 1;\n' },
      { do: 'open', path: 'state/new2.yaml' },
      { do: 'settings', which: 9 },
      { do: 'edit', path: 'state/new2.yaml', start: 10, end: 10, text: 'box: !oneline data.json\n' },
      { do: 'tell' },
      { do: 'folder', path: 'state' },
      { do: 'compare', path: 'main.yaml', place: 79474068, all: true },
    ],
  },
  'what is assigned again in any case, while the automata around it leads there': {
    files: {
      'main.yaml':
        "initial: b\ntransitions: {go: a}\nstates:\n  a:\n    outputs: {context.x: '1'}\n  b:\n    render: {text: '{{context.x}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 29, end: 30, text: 'z' },
      compare,
    ],
  },
  'a state has an empty name, as its name is still to be written': {
    files: {
      'main.json':
        '{ "initial": "b", "transitions": { "go": { "target": "b", "target_inputs": { "x": "{{z}}" } } }, "states": { "b": { "render": {} } } }\n',
    },
    steps: [
      { do: 'open', path: 'main.json' },
      { do: 'edit', path: 'main.json', start: 110, end: 111, text: '' },
      compare,
    ],
  },
  'the inputs of a state are in sight again, as what is broken stands outside of it now': {
    files: {
      'main.yaml':
        'initial: home\ntransitions: {go: {target: home, target_inputs: {x: 1}}}\nstates: !include state\n',
      'state/a.yaml': 'home:\n  render: {text: a}\n  "transitions:\n    go:\n',
    },
    steps: [
      { do: 'open', path: 'state/a.yaml' },
      compare,
      { do: 'edit', path: 'state/a.yaml', start: 26, end: 27, text: '' },
      compare,
    ],
  },
  'a file that is included is opened, and as large as nobody looks into': {
    files: {
      'main.yaml': 'initial: a\nstates: !include state\n',
      'state/a.yaml': `a: {}\n#${'-'.repeat(300)}\n`,
    },
    steps: [
      { do: 'settings', which: 6 },
      { do: 'tell' },
      { do: 'open', path: 'state/a.yaml' },
      { ...compare, place: 1 },
      { do: 'edit', path: 'state/a.yaml', start: 50, end: 200, text: '' },
      { ...compare, place: 1 },
      { do: 'edit', path: 'state/a.yaml', start: 50, end: 50, text: '-'.repeat(200) },
      { ...compare, place: 1 },
    ],
  },
  'a fix makes a file, and another part of the text comes to have other line breaks': {
    files: {
      'main.yaml': 'initial: x\ntransitions:\n  go: x\nstates: !include state\n',
      'state/a.yaml': 'a: {}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 31, end: 31, text: '\r' },
      compare,
    ],
  },
  'a fix finds room where the transitions of the automata are no comment any more': {
    files: {
      'main.yaml':
        'initial: a\ntransitions:\n#  x: a\nstates:\n  a:\n    states:\n      b: {render: {buttons: [{content: A, on_click: go}]}, transitions: {x: b}}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 24, end: 25, text: ' ' },
      compare,
    ],
  },
  'a text is brought in whose kind is not read, and edited in the editor': {
    files: {
      'main.yaml':
        "initial: a\ncontext:\n  code: !oneline code.js\nstates:\n  a:\n    render: {text: '{{context.code.m}}'}\n",
      'code.js': '',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'open', path: 'code.js' },
      compare,
      { do: 'edit', path: 'code.js', start: 0, end: 0, text: 'return 1;' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 91, end: 91, text: 'x' },
      compare,
    ],
  },
  'a text is brought in that is gone from the disk, and edited in the editor': {
    files: {
      'main.yaml':
        "initial: a\ncontext:\n  data: ''\nstates:\n  a:\n    render: {text: '{{context.data.m}}'}\n",
      'data.json': '[]',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'open', path: 'data.json' },
      { do: 'disk', path: 'data.json' },
      { do: 'tell' },
      { do: 'edit', path: 'main.yaml', start: 28, end: 30, text: '!oneline data.json' },
      compare,
      { do: 'edit', path: 'data.json', start: 1, end: 1, text: '1' },
      compare,
    ],
  },
  'a member is written in a state that is typed in and put back': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    outputs: {context.x: '{{({key: 1})}}'}\n    transitions: {go: b}\n  b:\n    render: {text: '{{context.x.key}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 129 },
      { do: 'edit', path: 'main.yaml', start: 88, end: 88, text: ' ' },
      { ...compare, at: 130 },
      { do: 'edit', path: 'main.yaml', start: 88, end: 89, text: '' },
      { ...compare, at: 129 },
    ],
  },
  'a file is a map of states again, and a unit of it the same': {
    files: { 'state/0.yaml': 'home: {render: {text: a}}\nquiz:\n  id: q\n  inputs: {x: 1}\n' },
    steps: [
      { do: 'open', path: 'state/0.yaml', language: 'atomic-state' },
      { do: 'edit', path: 'state/0.yaml', start: 40, end: 41, text: '' },
      { ...compare, path: 'state/0.yaml' },
      { do: 'edit', path: 'state/0.yaml', start: 40, end: 40, text: ' ' },
      { ...compare, path: 'state/0.yaml' },
    ],
  },
  'an event that is nearly the one of a button has another name, where no fix can add one': {
    files: {
      'main.yaml':
        'initial: a\ntransitions:\n  ngo: a\nstates:\n  :\n    render: {buttons: [{content: A, on_click: go}]}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 27, end: 27, text: 'e' },
      compare,
    ],
  },
  'a state leads to itself with another input, and goes on to one that reads it': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    transitions: {ALWAYS: b, go: {target_inputs: {given: 1}}}\n  b:\n    render: {text: '{{given}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 76, end: 76, text: 'x' },
      compare,
    ],
  },
  'a module gives something else, and one variable alone holds it': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    tasks: [{name: t, module_type: OwnModule, module_config: {output_name: r}}]\n    outputs: {context.v: '{{r}}'}\n    render: {text: '{{context.v.x.length}}'}\n",
      'own-modules.yaml': 'modules:\n  OwnModule:\n    fields: {}\n    result: {x: string}\n',
    },
    steps: [
      { do: 'open', path: 'own-modules.yaml' },
      compare,
      { do: 'edit', path: 'own-modules.yaml', start: 53, end: 59, text: 'number' },
      compare,
    ],
  },
  'an input that is passed on has another name': {
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
  'a button sends another key': {
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
  'it is known what a button sends': {
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
  'a state goes on in any case, and its circle has no end': {
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
  'what was read behind an assignment is read before it': {
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
  'an output that reads goes behind one that assigns': {
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
  'an output that assigns goes before one that reads': {
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
  'the automata around included states has another name': {
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
  'a variable is followed again, another meanwhile not, and then read elsewhere': {
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
  'a folder that is included comes to be there, and holds nothing': {
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
  'a state has another name, to which a file without an automata leads': {
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
  'two states change places': {
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
  'an input that others pass has another name': {
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
  'the result of a task that a form may show has another name': {
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
  'an output that a form may show has another name': {
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
  'a state goes on without being told to no more': {
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
  'a transition leads to a state of the same name elsewhere': {
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
  'more has changed than is remembered one by one': {
    files: {
      'main.yaml': `initial: a\nstates:\n  a:\n    transitions: {CHAT: '#b'}\n  b:\n    id: b\n    transitions: {CHAT: a}\n${MANY_NAMES}`,
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 68, end: 68, text: 'x' },
      ...Array.from({ length: 60 }, (_, index): Step => {
        const start = 97;
        return index % 2 === 0
          ? { do: 'edit', path: 'main.yaml', start, end: start + MANY_NAMES.length, text: '' }
          : { do: 'edit', path: 'main.yaml', start, end: start, text: MANY_NAMES };
      }),
      compare,
    ],
  },
  'a state that nothing leads away from becomes final': {
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
  'a state of a circle asks the user': {
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
  'the transitions of a state are out of sight': {
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
  'a variable is written where it was read': {
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
  'an input of another state is written where it was read': {
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
  'a state that assigns has another name': {
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
  'a transition is being written, and may lead to a state': {
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
  'a name is read before the state has one of its own, which it had where it was read': {
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
  'a button raises another event, by which the automata leads on': {
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
  'an input that a variable gets is given by others': {
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
  'one of many buttons sends another key': {
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
  'a state handles the event of its button itself, which many raise': {
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
};
