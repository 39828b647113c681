import { describe, expect, it } from 'vitest';
import type * as lsp from 'vscode-languageserver';
import type { Address } from '../../server/project/files/paths';
import { CodeActions } from '../../server/protocol/actions';
import { FIX_ALL } from '../../server/protocol/capabilities';
import { DiagnosticsProvider } from '../../server/protocol/findings';
import { readSettings } from '../../server/protocol/settings';
import { msg } from '../../server/text/message';
import { addressOf, workspaceOf } from '../support/workspace';

type Files = Readonly<Record<string, string>>;

/** Clients by their capabilities. */
const CLIENTS: Readonly<Record<'plain' | 'versions' | 'full' | 'snippets', lsp.ClientCapabilities>> = {
  plain: {},
  versions: { workspace: { workspaceEdit: { documentChanges: true } } },
  snippets: { workspace: { workspaceEdit: { documentChanges: true, snippetEditSupport: true } } },
  full: {
    workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } },
    textDocument: { codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } } },
  },
};

function actionsOf(files: Files, client: keyof typeof CLIENTS = 'full', open: readonly string[] = []) {
  const all = Object.entries(files).map(([path, text]) => ({ path, text }));
  const workspace = workspaceOf(all, open);
  const toUri = (address: string) => address;
  const findings = new DiagnosticsProvider(workspace, () => readSettings({}), toUri);
  const versionOf = (address: Address) => (open.map(addressOf).includes(address) ? 7 : null);
  return new CodeActions(workspace, findings, { capabilities: CLIENTS[client], toUri, versionOf });
}

/** The range of the first occurrence of a text. */
function rangeOf(text: string, part: string): lsp.Range {
  const at = text.indexOf(part);
  const before = text.slice(0, at).split('\n');
  const start = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  return { start, end: { line: start.line, character: start.character + part.length } };
}

/** A text after the edits of an action. */
function applied(text: string, action: lsp.CodeAction | undefined, path = 'main.yaml'): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
  const offset = ({ line, character }: lsp.Position) => (starts[line] ?? text.length) + character;
  const uri = addressOf(path);
  const changes = action?.edit?.documentChanges?.flatMap((change) =>
    'textDocument' in change && change.textDocument.uri === uri ? change.edits : [],
  );
  const edits = [...(changes ?? action?.edit?.changes?.[uri] ?? [])] as lsp.TextEdit[];
  return edits
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce((all, { range, newText }) => {
      return all.slice(0, offset(range.start)) + newText + all.slice(offset(range.end));
    }, text);
}

const INCLUDE = 'type: automata\ninitial: start\nstates: !include sates\n';
const INCLUDING: Files = { 'main.yaml': INCLUDE, 'states/home.yaml': 'home: {}\n' };

describe('a fix that creates a file', () => {
  const titled = (client: keyof typeof CLIENTS) =>
    actionsOf(INCLUDING, client)
      .at(addressOf('main.yaml'), rangeOf(INCLUDE, 'sates'))
      .filter(({ title }) => !title.startsWith('Disable'));

  it('is a list of document changes for clients that support it', () => {
    const [rename, create] = titled('full');
    expect(applied(INCLUDE, rename)).toBe(INCLUDE.replace('sates', 'states'));
    const uri = addressOf('sates/start.yaml');
    expect(create?.edit?.documentChanges).toEqual([
      { kind: 'create', uri, options: { ignoreIfExists: true } },
      {
        textDocument: { uri, version: null },
        edits: [
          {
            range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
            newText: 'start:\n  render:\n    text: Hello\n',
          },
        ],
      },
    ]);
  });

  it.each(['plain', 'versions'] as const)('is not offered to a client without support: %s', (client) => {
    expect(titled(client).map(({ title }) => title)).toEqual(['Change to `states`']);
  });
});

const WIDGETS =
  'type: automata\ninitial: home\nstates:\n  home:\n    properties: {a: 12345678901234567890}\n  hall:\n    properties:\n      a: 12345678901234567890\n      b: yes\n';

