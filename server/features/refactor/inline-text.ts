import type { Address } from '../../project/files/paths';
import { type Edit, lineBreakOf, replaceScalar } from '../../rules/edits';
import { msg } from '../../text/message';
import { containerOf, type ScalarNode } from '../../yaml/tree/tree';
import { descendantsOf } from '../../yaml/tree/visit';
import { detectLayout } from '../../yaml/write/layout';
import { scalarText, writingAt } from '../../yaml/write/scalars';
import { BlockWriter, textOfPieces } from '../../yaml/write/values';
import type { CursorLocation } from '../cursor-location';
import { type Refactoring, type RefactoringContext, unitRefactoring } from './refactoring';

/** The file that `!oneline` at the cursor reads. Its text must be loaded before it can be inlined. */
export function fileAt({ at, selection }: RefactoringContext): Address | undefined {
  const scalar = takenIn(at, selection.start);
  if (scalar === undefined) return undefined;
  const entry = at.project.table
    .get('file', at.source.address)
    .find(({ unit, name }) => unit === at.unit && scalar.start <= name.start && name.end <= scalar.end);
  if (entry === undefined) return undefined;
  const { address, state } = at.workspace.resolvePath(at.project, entry);
  const isText = state?.kind === 'text' || (state?.kind === 'file' && state.why === 'unread');
  return isText ? address : undefined;
}

/** Replaces `!oneline` by the text of its file. The file remains, as it may be used elsewhere. */
export function inlineTextRefactorings(
  context: RefactoringContext,
  texts: ReadonlyMap<Address, string>,
): Refactoring[] {
  const { at, selection } = context;
  const address = fileAt(context);
  const scalar = takenIn(at, selection.start);
  // The service's parser reads every line break as one character.
  const text = address === undefined ? undefined : texts.get(address)?.replace(/\r\n/g, '\n');
  if (scalar?.tag === undefined || text === undefined) return [];
  const start = Math.min(scalar.tag.start, scalar.start);
  const edits = written(at, scalar, start, text);
  return [unitRefactoring(context, msg`Inline the text of \`${scalar.value}\``, edits)];
}

function takenIn({ root }: CursorLocation, offset: number): ScalarNode | undefined {
  for (const node of descendantsOf(root.node)) {
    if (node.kind !== 'scalar' || node.tag?.name !== '!oneline' || node.empty) continue;
    if (Math.min(node.tag.start, node.start) <= offset && offset <= node.end) return node;
  }
  return undefined;
}

function written(
  { unit, source }: CursorLocation,
  scalar: ScalarNode,
  start: number,
  text: string,
): readonly Edit[] {
  const range = { start, end: scalar.end };
  const holder = containerOf(scalar);
  if (holder?.kind !== 'map' || holder.flow)
    return [{ range, text: scalarText(text, writingAt(scalar, unit.notation)) }];
  const layout = detectLayout(unit, source.document);
  const pieces = new BlockWriter(layout).value(text, ' '.repeat(holder.indent));
  const value = textOfPieces(pieces, lineBreakOf(unit)).trimStart();
  return replaceScalar(unit, { ...range, style: scalar.style }, value);
}
