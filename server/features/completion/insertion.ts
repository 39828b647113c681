import { columnOf, indentAt as indentOf, lineStart, matchedText } from '../../text/lines';
import type { Range } from '../../text/range';
import type { CursorContext } from '../../yaml/cursor/cursor';
import type { MapNode, SeqNode } from '../../yaml/tree/tree';
import type { TextLayout } from '../../yaml/write/layout';
import { quotedText, scalarText, textInQuotes, type Writing } from '../../yaml/write/scalars';
import {
  BlockWriter,
  FlowWriter,
  inQuotes,
  isNested,
  type MapTemplate,
  Placeholder,
  textOfPieces,
  type ValueTemplate,
  type WrittenPiece,
} from '../../yaml/write/values';
import { hasColon } from '../cursor-location';
import { assembleSnippet } from './snippet';

/** What an item inserts, independent of the style at the cursor. */
export type Insertion =
  /** A key with a placeholder for its value; only the name if a colon exists already. */
  | { readonly as: 'key'; readonly name: string; readonly value: ValueTemplate }
  /** A string as a value, optionally followed by keys of the same map. */
  | { readonly as: 'text'; readonly text: string; readonly after?: MapTemplate | undefined }
  /** A value that is not a string, so it never gets quotes. */
  | { readonly as: 'literal'; readonly text: string }
  /** A map or list as a value, on separate lines in block style. */
  | { readonly as: 'nested'; readonly value: ValueTemplate }
  /** An item of a block list, with its dash. */
  | { readonly as: 'item'; readonly value: ValueTemplate }
  /** Keys, from the place of the first one. */
  | { readonly as: 'entries'; readonly value: MapTemplate }
  /** Text that does not depend on the surrounding style, optionally replacing only part of the cursor's range. */
  | {
      readonly as: 'verbatim';
      readonly text: string;
      readonly replace?: Range;
      /** Whether to add the parentheses of a call; with `arguments`, the cursor goes between them. */
      readonly call?: 'empty' | 'arguments' | undefined;
    };

/** The place of an insertion. Offsets are those of the unit. */
interface InsertionTarget {
  readonly text: string;
  readonly cursor: CursorContext;
  readonly layout: TextLayout;
}

/** The edit of an item. */
interface InsertionEdit {
  readonly insert: string;
  readonly snippet: boolean;
  readonly replace: Range;
  /** The part of `replace` before the typed word. */
  readonly leadingText: string;
  /** After the cursor, `replace` has only the rest of a word. */
  readonly canKeepTail: boolean;
}

/** Text that can be followed by the rest of a word without breaking the syntax: no quotes, brackets or line breaks. */
const WORD = /^[\p{L}\p{N}_.-]+(?:: )?$/u;
/** A fast check that covers most candidates. */
const PLAIN_WORD = /^[\w.-]+$/;

/** Writes an insertion in the style of the place. */
export function insertionEdit(insertion: Insertion, target: InsertionTarget): InsertionEdit {
  const { text, cursor } = target;
  const { pieces, replace, leadingText = '' } = write(insertion, target);
  const written = assembleSnippet(pieces, target.layout.lineBreak);
  const isBlankMissing = cursor.needsBlank && !/^\s/.test(written.insert);
  const insert = isBlankMissing ? ` ${written.insert}` : written.insert;
  // `true`, or a name before its colon, would be joined to the rest of the old word.
  const isWhole = insertion.as === 'literal' || (insertion.as === 'key' && hasColon(text, cursor));
  const isWord = PLAIN_WORD.test(insert) || WORD.test(insert);
  const canKeepTail = replace.end <= cursor.replace.end && !isWhole && isWord;
  return { insert, snippet: written.snippet, replace, leadingText, canKeepTail };
}

interface Written {
  readonly pieces: readonly WrittenPiece[];
  readonly replace: Range;
  readonly leadingText?: string;
}

const QUOTES = { none: '', single: "'", double: '"', block: '' };

function write(insertion: Insertion, target: InsertionTarget): Written {
  const { cursor } = target;
  switch (insertion.as) {
    case 'key':
      return writeKey(insertion.name, insertion.value, target);
    case 'text':
      return writeText(insertion.text, insertion.after, target);
    case 'literal': {
      const replace = withQuotes(cursor);
      const comma = commaAfter(replace.end, target);
      return { pieces: [insertion.text, comma], replace, leadingText: QUOTES[cursor.quote] };
    }
    case 'nested':
      return writeNested(insertion.value, target);
    case 'item': {
      const item = new BlockWriter(target.layout).item(insertion.value, indentAt(target));
      return { pieces: item, replace: cursor.replace };
    }
    case 'entries': {
      const { layout } = target;
      const pieces = cursor.flow
        ? flowWriter(target).value(insertion.value, indentAt(target))
        : new BlockWriter(layout).fields(insertion.value, indentAt(target));
      return { pieces, replace: cursor.replace };
    }
    case 'verbatim': {
      const replace = insertion.replace ?? cursor.replace;
      const pieces = [insertion.text, ...parentheses(insertion.call)];
      return quotedExpression(pieces, replace, target) ?? { pieces, replace };
    }
  }
}

