import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseXml } from '../support/xml';
import { CommandFolder } from './command';

const BOT = {
  'bot/main.yaml': 'initial: home\ncontext: {orders: "{{0}}"}\nstates: !include state\n',
  'bot/state/home.yaml': `home:
  inputs:
    size: { type: text, user_input: true, choices: [small, large] }
  outputs:
    context.size: '{{size}}'
  render:
    text: Home
    buttons:
      - content: Order
        on_click: order
  transitions:
    order:
      - condition: '{{context.size === "large"}}'
        target: thanks
      - target: home
thanks:
  properties: { is_final: true }
  render: { text: 'Thanks {{context.name}}, {{nobody}}' }
`,
};

const SEVERAL = {
  ...BOT,
  'b.automata.yaml':
    'initial: a\nstates:\n  a:\n    render: { text: Hi, buttons: [{ content: Go, on_click: go }] }\n    transitions: { go: a }\n',
  'broken/main.yaml': 'initial: a\nstates: !include gone\n',
};

function inFolder(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}

describe('`explore`', () => {
  const folder = new CommandFolder();

  it('reports faults with the shortest path to them', async () => {
    folder.write(BOT);
    const { code, out } = await folder.run('explore', 'bot/main.yaml');
    expect(
      out,
    ).toBe(`bot/state/home.yaml:18: \`{{nobody}}\` fails: ReferenceError: 'nobody' is not defined. (expression-fault)
    form {"size":"large"}
    click "Order"

bot/state/home.yaml:18: Users see \`{{context.name}}\` as it is written, because it is undefined or null. (raw-braces)
    form {"size":"large"}
    click "Order"

2 findings. 2 of 2 states and 2 of 2 cases of transitions were reached in 7 steps.
The exploration is complete.
`);
    expect(code).toBe(1);
  });

  it('writes scenarios that fail until the fault is repaired', async () => {
    folder.write(BOT);
    const { code, out } = await folder.run(
      'explore',
      'bot/main.yaml',
      '--format',
      'json',
      '--write-scenarios',
      'bot/found',
    );
    const steps = [{ form: { size: 'large' } }, { click: 'Order' }];
    expect([code, JSON.parse(out)]).toEqual([
      1,
      {
        states: { reached: 2, all: 2 },
        cases: { reached: 2, all: 2 },
        steps: 7,
        complete: true,
        findings: [
          {
            code: 'expression-fault',
            message: "`{{nobody}}` fails: ReferenceError: 'nobody' is not defined.",
            file: 'bot/state/home.yaml',
            line: 18,
            scenario: { name: 'expression-fault in bot/state/home.yaml:18', steps },
          },
          {
            code: 'raw-braces',
            message: 'Users see `{{context.name}}` as it is written, because it is undefined or null.',
            file: 'bot/state/home.yaml',
            line: 18,
            scenario: {
              name: 'raw-braces in bot/state/home.yaml:18',
              steps: [...steps, { expect: { text: { not: { contains: '{{context.name}}' } } } }],
            },
          },
        ],
      },
    ]);
    expect(readdirSync(join(folder.path, 'bot/found'))).toEqual([
      'expression-fault-1.scenario.yaml',
      'raw-braces-1.scenario.yaml',
    ]);
    expect((await folder.run('test', 'bot/found')).out).toContain('0 passed, 2 failed');
    const repaired = BOT['bot/state/home.yaml'].replace('{{context.name}}, {{nobody}}', '{{context.size}}');
    folder.write({ 'bot/state/home.yaml': repaired });
    expect((await folder.run('test', 'bot/found')).out).toContain('2 passed, 0 failed');
    expect((await folder.run('explore', 'bot/main.yaml')).code).toBe(0);
  });

  it('does not replace scenarios', async () => {
    folder.write({ ...BOT, 'bot/found/raw-braces-1.scenario.yaml': 'mine' });
    const { code, err } = await folder.run('explore', 'bot/main.yaml', '--write-scenarios', 'bot/found');
    expect([code, err]).toEqual([2, expect.stringContaining('already exists')]);
  });

  it('reports when it is not complete', async () => {
    folder.write(BOT);
    const { code, out } = await folder.run('explore', 'bot/main.yaml', '--max-steps', '2');
    expect([code, out]).toEqual([0, expect.stringContaining('at the limit of steps (`--max-steps`)')]);
  });

  it.each([
    [[], 2],
    [['gone.yaml'], 2],
    [['bot/main.yaml', '--max-steps', '0'], 2],
    [['bot/main.yaml', '--seed', 'x'], 2],
  ])('exits with an error for wrong usage: %j', async (args, expected) => {
    folder.write(BOT);
    expect((await folder.run('explore', ...args)).code).toBe(expected);
  });

  it('has a section for each of several automata, which are explored once', async () => {
    folder.write(SEVERAL);
    const paths = ['bot/state/home.yaml', 'bot/main.yaml', '.'];
    const { code, out, err } = await folder.run('explore', ...paths, '--max-steps', '9');
    expect(code).toBe(1);
    expect(err).toMatch(/^broken\/main\.yaml:2:18: error: Folder `gone` does not exist .*\n$/);
    const alone = (await folder.run('explore', 'bot', '--max-steps', '9')).out;
    expect(out).toBe(`bot/main.yaml

${alone}
b.automata.yaml

0 findings. 1 of 1 state and 1 of 1 case of transitions were reached in 2 steps.
The exploration is complete.

2 automata explored, 2 findings, 1 skipped
`);
  });

  it('lists several automata in JSON, each with its file, and what is skipped', async () => {
    folder.write(SEVERAL);
    const { code, out } = await folder.run(
      'explore',
      'bot',
      'b.automata.yaml',
      'gone.yaml',
      '--format',
      'json',
    );
    const { automata, skipped } = JSON.parse(out);
    const alone = JSON.parse((await folder.run('explore', 'bot', '--format', 'json')).out);
    expect([code, automata[0], automata[1].file, automata.length]).toEqual([
      2,
      { file: 'bot/main.yaml', ...alone },
      'b.automata.yaml',
      2,
    ]);
    expect(skipped).toEqual([{ file: 'gone.yaml', why: 'no such YAML or JSON file or folder.' }]);
  });

  it('takes automata in JSON only from folders without others', async () => {
    const exported = '{"initial": "a", "states": {"a": {"render": {"text": "Hi"}}}}';
    const files = {
      'bot.automata.yaml': BOT['bot/main.yaml'],
      'state/home.yaml': BOT['bot/state/home.yaml'],
    };
    folder.write({ ...inFolder('b', files), 'b/a.json': exported, 'c/a.json': exported });
    expect((await folder.run('explore', 'b')).out).toContain('2 of 2 states');
    expect((await folder.run('explore', 'c')).out).toContain('1 of 1 state ');
    expect((await folder.run('explore', 'b', 'b/a.json')).out).toContain('2 automata explored');
  });

  it('writes the scenarios of several automata into one folder', async () => {
    folder.write({
      ...BOT,
      ...inFolder('two', {
        'main.yaml': BOT['bot/main.yaml'],
        'state/home.yaml': BOT['bot/state/home.yaml'],
      }),
    });
    const { out } = await folder.run('explore', '.', '--write-scenarios', 'found');
    expect(out).toContain('\n2 automata explored, 4 findings\n4 scenarios written to found.\n');
    expect(folder.read('found/raw-braces-2.scenario.yaml')).toContain('automata: ../two/main.yaml\n');
    expect((await folder.run('test', 'found')).out).toContain('0 passed, 4 failed');
  });

  it('annotates pull requests at the places of the faults, with the conversation', async () => {
    folder.write(BOT);
    const { code, out } = await folder.run('explore', '--format', 'github', 'bot');
    const [first, ...others] = out.trimEnd().split('\n');
    expect([code, first, others.length]).toEqual([
      1,
      '::error file=bot/state/home.yaml,line=18,col=47,endColumn=53::`{{nobody}}` fails: ReferenceError: \'nobody\' is not defined. [expression-fault]%0Aform {"size":"large"}%0Aclick "Order"',
      1,
    ]);
  });

  it('has the kinds of its faults as rules of SARIF', () => {
    folder.write(BOT);
    const [run] = JSON.parse(folder.startProcess('explore', '--format', 'sarif', 'bot').out).runs;
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
      'expression-fault',
      'raw-braces',
    ]);
    expect(run.results[1]).toMatchObject({
      ruleId: 'raw-braces',
      level: 'error',
      message: { text: expect.stringContaining('\nclick "Order"') },
      locations: [{ physicalLocation: { region: { startLine: 18, startColumn: 27 } } }],
    });
  });

  it('has a test case for each fault in JUnit, and one for an automata without faults', async () => {
    folder.write(SEVERAL);
    const suite = parseXml((await folder.run('explore', '.', '--format', 'junit')).out);
    const cases = suite.children.filter(({ name }) => name === 'testcase');
    expect(cases.map(({ attributes }) => [attributes.get('classname'), attributes.get('name')])).toEqual([
      ['b.automata.yaml', 'explore'],
      ['bot/main.yaml', 'expression-fault in bot/state/home.yaml:18'],
      ['bot/main.yaml', 'raw-braces in bot/state/home.yaml:18'],
      ['broken/main.yaml', 'explore'],
    ]);
    expect([suite.attributes.get('tests'), suite.attributes.get('failures')]).toEqual(['4', '3']);
  });

  it('fails only for the kinds of faults that `--fail-on` lists', async () => {
    folder.write(BOT);
    const codeOf = async (kinds: string) => (await folder.run('explore', 'bot', '--fail-on', kinds)).code;
    expect([await codeOf('dead-end, endless'), await codeOf('endless,raw-braces')]).toEqual([0, 1]);
    expect(await folder.run('explore', 'bot', '--fail-on', 'raw-brace')).toMatchObject({
      code: 2,
      err: expect.stringContaining('`raw-brace` is not a kind of fault. Did you mean `raw-braces`?'),
    });
  });

  it('writes the report to a file, and replaces one only with --force', async () => {
    folder.write(BOT);
    const args = ['explore', 'bot', '--format', 'json'];
    const { out } = await folder.run(...args);
    expect(await folder.run(...args, '-o', 'found.json')).toEqual({ code: 1, out: '', err: '' });
    expect(folder.read('found.json')).toBe(out);
    expect(await folder.run(...args, '-o', 'found.json')).toMatchObject({
      code: 2,
      err: 'found.json: this file already exists; `--force` replaces it.\n',
    });
    expect(await folder.run(...args, '-o', 'bot/main.yaml', '--force')).toMatchObject({
      code: 2,
      err: expect.stringContaining('this file is a source of the output'),
    });
    expect((await folder.run(...args, '-o', '-')).out).toBe(out);
  });

  it('finds nothing in the examples', async () => {
    const examples = join(import.meta.dirname, '../../examples');
    const { code, out } = await folder.run('explore', join(examples, 'trivia/main.yaml'));
    expect([code, out]).toEqual([0, expect.stringContaining('6 of 6 states')]);
  });
});
