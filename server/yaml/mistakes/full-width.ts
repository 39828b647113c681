import { lineEnd, matchedText } from '../../text/lines';
import { msg } from '../../text/message';
import { expressionEndOnLine } from '../read/plain';
import { endOfQuoted } from '../read/quotes';
import { containerOf, type MapNode, type SeqNode } from '../tree/tree';
import { type Mistake, markCertain, offered } from './mistake';

/** Chinese punctuation in place of the comma or colon of YAML, in brackets. Inside of texts it is left alone. */

const COMMA = /[，；]/;

/** Limit of characters of a value in brackets that are read. */
const MAX_LENGTH = 5000;

/** A key after such a comma in a map: YAML allows no second colon in a value. */
const NEXT_KEY = /^[ \t]*(?:[A-Za-z_][\w.-]*|"[^"\n\r]*"|'[^'\n\r]*')[ \t]*:(?=\s)/;
const KEY = /^(?:[A-Za-z_][\w.-]*|"[^"\n\r]*"|'[^'\n\r]*')[ \t]*(?=：)/;

/** The mistakes in the outermost brackets of a value, in the order of the text. */
export function fullWidthInFlow(text: string, node: MapNode | SeqNode): Mistake[] {
  if (containerOf(node)?.flow) return [];
  const end = Math.min(Math.max(node.end, lineEnd(text, node.start)), node.start + MAX_LENGTH);
  if (!/[，；：]/.test(text.slice(node.start, end))) return [];
  const mistakes: Mistake[] = [];
  const brackets: string[] = [];
  // After a wrong colon, a further entry may follow that would be part of a sentence otherwise: it is one mistake.
  let isAfterWrongColon = false;
  let isFollowing = false;
  const add = (start: number, sign: ',' | ':') => {
    const last = isFollowing ? mistakes.pop() : undefined;
    mistakes.push(replaced(text, start, sign, last));
  };
  // A value may begin, is complete, or goes on as text.
  let state: 'start' | 'complete' | 'text' = 'start';
  for (let at = node.start, next = at; at < end; at = next) {
    const sign = text.charAt(at);
    next = at + 1;
    const isInMap = brackets.at(-1) === '{';
    const key = state === 'start' && isInMap ? matchedText(text.slice(at, end), KEY) : '';
    if (key !== '') {
      next = at + key.length + 1;
      add(next - 1, ':');
      isAfterWrongColon = true;
    } else if (COMMA.test(sign)) {
      const rest = text.slice(at + 1, end);
      const isCertain: boolean = state === 'complete' || (isInMap && NEXT_KEY.test(rest));
      isFollowing = !isCertain && isInMap && isAfterWrongColon && KEY.test(rest.trimStart());
      if (isCertain || isFollowing) add(at, ',');
      state = isCertain || isFollowing ? 'start' : 'text';
    } else if (/[[{]/.test(sign) && state === 'start' && !text.startsWith('{{', at)) brackets.push(sign);
    else if (/[\]}]/.test(sign)) {
      brackets.pop();
      state = 'complete';
      if (brackets.length === 0) break;
    } else if (sign === ',' || (sign === ':' && /\s/.test(text.charAt(next)))) {
      state = 'start';
      isAfterWrongColon = false;
      isFollowing = false;
    } else if (/["']/.test(sign) && state === 'start') {
      next = endOfQuoted(text, next, sign) ?? end;
      state = 'complete';
    } else if (sign === '#' && /\s/.test(text.charAt(at - 1))) next = lineEnd(text, at);
    else if (!/\s/.test(sign)) {
      next = text.startsWith('{{', at) ? (expressionEndOnLine(text, at) ?? next) : next;
      state = 'text';
    }
  }
  return mistakes;
}

/** The mistake of a character, together with the one before if they belong together. */
function replaced(text: string, start: number, sign: ',' | ':', before: Mistake | undefined): Mistake {
  const range = { start, end: start + 1 };
  const space = /\s/.test(text.charAt(range.end)) ? '' : ' ';
  const edits = [...(before?.edits ?? []), { range, text: sign + space }];
  const message = msg`Expected \`${sign}\` instead of \`${text.charAt(start)}\`.`;
  const problem = before?.problem ?? { kind: 'syntax', recovered: true, ...range, message };
  const title = problem.remedy?.title ?? msg`Change to \`${sign}\``;
  return offered(problem, markCertain({ title, edits }));
}
