import { childrenOf } from '../../project/names/resolve';
import { lineEnd } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import { scopeAround } from '../state-graph/state-at';
import { type StateText, stateTextOf } from '../state-text';
import type { Refactoring, RefactoringContext } from './refactoring';

/** Swaps a state with the one above or below it in its file; text between them remains. */
export function moveRefactorings({ at }: RefactoringContext): Refactoring[] {
  const { project, source } = at;
  const { address, document } = source;
  const offset = at.offset + at.unitStart;
  const outer = scopeAround(project, address, offset)?.path.slice(0, -1);
  const siblings = outer === undefined ? [] : childrenOf(project, outer);
  const states = siblings.flatMap((state) => {
    const text = state.source === address ? movableText(stateTextOf(project, state)) : undefined;
    return text === undefined ? [] : [{ name: state.name.text, text }];
  });
  const index = states.findIndex(
    ({ text: { key } }) => key <= offset && offset <= lineEnd(document.text, key),
  );
  const [above, own, below] = [states[index - 1], states[index], states[index + 1]];
  if (own === undefined) return [];
  const found: Refactoring[] = [];
  const offer = (title: Message, first: StateText | undefined, second: StateText | undefined) => {
    if (first === undefined || second === undefined) return;
    if (first.end >= second.start || first.column !== second.column) return;
    const textOf = ({ start, end }: StateText) => document.text.slice(start, end);
    const edits = [
      { range: first, text: textOf(second) },
      { range: second, text: textOf(first) },
    ];
    found.push({ title, kind: 'move', changes: [{ address, document, edits }] });
  };
  offer(msg`Move \`${own.name}\` up`, above?.text, own.text);
  offer(msg`Move \`${own.name}\` down`, own.text, below?.text);
  return found;
}

function movableText(text: StateText | undefined): StateText | undefined {
  const canMove = text?.hasLines === true && !text.keepsBlankLines && !text.isShared;
  return canMove && text.units.every(({ parsed }) => parsed.problems.length === 0) ? text : undefined;
}