describe('all fixes of a rule', () => {
  const at = (client: keyof typeof CLIENTS, files: Files = { 'main.yaml': WIDGETS }) =>
    actionsOf(files, client, ['main.yaml']).at(
      addressOf('main.yaml'),
      rangeOf(WIDGETS, '12345678901234567890'),
    );

  it('are offered for a file', () => {
    const action = at('plain').find(({ title }) => title === 'Fix all `unsafe-integer` in this file');
    expect(applied(WIDGETS, action)).toBe(WIDGETS.replace(/\d{20}/g, "'$&'"));
    expect(action?.diagnostics?.length).toBe(2);
  });

  it('are not offered for a single finding', () => {
    const one = WIDGETS.replace('a: 12345678901234567890\n', 'a: 1\n');
    const titles = at('plain', { 'main.yaml': one }).map(({ title }) => title);
    expect(titles).toContain('Put it in quotes');
    expect(titles.filter((title) => title.startsWith('Fix all'))).toEqual([]);
  });

  it('are computed for the workspace when they are resolved, with the versions of open documents', () => {
    const other = 'type: automata\ninitial: home\nstates:\n  home: {properties: {a: 12345678901234567890}}\n';
    const files = { 'main.yaml': WIDGETS, 'b/main.yaml': other, 'c/main.yaml': other.replace(/\d{20}/, '1') };
    const actions = actionsOf(files, 'full', ['main.yaml']);
    const offered = actions
      .at(addressOf('main.yaml'), rangeOf(WIDGETS, '12345678901234567890'))
      .find(({ title }) => title === 'Fix all `unsafe-integer` in the workspace');
    expect(offered?.edit).toBeUndefined();
    const chosen = offered && actions.resolve(offered);
    expect(applied(WIDGETS, chosen)).toBe(WIDGETS.replace(/\d{20}/g, "'$&'"));
    expect(applied(other, chosen, 'b/main.yaml')).toBe(other.replace(/\d{20}/g, "'$&'"));
    const documents = chosen?.edit?.documentChanges?.map((one) => 'textDocument' in one && one.textDocument);
    expect(documents).toEqual([
      { uri: addressOf('b/main.yaml'), version: null },
      { uri: addressOf('main.yaml'), version: 7 },
    ]);
  });

  it.each(['plain', 'versions'] as const)(
    'are not offered for the workspace to a client without support: %s',
    (client) => {
      const titles = at(client, { 'main.yaml': WIDGETS, 'b/main.yaml': WIDGETS }).map(({ title }) => title);
      expect(titles.filter((title) => title.endsWith('in the workspace'))).toEqual([]);
    },
  );
});

