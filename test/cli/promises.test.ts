import { describe, expect, it } from 'vitest';
import { parseXml } from '../support/xml';
import { CommandFolder, withoutDurations } from './command';

const BOT = {
  'main.yaml': `initial: home
context: { approved: false, name: '' }
states:
  home:
    render: { text: Home, buttons: [{ content: Ask, on_click: ask }, { content: Pay, on_click: pay }] }
    transitions: { ask: review, pay: payout, CHAT: named }
  review:
    outputs: { context.approved: '{{true}}' }
    render: { text: Fine, buttons: [{ content: Back, on_click: back }] }
    transitions: { back: home }
  payout:
    render: { text: Here, buttons: [{ content: Back, on_click: back }] }
    transitions: { back: home }
  named:
    inputs: { said: { type: IM, user_input: true } }
    outputs: { context.name: '{{said}}' }
    transitions: { ALWAYS: home }
`,
  'a.scenario.yaml': `promises:
  - always_reachable: home
  - never: { state: payout, where: '{{!context.approved}}' }
  - always: '{{context.name.length < 100}}'
  - reachable: payout
scenarios:
  - name: passes
    steps: [{ expect: { state: home } }]
`,
};

describe('promises', () => {
  const folder = new CommandFolder();
  const run = async (...args: readonly string[]) => {
    folder.write(BOT);
    return await folder.run(...args);
  };
  const promises = (text: string) => folder.write({ ...BOT, 'a.scenario.yaml': `promises:\n${text}` });

  it('are decided beside scenarios, with the conversations that refute them', async () => {
    const { code, out } = await run('test');
    expect([code, withoutDurations(out)]).toEqual([
      1,
      `a.scenario.yaml
  passed  passes (…)
  proven  always_reachable home (…)
  REFUTED  never state: payout, where: {{!context.approved}} (…)
    a.scenario.yaml:3: Refuted by this conversation:
      click "Pay"
  undecided  always {{context.name.length < 100}} (…)
    a.scenario.yaml:4: Not decided: Only some values of \`said\` were tried.
  proven  reachable payout (…)

3 passed, 2 failed
`,
    ]);
  });

  it('are data with their lines and events', async () => {
    const { code, out } = await run('test', '--format', 'json', '--allow-undecided');
    const data = JSON.parse(out);
    expect(code).toBe(1);
    expect([data.passed, data.failed, data.undecided]).toEqual([3, 1, 1]);
    expect(data.promises).toMatchObject([
      { file: 'a.scenario.yaml', promise: 'always_reachable', line: 2, result: 'proven' },
      { promise: 'never', line: 3, result: 'refuted', events: [{ click: 'Pay' }] },
      { promise: 'always', line: 4, result: 'undecided', why: ['Only some values of `said` were tried.'] },
      { promise: 'reachable', line: 5, result: 'proven', events: [{ click: 'Pay' }] },
    ]);
    expect(data.promises[0]).not.toHaveProperty('events');
  });

  it('fail if they are undecided, unless that is allowed', async () => {
    promises(`  - always: '{{context.name.length < 100}}'\n`);
    expect((await folder.run('test')).code).toBe(1);
    const allowed = await folder.run('test', '--allow-undecided');
    expect(allowed.code).toBe(0);
    expect(allowed.out).toContain('0 passed, 0 failed, 1 undecided');
    promises(`  - always: '{{!context.approved || true}}'\n`);
    expect((await folder.run('test', '--max-steps', '1')).code).toBe(1);
    expect((await folder.run('test')).code).toBe(0);
  });

  it('are test cases in JUnit and TAP, and annotations on GitHub', async () => {
    const junit = await run('test', '--format', 'junit', '--allow-undecided');
    expect(parseXml(junit.out).children).toHaveLength(8);
    expect(junit.out).toContain('tests="5" failures="1" errors="0" skipped="1"');
    expect(junit.out).toContain('<failure type="promise" message="Refuted by this conversation:">');
    expect(junit.out).toContain('<skipped message="Not decided: Only some values of `said` were tried."/>');
    const tap = await folder.run('test', '--format', 'tap', '--allow-undecided');
    expect(tap.out).toContain('1..5\n');
    expect(tap.out).toContain('not ok 3 - a.scenario.yaml: never state: payout');
    expect(tap.out).toContain(
      'ok 4 - a.scenario.yaml: always {{context.name.length < 100}} # SKIP not decided',
    );
    const github = await folder.run('test', '--format', 'github');
    expect(github.out.split('\n').filter((line) => line !== '')).toEqual([
      '::error file=a.scenario.yaml,line=3,title=never state%3A payout%2C where%3A {{!context.approved}}::Refuted by this conversation:%0Aclick "Pay"',
      '::error file=a.scenario.yaml,line=4,title=always {{context.name.length < 100}}::Not decided: Only some values of `said` were tried.',
    ]);
  });

  it.each([
    [`  - always: '{{1 +}}'`, '2: error: `always` expects an expression, such as `{{context.score > 0}}`.'],
    [
      `  - always: '{{context.cart.total > 0}}'`,
      "2: error: `always` failed: TypeError: cannot read property 'total' of undefined.",
    ],
    [`  - always: '{{score > 0}}'`, '2: error: `score` is not defined.'],
    [`  - never: { state: home, where: '{{said}}' }`, '2: error: `said` is not defined.'],
    [
      `  - always: '{{!said}}'`,
      '2: error: `said` is not defined. Only a promise that names a state with `state` can read its inputs.',
    ],
    ['  - never: payuot', '2: error: There is no state `payuot`. Did you mean `payout`?'],
    ["  - never: { text: { matches: '(' } }", '2: error: `(` is not a valid regular expression.'],
    [
      '  - never: { sate: home }',
      '2: error: A message of a promise has no field `sate`. Did you mean `state`?',
    ],
    [
      '  - nevr: home',
      '2: error: A promise must have exactly one of `never`, `always`, `reachable`, `always_reachable`.',
    ],
    [
      '  - { never: home, reachable: home }',
      '2: error: A promise must have exactly one of `never`, `always`, `reachable`, `always_reachable`.',
    ],
  ])('are errors of the file if they are wrong: %s', async (text, message) => {
    promises(`${text}\n`);
    const { code, err } = await folder.run('test');
    expect([code, err]).toEqual([2, `a.scenario.yaml:${message}\n`]);
  });

  it('are decided by `explore`, with refuted ones among its findings', async () => {
    const { code, out } = await run('explore', 'main.yaml');
    expect(code).toBe(1);
    expect(out).toContain(
      'a.scenario.yaml:3: Promise `never state: payout, where: {{!context.approved}}` is refuted by this conversation. (promise-refuted)\n    click "Pay"\n',
    );
    expect(out).toContain('4 promises: 2 proven, 1 refuted, 1 undecided.\n');
    const json = JSON.parse((await folder.run('explore', 'main.yaml', '--format', 'json')).out);
    expect(json.findings.at(-1)).toMatchObject({
      code: 'promise-refuted',
      file: 'a.scenario.yaml',
      line: 3,
      scenario: { steps: [{ click: 'Pay' }] },
    });
    expect(json.promises).toHaveLength(4);
    expect((await folder.run('explore', 'main.yaml', '--fail-on', 'dead-end')).code).toBe(0);
  });

  it('replay: their events are the input of `run --format jsonl`', async () => {
    const { out } = await run('test', '--format', 'json');
    const [, refuted] = JSON.parse(out).promises;
    const lines = refuted.events.map((event: unknown) => `${JSON.stringify(event)}\n`).join('');
    const played = await folder.runWith(lines, 'run', 'main.yaml', '--format', 'jsonl');
    const messages = played.out.split('\n').filter((line) => line.includes('"message"'));
    expect(JSON.parse(messages.at(-1) ?? '')).toMatchObject({
      message: { state: 'payout' },
      context: { approved: false },
    });
  });
});
