import { describe, expect, it } from 'vitest';
import type { Client, ClientStartOptions } from './client';
import { startClient } from './started';

const COUNT = 60;
const STATE = (index: number) => `s${index}:
  inputs:
    name: {type: text}
  outputs:
    context.order: "{{context.order + 1}}"
  render:
    text: "{{context.quiz[0].question}} {{context.missing}}"
    buttons:
      - content: next
        on_click: go
  transitions:
    go: s${(index + 1) % COUNT}
`;

/** An automata that includes a folder of states and a data file, among unrelated files. */
const FILES: Readonly<Record<string, string>> = {
  'bot/main.yaml':
    'id: bot\ninitial: s0\ncontext:\n  order: 1\n  quiz: !oneline data/quiz.json\nstates: !include state\n',
  'bot/data/quiz.json': '[{"question": "a", "answer": "b"}]',
  ...Object.fromEntries(
    Array.from({ length: COUNT }, (_, index) => [`bot/state/s${index}.yaml`, STATE(index)]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`more/${index}.yaml`, `services: {s${index}: {image: a}}\n`]),
  ),
};
/** The same, with an automata that reads a member of the data file. */
const FILES_WITH_EXPRESSION = {
  ...FILES,
  'bot/main.yaml': `id: bot
initial: s0
context:
  order: 1
  quiz: !oneline data/quiz.json
  first: '{{context.quiz.length}}'
states: !include state
`,
};
const OPENED = 'bot/state/s0.yaml';

const SCENARIO = `scenarios:
  - name: goes on
    start: { state: s0, context: { order: 2 } }
    steps:
      - click: next
      - expect: { state: s1, context: { order: 4 } }
`;
const SCENARIO_FILE = 'bot/first.scenario.yaml';

/** Requests about a scenario file whose answers are empty if its automata is unknown. */
function scenarioRequests(
  client: Client,
): Readonly<Record<string, readonly [method: string, params: object]>> {
  const textDocument = { uri: client.uri(SCENARIO_FILE) };
  const at = (part: string, inside = 1) => {
    const before = SCENARIO.slice(0, SCENARIO.indexOf(part) + inside).split('\n');
    return { textDocument, position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 } };
  };
  return {
    'completion of buttons': ['textDocument/completion', at('next', 0)],
    'completion of states': ['textDocument/completion', at('s0', 0)],
    'completion of variables': ['textDocument/completion', at('order', 0)],
    'hover of a button': ['textDocument/hover', at('next')],
    'hover of a state': ['textDocument/hover', at('s0')],
    definition: ['textDocument/definition', at('s0')],
    'prepared rename': ['textDocument/prepareRename', at('s1')],
    rename: ['textDocument/rename', { ...at('s1'), newName: 'second' }],
    references: ['textDocument/references', { ...at('next'), context: { includeDeclaration: true } }],
    highlights: ['textDocument/documentHighlight', at('order')],
  };
}

/** Requests about a file whose answers are empty or wrong if the automata that includes it is unknown. */
function requests(client: Client): Readonly<Record<string, readonly [method: string, params: object]>> {
  const text = STATE(0);
  const textDocument = { uri: client.uri(OPENED) };
  const at = (part: string, inside = 1) => {
    const before = text.slice(0, text.indexOf(part) + inside).split('\n');
    return { textDocument, position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 } };
  };
  const context = { includeDeclaration: true };
  const whole = { start: { line: 0, character: 0 }, end: { line: 12, character: 0 } };
  return {
    diagnostics: ['textDocument/diagnostic', { textDocument }],
    'rename of a state': ['textDocument/rename', { ...at('s0'), newName: 'start' }],
    'rename of a variable': ['textDocument/rename', { ...at('order +'), newName: 'total' }],
    'prepared rename': ['textDocument/prepareRename', at('order +')],
    definition: ['textDocument/definition', at('s1')],
    'references to a state': ['textDocument/references', { ...at('s0'), context }],
    'references to a variable': ['textDocument/references', { ...at('order +'), context }],
    'completion of variables': ['textDocument/completion', at('order +', 0)],
    'completion of members': ['textDocument/completion', at('question', 0)],
    'completion of targets': ['textDocument/completion', at('s1', 0)],
    hover: ['textDocument/hover', at('order +')],
    'code actions': ['textDocument/codeAction', { textDocument, range: whole, context: { diagnostics: [] } }],
    'document symbols': ['textDocument/documentSymbol', { textDocument }],
    'code lenses': ['textDocument/codeLens', { textDocument }],
    tokens: ['textDocument/semanticTokens/full', { textDocument }],
    'workspace symbols': ['workspace/symbol', { query: 's1' }],
  };
}

