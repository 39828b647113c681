import { nearPaths } from '../../project/files/near-paths';
import { type PathState, unreadableFile } from '../../project/files/path-state';
import { type Address, includableFiles, lastSegmentOf, resolvePath } from '../../project/files/paths';
import type { FileEntry } from '../../project/names/symbols';
import { type Message, msg } from '../../text/message';
import { didYouMean } from '../../text/nearest';
import type { Node, Tag } from '../../yaml/tree/tree';
import { descendantsOf } from '../../yaml/tree/visit';
import { renameFixes } from '../fixes';
import type { Fix, ReportFinding, Rule, Subject } from '../rule';
import { stateFileText } from '../state-places';
import { fileUses, isIncluded } from './file-uses';

/** A path in a tag that does not exist or has the wrong kind. */
export const missingFile: Rule = {
  code: 'missing-file',
  severity: 'error',
  title: 'Included file or folder cannot be read',
  doc: '`!include` expects a folder and joins its `.yaml` and `.yml` files; `!oneline` expects a file. Paths are relative to the folder of the main file.',
  example: {
    wrong: 'type: automata\ninitial: home\nstates: !include no_such_folder',
    right: 'type: automata\ninitial: home\nstates:\n  home: {}',
  },
  check(subject, report) {
    for (const node of descendantsOf(subject.unit.parsed.root)) checkTag(node, report);
    if (isIncluded(subject)) return;
    for (const entry of fileUses(subject))
      if (entry.use.tag !== 'automata') checkPath(subject, entry, report);
  },
};

/** Reports a path tag on a node that is not a path. */
function checkTag(node: Node, report: ReportFinding): void {
  if (node.kind === 'alias' || !isPathTag(node.tag)) return;
  if (node.kind === 'scalar') {
    if (node.value.trim() === '' && node.style === 'plain') report(node.tag, withoutPath(node.tag));
    return;
  }
  const what = node.kind === 'map' ? msg('a map') : msg('a list');
  report(node.tag, msg`\`${node.tag.name}\` expects a path, not ${what}.`);
}

function checkPath(subject: Subject, entry: FileEntry, report: ReportFinding): void {
  const { workspace, project } = subject;
  const { state, address } = workspace.resolvePath(project, entry);
  const message = state && pathFault(entry, state);
  if (message && state.kind === 'missing') {
    const near = nearPaths(workspace, project, entry);
    const fixes = [...renameFixes(entry.name, near.filter(isPlain)), ...creation(subject, entry, address)];
    report(entry.name, msg`${message}${didYouMean(near)}`, { fixes });
  } else if (message) report(entry.name, message);
  if (entry.use.tag !== '!include' || state?.kind !== 'folder') return;
  for (const file of includableFiles(state.files)) {
    const message = memberFault(lastSegmentOf(file), workspace.pathState(file));
    if (message) report(entry.name, message);
  }
}

function withoutPath({ name }: Tag): Message {
  return name === '!include'
    ? msg('`!include` expects the path of a folder.')
    : msg('`!oneline` expects the path of a file.');
}

function isPathTag(tag: Tag | undefined): tag is Tag {
  return tag?.name === '!include' || tag?.name === '!oneline';
}

/** Whether a path means the same in every kind of quotes. */
function isPlain(path: string): boolean {
  return /^[\w./][\w./ -]*$/.test(path);
}

/** The fix that creates the missing file; for a folder, a file with its first state. */
function creation({ project }: Subject, { use, path, source }: FileEntry, address: Address): Fix[] {
  if (use.tag === '!oneline') {
    return [{ title: msg`Create the file \`${use.path.text}\``, edits: [], create: { address, text: '' } }];
  }
  if (use.key !== 'states') return [];
  const initial = project.scopes(path).find(({ scope }) => scope.initial)?.scope.initial?.text ?? 'home';
  const name = isStateName(initial) ? initial : 'home';
  const create = {
    address: resolvePath(address, `${name}.yaml`),
    text: stateFileText(name, project.lineBreakIn(source)),
  };
  return [
    { title: msg`Create the folder \`${use.path.text}\` with the state \`${name}\``, edits: [], create },
  ];
}

function isStateName(name: string): boolean {
  return /^[a-z][a-z\d_]*$/.test(name);
}

/** Why the path in a tag is not one that the tag can read; undefined if it is, or if another rule reports it. */
export function pathFault({ use }: FileEntry, state: PathState): Message | undefined {
  const path = use.path.text;
  const isInclude = use.tag === '!include';
  switch (state.kind) {
    case 'missing':
      return isInclude
        ? msg`Folder \`${path}\` does not exist next to the main file.`
        : msg`File \`${path}\` exists neither next to the main file nor in the workspace root.`;
    case 'unreadable':
      return unreadableFile(path, state);
    case 'folder':
      return isInclude ? undefined : unreadableFile(path, state);
    case 'file':
    case 'text':
      return isInclude
        ? msg`\`${path}\` is a file; \`!include\` expects a folder. Use the folder that contains the file.`
        : unreadableFile(path, state);
    case 'outside':
      return undefined; // `outside-workspace` reports it.
  }
}

/** Why a file of an included folder cannot be read; undefined if it can. */
function memberFault(name: string, state: PathState | undefined): Message | undefined {
  if (state?.kind === 'file' && state.why === 'not-text')
    return msg`\`${name}\` in this folder is not a text file. Its states are missing.`;
  if (state?.kind === 'unreadable')
    return msg`\`${name}\` in this folder cannot be read: ${state.reason}. Its states are missing.`;
  return undefined;
}
