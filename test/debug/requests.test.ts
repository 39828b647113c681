import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { consoleCommand } from '../../server/debug/console-commands';
import { CLI } from '../cli/command';
import { connectToProcess, DapClient } from './client';

const BOT = `initial: home
context: { score: 1, list: [1, 2, 3], text: "\\e[2Ja\\u202eb" }
states:
  home:
    render: { text: 'Score {{context.score}} {{context.text}}', buttons: [{ content: Again, on_click: again }] }
    transitions: { again: home }
`;

let open: DapClient | undefined;
afterEach(async () => {
  await open?.end();
  open = undefined;
});

async function launched(): Promise<DapClient> {
  open = new DapClient(BOT);
  await open.launch({ stopOnEntry: true });
  await open.begin();
  return open;
}

const NAMES = [
  'toString',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'restartFrame',
  'setDataBreakpoints',
  '',
];

it.each(NAMES)('the request `%s` is not known, and ends nothing', async (command) => {
  const dap = await launched();
  expect(await dap.refusal(command)).toBe(`\`${command}\` is not a known request.`);
  expect(await dap.evaluate('1 + 1')).toBe('2');
});

it.each<[string, unknown, string]>([
  ['evaluate', { expression: 5 }, '`expression` of the request `evaluate` must be a string.'],
  ['evaluate', 'context', '`arguments` of the request `evaluate` must be an object.'],
  [
    'evaluate',
    { expression: '1', frameId: '1' },
    '`frameId` of the request `evaluate` must be a whole number.',
  ],
  ['setBreakpoints', { source: [] }, '`source` of the request `setBreakpoints` must be an object.'],
  [
    'setBreakpoints',
    { source: { path: 'main.yaml' }, breakpoints: [{ line: 1 }, { line: '2' }] },
    '`breakpoints[1].line` of the request `setBreakpoints` must be a whole number.',
  ],
  [
    'setBreakpoints',
    { source: { path: 'main.yaml' }, breakpoints: {} },
    '`breakpoints` of the request `setBreakpoints` must be a list.',
  ],
  ['setExceptionBreakpoints', {}, 'The request `setExceptionBreakpoints` must have `filters`.'],
  ['initialize', { linesStartAt1: 0 }, '`linesStartAt1` of the request `initialize` must be true or false.'],
  ['launch', [], '`arguments` of the request `launch` must be an object.'],
  ['evaluate', { expression: '1', frameId: 7 }, 'There is no frame 7. Request the stack of the stop again.'],
  ['scopes', { frameId: 0 }, 'There is no frame 0. Request the stack of the stop again.'],
  [
    'completions',
    { text: 'a', column: 1, frameId: 2 },
    'There is no frame 2. Request the stack of the stop again.',
  ],
  ['launch', {}, 'This session already runs an automata. Restart it, or start another session.'],
  ['source', { source: { path: '/etc/passwd' } }, 'This file is not a part of the automata.'],
  ['source', { sourceReference: 1 }, 'This file is not a part of the automata.'],
])('`%s` with %j is refused in one sentence', async (command, args, message) => {
  const dap = await launched();
  expect(await dap.refusal(command, args as object as Record<string, unknown>)).toBe(message);
  expect(await dap.evaluate('1 + 1')).toBe('2');
});

it('`source` answers with the text that runs', async () => {
  const dap = await launched();
  const source = { path: dap.path('main.yaml') };
  expect(await dap.request('source', { source, sourceReference: 0 })).toEqual({ content: BOT });
});

it('members that are null are missing', async () => {
  const dap = await launched();
  const args = { expression: '1 + 1', frameId: null, context: null };
  expect((await dap.request('evaluate', args)).result).toBe('2');
});

it.each([
  [':task null', null],
  [':task {"a": 1}', { a: 1 }],
  [':task fine', 'fine'],
])('`%s` gives a task this result: %j', (line, task) => {
  expect(consoleCommand(line, [])).toEqual({ event: { task } });
});

it('what authors write does not control the console', async () => {
  const dap = await launched();
  await dap.request('continue', { threadId: 1 });
  await expect.poll(() => dap.output('stdout')[0]).toContain('Score 1 \\u001b[2Ja\\u202eb');
});

/** Texts that are names of requests, or of members of arguments. */
const value = fc.oneof(
  fc.constantFrom(null, true, -1, 0, 1, 1.5, 1e15, -1e15, '', 'context', 'toString', 'main.yaml', [], {}),
  fc.constantFrom([null], [{}], [{ line: -1e15 }], { path: 5 }, { path: 'main.yaml' }, [
    { line: 1, column: -3 },
  ]),
);
const REQUESTS =
  'setBreakpoints setExceptionBreakpoints breakpointLocations threads stackTrace scopes variables setVariable setExpression evaluate completions exceptionInfo loadedSources source atomicState/event atomicState/conversation'.split(
    ' ',
  );
const MEMBERS =
  'source breakpoints filters line column endLine startFrame levels frameId variablesReference filter start count name value expression context text event'.split(
    ' ',
  );

it('whatever the arguments are, each request is answered without a stack', async () => {
  const dap = await launched();
  await dap.scopes();
  const args = fc.dictionary(fc.constantFrom(...MEMBERS), value, { maxKeys: MEMBERS.length, size: 'max' });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...REQUESTS, ...NAMES),
      fc.oneof(args, value),
      async (command, given) => {
        const answer = await dap.raw(command, given);
        expect(`${answer.message}`).not.toMatch(/\n\s+at |TypeError|Cannot read|is not a function/);
      },
    ),
    { numRuns: 300 },
  );
  expect(await dap.evaluate('1 + 1', 'watch')).toBe('2');
});

describe('as a process', () => {
  it('skips what is not a message, and reports it', async () => {
    const child = spawn(process.execPath, [CLI, 'dap', '--stdio']);
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const body = (text: string) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    const request = (command: string, seq: number) => body(JSON.stringify({ seq, type: 'request', command }));
    child.stdin.write(`Content-Length: x\u001b\r\n\r\n${request('toString', 1)}`);
    for (const text of ['{', 'null', '[]', '5', '']) child.stdin.write(body(text));
    child.stdin.write(`garbage\r\n\r\n${request('threads', 2)}`);
    child.stdin.write(request('disconnect', 3));
    const [code] = await once(child, 'exit');
    expect([code, out.match(/"success":(?:true|false)/g)]).toEqual([
      0,
      ['"success":false', '"success":true', '"success":true'],
    ]);
    expect(err).toContain('Ignored text that is not a message header: "Content-Length: x\\u001b"\n');
    expect(err).toContain('Ignored a message: ');
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('ends with its client', async () => {
    const dap = new DapClient(BOT, connectToProcess);
    await dap.launch();
    await dap.end();
  });
});
