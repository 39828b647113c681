import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI, CommandFolder } from './command';

const MAIN = `initial: a
states:
  a:
    render:
      text: A
      video: https://example.com/a.mp4
      buttons:
        - [{ content: Go, on_click: go }, { content: Stay, on_click: stay }]
        - [{ content: None }]
    transitions: { go: b, stay: a, CHAT: a }
  b:
    properties: { is_final: true }
    render: { text: '{{gone}}' }
`;

describe('`run`', () => {
  const folder = new CommandFolder();

  it('writes videos and the rows of buttons in lines of JSON', async () => {
    folder.write({ 'main.yaml': MAIN });
    const { out } = await folder.runWith('', 'run', 'main.yaml', '--format', 'jsonl');
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toEqual({
      message: {
        state: 'a',
        text: 'A',
        video: 'https://example.com/a.mp4',
        buttons: [
          { content: 'Go', event: 'go', row: 0 },
          { content: 'Stay', event: 'stay', row: 0 },
          { content: 'None', row: 1 },
        ],
      },
      context: {},
    });
  });

  it('replaces a recorded file only with `--force`', async () => {
    folder.write({ 'main.yaml': MAIN, 'first.scenario.yaml': 'mine' });
    const args = ['run', 'main.yaml', '--record', 'first.scenario.yaml'];
    const refused = await folder.runWith('Stay\n', ...args);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('already exists')]);
    expect(readFileSync(join(folder.path, 'first.scenario.yaml'), 'utf8')).toBe('mine');
    expect((await folder.runWith('Stay\n', ...args, '--force')).code).toBe(0);
    expect(readFileSync(join(folder.path, 'first.scenario.yaml'), 'utf8')).toContain('- click: Stay');
  });

  it.each([
    ['a folder that does not exist', 'gone/first.scenario.yaml', 'there is no folder `gone`.'],
    ['a file instead of a folder', 'main.yaml/first.scenario.yaml', 'a part of the path is not a folder.'],
    ['a folder', 'bot', 'this is a folder, not a file.'],
    ['a file that exists', 'old.scenario.yaml', 'this file already exists'],
    ['a file of the automata', 'main.yaml', 'this file is a source of the output'],
  ])('refuses to record into %s before the conversation starts', async (_case, path, reason) => {
    folder.write({ 'main.yaml': MAIN, 'bot/notes.md': '', 'old.scenario.yaml': 'mine' });
    const { code, out, err } = await folder.runWith('Stay\n', 'run', 'main.yaml', '--record', path);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(reason) });
    expect(readFileSync(join(folder.path, 'main.yaml'), 'utf8')).toBe(MAIN);
  });

  it.each([
    ['text', 'Stay\n'],
    ['jsonl', '{"click":"Stay"}\n'],
  ])('writes the recording if SIGINT ends it outside a terminal, with %s', async (format, line) => {
    folder.write({ 'main.yaml': MAIN });
    const args = ['run', 'main.yaml', '--format', format, '--record', 'first.scenario.yaml'];
    const child = spawn(process.execPath, [CLI, ...args], { cwd: folder.path, stdio: 'pipe' });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      // The second message is the reply to the click.
      if (out.split('None').length === 3) child.kill('SIGINT');
    });
    child.stdin.write(line);
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(readFileSync(join(folder.path, 'first.scenario.yaml'), 'utf8')).toContain('- click: Stay');
  });

  it.each([
    ['a folder', 'bot', 'this is a folder, not a file'],
    ['another file', 'notes.txt', 'this is not a YAML file'],
    ['a file that is not text', 'old.scenario.yaml', 'this is not UTF-8 text'],
    ['no file', 'gone.scenario.yaml', 'no such file or folder'],
  ])('gives the same reason as `check` for recorded results in %s', async (_case, path, reason) => {
    folder.write({
      'main.yaml': MAIN,
      'bot/notes.md': '',
      'notes.txt': 'a',
      'old.scenario.yaml': new Uint8Array([0, 1, 255]),
    });
    const { code, err } = await folder.run('run', 'main.yaml', '--recorded', path);
    expect([code, err]).toEqual([2, `${path}: ${reason}.\n`]);
    if (path.endsWith('.scenario.yaml'))
      expect((await folder.run('check', path)).err).toBe(`${path}: ${reason}.\n`);
  });

  it('refuses numbers that JSON cannot write again before anything is recorded', async () => {
    folder.write({ 'main.yaml': MAIN });
    const record = ['--record', 'first.scenario.yaml'];
    const context = await folder.runWith(
      'Stay\n',
      'run',
      'main.yaml',
      '--context',
      '{"x":[1e400]}',
      ...record,
    );
    expect(context).toMatchObject({ code: 2, err: expect.stringContaining('number that is too large') });
    const lines = '{"say":"Stay"}\n{"form":{"n":-1e400}}\n{"task":{"a":[1e400]}}\n';
    const found = await folder.runWith(lines, 'run', 'main.yaml', '--format', 'jsonl', ...record);
    expect(found.code).toBe(0);
    expect(found.out.match(/"This line has a number that is too large."/g)).toHaveLength(2);
    expect(readFileSync(join(folder.path, 'first.scenario.yaml'), 'utf8')).toContain('say: Stay');
  });

  it('records the start state, the context and the seed', async () => {
    folder.write({ 'main.yaml': MAIN.replace('text: A', "text: 'A {{context.x}} {{Math.random()}}'") });
    const start = ['--start', 'a', '--context', '{"x":{"y":[1]}}', '--seed', '5'];
    await folder.runWith('Stay\n', 'run', 'main.yaml', ...start, '--record', 'first.scenario.yaml');
    expect(await folder.run('test')).toMatchObject({ code: 0, out: expect.stringContaining('1 passed') });
    const other = readFileSync(join(folder.path, 'first.scenario.yaml'), 'utf8').replace(
      'seed: 5',
      'seed: 6',
    );
    folder.write({ 'first.scenario.yaml': other });
    expect((await folder.run('test')).code).toBe(1);
  });

  it.each([
    [['--tasks', 'none'], '`none`'],
    [['--format', 'json'], '`json`'],
    [['--seed', 'x'], '--seed'],
    [['--context', '[]'], '`--context` must be a JSON object'],
    [['--start', 'c'], 'There is no state `c`'],
    [['--model-timeout', '0', '--tasks', 'live'], '--model-timeout'],
    [['--recorded', 'gone.scenario.yaml'], 'gone.scenario.yaml: no such file or folder.'],
    [['--seed', '-1.5'], '`--seed` must be a whole number.'],
    [['--seed', '--force'], '`--seed` needs a value.'],
    [['--model-timeout', '-1', '--tasks', 'live'], '`--model-timeout` must be a whole number of at least 1.'],
    [['other.yaml'], 'exactly one main file'],
    [['--unknown'], '--unknown'],
  ])('exits with 2 and an explanation for %j', async (args, message) => {
    folder.write({ 'main.yaml': MAIN });
    const { code, out, err } = await folder.run('run', 'main.yaml', ...args);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
  });
});

