import { expect, it } from 'vitest';
import { transcriptOf } from './conversation';

/** Each value has one fault, `gone`, and text before it that is longer or shorter in the file than in the value. */
it.each<[kind: string, value: string]>([
  ['a plain scalar', `A "quoted" {{gone}}`],
  ['a plain scalar of several lines', `A\n        text,\n\n        and {{gone}}`],
  ['single quotes', `'It''s {{''a''}} and {{gone}}'`],
  ['single quotes of several lines', `'It''s\n\n\n        long {{gone}}'`],
  ['double quotes', String.raw`"\"\t\u00e9\x41\U0001F600\N {{\"a\"}} {{gone}}"`],
  ['double quotes with a line break in the expression', String.raw`"A {{\n  gone }}"`],
  ['double quotes of several lines', `"A \\\n        long\n        text {{gone}}"`],
  ['characters outside the Basic Multilingual Plane', `"😀 {{'😀'}} {{gone}}"`],
  ['a literal block', `|\n        First\n          more\n\n        {{gone}}\n`],
  ['a literal block with indentation and no last line break', `|2-\n          A\n        {{gone}}\n`],
  ['a folded block', `>\n        First\n        line\n\n          kept\n        {{gone}}\n`],
  ['a folded block with its line breaks', `>+\n        First\n        line {{gone}}\n\n`],
  ['a tagged scalar', `!!str 'It''s {{gone}}'`],
  ['an anchored scalar', `&text "\\t{{gone}}"`],
])('locates a fault in %s', async (_, value) => {
  for (const lineBreak of ['\n', '\r\n']) {
    const text = `initial: a\nstates:\n  a:\n    render:\n      text: ${value}\n`;
    const lines = await transcriptOf(text.replaceAll('\n', lineBreak));
    expect(lines[1]).toBe("error expression-fault: ReferenceError: 'gone' is not defined «gone»");
  }
});

it('locates a fault in JSON', async () => {
  const text = String.raw`{"initial": "a", "states": {"a": {"render": {"text": "\"\u00e9\/ {{\"a\"}} {{gone}}"}}}}`;
  const lines = await transcriptOf(`=== main.json\n${text}\n`);
  expect(lines[1]).toBe("error expression-fault: ReferenceError: 'gone' is not defined «gone»");
});

it.each(['\n', '\r\n'])(
  'locates a fault in the file of `!oneline` with line breaks %j',
  async (lineBreak) => {
    const code = ['// "A"', "{{'é'}}", '{{gone}}', ''].join(lineBreak);
    const files = [
      '=== main.yaml',
      'initial: a',
      'states:',
      '  a:',
      '    render: {text: !oneline text.js}',
      '=== text.js',
      code,
    ];
    const lines = await transcriptOf(files.join('\n'));
    expect(lines[1]).toBe("error expression-fault: ReferenceError: 'gone' is not defined «gone»");
  },
);

it.each([
  ['the missing member', 'context.list.first.name', 'name'],
  ['a member in brackets', "context.list['first'].name", 'name'],
  ['the whole expression if the name occurs twice', 'gone || gone', 'gone || gone'],
  ['the whole expression if the error names nothing', 'null()', 'null()'],
  ['the syntax error', 'context.', '.'],
])('locates a fault at %s', async (_, expression, place) => {
  const lines = await transcriptOf(
    `initial: a\ncontext: {list: '{{[]}}'}\nstates:\n  a: {render: {text: "A {{${expression}}}"}}\n`,
  );
  expect(lines[1]).toMatch(/^error expression-fault: /);
  expect(/«(.*)»$/.exec(lines[1] ?? '')?.[1]).toBe(place);
});

const RUNNER = `initial: a
states:
  a:
    tasks:
      - name: code
        module_type: AnyWidgetModule
        module_config:
          widget_id: '1751859390353202447'
          params: {}
          output_name: result
          code: `;

it.each<[kind: string, code: string, files: string]>([
  [
    'a block',
    '|\n            function main(params) {\n              return params.a.b;\n            }\n',
    '',
  ],
  ['double quotes', String.raw`"function main(params) {\n  return params.a.b;\n}"`, ''],
  ['a file', '!oneline code.js\n', '=== code.js\nfunction main(params) {\n  return params.a.b;\n}\n'],
])('locates a fault of the Code Runner at the line of %s', async (_, code, files) => {
  const lines = await transcriptOf(`=== main.yaml\n${RUNNER}${code}\n${files}`);
  expect(lines.find((line) => line.startsWith('error'))).toBe(
    "error task-failed: Task `code` failed: TypeError: cannot read property 'b' of undefined. «return params.a.b;»",
  );
});

it('locates a fault of the Code Runner at its code if the line is not known', async () => {
  const lines = await transcriptOf(`${RUNNER}"function main() {\\n  throw { message: 'no' };\\n}"\n`);
  expect(lines.find((line) => line.startsWith('error'))).toMatch(/«function main\(\) \{»$/);
});
