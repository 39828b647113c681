import { describe, expect, test } from 'vitest';
import { type Tokenize, tokenizer } from '../grammar/engine';
import { GRAMMAR_SETS } from '../grammar/hosts';
import type { FixtureFile } from '../support/fixture';
import { describeRealFiles } from '../support/real-files';
import { stateFilesIn } from '../support/state-files';

/** Real files: exactly the text between the braces is coloured as JavaScript. */

const EXPRESSION = /\{\{([\s\S]*?)\}\}(?!\})/g;

/** For each character of the text: `1` if coloured as JavaScript, `0` if not, a space for a space. */
function painted(tokenize: Tokenize, text: string): string {
  const lines = text.split('\n').map(() => '');
  for (const token of tokenize(text)) {
    const mark = token.scopes.includes('source.js') ? '1' : '0';
    lines[token.line] += token.text.replace(/\S/g, mark);
  }
  return lines.join('\n');
}

/** The expected colours, by expressions that a plain search finds; it is sufficient for all real files. */
function expected(text: string, counts: (expression: string) => boolean): string {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(EXPRESSION)) {
    const body = match[1] ?? '';
    result += text.slice(end, match.index + 2).replace(/\S/g, '0');
    result += body.replace(/\S/g, counts(body) ? '1' : '0');
    end = match.index + 2 + body.length;
  }
  return result + text.slice(end).replace(/\S/g, '0');
}

/** Comments, which the search does not recognise. */
function withoutComments(text: string): string {
  return text.replace(/^\s*#.*$/gm, '#');
}

function check(tokenize: Tokenize, file: FixtureFile, counts: (expression: string) => boolean): void {
  const text = withoutComments(file.text.replace(/\r\n/g, '\n'));
  const lines = (marks: string): string[] =>
    marks.split('\n').map((line, index) => `${text.split('\n')[index]}\n${line}`);
  expect(lines(painted(tokenize, text))).toEqual(lines(expected(text, counts)));
}

describeRealFiles((folder) => {
  const files = stateFilesIn(folder);
  const yamlFiles = files.filter(({ path }) => /\.ya?ml$/.test(path));
  const jsonFiles = files.filter(({ path }) => path.endsWith('.json'));

  describe('state files', async () => {
    const tokenize = await tokenizer('source.atomic-state');
    test.each(yamlFiles)('$path', (file) => check(tokenize, file, () => true));
  });

  describe.each(GRAMMAR_SETS)('plain YAML and JSON, %s', async (_, host) => {
    const yaml = await tokenizer('source.yaml', host);
    const json = await tokenizer('source.json', host);
    test.each(yamlFiles)('$path', (file) => check(yaml, file, () => true));
    test.each(jsonFiles)('$path', (file) => check(json, file, () => true));
  });
});
