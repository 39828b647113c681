import { expect, it } from 'vitest';
import { parseXml, type XmlElement } from '../support/xml';
import { CommandFolder } from './command';

interface Rule {
  /** The attributes that both schemas know, and a pattern of their values. */
  readonly attributes: Readonly<Record<string, RegExp>>;
  readonly required: readonly string[];
  /** The names of the children, one after another, each followed by a space. */
  readonly children: RegExp;
  readonly hasText?: boolean;
}

const ANY = /^/;
const COUNT = /^\d+$/;
const SECONDS = /^\d+\.\d+$/;
const MESSAGE: Rule = {
  attributes: { type: /./, message: ANY },
  required: ['type'],
  children: /^$/,
  hasText: true,
};
const EMPTY: Rule = { attributes: {}, required: [], children: /^$/, hasText: true };

/** What Jenkins (junit-10.xsd of its plugin xUnit) and the schema for Ant (of Windy Road) both accept. */
const SCHEMA: Readonly<Record<string, Rule>> = {
  testsuite: {
    attributes: {
      name: /./,
      timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
      hostname: /./,
      tests: COUNT,
      failures: COUNT,
      errors: COUNT,
      skipped: COUNT,
      time: SECONDS,
    },
    required: ['name', 'timestamp', 'hostname', 'tests', 'failures', 'errors', 'time'],
    children: /^properties (?:testcase )*system-out system-err $/,
  },
  properties: { ...EMPTY, hasText: false },
  testcase: {
    attributes: { name: ANY, classname: ANY, time: SECONDS },
    required: ['name', 'classname', 'time'],
    children: /^(?:skipped |error |failure )?$/,
  },
  failure: MESSAGE,
  error: MESSAGE,
  'system-out': EMPTY,
  'system-err': EMPTY,
};

/** What an element has that the schemas do not accept. */
function problemsOf({ name, attributes, children, text }: XmlElement): string[] {
  const rule = SCHEMA[name];
  if (rule === undefined) return [`element ${name}`];
  const wrong = [...attributes].filter(([key, value]) => rule.attributes[key]?.test(value) !== true);
  const names = children.map((child) => `${child.name} `).join('');
  return [
    ...wrong.map(([key, value]) => `${name}: ${key}="${value}"`),
    ...rule.required.filter((key) => !attributes.has(key)).map((key) => `${name}: no ${key}`),
    ...(rule.children.test(names) ? [] : [`${name}: ${names}`]),
    ...(rule.hasText || children.length > 0 || text.trim() === '' ? [] : [`${name}: text`]),
    ...children.flatMap(problemsOf),
  ];
}

const folder = new CommandFolder();

it('the results as JUnit are valid for Jenkins and Ant, and name the lines of scenario and state', async () => {
  folder.write({
    'main.yaml': `initial: a
states:
  a:
    outputs:
      x: '{{gone()}}'
    render:
      text: A
`,
    'a.scenario.yaml': `scenarios:
  - name: passes
    steps: [{ expect: { error: { contains: gone } } }]
  - name: fails twice
    steps: [{ expect: { error: { contains: gone }, text: B, state: b } }]
  - name: has an error
    steps: [{ expect: { state: a } }]
`,
  });
  const { out } = await folder.run('test', '--format', 'junit');
  const suite = parseXml(out);
  expect(problemsOf(suite)).toEqual([]);
  expect([suite.attributes.get('tests'), suite.attributes.get('failures')]).toEqual(['3', '2']);
  const texts = suite.children.flatMap(({ text }) => (text === '' ? [] : [text.split('\n\n')[0]]));
  expect(texts).toEqual([
    `a.scenario.yaml:5: \`text\` differs.
expected: B
actual: A
from main.yaml:7
a.scenario.yaml:5: \`state\` differs.
expected: b
actual: a
from main.yaml:7`,
    "a.scenario.yaml:6: ReferenceError: 'gone' is not defined\nfrom main.yaml:5",
  ]);
});

it('without scenarios, the results as JUnit are valid', async () => {
  folder.write({ 'main.yaml': 'initial: a\nstates: {a: {}}\n', 'a.scenario.yaml': 'scenarios: []\n' });
  expect(problemsOf(parseXml((await folder.run('test', '--format', 'junit')).out))).toEqual([]);
});
