import { describe, expect, it } from 'vitest';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { openDocument } from '../../server/format/document-kind';
import { applyContentChanges } from '../../server/protocol/apply-changes';
import { inLine } from './drawn-bot';

const TEXT = 'initial: home\nstates:\n  home:\n    render: { text: Hi }\n  quiz: {}\n';
const DOCUMENT = openDocument(TEXT, 'yaml');

const insertion = (line: number, character: number, text: string): TextDocumentContentChangeEvent => ({
  range: inLine(line, character, character),
  text,
});

/** What is changed, the changes one after another, and the text after them. */
const CASES: readonly [string, TextDocumentContentChangeEvent[], string][] = [
  ['a place', [{ range: inLine(3, 20, 22), text: 'Hello' }], TEXT.replace('Hi', 'Hello')],
  [
    'several places, the last one first',
    [
      { range: inLine(4, 2, 6), text: 'test' },
      { range: inLine(3, 20, 22), text: 'Hello' },
      { range: inLine(0, 9, 13), text: 'test' },
    ],
    TEXT.replace('quiz', 'test').replace('Hi', 'Hello').replace('home', 'test'),
  ],
  [
    'one place twice: what is inserted later is before the rest',
    [insertion(4, 2, 'b'), insertion(4, 2, 'a')],
    TEXT.replace('quiz', 'abquiz'),
  ],
  [
    'places that touch',
    [{ range: inLine(3, 20, 22), text: 'X' }, insertion(3, 20, 'W')],
    TEXT.replace('Hi', 'WX'),
  ],
  [
    'several places, the first one first',
    [
      { range: inLine(0, 9, 13), text: 'quiz' },
      { range: inLine(3, 20, 22), text: 'Hello' },
    ],
    TEXT.replace('home', 'quiz').replace('Hi', 'Hello'),
  ],
  ['all of the text', [{ text: 'initial: quiz\n' }], 'initial: quiz\n'],
];

describe('the document after changes', () => {
  it.each(CASES)('of %s', (what, changes, text) => {
    expect(applyContentChanges(DOCUMENT, changes).text).toBe(text);
    const expected = DOCUMENT.withText(text);
    const result = applyContentChanges(DOCUMENT, changes, expected);
    expect(result.text).toBe(text);
    // Editors send the changes of an edit from the end of the text on.
    expect(result === expected).toBe(what !== 'several places, the first one first');
    for (const other of [`${text}# more\n`, TEXT, 'abquiz', text.replace('test', 'best')]) {
      if (other !== text)
        expect(applyContentChanges(DOCUMENT, changes, DOCUMENT.withText(other)).text).toBe(text);
    }
  });

  it('is not one that was read with other limits', () => {
    const changes = [{ range: inLine(3, 20, 22), text: 'Hello' }];
    const limits = { ...DOCUMENT.limits, maxAliases: 1 };
    const expected = openDocument(TEXT.replace('Hi', 'Hello'), 'yaml', limits);
    expect(applyContentChanges(DOCUMENT, changes, expected)).not.toBe(expected);
  });
});
