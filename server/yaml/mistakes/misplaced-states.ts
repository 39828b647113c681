import { indentAt, lineEnd } from '../../text/lines';
import { msg } from '../../text/message';
import type { Range } from '../../text/range';
import { sliceYaml } from '../cut/slices';
import { indentedLines } from './depth-changes';
import { type Mistake, markCertain, offered } from './mistake';

/** States whose key is in another column than those of the same automata, in a text that is not cut. */
export function misplacedStates(text: string): Mistake[] {
  let end = 0;
  return sliceYaml(text).slices.flatMap(({ text: own, kind, level }) => {
    const start = end;
    end += own.length;
    return kind === 'state' ? misplacedState(text, { start, end }, level.column) : [];
  });
}

/** The mistake of the state in a range, if its key is not in this column. */
export function misplacedState(text: string, { start, end }: Range, column: unknown): Mistake[] {
  const own = indentAt(text, start);
  const key = start + own;
  const name = /^(?:"[^"]*"|'[^']*'|[^\s:]+)/.exec(text.slice(key, lineEnd(text, key)))?.[0];
  if (typeof column !== 'number' || own === column || name === undefined) return [];
  const message = msg`The indentation of this line is ${own}, but that of the other states is ${column}. Indent it like them.`;
  const fix = {
    title: msg('Indent it like the other states'),
    edits: indentedLines(text, { start, end }, column),
  };
  const problem = { kind: 'syntax', recovered: true, start: key, end: key + name.length, message } as const;
  return [offered(problem, markCertain(fix))];
}
