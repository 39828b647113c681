import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniqueFileNames } from '../../server/exchange/file-names';
import { type ImportedFile, importAutomata } from '../../server/exchange/import';
import { readData } from '../../server/exchange/read-data';
import { writeJson } from '../../server/exchange/write-json';
import { draws } from '../support/depth';
import { inEnglish } from '../support/english';
import { exportOf } from '../support/exported';
import { projects } from '../support/projects';
import { describeRealFiles } from '../support/real-files';

function filesOf(text: string): readonly ImportedFile[] {
  const imported = importAutomata(text, 'json');
  if ('files' in imported) return imported.files;
  throw new Error(imported.conversionErrors.map(({ message }) => inEnglish(message)).join('\n'));
}

/** A JSON text after it was imported and exported. */
function thereAndBack(text: string): string {
  const result = exportOf(filesOf(text));
  return 'text' in result
    ? result.text
    : result.conversionErrors.map(({ message }) => inEnglish(message)).join('\n');
}

/** The text itself, in the layout of an export. */
function direct(text: string): string {
  const unread = () => undefined;
  return writeJson(readData(text, 'json', unread, unread) ?? null);
}

function shown(files: readonly ImportedFile[]): string {
  return files.map(({ path, text }) => `=== ${path}\n${text}`).join('');
}

it('creates a readable project', () => {
  const automata = {
    type: 'automata',
    id: 'bot',
    initial: 'home',
    inputs: {},
    context: {
      score: '{{0}}',
      empty: '',
      nothing: null,
      level: 'function main() {\n  return "a";\n}\n',
      questions: `[{"question": "${'long '.repeat(30)}"}]`,
      prompt: 'You are {{context.role}}.\nBe kind.\n',
      role: { type: 'text', value: 'First line\nsecond line' },
      flags: [true, 1, 1.5, 'true', '1', []],
    },
    states: {
      home: {
        render: {
          text: "# Welcome\n\n  It's you: {{context.score}}\n",
          buttons: [
            { content: 'Start: now', on_click: { event: 'go', payload: { n: 1 } } },
            { content: "{{['a'][0]}}", on_click: 'go' },
          ],
        },
        transitions: { go: 'quiz page', CHAT: [{ target: 'home', condition: '{{true}}' }] },
      },
      'quiz page': {},
      QUIZ_page: { tasks: [{ module_config: { widget_id: '1744214024104448000', prompt: "Don't. # no" } }] },
    },
    transitions: { 'go.home': 'home' },
  };
  const text = JSON.stringify(automata);
  expect(shown(filesOf(text))).toMatchInlineSnapshot(`
    "=== main.yaml
    type: automata
    id: bot
    initial: home
    inputs: {}
    context:
      score: '{{0}}'
      empty: ''
      nothing: null
      level: !oneline code/level.js
      questions: !oneline code/questions.json
      prompt: |
        You are {{context.role}}.
        Be kind.
      role:
        type: text
        value: |-
          First line
          second line
      flags:
        - true
        - 1
        - 1.5
        - 'true'
        - '1'
        - []
    states: !include state
    transitions:
      go.home: home
    === state/0_home.yaml
    home:
      render:
        text: |
          # Welcome

            It's you: {{context.score}}
        buttons:
          - content: 'Start: now'
            on_click:
              event: go
              payload:
                n: 1
          - content: "{{['a'][0]}}"
            on_click: go
      transitions:
        go: quiz page
        CHAT:
          - target: home
            condition: '{{true}}'
    === state/1_quiz_page.yaml
    quiz page: {}
    === state/2_QUIZ_page_2.yaml
    QUIZ_page:
      tasks:
        - module_config:
            widget_id: '1744214024104448000'
            prompt: "Don't. # no"
    === code/level.js
    function main() {
      return "a";
    }
    === code/questions.json
    [{"question": "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long "}]=== main.scenario.yaml
    # Conversations with the agent, and what is expected of it. Run them with \`atomic-state test\`;
    # \`atomic-state test --update\` writes what happens into each \`{}\`.
    automata: main.yaml
    scenarios:
      - name: begins
        steps:
          - expect: {}
    "
  `);
  expect(thereAndBack(text)).toBe(direct(text));
});

