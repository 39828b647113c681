import { type GraphEdit, graphEdit } from '../../server/graph-edit';
import type { GraphOperation } from '../../server/graph-edit/operation';
import type { Workspace } from '../../server/project/workspace';
import { applyChanges } from '../../server/text/apply';
import { inEnglish } from '../support/english';
import type { FixtureFile } from '../support/fixture';
import { addressOf, provideFiles, ROOT, workspaceOf } from '../support/workspace';

/** The files after an operation, or why it is refused. */
export interface Edited {
  readonly files: readonly FixtureFile[];
  readonly edit: GraphEdit;
}

/** A workspace with files, in which operations need no others. */
export function readyWorkspace(files: readonly FixtureFile[]): Workspace {
  const workspace = workspaceOf(files);
  const texts = new Map(files.map((file) => [addressOf(file.path), file.text]));
  for (const { path } of files) workspace.projectsOf(addressOf(path));
  provideFiles(workspace, texts);
  return workspace;
}

export function edited(
  files: readonly FixtureFile[],
  operation: GraphOperation,
  main = files[0]?.path ?? '',
  workspace = readyWorkspace(files),
): Edited | string {
  const run = () => graphEdit(workspace, addressOf(main), operation);
  // The first request may ask for folders.
  run();
  provideFiles(workspace, new Map(files.map((file) => [addressOf(file.path), file.text])));
  const edit = run();
  return 'refused' in edit ? inEnglish(edit.refused) : { files: filesAfter(files, edit), edit };
}

export function filesAfter(
  files: readonly FixtureFile[],
  { changes, create, remove }: GraphEdit,
): FixtureFile[] {
  const kept = files.filter(({ path }) => !remove.includes(addressOf(path)));
  const changed = kept.map((file) => {
    const own = changes.find(({ address }) => address === addressOf(file.path));
    return own === undefined ? file : { ...file, text: applyChanges(file.text, own.edits) };
  });
  const created = create.map(({ address, text }) => ({
    path: decodeURIComponent(address.slice(ROOT.length + 1)),
    text,
  }));
  return [...changed, ...created];
}

/** An operation in which states are written as paths with dots (`.` is the root), and edges as `state event index`. */
export function operationFrom(written: string): GraphOperation {
  return JSON.parse(written, (key, value) => {
    if (['from', 'to', 'state', 'automata', 'after'].includes(key)) return nodeId(String(value));
    if (key === 'states') return Array.from(value as string[], nodeId);
    if (key === 'in') return undefined;
    return key === 'edge' ? edgeId(String(value)) : value;
  }) as GraphOperation;
}

function nodeId(path: string): string {
  return path === '.' ? '' : path.includes(':') ? path : path.replaceAll('.', '\n');
}

function edgeId(written: string): string {
  const [from = '', event = '', index = ''] = written.split(' ');
  return [nodeId(from), event, index].join('\n\n');
}
