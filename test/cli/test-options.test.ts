import { describe, expect, it } from 'vitest';
import { parseXml } from '../support/xml';
import { CommandFolder, withoutDurations } from './command';

const BOT = {
  'main.yaml': `initial: a
context: { x: 1 }
states:
  a:
    inputs:
      size: { type: text, user_input: true }
    render:
      text: |
        Hi {{size}}
        ::error::x <b>
      buttons: [{ content: 'Go "on"', on_click: go }]
    transitions: { go: b, other: a }
  b:
    render: { text: '{{gone()}}' }
`,
  'a.scenario.yaml': `scenarios:
  - name: passes
    steps: [{ form: { size: L } }, { expect: { state: a } }]
  - name: fails
    steps: [{ form: { size: L } }, { click: 'Go "on"' }, { expect: { error: { contains: gone }, text: B } }]
  - name: passes again
    steps: [{ expect: { form: [size] } }]
`,
  'b.scenario.yaml': 'scenarios: [{ name: other, steps: [{ expect: { form: [size] } }] }]\n',
};

const CONVERSATION = [
  'form: size',
  '> form {"size":"L"}',
  '→ a',
  '| Hi L',
  '| ::error::x <b>',
  'buttons: "Go \\"on\\""',
  '> click "Go \\"on\\""',
  '→ b (go)',
  "error: ReferenceError: 'gone' is not defined (main.yaml:14)",
  'note: This text is undefined, so nothing is shown. (main.yaml:14)',
];

describe('`test`', () => {
  const folder = new CommandFolder();
  const run = async (...args: readonly string[]) => {
    folder.write(BOT);
    return await folder.run('test', ...args);
  };

  it('shows durations, and the conversation up to a failure', async () => {
    const { code, out } = await run('a.scenario.yaml');
    expect([code, withoutDurations(out)]).toEqual([
      1,
      `a.scenario.yaml
  passed  passes (…)
  FAILED  fails (…)
    a.scenario.yaml:5: \`text\` differs.
      expected: B
      actual:   null
      from main.yaml:14
    The conversation up to this point:
${CONVERSATION.map((line) => `      ${line}\n`).join('')}  passed  passes again (…)

2 passed, 1 failed
`,
    ]);
  });

  it('has the conversation up to a failure in JUnit, as data', async () => {
    const suite = parseXml((await run('--format', 'junit')).out);
    const [text] = suite.children.flatMap(({ text: one }) => (one === '' ? [] : [one]));
    expect(text?.split('\n\nThe conversation up to this point:\n')[1]).toBe(CONVERSATION.join('\n'));
  });

  it('has durations and the conversation up to a failure in JSON, as `run` prints it', async () => {
    const { scenarios } = JSON.parse((await run('--format', 'json')).out);
    const [passed, failed] = scenarios;
    expect([passed.seconds, 'transcript' in passed]).toEqual([expect.any(Number), false]);
    const events = [{ form: { size: 'L' } }, { click: 'Go "on"' }];
    const printed = (
      await folder.runWith(
        events.map((one) => `${JSON.stringify(one)}\n`).join(''),
        'run',
        '.',
        '--format',
        'jsonl',
      )
    ).out;
    expect(failed.transcript.map(({ event }: { event?: unknown }) => event)).toEqual([undefined, ...events]);
    expect(failed.transcript.flatMap(({ outputs }: { outputs: unknown[] }) => outputs)).toEqual(
      printed
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
  });

  it('says how many states of an endless loop follow', async () => {
    folder.write({
      'main.yaml': 'initial: a\nstates: {a: {transitions: {ALWAYS: b}}, b: {transitions: {ALWAYS: a}}}\n',
      'a.scenario.yaml': 'scenarios: [{ steps: [{ expect: { state: a } }] }]\n',
    });
    const { out } = await folder.run('test');
    expect(out.match(/→ /g)).toHaveLength(20);
    expect(out).toMatch(/^ {6}\d+ more states$/m);
  });

  it('stops after the first failure with --bail', async () => {
    const { code, out, err } = await run('--bail', '--format', 'json');
    const names = JSON.parse(out).scenarios.map(({ name }: { name: string }) => name);
    expect([code, names, err]).toEqual([
      1,
      ['passes', 'fails'],
      'Stopped after the first failure (`--bail`).\n',
    ]);
    expect(await folder.run('test', 'b.scenario.yaml', '--bail')).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    ['34', 1, 'Coverage is below 34%: 1 of 3 transitions (33%) were reached.\n'],
    ['33', 0, ''],
    ['0', 0, ''],
  ])('fails if less than %s%% of states or transitions is reached', async (percent, code, err) => {
    folder.write({
      'main.yaml':
        'initial: a\nstates: {a: {render: {text: A}, transitions: {ALWAYS: b, x: a}}, b: {render: {text: B}, transitions: {x: a}}}\n',
      'a.scenario.yaml': 'scenarios: [{ steps: [{ expect: { state: b } }] }]\n',
    });
    expect(await folder.run('test', '--coverage-threshold', percent)).toMatchObject({ code, err });
  });

  it.each(['101', '-1', 'x', '1e3'])('refuses %s as a threshold', async (percent) => {
    expect(await run(`--coverage-threshold=${percent}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('`--coverage-threshold` must be a number from 0 to 100.'),
    });
  });

  it('writes the results to a file, and replaces one only with --force, but never a source', async () => {
    const { out } = await run('--format', 'tap');
    expect(await folder.run('test', '--format', 'tap', '-o', 'out.tap')).toEqual({
      code: 1,
      out: '',
      err: '',
    });
    expect(folder.read('out.tap')).toBe(out);
    for (const [file, why, ...force] of [
      ['out.tap', 'this file already exists'],
      ['a.scenario.yaml', 'this file is a source of the output', '--force'],
      ['main.yaml', 'this file is a source of the output', '--force'],
    ])
      expect(await folder.run('test', '-o', file ?? '', ...force)).toMatchObject({
        code: 2,
        err: expect.stringContaining(why ?? ''),
      });
    expect((await folder.run('test', '-o', 'out.tap', '--force')).code).toBe(1);
    expect((await folder.run('test', '-o', 'x', '--watch')).code).toBe(2);
  });
});