/** An answer without parts that differ between equal answers. */
const comparable = (answer: unknown) =>
  JSON.stringify(answer)?.replace(/"(?:resultId|serial)":"?[^",}]*"?/g, '');

const MAIN_FILE = 'bot/main.yaml';

/** Requests about an automata whose answers are empty or wrong while the files that it includes are not read. */
function automataRequests(
  client: Client,
): Readonly<Record<string, readonly [method: string, params: object]>> {
  const text = FILES_WITH_EXPRESSION[MAIN_FILE];
  const textDocument = { uri: client.uri(MAIN_FILE) };
  const at = (part: string, inside = 1) => {
    const before = text.slice(0, text.indexOf(part) + inside).split('\n');
    return { textDocument, position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 } };
  };
  const context = { includeDeclaration: true };
  return {
    'definition in an included file': ['textDocument/definition', at('s0')],
    'references in included files': ['textDocument/references', { ...at('s0'), context }],
    'rename in included files': ['textDocument/rename', { ...at('s0'), newName: 'start' }],
    'completion of included states': ['textDocument/completion', at('s0', 0)],
    'completion of members of a data file': ['textDocument/completion', at('length', 0)],
  };
}

const ROOTS: readonly (readonly [string, ClientStartOptions])[] = [
  ['folders', {}],
  ['rootUri', { root: 'rootUri' }],
  ['rootPath', { root: 'rootPath' }],
  ['no folder', { root: 'none' }],
];

/** Which folders a client names matters to the search for the automata of a file, which is tested with all of them. */
const FEW_ROOTS = ROOTS.filter(([name]) => name === 'folders' || name === 'no folder');

/**
 * Opens a file and sends requests about it at once; the answers must be those that they get later, and not empty.
 * Returns the answers.
 */
async function firstAnswers(
  client: Client,
  path: string,
  text: string,
  requestsOf: (client: Client) => Readonly<Record<string, readonly [method: string, params: object]>>,
): Promise<ReadonlyMap<string, string>> {
  const ask = async () =>
    new Map(
      await Promise.all(
        Object.entries(requestsOf(client)).map(async ([name, [method, params]]) => {
          return [name, comparable(await client.connection.sendRequest(method, params))] as const;
        }),
      ),
    );
  const isOpen = client.open(path, text, 'yaml');
  const first = await ask();
  await isOpen;
  await client.connection.sendRequest('workspace/symbol', { query: '' });
  expect(Object.fromEntries(first)).toEqual(Object.fromEntries(await ask()));
  for (const [name, answer] of first)
    expect(`${name}: ${answer}`).not.toMatch(/: (?:null|\[\]|.*"items":\[\].*)$/);
  return first;
}

describe.each(ROOTS)('an included file that is opened first, with %s', (_, options) => {
  it('has the same first and later answers', { timeout: 120_000 }, async () => {
    const client = await startClient(FILES, options);
    await firstAnswers(client, OPENED, STATE(0), requests);
  });
});

describe.each(FEW_ROOTS)('a scenario file that is opened first, with %s', (_, options) => {
  it('has the same first and later answers', { timeout: 120_000 }, async () => {
    const client = await startClient({ ...FILES, [SCENARIO_FILE]: SCENARIO }, options);
    const answers = await firstAnswers(client, SCENARIO_FILE, SCENARIO, scenarioRequests);
    for (const [name, answer] of answers) expect(`${name}: ${answer}`).not.toContain('Error');
  });
});

