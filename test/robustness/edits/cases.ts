import type { EditCase } from './run';

const compare = { do: 'compare', path: 'main.yaml', place: 0, all: true } as const;

/** Fixed failures, by their causes. */
export const CASES: Readonly<Record<string, EditCase>> = {
  'an automata outside all folders is read for one file, and includes another whose kind depends on its text':
    {
      files: {
        'state/1.yaml': '',
        'second.yaml': 'states: !include state\n',
        'lone.json': '{\n  "render": {"text": "hi"},\n',
      },
      folders: ['../more'],
      steps: [
        { do: 'open', path: 'lone.json' },
        { do: 'open', path: 'state/1.yaml', language: 'atomic-state' },
        { do: 'edit', path: 'lone.json', start: 5, end: 5, text: 'transitions": {"go": "qu' },
        { do: 'tell' },
        { do: 'edit', path: 'lone.json', start: 29, end: 29, text: '\n' },
        { do: 'compare', path: 'lone.json', place: 113517, all: true },
      ],
    },
  'an automata outside the workspace no longer includes a folder': {
    files: {
      '../more/main.yaml': 'initial: home\nstates: !include state\n',
      '../more/state/home.yaml': "render:\n  text: '{{missing}}'\ntransitions:\n  CHAT: home\n",
    },
    steps: [
      { do: 'open', path: '../more/main.yaml' },
      { do: 'tell' },
      compare,
      { do: 'edit', path: '../more/main.yaml', start: 31, end: 36, text: '' },
      compare,
    ],
  },
  'the main file no longer includes a folder, without a workspace folder': {
    files: {
      'main.yaml': 'states: !include state\n',
      'state/0.yaml': "{ quiz: { inputs: { answer: '{{1}}' }, render: { text: '{{context.score}}' } } }\n",
    },
    folders: [],
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, path: 'none.yaml', all: false },
      { do: 'edit', path: 'main.yaml', start: 0, end: 23, text: '' },
      { ...compare, path: 'none.yaml', all: false },
    ],
  },
  'a state file that was read because of another file is opened, without a workspace folder': {
    files: {
      'first.yaml': '',
      'second.yaml': 'render: {text: hi}\ntransitions: {go: home}\n',
    },
    folders: [],
    steps: [
      { do: 'open', path: 'first.yaml' },
      { do: 'tell' },
      { do: 'open', path: 'second.yaml' },
      { ...compare, path: 'second.yaml' },
    ],
  },
  'the state that handles an event becomes an automata': {
    files: {
      'main.yaml': `states:
  home:
    transitions: {go: {tap:
    type: automata
    states:
      in:
        states:
          a:
            render: {buttons: [{content: H, on_click: go}]}
      b:
    transitions: {go: b}
  two:
`,
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 38, end: 39, text: 'rget: x' },
      compare,
    ],
  },
  'a state becomes an automata that includes its own folder, and is a state again': {
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
  'a folder is no longer included': {
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
  'the states of a file in flow style move to a new file': {
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
  'a second key with the same name is inserted before the first': {
    files: { 'main.yaml': "initial: a\nstates:\n  a:\n    render: {text: '{{context.x}}'}\n" },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 0, end: 0, text: 'id: x\n' },
      { do: 'edit', path: 'main.yaml', start: 0, end: 0, text: 'initial: a\n' },
      compare,
    ],
  },
  'a fix edits a part of the text that was edited after the finding': {
    files: { 'main.yaml': 'initial: b\nstates:\n  a:\n    transitions: {go: a}\n' },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'ask', path: 'main.yaml', place: 1 },
      { do: 'edit', path: 'main.yaml', start: 43, end: 43, text: 'x' },
      compare,
    ],
  },
  'related information refers to a place that was edited after the finding': {
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
  'an empty map of states is added to a nested automata': {
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
  'limits change after files were read': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    inputs: {a: {validations: [{max_length: 1}]}}\n    nonsense: 1\n',
      'state/b.yaml': `b:\n  nonsense: 1\n${'#\n'.repeat(150)}`,
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'settings', value: { modules: ['own-modules.yaml'], limits: { maxDepth: 6 } } },
      compare,
      { do: 'settings', value: { modules: ['own-modules.yaml'], limits: { maxFileSize: 300 } } },
      compare,
      { do: 'settings', value: { modules: ['own-modules.yaml'] } },
      compare,
    ],
  },
  'a deleted file is closed': {
    files: { 'main.yaml': 'initial: a\nstates:\n  a: {}\n' },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'disk', path: 'main.yaml' },
      { do: 'tell' },
      { do: 'close', path: 'main.yaml' },
      compare,
    ],
  },
  'a state of two automata is listed for the same one, in whichever order they are found': {
    files: { 'second.yaml': 'initial: x\nstates: !include state\n', 'state/0.yaml': 'x: {}\n' },
    steps: [{ do: 'disk', path: 'main.yaml', text: 'initial: x\nstates: !include state\n' }, compare],
  },
  'a removed folder is no longer suggested': {
    files: { 'data/code.js': '', 'own-modules.yaml': '' },
    steps: [
      { do: 'disk', path: 'state/new2.yaml', text: 'return 1;\n' },
      { do: 'open', path: 'state/new2.yaml' },
      { do: 'settings', value: { modules: ['own-modules.yaml'], detect: { byName: ['state/*'] } } },
      { do: 'edit', path: 'state/new2.yaml', start: 10, end: 10, text: 'box: !oneline data.json\n' },
      { do: 'tell' },
      { do: 'folder', path: 'state' },
      { do: 'compare', path: 'main.yaml', place: 79474068, all: true },
    ],
  },
  'a dead assignment, while a transition of the automata leads to its state': {
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
  'a state has an empty name': {
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
  'the inputs of a state are known again once a syntax error is repaired': {
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
  'an included file that exceeds the size limit is opened': {
    files: {
      'main.yaml': 'initial: a\nstates: !include state\n',
      'state/a.yaml': `a: {}\n#${'-'.repeat(300)}\n`,
    },
    steps: [
      { do: 'settings', value: { modules: ['own-modules.yaml'], limits: { maxFileSize: 300 } } },
      { do: 'tell' },
      { do: 'open', path: 'state/a.yaml' },
      { ...compare, place: 807053947 },
      { do: 'edit', path: 'state/a.yaml', start: 50, end: 200, text: '' },
      { ...compare, place: 807053947 },
      { do: 'edit', path: 'state/a.yaml', start: 50, end: 50, text: '-'.repeat(200) },
      { ...compare, place: 807053947 },
    ],
  },
  'the line endings of a text change, while a fix creates a file': {
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
  'a comment below `transitions` becomes a transition, while a fix adds one': {
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
  'an included text that is not a state file is edited in the editor': {
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
  'an included text that was deleted on disk is edited in the editor': {
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
  'members are completed in a state after a space is typed and removed': {
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
  'a file is a map of states again, with an unchanged unit': {
    files: { 'state/0.yaml': 'home: {render: {text: a}}\nquiz:\n  id: q\n  inputs: {x: 1}\n' },
    steps: [
      { do: 'open', path: 'state/0.yaml', language: 'atomic-state' },
      { do: 'edit', path: 'state/0.yaml', start: 40, end: 41, text: '' },
      { ...compare, path: 'state/0.yaml' },
      { do: 'edit', path: 'state/0.yaml', start: 40, end: 40, text: ' ' },
      { ...compare, path: 'state/0.yaml' },
    ],
  },
  'an event that is similar to that of a button is renamed, while no fix can add a transition': {
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
  'a state passes another input to itself, and leads to a state that reads it': {
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
  'the result type of a module changes, which only one variable contains': {
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
  'the depth limit of values changes': {
    files: {
      'main.yaml':
        "initial: a\ncontext:\n  x: {a: {b: 1}}\nstates:\n  a:\n    render: {text: '{{context.x.a.b.c}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'settings', value: { limits: { maxDepth: 3 } } },
      compare,
      { do: 'settings', value: {} },
      compare,
    ],
  },
  'an open file of modules is deleted on disk': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    tasks:\n      - {name: t, module_type: OwnModule, module_config: {query: 1}}\n',
      'own-modules.yaml': '',
    },
    steps: [
      { do: 'open', path: 'own-modules.yaml' },
      { do: 'disk', path: 'own-modules.yaml' },
      // This compares with a start in which files are opened last.
      { ...compare, place: 807053947 },
    ],
  },
  'a state is inserted before one with an anchor and one with a merge key': {
    files: {
      'main.yaml': 'initial: a\nstates:\n  a: &base\n    transitions: {CHAT: b}\n  b:\n    <<: *base\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 19, end: 19, text: '  d: {}\n' },
      compare,
    ],
  },
  'two assignments swap the members of a variable': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    outputs:\n      context.v: '{{({y: 1})}}'\n    transitions: {CHAT: b}\n  b:\n    outputs:\n      context.v: '{{({x: 1})}}'\n    render: {text: '{{context.v.x}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 55, end: 67, text: '{{({x: 1})}}' },
      { do: 'edit', path: 'main.yaml', start: 132, end: 144, text: '{{({y: 1})}}' },
      compare,
    ],
  },
  'two states have names at the same offset': {
    files: { 'main.yaml': 'initial: a\nstates: !include state\n', 'state/0.yaml': '' },
    steps: [
      { do: 'open', path: 'state/0.yaml' },
      { do: 'edit', path: 'state/0.yaml', start: 0, end: 0, text: '{ a: { } }\n' },
      { do: 'edit', path: 'state/0.yaml', start: 0, end: 0, text: '{ nest: { "id": x } }\n' },
      { do: 'edit', path: 'state/0.yaml', start: 0, end: 0, text: 'x' },
      { do: 'edit', path: 'state/0.yaml', start: 8, end: 8, text: '&' },
      compare,
    ],
  },
  'a file outside of all folders is closed': {
    files: { '../more/main.yaml': 'initial: home\nstates:\n    render:\n' },
    steps: [{ do: 'open', path: '../more/main.yaml' }, { do: 'close', path: '../more/main.yaml' }, compare],
  },
  'a file outside of all folders is created next to an open one': {
    files: {
      'main.yaml': 'initial: a\ncontext: {d: !oneline data.json}\nstates:\n  a: {}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'workspace', folders: ['../more'] },
      { do: 'tell' },
      { do: 'disk', path: 'new.yaml', text: 'initial: b\nstates:\n  a: {}\n' },
      compare,
    ],
  },
  'a file outside of all folders is closed next to an open one': {
    files: { 'main.yaml': '', 'lone.yaml': 'render:\n  text: hi\n' },
    folders: ['../more'],
    steps: [
      { do: 'open', path: 'lone.yaml', language: 'atomic-state' },
      { do: 'open', path: 'main.yaml' },
      { do: 'close', path: 'lone.yaml' },
      { do: 'compare', path: 'lone2.json', place: 981_768, all: false },
    ],
  },
  'two states with transitions to a third are swapped': {
    files: {
      'main.yaml':
        'initial: a\nstates:\n  a:\n    transitions: {x: c}\n  b:\n    transitions: {y: c}\n  c:\n    transitions: {CHAT: a}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 79 },
      {
        do: 'edit',
        path: 'main.yaml',
        start: 19,
        end: 77,
        text: '  b:\n    transitions: {y: c}\n  a:\n    transitions: {x: c}\n',
      },
      { ...compare, at: 79 },
    ],
  },
  'the transitions of an automata move below its states': {
    files: {
      'main.yaml':
        'initial: n\nstates:\n  n: {initial: m, transitions: {x: .m}, states: {m: {transitions: {y: .m}}}}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 68 },
      {
        do: 'edit',
        path: 'main.yaml',
        start: 37,
        end: 94,
        text: 'states: {m: {transitions: {y: .m}}}, transitions: {x: .m}',
      },
      { ...compare, at: 46 },
    ],
  },
  'a transition with a target and one without are swapped': {
    files: {
      'main.yaml': 'initial: a\nstates:\n  a:\n    transitions:\n      x: a\n      y: {condition: true}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 21 },
      { do: 'edit', path: 'main.yaml', start: 41, end: 79, text: '      y: {condition: true}\n      x: a\n' },
      { ...compare, at: 21 },
    ],
  },
  'states with transitions to the name and to the id of a third are swapped': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a: {transitions: {x: c}}\n  b: {transitions: {y: '#i'}}\n  c:\n    id: i\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 78 },
      {
        do: 'edit',
        path: 'main.yaml',
        start: 19,
        end: 76,
        text: "  b: {transitions: {y: '#i'}}\n  a: {transitions: {x: c}}\n",
      },
      { ...compare, at: 78 },
    ],
  },
  'the first expression that assigns a variable is removed and restored': {
    files: {
      'main.yaml':
        "initial: a\nstates:\n  a:\n    render: {text: '{{context.x = 1}}'}\n  b:\n    render: {text: '{{context.x = 2}}'}\n  c:\n    render: {text: '{{context.x}}'}\n",
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, at: 144 },
      { do: 'edit', path: 'main.yaml', start: 46, end: 59, text: '1' },
      { ...compare, at: 132 },
      { do: 'edit', path: 'main.yaml', start: 43, end: 50, text: "'{{context.x = 1}}'" },
      { ...compare, at: 144 },
    ],
  },
  'a file with a value that others use is deleted and restored': {
    files: {
      'main.yaml': 'initial: a\nstates: !include state\n',
      'state/a.yaml': 'a:\n  tasks: [{module_type: AnyWidgetModule, module_config: {widget_id: a1}}]\n',
      'state/b.yaml': 'b:\n  tasks: [{module_type: AnyWidgetModule, module_config: {widget_id: b1}}]\n',
      'state/c.yaml': 'c:\n  tasks: [{module_type: AnyWidgetModule, module_config: {widget_id: }}]\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { ...compare, path: 'state/c.yaml', at: 71 },
      { do: 'disk', path: 'state/a.yaml' },
      { ...compare, path: 'state/c.yaml', at: 71 },
      {
        do: 'disk',
        path: 'state/a.yaml',
        text: 'a:\n  tasks: [{module_type: AnyWidgetModule, module_config: {widget_id: a1}}]\n',
      },
      { ...compare, path: 'state/c.yaml', at: 71 },
    ],
  },
  'a state file is next to an empty main file, without a workspace folder': {
    files: { 'main.yaml': '', 'data.json': '', 'own-modules.yaml': '' },
    folders: [],
    steps: [
      { do: 'open', path: 'own-modules.yaml', language: 'atomic-state' },
      { do: 'open', path: 'data.json' },
      { do: 'tell' },
      { do: 'close', path: 'data.json' },
      { do: 'compare', path: 'data.json', place: 0, all: false },
    ],
  },
  'a syntax error makes the keys of an automata uncertain, and is replaced': {
    files: { 'main.yaml': `d: \nstates: { { {""[{ {}}]""'ore'"'}}a"}}:{ {""},[{ { {""}}] }}}` },
    steps: [
      { do: 'open', path: 'main.yaml' },
      compare,
      { do: 'edit', path: 'main.yaml', start: 29, end: 33, text: 'a' },
      compare,
    ],
  },
  'an automata outside all folders includes an open file, while another file is opened': {
    files: { 'main.yaml': 'states: !include state\n', 'state/0.yaml': '', 'data.json': '' },
    folders: ['../more'],
    steps: [{ do: 'open', path: 'state/0.yaml' }, { do: 'open', path: 'data.json' }, compare],
  },
  'an automata too far above an open file to be found is closed': {
    files: { 'main.yaml': '', 'bots/main.yaml': 'states: !include state\n', 'bots/state/1.yaml': '' },
    folders: [],
    steps: [
      { do: 'open', path: 'bots/state/1.yaml' },
      { do: 'open', path: 'main.yaml' },
      { do: 'tell' },
      { do: 'open', path: 'bots/main.yaml' },
      { do: 'close', path: 'bots/main.yaml' },
      { ...compare, path: 'bots/main.yaml' },
    ],
  },
};
