import {
  type Address,
  folderOf,
  includableFiles,
  lastSegmentOf,
  resolvePath,
} from '../../project/files/paths';
import { lineBreakOf } from '../../rules/edits';
import { matchedText } from '../../text/lines';
import { msg } from '../../text/message';
import type { Document } from '../../yaml/cut/document';
import type { DocumentChange, Refactoring, RefactoringContext } from './refactoring';
import { isOnKey, type StateBlock, stateBlocks, textAtRoot } from './state-block';

/** More files than this would not fit in a menu. */
const MAX_FILES = 8;

/** Moves a state of an included file to a new file, or to the end of another file of the same folder. */
export function stateFileRefactorings({ at }: RefactoringContext): Refactoring[] {
  const { project, source, workspace } = at;
  const member = project.member(source.address);
  const blocks = stateBlocks(source);
  const own = blocks.find(({ key }) => key === at.unitStart);
  // Moving the only state would leave an empty file.
  if (member?.includedBy === undefined || own === undefined || blocks.length < 2) return [];
  if (!isOnKey(own, at.offset + at.unitStart)) return [];
  const folder = folderOf(source.address);
  const state = workspace.pathState(folder);
  if (state?.kind !== 'folder' || workspace.projectsOf(source.address).length !== 1) return [];
  const removal = removed(source.address, source.document, own);
  const found: Refactoring[] = [];
  const address = resolvePath(folder, `${own.name}.yaml`);
  const taken = new Set(state.files.map((file) => file.toLowerCase()));
  if (/^[\w-]+$/.test(own.name) && !taken.has(address.toLowerCase())) {
    const text = textAtRoot(source.document, own, lineBreakOf(own.unit));
    found.push({
      title: msg`Move \`${own.name}\` to new file \`${own.name}.yaml\``,
      kind: 'extract',
      changes: [removal],
      create: { address, text },
    });
  }
  for (const file of includableFiles(state.files).slice(0, MAX_FILES + 1)) {
    const target = file === source.address ? undefined : project.source(file);
    if (target?.documentKind !== 'states' || found.length > MAX_FILES) continue;
    const others = stateBlocks(target);
    if (others.length === 0 || others.some(({ name }) => name === own.name)) continue;
    const title = msg`Move \`${own.name}\` to \`${lastSegmentOf(file)}\``;
    found.push({
      title,
      kind: 'move',
      changes: [removal, added(file, target.document, source.document, own)],
    });
  }
  return found;
}

/** Removes the lines of a state and the blank lines after it; at the end of a file, those before it. */
function removed(address: Address, document: Document, { start, end }: StateBlock): DocumentChange {
  const { text } = document;
  const blankAfter = matchedText(text.slice(end), /^(?:[ \t]*\r?\n)*/).length;
  const isLast = end + blankAfter >= text.length;
  const blankBefore = isLast ? blankLinesAtEnd(text.slice(0, start)) : 0;
  const range = { start: start - blankBefore, end: isLast ? text.length : end + blankAfter };
  return { address, document, edits: [{ range, text: '' }] };
}

function added(address: Address, document: Document, from: Document, block: StateBlock): DocumentChange {
  const { text } = document;
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const end = text.trimEnd().length;
  const isApart = /\n[ \t]*\r?\n\S/.test(text);
  const gap = lineBreak + (isApart ? lineBreak : '');
  const range = { start: end, end: text.length };
  return { address, document, edits: [{ range, text: gap + textAtRoot(from, block, lineBreak) }] };
}

/** The length of the trailing blank lines of a text. */
function blankLinesAtEnd(text: string): number {
  const blank = text.slice(text.trimEnd().length);
  return blank.endsWith('\n') ? blank.length - blank.indexOf('\n') - 1 : 0;
}
