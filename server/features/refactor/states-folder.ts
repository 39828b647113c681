import { folderOf, resolvePath } from '../../project/files/paths';
import { lineBreakOf } from '../../rules/edits';
import { lineEnd, matchedText } from '../../text/lines';
import { msg } from '../../text/message';
import { descendantsOf } from '../../yaml/tree/visit';
import type { Refactoring, RefactoringContext } from './refactoring';
import { stateBlocks, textAtRoot } from './state-block';

const FOLDER = 'state';

/**
 * Moves all states of the main file to a file in a new folder that is included instead. Offered at the key `states`.
 * Not offered if a state contains a tag, as tags are not supported in included files.
 */
export function statesFolderRefactorings({ at, selection }: RefactoringContext): Refactoring[] {
  const { workspace, project, source, unit } = at;
  const { address, document } = source;
  if (unit.kind !== 'states' || project.root !== address || !project.isAutomata) return [];
  const line = lineEnd(unit.text, 0);
  const blocks = stateBlocks(source);
  const [first] = blocks;
  const last = blocks.at(-1);
  if (selection.end > line || first === undefined || last === undefined) return [];
  if (!/^\S+[ \t]*:[ \t]*$/.test(unit.text.slice(0, line))) return [];
  const hasTag = blocks.some((block) =>
    [...descendantsOf(block.unit.parsed.root)].some(({ tag }) => tag !== undefined),
  );
  if (hasTag || blocks.some(({ column }) => column === 0)) return [];
  // Existing files in the folder would be included, too.
  const folder = resolvePath(folderOf(project.root), FOLDER);
  if (workspace.pathState(folder)?.kind !== 'missing') return [];
  const key = at.unitStart + unit.text.slice(0, line).trimEnd().length;
  const whole = { ...first, start: document.startOf(unit) + line, end: last.end };
  const lineBreak = lineBreakOf(unit);
  const text = textAtRoot(document, { ...whole, start: skipBreak(document.text, whole.start) }, lineBreak);
  const edit = { range: { start: key, end: last.end }, text: ` !include ${FOLDER}${lineBreak}` };
  return [
    {
      title: msg`Move all states to new folder \`${FOLDER}\``,
      kind: 'extract',
      changes: [{ address, document, edits: [edit] }],
      create: { address: resolvePath(folder, 'states.yaml'), text },
    },
  ];
}

/** Offset after the blank lines at an offset. */
function skipBreak(text: string, from: number): number {
  return from + matchedText(text.slice(from), /^(?:[ \t]*\r?\n)*/).length;
}
