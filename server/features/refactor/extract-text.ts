import { namesInUnit } from '../../facts/place';
import { type Step, stepOfSlot } from '../../format/walk';
import { folderOf, resolvePath } from '../../project/files/paths';
import { contentEnd } from '../../rules/edits';
import { msg } from '../../text/message';
import { slotOf } from '../../yaml/cursor/cursor';
import type { ScalarNode } from '../../yaml/tree/tree';
import { scalarUnder } from '../nodes';
import { type Refactoring, type RefactoringContext, unitChange } from './refactoring';

/** Shorter texts on one line are most readable in place. */
const MIN_TEXT_LENGTH = 120;

/**
 * Moves a long prompt or piece of code to a file that `!oneline` reads. Only in the main file, as the tag is not
 * supported elsewhere, and only without expressions, which would be unexpected in such a file.
 */
export function extractTextRefactorings({ at, selection }: RefactoringContext): Refactoring[] {
  const { workspace, project, source, unit } = at;
  if (unit.notation === 'json' || !project.isAutomata || project.root !== source.address) return [];
  const scalar = scalarUnder(at.root.node, selection.start);
  if (scalar === undefined || selection.end > scalar.end || !isLongText(scalar)) return [];
  const step = stepOfSlot(at.root, slotOf(scalar));
  const isText = (step.type.kind === 'string' && !step.type.role) || step.type.kind === 'any';
  if (!isText || step.pair?.value !== scalar || hasComment(unit.text, scalar)) return [];
  const isCode = step.type.kind === 'string' && step.type.code === true;
  const path = `${folderName(at.project.table.get('file', source.address), isCode)}/${fileName(step)}.txt`;
  const address = resolvePath(folderOf(project.root), path);
  if (workspace.pathState(address)?.kind !== 'missing') return [];
  const isBlock = scalar.style === 'literal' || scalar.style === 'folded';
  const range = { start: scalar.start, end: isBlock ? contentEnd(unit.text, scalar) : scalar.end };
  return [
    {
      title: msg`Move text to new file \`${path}\``,
      kind: 'extract',
      changes: [unitChange(at, [{ range, text: `!oneline ${path}` }])],
      create: { address, text: scalar.value },
    },
  ];
}

function isLongText({ value, type, tag, anchor, parent, closed, style }: ScalarNode): boolean {
  const isClosed = closed || (style !== 'single' && style !== 'double');
  if (tag || anchor || type !== 'string' || parent?.kind !== 'pair' || !isClosed) return false;
  return (value.trimEnd().includes('\n') || value.length > MIN_TEXT_LENGTH) && !/\{\{|\}\}/.test(value);
}

/** A comment after the block scalar's header would be lost. */
function hasComment(text: string, { start, style }: ScalarNode): boolean {
  return (style === 'literal' || style === 'folded') && /^[^\r\n]*#/.test(text.slice(start));
}

/** The folder of other files that are read this way. */
function folderName(
  uses: readonly { use: { tag: string; path: { text: string } } }[],
  isCode: boolean,
): string {
  const other = uses.find(
    ({ use }) => use.tag === '!oneline' && /^[\w-]+(?:\/[\w-]+)*\/[^/]+$/.test(use.path.text),
  );
  return other?.use.path.text.replace(/\/[^/]*$/, '') ?? (isCode ? 'code' : 'prompts');
}

function fileName(step: Step): string {
  const words = [...namesInUnit(step), step.pair?.name ?? 'text'];
  return words.join('_').replace(/[^\w-]+/g, '_');
}
