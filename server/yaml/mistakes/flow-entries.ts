import { lineEnd } from '../../text/lines';
import { msg } from '../../text/message';
import { expressionEndOnLine } from '../read/plain';
import { endOfQuoted } from '../read/quotes';
import { containerOf, type MapNode, type SeqNode } from '../tree/tree';
import { type Mistake, markCertain, missingComma, offered, replacementFix } from './mistake';

/** Entries in braces without their colon, the space after it, or the comma before them. */

/** Limit of characters of a value in brackets that are read. */
const MAX_LENGTH = 5000;

/** `render { text: Hi }`, `content "Go"`: a key right before a value that cannot continue it. */
const BEFORE_VALUE = /([A-Za-z_][\w.-]{0,80})[ \t]+(?:\[|\{(?!\{)|(["'])[^"'\n\r]{0,200}\2[ \t]*[,}\]])/y;
/** `content Go`, up to the end of the entry. */
const WORDS = /([A-Za-z_][\w.-]{0,80})[ \t]+[^\s:,{}[\]"'#][^:,{}[\]"'#\n\r]{0,200}(?=[,}])/y;
/** `content:Go`, which is a single text. */
const TIGHT = /([A-Za-z_][\w.-]{0,80}):[^\s:/,{}[\]"'#][^:,{}[\]"'#\n\r]{0,200}(?=[,}])/y;
/** `content: Go on_click: go`: a second key after text. */
const TWO_KEYS =
  /[A-Za-z_][\w.-]{0,80}:[ \t]+[^:,{}[\]"'#\n\r]{0,200}[^\s:,{}[\]"'#](?=[ \t]+[A-Za-z_][\w.-]{0,80}:[ \t])/y;
/** A key after a complete value. */
const NEXT_KEY = /[ \t]+[A-Za-z_][\w.-]{0,80}:(?=[ \t])/y;

/** The mistakes in the outermost brackets of a value, in the order of the text. */
export function flowEntryMistakes(text: string, node: MapNode | SeqNode): Mistake[] {
  if (containerOf(node)?.flow) return [];
  const end = Math.min(Math.max(node.end, lineEnd(text, node.start)), node.start + MAX_LENGTH);
  const mistakes: Mistake[] = [];
  const brackets: string[] = [];
  // Whether an entry of a map may begin.
  let isStart = false;
  for (let at = node.start; at < end; ) {
    const char = text.charAt(at);
    if (/\s/.test(char)) at++;
    else if (char === '#' && /\s/.test(text.charAt(at - 1))) at = lineEnd(text, at);
    else if (text.startsWith('{{', at)) {
      at = expressionEndOnLine(text, at) ?? end;
      isStart = false;
    } else if (/[[{]/.test(char)) {
      brackets.push(char);
      isStart = char === '{';
      at++;
    } else if (/["'\]}]/.test(char)) {
      if (/["']/.test(char)) at = endOfQuoted(text, at + 1, char) ?? end;
      else {
        brackets.pop();
        if (brackets.length === 0) break;
        at++;
      }
      isStart = false;
      if (brackets.at(-1) === '{' && matchAt(NEXT_KEY, text, at)) {
        mistakes.push(comma(at));
        isStart = true;
      }
    } else if (char === ',') {
      isStart = brackets.at(-1) === '{';
      at++;
    } else {
      const found: FoundEntry | undefined = isStart ? entryMistake(text, at) : undefined;
      if (found) mistakes.push(found.mistake);
      isStart = found?.isStart ?? false;
      at = found?.end ?? wordEnd(text, at, end);
    }
  }
  return mistakes;
}

interface FoundEntry {
  readonly mistake: Mistake;
  readonly end: number;
  readonly isStart: boolean;
}

/** The mistake of an entry, where reading goes on, and whether the next entry begins there. */
function entryMistake(text: string, start: number): FoundEntry | undefined {
  const two = matchAt(TWO_KEYS, text, start);
  if (two) {
    const end = start + two[0].length;
    return { mistake: comma(end), end, isStart: true };
  }
  const tight = matchAt(TIGHT, text, start);
  if (tight) {
    const [written, key = ''] = tight;
    const colon = start + key.length + 1;
    const message = msg`Expected a space after the \`:\` of \`${key}\`: without it, YAML reads text.`;
    const fix = replacementFix({ start: colon, end: colon }, ' ', msg('Add the space'));
    const range = { start, end: start + written.trimEnd().length };
    const mistake = offered({ kind: 'syntax', recovered: true, ...range, message }, markCertain(fix));
    return { mistake, end: start + written.length, isStart: false };
  }
  const [written, key] = matchAt(BEFORE_VALUE, text, start) ?? matchAt(WORDS, text, start) ?? [];
  if (written === undefined || key === undefined) return undefined;
  const end = start + key.length;
  const fix = replacementFix({ start: end, end }, ':', msg('Add the `:`'));
  const message = msg`Expected \`:\` after the key \`${key}\`.`;
  return {
    mistake: offered({ kind: 'syntax', recovered: true, start, end, message }, fix),
    end,
    isStart: false,
  };
}

function comma(at: number): Mistake {
  const problem = missingComma(at);
  return { edits: problem.remedy?.edits ?? [], problem };
}

/** The end of text that has no further meaning here. */
function wordEnd(text: string, from: number, end: number): number {
  let at = from + 1;
  while (at < end && !/[\s,[\]{}"']/.test(text.charAt(at))) at++;
  return at;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
