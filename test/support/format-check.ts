import { type EditorLayout, formatDocument } from '../../server/features/format';
import { openDocument } from '../../server/format/document-kind';
import { printYaml } from '../../server/formatter';
import { applyChanges } from '../../server/text/apply';
import type { Message } from '../../server/text/message';
import { Document } from '../../server/yaml/cut/document';
import { commentTexts, sameData } from '../../server/yaml/tree/equivalence';
import type { Node } from '../../server/yaml/tree/tree';

export const EDITOR: EditorLayout = { tabSize: 2, insertSpaces: true, insertFinalNewline: false };

/** What formatting does to a document, and what is wrong with that. */
export interface FormatCheck {
  /** Undefined if nothing was changed. */
  readonly formatted: Document | undefined;
  readonly refused: Message | undefined;
  readonly faults: readonly string[];
}

/** Formats a document, and checks that the result has the same data, comments and line breaks, and is final. */
export async function checkFormat(document: Document): Promise<FormatCheck> {
  const { text, notation } = document;
  const { changes, refused } = await formatDocument(document, EDITOR, {}, printYaml);
  if (changes.length === 0 || text.trim() === '') return { formatted: undefined, refused, faults: [] };
  const after = applyChanges(text, changes);
  const formatted = openDocument(after, notation);
  const second = await formatDocument(formatted, EDITOR, {}, printYaml);
  const holds: Readonly<Record<string, boolean>> = {
    'has other data': haveSameData(rootOf(document), rootOf(formatted)),
    'has other comments':
      notation === 'json' || commentTexts(after).join('\n') === commentTexts(text).join('\n'),
    'is not final': applyChanges(after, second.changes) === after,
    'has other line breaks': isMixed(text) || !(text.includes('\r') ? /(?<!\r)\n/ : /\r/).test(after),
    'ends otherwise': /[ \t]$/.test(text) || after.endsWith('\n') === text.endsWith('\n'),
  };
  const faults = Object.keys(holds).filter((fault) => holds[fault] === false);
  return {
    formatted,
    refused,
    faults: faults.map((one) => `formatted, it ${one}: ${JSON.stringify(after)}`),
  };
}

/** How a text is cut into units depends on its layout, so it is read as a whole. */
function rootOf({ text, notation }: Document): Node | undefined {
  return Document.open(text, notation, () => false).units[0]?.parsed.root;
}

function haveSameData(a: Node | undefined, b: Node | undefined): boolean {
  return a !== undefined && b !== undefined ? sameData(a, b) : a === b;
}

/** Whether a text has several kinds of line breaks. */
function isMixed(text: string): boolean {
  return new Set(text.match(/\r\n|\n|\r/g)).size > 1;
}
