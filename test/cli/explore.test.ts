import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

  it('finds nothing in the examples', async () => {
    const examples = join(import.meta.dirname, '../../examples');
    const { code, out } = await folder.run('explore', join(examples, 'trivia/main.yaml'));
    expect([code, out]).toEqual([0, expect.stringContaining('6 of 6 states')]);
  });
});
