import { describe, expect, it } from 'vitest';
import { openDocument } from '../../server/format/document-kind';
import type { Document } from '../../server/yaml/cut/document';
import { loaderProblemsOf } from '../../server/yaml/mistakes/loader-problems';
import { isSyntaxProblem, type Problem } from '../../server/yaml/read/problem';
import { inEnglish } from '../support/english';
import { remedied, treeDigest } from '../support/tree';
import { LOADED, QUOTED_LINES, REFUSED, REFUSED_OFTEN, VALUES } from './loader-texts';

/** Texts have syntax errors exactly if the authors' loader refuses them. */

function problemsOf(text: string): Problem[] {
  return openDocument(text, 'yaml').units.flatMap((unit) => [
    ...unit.parsed.problems.filter(isSyntaxProblem),
    ...loaderProblemsOf(unit),
  ]);
}

function messagesOf(text: string): string[] {
  return problemsOf(text).map(({ message }) => inEnglish(message));
}

describe('the authors\u2019 loader', () => {
  it.each(LOADED)('loads %j', (text) => {
    expect(messagesOf(text)).toEqual([]);
  });

  it.each(REFUSED)('refuses %j', (text) => {
    expect(messagesOf(text)).toHaveLength(1);
    const [problem] = problemsOf(text);
    if (problem?.remedy?.isCertain !== true) return;
    expect(messagesOf(remedied(text, [problem]))).toEqual([]);
  });

  it.each(REFUSED_OFTEN)('refuses %j', (text) => {
    expect(messagesOf(text).length).toBeGreaterThan(1);
  });
});

/** The tree of a document whose states are separate units. */
function treeOf(document: Document): unknown {
  const root: Record<string, unknown> = {};
  let states: Record<string, unknown> = root;
  for (const { kind, parsed } of document.units) {
    const tree = treeDigest(parsed.root);
    if (kind === 'states') {
      states = {};
      Object.assign(root, tree, { states });
    } else Object.assign(kind === 'state' ? states : root, tree);
  }
  return root;
}

describe('lines of text in quotes that look like keys', () => {
  it.each(QUOTED_LINES)('%j', (text, value) => {
    expect(messagesOf(text)).toEqual([]);
    expect(treeOf(openDocument(text, 'yaml'))).toEqual(value);
  });

  it.each(QUOTED_LINES)('are read alike after each edit: %j', (text, value) => {
    for (let at = 0; at < text.length; at++) {
      let document = openDocument(text.slice(0, at) + text.slice(at + 1), 'yaml');
      document = document.edit(at, at, text.charAt(at));
      expect(treeOf(document)).toEqual(value);
      document = document.edit(at, at + 1, '');
      const scratch = openDocument(text.slice(0, at) + text.slice(at + 1), 'yaml');
      expect(document.units.map((unit) => unit.text)).toEqual(scratch.units.map((unit) => unit.text));
    }
  });
});

describe('lines that continue a value in the column of its key', () => {
  it.each(VALUES)('%j', (text, value) => {
    for (const one of [text, text.replaceAll('\n', '\r\n')]) {
      expect(messagesOf(one)).toEqual([]);
      expect(treeDigest(openDocument(one, 'yaml').units[0]?.parsed.root)).toEqual(value);
    }
  });

  it('are not joined if this causes other errors', () => {
    const text = 'm:\n  a: "x\n  b: "y"\n  c: "z"\n';
    expect(treeDigest(openDocument(text, 'yaml').units[0]?.parsed.root)).toEqual({
      m: { a: 'x', b: 'y', c: 'z' },
    });
    expect(problemsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(['"x']);
  });

  it.each([
    'm:\n  a: "x\n  y"\n  b: [\n  {c: d?},\n  e\n  ]\n',
    'm:\n  a: "x\n  y"\n  b: [\n  {c: d}\n  {e: f}\n  ]\n  g: h\n',
    'm:\n  a: [\n  b # c\n  "d",\n  e]\n  g: h\n',
    'm:\n  a: "x\n  y"\n  b: [c\n  e: f\n',
  ])('are joined beside another mistake: %j', (text) => {
    expect(messagesOf(text)).toHaveLength(1);
  });

  it('are joined beside an expression without quotes', () => {
    const text = 'm:\n  a: "x\n  y"\n  b: {{c}}\n';
    expect(messagesOf(text)).toEqual([expect.stringContaining('{{')]);
  });
});