/**
 * The whole value in quotes, if it starts with `{{` without quotes: YAML reads it as a map otherwise. Undefined for
 * other values, and for values of several lines, as an item can replace only text of one line.
 */
function quotedExpression(
  pieces: readonly WrittenPiece[],
  replace: Range,
  { cursor, text, layout }: InsertionTarget,
): Written | undefined {
  const { scalar, quote } = cursor;
  if (scalar === undefined || quote !== 'none' || layout.notation === 'json') return undefined;
  const { start, end } = scalar;
  if (!text.startsWith('{{', start) || start > replace.start) return undefined;
  const leadingText = text.slice(start, replace.start);
  const trailingText = text.slice(replace.end, Math.max(replace.end, end)).trimEnd();
  if (/[\n\r]/.test(leadingText + trailingText)) return undefined;
  const isPlain = !/["\\]/.test(textOfPieces([leadingText, trailingText, ...pieces]));
  const style = isPlain && layout.quote === '"' ? 'double' : 'single';
  const placeholders = pieces.every((piece) => typeof piece === 'string') ? [new Placeholder()] : [];
  const written = [
    leadingText,
    ...pieces,
    ...placeholders,
    trailingText + missingBraces(leadingText, trailingText),
  ];
  return {
    pieces: inQuotes(written, style),
    replace: { start, end: replace.end + trailingText.length },
    leadingText,
  };
}

/** The closing braces that an expression lacks, with a space if one follows the opening ones. */
function missingBraces(before: string, rest: string): string {
  if (rest.includes('}}')) return '';
  if (rest.endsWith('}')) return '}';
  return before.startsWith('{{ ') ? ' }}' : '}}';
}

function parentheses(call: 'empty' | 'arguments' | undefined): readonly WrittenPiece[] {
  if (call === undefined) return [];
  return call === 'empty' ? ['()'] : ['(', new Placeholder(), ')'];
}

function writingIn({ notation }: TextLayout, flow: boolean): Writing {
  if (notation === 'json') return 'json';
  return flow ? 'flow' : 'block';
}

/** Maps are on one line in YAML, and in JSON if the fields around the cursor are; otherwise on several. */
function flowWriter({ layout, cursor, text }: InsertionTarget): FlowWriter {
  const { notation, step, padding, gap } = layout;
  const { owner } = cursor.slot;
  const map = cursor.map ?? (owner?.kind === 'pair' ? owner.parent : undefined);
  const isOnOneLine = map && map.pairs.length > 0 && !/[\n\r]/.test(text.slice(map.start, map.end));
  const isLong = notation === 'json' && isOnOneLine !== true;
  return new FlowWriter(notation === 'json' ? 'json' : 'flow', isLong ? { step } : { padding, gap });
}

function writeKey(name: string, value: ValueTemplate, target: InsertionTarget): Written {
  const { cursor, text, layout } = target;
  if (hasColon(text, cursor)) return scalarAtCursor(name, target, false);
  const key = scalarAtCursor(name, target, true);
  const { replace } = key;
  const indent = indentAt(target);
  if (!cursor.flow && isNested(value) && hasContentBelow(text, replace.end, cursor.column)) {
    return { ...key, pieces: [...key.pieces, ':'] };
  }
  const after = cursor.flow
    ? [' ', ...flowWriter(target).value(value, indent), commaAfter(replace.end, target)]
    : new BlockWriter(layout).value(value, indent);
  return { ...key, pieces: [...key.pieces, ':', ...after] };
}

/** Whether the following lines are the value of a key in this column. */
export function hasContentBelow(text: string, end: number, column: number): boolean {
  const below = /^[^\n\r]*(?:\r?\n|\r)(?:[ \t]*(?:#[^\n\r]*)?(?:\r?\n|\r))*( *)(-?)/.exec(
    text.slice(end, end + 5000),
  );
  if (below === null) return false;
  const [all, blanks = '', dash] = below;
  const isItem = dash === '-';
  if (!isItem && /^(?:[ \t\n\r#]|$)/.test(text.charAt(end + all.length))) return false;
  return blanks.length > column || (blanks.length === column && isItem);
}

function writeText(value: string, after: MapTemplate | undefined, target: InsertionTarget): Written {
  const { cursor, text } = target;
  const { end } = cursor.replace;
  const isComplete = after !== undefined && isLineEnd(text, end + (cursor.closed ? 1 : 0));
  const isOpen = !cursor.closed && /^[ \t]*(?:[\]},#\n\r]|$)/.test(text.slice(end, end + 100));
  const written = scalarAtCursor(value, target, isComplete || isOpen);
  const { pieces, replace } = written;
  if (isComplete)
    return { ...written, pieces: [...pieces, ...following(after, target), commaAfter(replace.end, target)] };
  return cursor.quote === 'none' ? { ...written, pieces: [...pieces, commaAfter(end, target)] } : written;
}

/**
 * A text as the scalar at the cursor: between its quotes, or in others if these cannot represent it.
 *
 * @param closes whether to write the closing quote as well
 */
function scalarAtCursor(text: string, { cursor, layout }: InsertionTarget, closes: boolean): Written {
  const { quote, replace, closed } = cursor;
  if (quote === 'none') return { pieces: [scalarText(text, writingIn(layout, cursor.flow))], replace };
  if (quote === 'block') return { pieces: [text], replace };
  const inside = textInQuotes(text, quote);
  if (inside === undefined)
    return { pieces: [quotedText(text, 'double')], replace: withQuotes(cursor), leadingText: QUOTES[quote] };
  if (!closes) return { pieces: [inside], replace };
  return {
    pieces: [inside + QUOTES[quote]],
    replace: { start: replace.start, end: replace.end + (closed ? 1 : 0) },
  };
}

/** Keys after the pair whose value is inserted. */
function following(after: MapTemplate, target: InsertionTarget): WrittenPiece[] {
  const { cursor, layout } = target;
  const indent = indentAt(target);
  if (!cursor.flow) return [`\n${indent}`, ...new BlockWriter(layout).fields(after, indent)];
  const between = layout.notation === 'json' ? `,\n${indent}` : ', ';
  return [between, ...flowWriter(target).fields(after, indent)];
}

function writeNested(value: ValueTemplate, target: InsertionTarget): Written {
  const { cursor, layout } = target;
  if (cursor.flow) {
    const pieces = flowWriter(target).value(value, indentAt(target));
    return { pieces: [...pieces, commaAfter(cursor.replace.end, target)], replace: cursor.replace };
  }
  const { owner } = cursor.slot;
  if (cursor.role !== 'value' || owner?.kind !== 'pair' || owner.colon < 0) {
    return { pieces: new BlockWriter(layout).inPlace(value, indentAt(target)), replace: cursor.replace };
  }
  // Otherwise the space after the colon would remain at the end of the line.
  const start = Math.min(owner.colon + 1, cursor.replace.start);
  const leadingText = target.text.slice(start, cursor.replace.start);
  const pieces = new BlockWriter(layout).value(value, indentAt(target));
  return { pieces, replace: { start, end: cursor.replace.end }, leadingText };
}

function withQuotes({ replace, quote, closed }: CursorContext): Range {
  const opened = quote === 'single' || quote === 'double';
  return { start: replace.start - (opened ? 1 : 0), end: replace.end + (closed ? 1 : 0) };
}

/** The indentation of the inserted key, or of the key whose value is inserted. */
function indentAt({ cursor, text }: InsertionTarget): string {
  if (!cursor.flow) return ' '.repeat(cursor.column);
  const start = lineStart(text, cursor.replace.start);
  return text.slice(start, start + cursor.column);
}

/** In flow style, the comma between the insertion and the following text. */
function commaAfter(end: number, target: InsertionTarget): string {
  const { cursor, text, layout } = target;
  if (!cursor.flow) return '';
  const comments =
    layout.notation === 'json' ? /^(?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/ : /^(?:\s|#[^\n\r]*)*/;
  const gap = matchedText(text.slice(end), comments).length;
  const next = text[end + gap];
  if (next === undefined) return target.layout.isFollowed ? ',' : '';
  return ',]}:'.includes(next) || isOutside(end, end + gap, target) ? '' : ',';
}

/**
 * Whether the following text on another line is indented too little to be inside the brackets, which are then
 * unclosed.
 */
function isOutside(end: number, next: number, { cursor, text, layout }: InsertionTarget): boolean {
  if (layout.notation === 'json' || !/[\n\r]/.test(text.slice(end, next))) return false;
  let { owner } = cursor.slot;
  let outermost: MapNode | SeqNode | undefined;
  while (owner !== undefined) {
    const container: MapNode | SeqNode = owner.kind === 'pair' ? owner.parent : owner;
    if (!container.flow) break;
    outermost = container;
    owner = container.parent;
  }
  if (owner === undefined || outermost === undefined) return false;
  const around = lineStart(text, outermost.start);
  return columnOf(text, next) <= indentOf(text, around);
}

function isLineEnd(text: string, at: number): boolean {
  return /^[ \t,}\]]*(?:[\n\r]|$)/.test(text.slice(at, at + 200));
}