it('preserves text with special meanings in YAML', () => {
  const texts = [
    '',
    ' ',
    '\n',
    '\n\n',
    ' a',
    'a ',
    'a\n',
    'a\n\n',
    '\na',
    ' a\nb',
    'a\n b',
    'a \nb',
    'a\n \nb',
    'a\n ',
    '\ta\nb',
    'a\r\nb',
    'a\tb',
    '- a',
    'a: b',
    'a:',
    'a #b',
    '#a',
    '{{a}}',
    'a {{b}} c',
    '[a]',
    '*a',
    '&a',
    '!a',
    '|',
    '>',
    '%a',
    '@a',
    '`a`',
    '"',
    "'",
    '\'"\\',
    '---',
    '...',
    'yes',
    'No',
    'y',
    'null',
    '~',
    '1',
    '1.5',
    '0x1',
    '012',
    '1:30',
    '2024-01-01',
    '1e3',
    '=',
    '<<',
    '.inf',
    '\u0085',
    'a\u2028b\nc',
    '\ufeffa',
    '\u0000',
    '\u007f',
    '\ud83d',
    '😀',
    '😀\ud83d',
    'é\nü',
    'a\\nb',
    'a\u00a0',
    '? a',
    '-',
    'a,b',
  ];
  const text = JSON.stringify({
    type: 'automata',
    context: { texts, ...Object.fromEntries(texts.map((one) => [one, one])) },
    states: {},
  });
  expect(thereAndBack(text)).toBe(direct(text));
});

describeRealFiles((folder) => {
  it.each(['quiz/advanced.json', 'master-prompting/output.json'])(
    'exports %s unchanged after an import',
    (path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      expect(thereAndBack(text)).toBe(direct(text));
    },
  );
});

it('exports any project unchanged after an import', () => {
  fc.assert(
    fc.property(projects, (files) => {
      const json = exportOf(files, files[0]?.path);
      if (!('text' in json)) return;
      expect(thereAndBack(json.text)).toBe(json.text);
    }),
    { numRuns: draws(20, 60) },
  );
});

it('exports any data unchanged after an import', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', ' ', '\n', ':', '#', "'", '"', '\t', '-', '{{', '1', '.') }),
  );
  const { data } = fc.letrec((tie) => ({
    data: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, 1e-9, 2 ** 60),
      fc.array(tie('data'), { maxLength: 3 }),
      fc.dictionary(text, tie('data'), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(data, fc.dictionary(text, data, { maxKeys: 4 }), (context, states) => {
      const json = JSON.stringify({ type: 'automata', context, states });
      expect(thereAndBack(json)).toBe(direct(json));
    }),
    { numRuns: draws(100, 300) },
  );
});

describe('reports what cannot be imported', () => {
  it.each([
    ['{"render": {}}', 'This is not an automata: it has no `states` at its root.'],
    ['', 'This is not an automata: it has no `states` at its root.'],
    ['{"states": {', 'broken'],
    [`{"states": {"${'a'.repeat(1001)}": {}}}`, 'A key cannot have more than 1000 characters.'],
  ])('%s', (text, message) => {
    const imported = importAutomata(text, 'json');
    const messages =
      'conversionErrors' in imported ? imported.conversionErrors.map((one) => inEnglish(one.message)) : [];
    expect(messages.length).toBeGreaterThan(0);
    if (message !== 'broken') expect(messages).toEqual([message]);
  });

  it('reports a file that is already a project', () => {
    const imported = importAutomata('initial: a\nstates: !include state\n', 'yaml');
    const conversionErrors = 'conversionErrors' in imported ? imported.conversionErrors : [];
    expect(
      conversionErrors.map(({ message, ...range }) => ({ ...range, message: inEnglish(message) })),
    ).toEqual([
      { start: 28, end: 33, message: '`!include` includes other files, so this is already a project.' },
    ]);
  });
});

it('file names are valid and unique on every system', () => {
  const names = ['home', 'Home', 'a/b', '../x', 'con', '', 'ü', 'a.b', 'x'.repeat(99)];
  expect(names.map(uniqueFileNames())).toEqual([
    'home',
    'Home_2',
    'a_b',
    'x',
    '_con',
    '_',
    '__2',
    'a_b_2',
    'x'.repeat(60),
  ]);
});