describe.each(FEW_ROOTS)('an automata that is opened first, with %s', (_, options) => {
  it('has the same first and later answers', { timeout: 120_000 }, async () => {
    const client = await startClient(FILES_WITH_EXPRESSION, options);
    const text = FILES_WITH_EXPRESSION[MAIN_FILE];
    const answers = await firstAnswers(client, MAIN_FILE, text, automataRequests);
    expect(answers.get('definition in an included file')).toContain('state/s0.yaml');
    expect(answers.get('rename in included files')).toContain('state/s59.yaml');
    expect(answers.get('completion of included states')).toContain('"s59"');
    // Its text has so many characters.
    expect(answers.get('completion of members of a data file')).toContain('"detail":"34"');
  });
});

/** An automata whose states include states, level by level. Each file is a state file by its name alone. */
const LEVELS = 9;
const folderOfLevel = (level: number) =>
  Array.from({ length: level + 1 }, (_, index) => `l${index}`).join('/');
const DEEP_FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(FILES).filter(([path]) => /^more\/\d\d\./.test(path))),
  'bot/main.yaml': 'id: bot\ninitial: a0\nstates: !include l0\n',
  ...Object.fromEntries(
    Array.from({ length: LEVELS }, (_, level) => [
      `bot/${folderOfLevel(level)}/a.state.yaml`,
      level === LEVELS - 1
        ? `a${level}:\n  render: {text: hi}\n  transitions: {go: a${level}}\n`
        : `a${level}:\n  initial: a${level + 1}\n  states: !include ${folderOfLevel(level + 1)}\n`,
    ]),
  ),
};

/** Requests whose answers depend on all levels, from a cursor on the first key of a file. */
function deepRequests(
  path: string,
): (client: Client) => Readonly<Record<string, readonly [method: string, params: object]>> {
  return (client) => {
    const uri = client.uri(path);
    const main = client.uri('bot/main.yaml');
    const at = { textDocument: { uri }, position: { line: 0, character: 1 } };
    return {
      hover: ['textDocument/hover', at],
      references: ['textDocument/references', { ...at, context: { includeDeclaration: true } }],
      'automata of the workspace': ['atomicState/automata', {}],
      'automata at the cursor': ['atomicState/automata', { uri, position: at.position }],
      status: ['atomicState/status', { uri }],
      graph: ['atomicState/stateGraph', { uri }],
      export: ['atomicState/export', { uri: main }],
      'new state': ['atomicState/newState', { uri: main, path: ['a0', 'a1', 'a2'], name: 'more' }],
    };
  };
}

describe.each(ROOTS.filter(([name]) => ['folders', 'no folder'].includes(name)))(
  'an automata of many levels, with %s',
  (_, options) => {
    it.each([0, 2])('has the same first and later answers in level %s', async (level) => {
      const client = await startClient(DEEP_FILES, options);
      const path = `bot/${folderOfLevel(level)}/a.state.yaml`;
      const answers = await firstAnswers(client, path, DEEP_FILES[path] ?? '', deepRequests(path));
      expect(answers.get('export')).toContain(`"errorFiles":${LEVELS - 1}`);
      expect(answers.get('hover')).toContain('initial');
      for (const name of ['automata of the workspace', 'automata at the cursor'])
        expect(answers.get(name)).toContain(`"path":["a0","a1","a2","a3","a4","a5","a6","a7"]`);
    });
  },
);

it('a scenario file waits for the automata in its folder, although one in a parent folder is known', async () => {
  const files = {
    ...FILES,
    'main.yaml': 'initial: z\nstates:\n  z: {render: {text: z}}\n',
    [SCENARIO_FILE]: SCENARIO,
  };
  const client = await startClient(files, { root: 'none' });
  await client.open('main.yaml', files['main.yaml'], 'yaml');
  const isOpen = client.open(SCENARIO_FILE, SCENARIO, 'yaml');
  const [method, params] = scenarioRequests(client).definition ?? ['', {}];
  expect(comparable(await client.connection.sendRequest(method, params))).toContain('s0.yaml');
  await isOpen;
});

it('a client that does not pull gets the findings of an included file, without a workspace folder', async () => {
  const client = await startClient(FILES, { root: 'none', pull: false });
  await client.open(OPENED, STATE(0), 'yaml');
  await client.until(async () => (await client.codes(OPENED)).length > 0);
});
