import { folderOf, resolvePath } from '../../project/files/paths';
import { childrenOf } from '../../project/names/resolve';
import { ROOT_PATH } from '../../project/names/scope-path';
import { lineBreakOf } from '../../rules/edits';
import { lineEnd, lineStart, nextContent } from '../../text/lines';
import { msg } from '../../text/message';
import { fitsIncludedFile, shiftedLines, stateTextOf } from '../state-text';
import type { Refactoring, RefactoringContext } from './refactoring';

const FOLDER = 'state';

/**
 * Moves all states of the main file to a file in a new folder that is included instead. Offered at the key `states`.
 * Not offered if a state contains a tag, as tags are not supported in included files.
 */
export function statesFolderRefactorings({ at, selection }: RefactoringContext): Refactoring[] {
  const { workspace, project, source, unit, unitStart } = at;
  const { address, document } = source;
  if (unit.kind !== 'states' || project.root !== address || !project.isAutomata) return [];
  const line = lineEnd(unit.text, 0);
  if (selection.end > line || !/^\S+[ \t]*:[ \t]*$/.test(unit.text.slice(0, line))) return [];
  const states = childrenOf(project, ROOT_PATH).map((state) => stateTextOf(project, state));
  const last = states.at(-1);
  const canMove = states.every(
    (state) =>
      state?.source === source &&
      state.hasLines &&
      state.column > 0 &&
      state.column === last?.column &&
      !state.isShared &&
      fitsIncludedFile(state) &&
      state.units.every(({ parsed }) => parsed.problems.length === 0),
  );
  // A merge key or a second state of a name would move as well.
  const others = document.units.filter(
    (one) => one.kind === 'state' && states.every((state) => state?.units.includes(one) !== true),
  );
  if (last === undefined || !canMove || others.length > 0) return [];
  // Existing files in the folder would be included, too.
  const folder = resolvePath(folderOf(project.root), FOLDER);
  if (workspace.pathState(folder)?.kind !== 'missing') return [];
  const key = unitStart + unit.text.slice(0, line).trimEnd().length;
  const start = lineStart(document.text, nextContent(document.text, unitStart + line));
  // The first line is shifted like the others.
  const written = shiftedLines(`\n${document.text.slice(start, last.end)}`, last.column, 0).slice(1);
  const lineBreak = lineBreakOf(unit);
  return [
    {
      title: msg`Move all states to new folder \`${FOLDER}\``,
      kind: 'extract',
      changes: [
        { address, document, edits: [{ range: { start: key, end: last.end }, text: ` !include ${FOLDER}` }] },
      ],
      create: { address: resolvePath(folder, 'states.yaml'), text: written + lineBreak },
    },
  ];
}