describe('fixes on save', () => {
  const save = (path: string, text: string, only: readonly string[]) =>
    actionsOf({ [path]: text }).at(addressOf(path), rangeOf(text, 'a'), only);

  it.each([['source'], ['source.fixAll'], ['source.fixAll.atomicState']])('are all made for %s', (only) => {
    const [action, ...more] = save('main.yaml', WIDGETS, [only]);
    expect(more).toEqual([]);
    expect(action?.kind).toBe(FIX_ALL);
    expect(applied(WIDGETS, action)).toBe(
      WIDGETS.replace(/\d{20}/g, "'$&'")
        .replace('yes', "'yes'")
        .replace('{{x', '{{x}}'),
    );
  });

  it.each([['source.fixAll.eslint'], ['source.organizeImports'], ['refactor']])(
    'are not made for %s',
    (only) => {
      expect(save('main.yaml', WIDGETS, [only])).toEqual([]);
    },
  );

  it('keep what the author may have written on purpose', () => {
    const json = '{ // a word\n"type": "automata", "initial": "home", "states": {"home": {}}, }\n';
    expect(save('main.json', json, ['source.fixAll'])).toEqual([]);
    const begun = WIDGETS.replace(
      'b: yes',
      'b: 1\n    transitions: {CHAT: hal}\n    render: {buttons: [{content: A}]}',
    );
    expect(applied(begun, save('main.yaml', begun, ['source.fixAll'])[0])).toBe(
      begun.replace(/\d{20}/g, "'$&'"),
    );
    const unused = `# atomic-state-disable unknown-field\n${WIDGETS}`;
    const [action] = save('main.yaml', unused, ['source.fixAll']);
    expect(applied(unused, action)).toMatch(/^# atomic-state-disable unknown-field\n/);
  });
});

describe('the comment that disables a finding', () => {
  const text = 'type: automata\ninitial: home\nstates:\n  home:\n    rendre: {text: Hello}\n';
  const offered = (path: string, one: string) =>
    actionsOf({ [path]: one })
      .at(addressOf(path), rangeOf(one, 'rendre'))
      .filter(({ title }) => title.startsWith('Disable'));

  it('is offered for the line and for the file, after the fixes', () => {
    const [line, file] = offered('main.yaml', text);
    expect(line?.title).toBe('Disable `unknown-field` for this line');
    expect(applied(text, line)).toBe(
      text.replace('    rendre', '    # atomic-state-disable-next-line unknown-field\n    rendre'),
    );
    expect(file?.title).toBe('Disable `unknown-field` for this file');
    expect(applied(text, file)).toBe(`# atomic-state-disable unknown-field\n${text}`);
    const all = actionsOf({ 'main.yaml': text }).at(addressOf('main.yaml'), rangeOf(text, 'rendre'));
    expect(all.slice(0, -2).some(({ title }) => title.startsWith('Disable'))).toBe(false);
  });

  it('is not offered in JSON without comments, because strict parsers reject them', () => {
    const json = '{\n"type": "automata", "initial": "home", "states": {"home": {\n  "rendre": {}}}}\n';
    expect(offered('main.json', json)).toEqual([]);
    const lenient = `// made by hand\n${json}`;
    expect(offered('main.json', lenient).map((action) => applied(lenient, action, 'main.json'))).toEqual([
      lenient.replace('  "rendre"', '  // atomic-state-disable-next-line unknown-field\n  "rendre"'),
      `// atomic-state-disable unknown-field\n${lenient}`,
    ]);
  });
});

describe('a duplicate', () => {
  const files = {
    'main.yaml': 'type: automata\ninitial: home\nstates: !include state\n',
    'state/a.yaml': '# the first\nhome: {}\n',
    'state/b.yaml': 'home: {}\n',
  };
  const offered = (options?: { showReferences?: string }) => {
    const workspace = workspaceOf(Object.entries(files).map(([path, text]) => ({ path, text })));
    const findings = new DiagnosticsProvider(workspace, () => readSettings({}), String);
    const client = { capabilities: CLIENTS.full, toUri: String, versionOf: () => null };
    return new CodeActions(workspace, findings, options ? { ...client, options } : client)
      .at(addressOf('state/b.yaml'), rangeOf(files['state/b.yaml'], 'home'))
      .filter(({ title }) => title.startsWith('Go to'));
  };

  it('links to the other definition if the client can show locations', () => {
    const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } };
    expect(offered({ showReferences: 'show' })).toMatchObject([
      {
        title: 'Go to the other state with this name',
        command: {
          command: 'show',
          arguments: [
            addressOf('state/b.yaml'),
            { line: 0, character: 0 },
            [{ uri: addressOf('state/a.yaml'), range }],
          ],
        },
      },
    ]);
    expect(offered()).toEqual([]);
  });
});

