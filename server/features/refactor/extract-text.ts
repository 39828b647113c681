import { scopePath } from '../../facts/place';
import { type Step, stepOfSlot } from '../../format/walk';
import { folderOf, resolvePath } from '../../project/paths';
import { contentEnd } from '../../rules/edits';
import { msg } from '../../text/message';
import { slotOf } from '../../yaml/cursor';
import type { ScalarNode } from '../../yaml/tree';
import { scalarUnder } from '../nodes';
import { type Refactoring, type RefactoringContext, unitChange } from './refactoring';

/** Shorter texts on one line are read best where they are. */
const LONG = 120;

/**
 * A long prompt or piece of code goes into a file that `!oneline` takes in. Only in the main file, since the tag is
 * known nowhere else, and only without expressions, which nobody would look for in such a file.
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
  return (value.trimEnd().includes('\n') || value.length > LONG) && !/\{\{|\}\}/.test(value);
}

/** After the sign of a block, a comment may appear that would be lost. */
function hasComment(text: string, { start, style }: ScalarNode): boolean {
  return (style === 'literal' || style === 'folded') && /^[^\r\n]*#/.test(text.slice(start));
}

/** Beside the other files that are taken in so. */
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
  const words = [...scopePath(step), step.pair?.name ?? 'text'];
  return words.join('_').replace(/[^\w-]+/g, '_');
}
