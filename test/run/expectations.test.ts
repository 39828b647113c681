import { describe, expect, it } from 'vitest';
import { readScenarios } from '../../server/run/scenario/read-scenarios';
import { runScenario } from '../../server/run/scenario/run-scenario';
import { formatMessage } from '../../server/text/message';
import { addressOf } from '../support/workspace';
import { freshSandbox, programOfFiles } from './conversation';

const TEXT = `initial: a
context: {n: 3, list: [{x: 1, y: 2}, two], map: {a: {b: 1, c: 2}}, none: '{{null}}'}
states:
  a:
    tasks: [{name: judge, module_type: AnyWidgetModule, module_config: {widget_id: x, output_name: verdict, params: {size: large, rush: true}}}]
    render: {text: ' Two pizzas ', buttons: [{content: Pizza, on_click: go}, {content: Salad, on_click: go}]}
    transitions: {go: a}
`;

/** The messages of a scenario with these steps. */
async function differences(steps: string): Promise<string[]> {
  return (await failures(steps)).map(({ message }) => message);
}

/** The failures of a scenario with these steps. */
async function failures(steps: string) {
  const { scenarios, problems } = readScenarios(
    `scenarios: [{steps: [${steps}]}]`,
    addressOf('a.scenario.yaml'),
  );
  expect(problems).toEqual([]);
  const [scenario] = scenarios;
  if (scenario === undefined) throw new Error('There is no scenario.');
  const sandbox = await freshSandbox();
  const found = runScenario(scenario, programOfFiles([{ path: 'main.yaml', text: TEXT }]), sandbox);
  sandbox.dispose();
  return found.map((one) => ({ ...one, message: formatMessage(one.message) }));
}

describe('an expectation', () => {
  it.each([
    'text: Two pizzas',
    'text: {contains: pizza}, buttons: [Pizza]',
    'text: {matches: ^ ?Two\\s}',
    'text: {not: Two}, buttons: {length: 2}',
    'text: {not: {contains: salad}}, buttons: {contains: Salad}',
    'context: {n: 3}',
    'context: {list: [{y: 2}], map: {a: {c: 2}}}',
    'context: {list: {length: 2}, map: {a: {length: 2}}, none: null}',
    'task: {judge: {params: {size: large}, results: {verdict: {contains: judge}}}}',
    'task: {a.judge: {params: {size: {not: small}}}}',
    'where: \'{{context.list.length > 1 && state === "a"}}\'',
    'ended: false, form: null, image: null',
    'error: "", text: {contains: ""}, context: {n: {contains: 3}}, task: {judge: {}}',
    'context: {map: {not: {contains: {x: 1}}}, n: {not: {note: x}}, list: {not: {lengths: 2}}}',
  ])('compares only what is written, and holds: %s', async (expected) => {
    expect(await differences(`{expect: {${expected}}}`)).toEqual([]);
  });

  it.each([
    ['text: Two', '`text` differs.'],
    ['text: {contains: salad}', '`text` does not meet `contains`.'],
    ['text: {matches: ^two}', '`text` does not meet `matches`.'],
    ['buttons: [Salad]', '`buttons[0]` differs.'],
    ['buttons: [Pizza, Salad, Soup]', '`buttons` has fewer items than expected.'],
    ['buttons: {length: 3}', '`buttons` does not meet `length`.'],
    ['text: {not: {contains: Two}}', '`text` does not meet `not`.'],
    ['context: {list: [{y: 3}]}', '`context.list[0].y` differs.'],
    ['context: {map: {a: {d: 1}}}', '`context.map.a.d` differs.'],
    ['context: {n: {x: 1}}', '`context.n` is not an object.'],
    ['task: {judge: {params: {size: small}}}', '`task.judge.params.size` differs.'],
    ['task: {other: {params: {}}}', 'The task `other` was not run.'],
    ["where: '{{context.n > 3}}'", '`where` does not hold.'],
    ["where: '{{nobody}}'", "`where` failed: ReferenceError: 'nobody' is not defined."],
    ['ended: true', '`ended` differs.'],
    ['form: [size]', '`form` has fewer items than expected.'],
    ['error: {contains: x}', 'There was no error.'],
    ['text: {contains: [Two]}', '`text` does not meet `contains`.'],
    ['text: {contains: true}', '`text` does not meet `contains`.'],
  ])('says what differs: %s', async (expected, message) => {
    expect(await differences(`{expect: {${expected}}}`)).toEqual([message]);
  });

  it.each([
    ['text: {matches: (}', '`(` is not a valid regular expression.'],
    ['text: {not: {matches: (}}', '`(` is not a valid regular expression.'],
    ['context: {list: {not: [{x: {matches: (}}]}}', '`(` is not a valid regular expression.'],
    ['text: {matches: [a]}', '`matches` expects text, not a list.'],
    ['text: {contians: Two}', 'A matcher has no field `contians`. Did you mean `contains`?'],
    ['text: {not: {contians: Soup}}', 'A matcher has no field `contians`. Did you mean `contains`?'],
    ['buttons: [{mathces: P}]', 'A matcher has no field `mathces`. Did you mean `matches`?'],
    [
      'text: {contains: Two, length: 15}',
      'A matcher can have only one field, but this one already has `contains`.',
    ],
    [
      'text: {not: {length: 15, contains: Soup}}',
      'A matcher can have only one field, but this one already has `length`.',
    ],
    ['tex: 5', 'An expectation has no field `tex`. Did you mean `text`?'],
    ['where: true', '`where` expects text, not the boolean `true`.'],
    ["where: '{{ }}'", '`where` expects an expression, such as `{{context.score > 0}}`.'],
    ['task: 5', '`task` expects a map, not the number 5.'],
    ['task: {judge: 5}', '`judge` expects a map, not the number 5.'],
  ])('says what is wrong in it, without a comparison: %s', async (expected, message) => {
    expect(await failures(`{expect: {${expected}}}`)).toMatchObject([
      { message, expected: null, actual: null },
    ]);
  });

  it('is wrong regardless of the other differences', async () => {
    expect(await differences('{expect: {state: b, text: {not: {matches: (}}}}')).toEqual([
      '`(` is not a valid regular expression.',
      '`state` differs.',
    ]);
  });
});