describe('a name in the wrong format', () => {
  const main =
    'type: automata\ninitial: helloWorld\ncontext: {type: 1}\nstates: !include state\ntransitions:\n  go home: helloWorld\n';
  const hello =
    "helloWorld:\n  inputs:\n    Name: {type: text}\n    name: {type: text}\n  render:\n    text: 'Hi {{Name}} {{name}} {{context.type}}'\n    buttons:\n      - {content: A, on_click: go home}\n  transitions:\n    CHAT: helloWorld\n";
  const files = { 'main.yaml': main, 'state/a.yaml': hello };
  const fix = (path: keyof typeof files, at: string) =>
    actionsOf(files, 'full', ['state/a.yaml'])
      .at(addressOf(path), rangeOf(files[path], at))
      .find(({ title }) => title.startsWith('Rename'));

  it('is renamed in all files', () => {
    const action = fix('state/a.yaml', 'helloWorld');
    expect(action?.title).toBe('Rename all occurrences to `hello_world`');
    expect(applied(main, action)).toBe(main.replaceAll('helloWorld', 'hello_world'));
    expect(applied(hello, action, 'state/a.yaml')).toBe(hello.replaceAll('helloWorld', 'hello_world'));
    expect(action?.edit?.documentChanges).toContainEqual({
      textDocument: { uri: addressOf('state/a.yaml'), version: 7 },
      edits: expect.anything(),
    });
  });

  it('gets a number if the correct name is taken', () => {
    const action = fix('state/a.yaml', 'Name');
    expect(action?.title).toBe('Rename all occurrences to `name_2`');
    expect(applied(hello, action, 'state/a.yaml')).toBe(hello.replaceAll('Name', 'name_2'));
  });

  it('gets a suffix if the correct name is a word of the format', () => {
    const action = fix('main.yaml', 'type: 1');
    expect(action?.title).toBe('Rename all occurrences to `type_value`');
    expect(applied(main, action)).toBe(main.replace('{type:', '{type_value:'));
    expect(applied(hello, action, 'state/a.yaml')).toBe(hello.replace('context.type', 'context.type_value'));
  });

  it('is renamed as an event, where it is raised and where it is handled', () => {
    const action = fix('main.yaml', 'go home');
    expect(action?.title).toBe('Rename all occurrences to `go_home`');
    expect(applied(main, action)).toBe(main.replace('go home', 'go_home'));
    expect(applied(hello, action, 'state/a.yaml')).toBe(hello.replace('go home', 'go_home'));
  });

  it('is not renamed if the automata is unknown', () => {
    const lone = 'render:\n  buttons:\n    - {content: A, on_click: go home}\n';
    const actions = actionsOf({ 'a.state.yaml': lone });
    const titles = actions.at(addressOf('a.state.yaml'), rangeOf(lone, 'go home')).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Rename'))).toEqual([]);
    expect(titles).toContain('Disable `invalid-name` for this line');
  });
});