describe('`test`', () => {
  const folder = new CommandFolder();
  const scenarios = `scenarios:
  - name: passes
    steps: [{ expect: { state: a } }]
  - name: 'fails, <100%>'
    steps:
      - expect: { text: "B & \\"C\\"" }
`;

  it.each([
    [
      'junit',
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="atomic-state" timestamp="2026-01-02T03:04:05" hostname="localhost" tests="2" failures="1" errors="0" skipped="0" time="0.123">
<properties/>
<testcase classname="main.scenario.yaml" name="passes" time="0.123"/>
<testcase classname="main.scenario.yaml" name="fails, &lt;100%&gt;" time="0.123"><failure type="expectation" message="\`text\` differs.">main.scenario.yaml:6: \`text\` differs.
expected: B &amp; &quot;C&quot;
actual: A
from main.yaml:5

The conversation up to this point:
→ a
| A
video: https://example.com/a.mp4
buttons: &quot;Go&quot;, &quot;Stay&quot;, &quot;None&quot;</failure></testcase>
<system-out/>
<system-err/>
</testsuite>
`,
    ],
    [
      'tap',
      `TAP version 14
1..2
ok 1 - main.scenario.yaml: passes
not ok 2 - main.scenario.yaml: fails, <100%>
  ---
  failures:
    - {"line":6,"message":"\`text\` differs.","expected":"B & \\"C\\"","actual":"A","at":{"file":"main.yaml","line":5}}
  ...
`,
    ],
    [
      'github',
      `::error file=main.scenario.yaml,line=6,title=fails%2C <100%25>::\`text\` differs.%0Aexpected: B & "C"%0Aactual: A%0Afrom main.yaml:5
`,
    ],
  ])('prints results as %s', async (format, expected) => {
    folder.write({ 'main.yaml': MAIN, 'main.scenario.yaml': scenarios });
    const { code, out, err } = await folder.run('test', '--format', format);
    const timeless = out
      .replace(/(?<=timestamp=")[\dT:-]{19}(?=")/, '2026-01-02T03:04:05')
      .replace(/(?<=time=")\d+\.\d{3}(?=")/g, '0.123');
    expect({ code, out: timeless, err }).toEqual({ code: 1, out: expected, err: '' });
  });

  it.each([
    [['--format', 'xml'], 'xml'],
    [['gone'], 'gone: no such file or folder.'],
    [['--filter', 'nothing has this name'], 'There are no scenarios to run.'],
    [['--coverage-folder', 'x'], '`--coverage-folder` needs'],
    [['--coverage', '--coverage-format', 'xml'], 'xml'],
  ])('exits with 2 and an explanation for %j', async (args, message) => {
    folder.write({ 'main.yaml': MAIN, 'main.scenario.yaml': scenarios });
    const { code, err } = await folder.run('test', ...args);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('runs the scenarios that match `--filter` in the given files and folders', async () => {
    folder.write({ 'main.yaml': MAIN, 'main.scenario.yaml': scenarios, 'other/a.scenario.yaml': scenarios });
    expect(await folder.run('test', '--filter', 'pass')).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 passed, 0 failed'),
    });
    expect((await folder.run('test', 'other')).out).toContain('1 passed, 1 failed');
    expect((await folder.run('test', 'other/a.scenario.yaml', 'other')).out).toContain('1 passed, 1 failed');
  });
});

