import type { Source } from '../../project/files/source';
import { contentEnd, endWithComments, startWithComments } from '../../rules/edits';
import { indentAt, nextLine } from '../../text/lines';
import type { Range } from '../../text/range';
import type { Document } from '../../yaml/cut/document';
import type { Unit } from '../../yaml/cut/unit';
import { descendantsOf } from '../../yaml/tree/visit';
import { type EditablePart, editableParts } from '../editable-parts';

/** A state that occupies whole lines, with the comments that belong to it. */
export interface StateBlock extends Range {
  readonly name: string;
  readonly unit: Unit;
  /** Offset of the line of its key, and the column of the key. */
  readonly key: number;
  readonly column: number;
}

/**
 * The states of a document, in offsets of it: those below the root key `states`, or the root keys of an included
 * file. A comment right above a key belongs to it, a more indented one after it to the previous state. Empty if other
 * text shares their lines, or an anchor could be used elsewhere.
 */
export function stateBlocks({ document, documentKind }: Source): readonly StateBlock[] {
  const kind = documentKind === 'automata' ? 'state' : documentKind === 'states' ? 'section' : undefined;
  const blocks: StateBlock[] = [];
  for (const part of editableParts(document)) {
    if (part.unit.kind === 'whole') return [];
    if (part.unit.kind === kind) {
      const block = blockOf(part);
      if (block === undefined) return [];
      blocks.push(block);
    }
  }
  return blocks;
}

function blockOf({ unit, start, before }: EditablePart): StateBlock | undefined {
  const { root, problems } = unit.parsed;
  if (problems.length > 0 || root?.kind !== 'map' || root.flow) return undefined;
  const [state, ...others] = root.pairs;
  if (state === undefined || others.length > 0) return undefined;
  // A string that keeps its trailing blank lines would gain or lose some.
  if (/[|>]\d?\+/.test(unit.text) || [...descendantsOf(root)].some((node) => node.anchor !== undefined))
    return undefined;
  const { text } = unit;
  const column = indentAt(text, 0);
  const end = nextLine(text, endWithComments(text, contentEnd(text, root), column));
  const from = start - commentsAbove(before, column);
  return { name: state.name, unit, column, key: start, start: from, end: start + end };
}

/** The length of the comments at the end of a unit right above the next one, in code units. */
function commentsAbove(before: Unit | undefined, column: number): number {
  if (before === undefined) return 0;
  const { text } = before;
  const root = before.parsed.root;
  const least = root && before.kind !== 'head' ? nextLine(text, contentEnd(text, root)) : 0;
  return text.length - startWithComments(before, text.length, column, least);
}

/** Whether an offset of the document is on the line of a state's key, which names what is moved. */
export function isOnKey({ unit, key }: StateBlock, offset: number): boolean {
  return key <= offset && offset <= key + unit.text.search(/[\r\n]|$/);
}

/** The text of a state with the target's line breaks, its key at the left edge. */
export function textAtRoot(document: Document, block: StateBlock, lineBreak: string): string {
  const text = document.text.slice(block.start, block.end).replace(/\r\n/g, '\n').trimEnd();
  const moved = text.replace(
    new RegExp(`^ {1,${Math.max(1, block.column)}}`, 'gm'),
    block.column > 0 ? '' : '$&',
  );
  return `${moved}\n`.replace(/\n/g, lineBreak);
}