describe('a button with the old id', () => {
  const TITLE = 'Convert to `payload` and `target_inputs`';
  const rewrite = (files: Files, path = 'main.yaml') =>
    actionsOf(files)
      .at(addressOf(path), rangeOf(files[path] ?? '', 'UNSTABLE_button_id'))
      .find(({ title }) => title === TITLE);
  const block = `type: automata
initial: home
states:
  home:
    render:
      buttons:
        - content: A # the first
          on_click: pick
          UNSTABLE_button_id: first
        - content: B
          UNSTABLE_button_id: '2'
          on_click:
            event: pick
        - content: C
          on_click: stay
    transitions:
      pick: quiz # there
      stay: home
  quiz:
    inputs:
      button_id:
        type: text
        value: UNSTABLE_button_id # the old word
    render: {text: '{{button_id}}'}
    transitions: {CHAT: home}
`;

  it('is converted to `payload` and `target_inputs` in block style', () => {
    expect(applied(block, rewrite({ 'main.yaml': block }))).toBe(`type: automata
initial: home
states:
  home:
    render:
      buttons:
        - content: A # the first
          on_click:
            event: pick
            payload:
              button_id: first
        - content: B
          on_click:
            event: pick
            payload:
              button_id: '2'
        - content: C
          on_click: stay
    transitions:
      pick:
        target: quiz
        target_inputs:
          button_id: '{{payload.button_id}}' # there
      stay: home
  quiz:
    inputs:
      button_id:
        type: text
        default_value: '' # the old word
    render: {text: '{{button_id}}'}
    transitions: {CHAT: home}
`);
  });

  it('is converted in JSON', () => {
    const json = `{"type": "automata", "initial": "home", "states": {
  "home": {
    "render": {"buttons": [{"content": "A", "on_click": "pick", "UNSTABLE_button_id": "a"}]},
    "transitions": {"pick": {"target": "quiz"}}
  },
  "quiz": {"inputs": {"button_id": {"type": "text", "value": "UNSTABLE_button_id"}}}
}}
`;
    expect(
      applied(json, rewrite({ 'main.json': json }, 'main.json'), 'main.json'),
    ).toBe(`{"type": "automata", "initial": "home", "states": {
  "home": {
    "render": {"buttons": [{"content": "A", "on_click": {"event": "pick", "payload": {"button_id": "a"}}}]},
    "transitions": {"pick": {"target": "quiz", "target_inputs": {"button_id": "{{payload.button_id}}"}}}
  },
  "quiz": {"inputs": {"button_id": {"type": "text", "default_value": ""}}}
}}
`);
  });

  it('is converted across files', () => {
    const main = 'type: automata\ninitial: home\nstates: !include state\n';
    const home =
      'home:\n  render: {buttons: [{content: A, on_click: pick, UNSTABLE_button_id: a}]}\n  transitions: {pick: quiz}\n';
    const quiz =
      'quiz:\n  inputs: {button_id: {type: text, value: UNSTABLE_button_id}}\n  render: {text: "{{button_id}}"}\n';
    const files = { 'main.yaml': main, 'state/a.yaml': home, 'state/b.yaml': quiz };
    const action = rewrite(files, 'state/a.yaml');
    expect(applied(home, action, 'state/a.yaml')).toBe(
      "home:\n  render: {buttons: [{content: A, on_click: {event: pick, payload: {button_id: a}}}]}\n  transitions: {pick: {target: quiz, target_inputs: {button_id: '{{payload.button_id}}'}}}\n",
    );
    expect(applied(quiz, action, 'state/b.yaml')).toBe(
      quiz.replace('value: UNSTABLE_button_id', "default_value: ''"),
    );
  });

  it.each([
    ['an input with another value', block.replace('value: UNSTABLE_button_id', 'value: x')],
    ['a button of the event without an id', block.replace("          UNSTABLE_button_id: '2'\n", '')],
    [
      'a transition of the automata',
      block.replace('      pick: quiz # there\n', '').concat('transitions: {pick: quiz}\n'),
    ],
    ['an unknown event', block.replace('on_click: pick', "on_click: '{{pick}}'")],
    ['a missing target', block.replace('pick: quiz', 'pick: nowhere')],
    [
      'unknown states',
      block.replace('    transitions: {CHAT: home}', '    transitions: {CHAT: home}\n  more: *more'),
    ],
    [
      'another state with an old button to the same target',
      block.concat(
        '  other:\n    render: {buttons: [{content: A, on_click: go, UNSTABLE_button_id: b}]}\n    transitions: {go: quiz}\n',
      ),
    ],
  ])('is not converted if anything is uncertain: %s', (_, text) => {
    expect(text).not.toBe(block);
    expect(rewrite({ 'main.yaml': text })).toBeUndefined();
  });

  it('is converted although another state has an old button to another target', () => {
    const text = block.concat(
      '  other:\n    render: {buttons: [{content: A, on_click: go, UNSTABLE_button_id: b}]}\n    transitions: {go: home}\n',
    );
    expect(rewrite({ 'main.yaml': text })).toBeDefined();
  });
});

it('a fix with edits in other files is one workspace edit', () => {
  const files = {
    'main.yaml': 'type: automata\ninitial: home\nstates: !include state\n',
    'state/a.yaml': 'home: {nonsense: 1}\n',
  };
  const workspace = workspaceOf(Object.entries(files).map(([path, text]) => ({ path, text })));
  const findings = new DiagnosticsProvider(workspace, () => readSettings({}), String);
  const here = workspace.document(addressOf('state/a.yaml'))?.units[0];
  const main = workspace.document(addressOf('main.yaml'));
  const there = main?.units.find(({ text }) => text.startsWith('initial'));
  const found = findings.ofFile(addressOf('state/a.yaml'))[0];
  if (here === undefined || there === undefined || found === undefined)
    throw new Error('The files are not as the test needs them.');
  const edits = (text: string) => [{ range: { start: 0, end: 0 }, text }];
  const elsewhere = (unit: typeof here) => [
    { source: addressOf('main.yaml'), unit, edits: edits('# there\n') },
  ];
  const fixes = [
    { title: msg('Both'), edits: edits('# here\n'), elsewhere: elsewhere(there) },
    {
      title: msg('In a unit that is not there any more'),
      edits: edits('# here\n'),
      elsewhere: elsewhere(here),
    },
  ];
  const actions = new CodeActions(
    workspace,
    {
      ofFile: () => [{ ...found, finding: { ...found.finding, fixes } }],
      addresses: () => findings.addresses(),
      toDiagnostic: (...given) => findings.toDiagnostic(...given),
      format: findings.format,
    },
    { capabilities: CLIENTS.full, toUri: String, versionOf: () => null },
  );
  const [offered, ...more] = actions
    .at(addressOf('state/a.yaml'), rangeOf(files['state/a.yaml'], 'home: {nonsense'))
    .filter(({ title }) => !title.startsWith('Disable'));
  expect(more).toEqual([]);
  expect(applied(files['state/a.yaml'], offered, 'state/a.yaml')).toBe('# here\nhome: {nonsense: 1}\n');
  expect(applied(files['main.yaml'], offered)).toBe(
    files['main.yaml'].replace('initial', '# there\ninitial'),
  );
});

