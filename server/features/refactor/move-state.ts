import type { Address } from '../../project/files/paths';
import { type Message, msg } from '../../text/message';
import type { Document } from '../../yaml/cut/document';
import type { DocumentChange, Refactoring, RefactoringContext } from './refactoring';
import { isOnKey, type StateBlock, stateBlocks } from './state-block';

/** Swaps a state with the one above or below it; text between them remains. */
export function moveRefactorings({ at }: RefactoringContext): Refactoring[] {
  const blocks = stateBlocks(at.source);
  const index = blocks.findIndex(({ key }) => key === at.unitStart);
  const own = blocks[index];
  if (own === undefined || !isOnKey(own, at.offset + at.unitStart)) return [];
  const found: Refactoring[] = [];
  const offer = (title: Message, first: StateBlock | undefined, second: StateBlock | undefined) => {
    const changes = first && second && swapped(at.source.address, at.source.document, first, second);
    if (changes) found.push({ title, kind: 'move', changes: [changes] });
  };
  offer(msg`Move \`${own.name}\` up`, blocks[index - 1], own);
  offer(msg`Move \`${own.name}\` down`, own, blocks[index + 1]);
  return found;
}

function swapped(
  address: Address,
  document: Document,
  first: StateBlock,
  second: StateBlock,
): DocumentChange | undefined {
  const text = (block: StateBlock) => document.text.slice(block.start, block.end).replace(/\r?\n$/, '');
  const range = ({ start }: StateBlock, old: string) => ({ start, end: start + old.length });
  if (first.end > second.start || first.column !== second.column) return undefined;
  const [above, below] = [text(first), text(second)];
  return {
    address,
    document,
    edits: [
      { range: range(first, above), text: below },
      { range: range(second, below), text: above },
    ],
  };
}
