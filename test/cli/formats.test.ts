import { expect, it } from 'vitest';
import { type CheckReport, check } from '../../server/check';
import { formatGithub } from '../../server/cli/formats/github';
import { formatFindingsJson } from '../../server/cli/formats/json';
import { formatSarif } from '../../server/cli/formats/sarif';
import { formatText } from '../../server/cli/formats/text';
import type { FileSystem } from '../../server/filesystem';
import type { PathState } from '../../server/project/files/path-state';
import { normalize } from '../../server/project/files/paths';

function reportOf(files: Readonly<Record<string, string>>): Promise<CheckReport> {
  const texts = new Map(Object.entries(files).map(([path, text]) => [normalize(`file:///ws/${path}`), text]));
  const fileSystem: FileSystem = {
    stat: async (address): Promise<PathState> => {
      const text = texts.get(address);
      if (text !== undefined) return { kind: 'text', text };
      return address === 'file:///ws' ? { kind: 'folder', files: [...texts.keys()] } : { kind: 'missing' };
    },
    read: async (address) => texts.get(address),
    find: async function* () {
      yield* texts.keys();
    },
  };
  return check(fileSystem, [normalize('file:///ws')]);
}

const FILES = {
  'a%20b,c.yaml':
    'type: automata\ninitial: hom\nstates:\n  home:\n    transitions: {CHAT: home}\n    rendre: {}\n',
};

it('text: a line for each finding, its source line, and a summary', async () => {
  expect(formatText(await reportOf(FILES), '/ws', false).text).toMatchInlineSnapshot(`
    "a b,c.yaml:2:10: error: Initial state \`hom\` does not exist in this automata. Did you mean \`home\`? [unknown-initial]
        2 | initial: hom
          |          ^^^
    a b,c.yaml:6:5: error: An atomic state has no field \`rendre\`. Did you mean \`render\`? [unknown-field]
        6 |     rendre: {}
          |     ^^^^^^
    1 state file, 2 errors, 0 warnings, 0 notes, 0 hints
    "
  `);
});

it('text: colours for a terminal', async () => {
  const text = formatText(await reportOf(FILES), '/ws', true).text;
  expect(text).toContain('\u001b[31merror\u001b[0m');
  expect(text.replace(/\u001b\[\d*m/g, '')).toBe(formatText(await reportOf(FILES), '/ws', false).text);
});

it('text: aligned carets, and escaped control characters', async () => {
  const wide = '问题😀'.repeat(2);
  const long = 'x'.repeat(150);
  const text = `{"type": "automata", "initial": "home", "states": {"home": {"a": "${wide}\u001b[2J", "rendre": {"text": "${long}"}}}}`;
  expect(formatText(await reportOf({ 'main.json': text }), '/ws', false).text).toMatchInlineSnapshot(`
    "main.json:1:62: error: An atomic state has no field \`a\`. [unknown-field]
        1 | …utomata", "initial": "home", "states": {"home": {"a": "问题😀问题😀\\u001b[2J", "rendre": {"text": "xxxxxxxxxx…
          |                                                    ^
    main.json:1:66: error: A string cannot contain control characters. Write an escape sequence, such as \`\\n\` for a line break. [yaml-syntax]
        1 | …ata", "initial": "home", "states": {"home": {"a": "问题😀问题😀\\u001b[2J", "rendre": {"text": "xxxxxxxxxxxxxx…
          |                                                    ^^^^^^^^^^^^^^^^^^^^^^^
    main.json:1:83: error: An atomic state has no field \`rendre\`. Did you mean \`render\`? [unknown-field]
        1 | …"home", "states": {"home": {"a": "问题😀问题😀\\u001b[2J", "rendre": {"text": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
          |                                                             ^^^^^^
    1 state file, 3 errors, 0 warnings, 0 notes, 0 hints
    "
  `);
});

it('github: commands with escaped values', async () => {
  expect(formatGithub(await reportOf(FILES), '/ws').text).toMatchInlineSnapshot(`
    "::error file=a b%2Cc.yaml,line=2,col=10,endColumn=13::Initial state \`hom\` does not exist in this automata. Did you mean \`home\`? [unknown-initial]
    ::error file=a b%2Cc.yaml,line=6,col=5,endColumn=11::An atomic state has no field \`rendre\`. Did you mean \`render\`? [unknown-field]
    "
  `);
  const [finding] = (await reportOf(FILES)).findings;
  if (finding === undefined) throw new Error('nothing found');
  const odd = { ...finding, endLine: finding.line + 1, message: '100%\nof: a, b', severity: 'hint' as const };
  expect(formatGithub({ findings: [odd] }, '/').text).toBe(
    '::notice file=ws/a b%2Cc.yaml,line=2,col=10,endLine=3::100%25%0Aof: a, b [unknown-initial]\n',
  );
});

it('json: one-based lines and columns', async () => {
  expect(JSON.parse(formatFindingsJson(await reportOf(FILES), '/ws').text)).toMatchInlineSnapshot(`
    {
      "counts": {
        "error": 2,
        "hint": 0,
        "information": 0,
        "warning": 0,
      },
      "files": 1,
      "findings": [
        {
          "code": "unknown-initial",
          "column": 10,
          "endColumn": 13,
          "endLine": 2,
          "file": "a b,c.yaml",
          "fixes": [],
          "line": 2,
          "message": "Initial state \`hom\` does not exist in this automata. Did you mean \`home\`?",
          "severity": "error",
        },
        {
          "code": "unknown-field",
          "column": 5,
          "endColumn": 11,
          "endLine": 6,
          "file": "a b,c.yaml",
          "fixes": [],
          "line": 6,
          "message": "An atomic state has no field \`rendre\`. Did you mean \`render\`?",
          "severity": "error",
        },
      ],
      "skipped": [],
    }
  `);
});

it('sarif: a log of version 2.1.0', async () => {
  const log = JSON.parse(formatSarif(await reportOf(FILES), '/ws', '1.2.3').text);
  expect(log.version).toBe('2.1.0');
  const [run] = log.runs;
  expect(run.tool.driver).toMatchObject({ name: 'Atomic State', version: '1.2.3' });
  expect(run.originalUriBaseIds).toEqual({ ROOT: { uri: 'file:///ws/' } });
  expect(run.results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level])).toEqual([
    ['unknown-initial', 'error'],
    ['unknown-field', 'error'],
  ]);
  for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
  expect(run.results[0].locations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: 'a%20b%2Cc.yaml', uriBaseId: 'ROOT' },
        region: { startLine: 2, startColumn: 10, endLine: 2, endColumn: 13 },
      },
    },
  ]);
});

it('sarif: full addresses of files outside the root', async () => {
  const log = JSON.parse(formatSarif(await reportOf(FILES), '/other', '1').text);
  expect(log.runs[0].results[0].locations[0].physicalLocation.artifactLocation).toEqual({
    uri: 'file:///ws/a%20b%2Cc.yaml',
  });
});