describe('a fix that asks for a text', () => {
  const home =
    'initial: home\nstates:\n  first: {}\n  home:\n    render:\n      buttons:\n        - content: Go\n          on_click: go\n';
  const text = `${home}  end:\n    render: {}\n`;
  /** The text after a fix, with the syntax of its snippet. */
  const asked = (whole: string, part: string, title: string, client: keyof typeof CLIENTS = 'snippets') => {
    const actions = actionsOf({ 'main.automata.yaml': whole }, client, ['main.automata.yaml']);
    const found = actions.at(addressOf('main.automata.yaml'), rangeOf(whole, part));
    const [change] = found.find((action) => action.title === title)?.edit?.documentChanges ?? [];
    const edits = change && 'textDocument' in change ? change.edits : [];
    expect(edits).toHaveLength(1);
    const [edit] = edits as (lsp.TextEdit | lsp.SnippetTextEdit)[];
    // Clients indent the lines of a snippet as the text before it.
    if (edit && 'snippet' in edit) expect(edit.range.start.character).toBe(0);
    const newText = edit && ('snippet' in edit ? edit.snippet.value : edit.newText);
    const action = {
      title,
      edit: { changes: { [addressOf('main.automata.yaml')]: [{ ...edit, newText }] } },
    };
    return applied(whole, action as lsp.CodeAction, 'main.automata.yaml');
  };

  it('chooses the target of an event, the states below first and the state itself last', () => {
    const title = 'Add `go` to the transitions of `home`';
    const at = 'on_click: go\n';
    expect(asked(text, 'on_click: go', title)).toBe(
      text.replace(at, () => `${at}    transitions:\n      go: \${1|end,first,home|}\n`),
    );
    expect(asked(text, 'on_click: go', title, 'versions')).toBe(
      text.replace(at, `${at}    transitions:\n      go: home\n`),
    );
  });

  it('chooses the target of an event in the automata', () => {
    expect(asked(text, 'on_click: go', 'Add `go` to the transitions of the automata')).toBe(
      text.replace('states:', () => `transitions:\n  go: \${1|first,end,home|}\nstates:`),
    );
  });

  it('continues in the text of a new state', () => {
    const whole = 'initial: home\nstates:\n  home:\n    render: {text: "a"}\n    transitions: {CHAT: more}';
    const escaped = whole.replace('transitions: {CHAT: more}', 'transitions: {CHAT: more\\}');
    expect(asked(whole, 'more', 'Create the state `more`')).toBe(
      `${escaped}\n  more:\n    render: {text: "\${1:Hello}"\\}`,
    );
  });

  it('leaves the cursor where it is if the new state is written into another file', () => {
    const files = {
      'main.automata.yaml': 'initial: home\nstates: !include state\ntransitions: {go: more}\n',
      'state/a.yaml': 'home:\n  render: {text: a}\n',
    };
    const actions = actionsOf(files, 'snippets', Object.keys(files));
    const found = actions.at(addressOf('main.automata.yaml'), rangeOf(files['main.automata.yaml'], 'more'));
    const action = found.find(({ title }) => title === 'Create the state `more`');
    const changes = action?.edit?.documentChanges?.flatMap((change) =>
      'textDocument' in change ? change.edits.map((edit) => ({ edit, uri: change.textDocument.uri })) : [],
    );
    expect(changes).toEqual([
      {
        edit: expect.objectContaining({ newText: expect.stringContaining('more:') }),
        uri: addressOf('state/a.yaml'),
      },
    ]);
  });
});