describe('`explore`', () => {
  const folder = new CommandFolder();

  it('replaces scenarios only with `--force`', async () => {
    folder.write({ 'main.yaml': MAIN, 'found/expression-fault-1.scenario.yaml': 'mine' });
    const args = ['explore', 'main.yaml', '--write-scenarios', 'found'];
    expect((await folder.run(...args)).code).toBe(2);
    expect((await folder.run(...args, '--force')).code).toBe(1);
    const written = readFileSync(join(folder.path, 'found/expression-fault-1.scenario.yaml'), 'utf8');
    expect(written).toContain('- click: Go');
    expect(readdirSync(join(folder.path, 'found')).length).toBeGreaterThan(0);
  });

  it('has the same findings for the same seed, and may have others for another seed', async () => {
    const states = Array.from({ length: 40 }, (_, at) => `  s${at}: { render: { text: '{{gone${at}}}' } }\n`);
    const cases = states.map(
      (__, at) => `{ condition: '{{Math.floor(Math.random() * 40) === ${at}}}', target: s${at} }`,
    );
    folder.write({
      'main.yaml': `initial: a\nstates:\n  a:\n    render: { buttons: [{ content: Go, on_click: go }] }\n    transitions: { go: [${cases.join()}, a] }\n${states.join('')}`,
    });
    const explore = async (seed: string) =>
      (await folder.run('explore', 'main.yaml', '--format', 'json', '--seed', seed)).out;
    const first = await explore('1');
    expect(first).toContain('is not defined');
    expect(await explore('1')).toBe(first);
    const others = await Promise.all(['2', '3', '4'].map(explore));
    expect(others.some((one) => one !== first)).toBe(true);
  });

  it('stops at the time limit', async () => {
    const counting = `initial: a
context: { n: '{{0}}', list: '{{[]}}' }
states:
  a:
    outputs: { context.n: '{{context.n + 1}}' }
    render: { text: '{{(() => { for (let i = 0; i < 1e6; i++); })()}}', buttons: [{ content: Go, on_click: go }] }
    transitions: { go: [{ condition: '{{context.n % 999 === 998}}', target: b }, { target: a }] }
  b: { properties: { is_final: true } }
`;
    folder.write({ 'main.yaml': counting });
    const before = performance.now();
    const { out } = await folder.run('explore', 'main.yaml', '--max-seconds', '1');
    // By default, it would take 30 s.
    expect(performance.now() - before).toBeLessThan(20_000);
    expect(out).toContain('at the limit of time (`--max-seconds`)');
  });
});
