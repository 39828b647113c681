import { tagOf } from '../../format/tags';
import type { PathState } from '../../project/files/path-state';
import { type Address, folderOf, lastSegmentOf, resolvePath } from '../../project/files/paths';
import { type Message, msg } from '../../text/message';
import { sourceNote } from '../describe';
import { paragraphs } from '../markdown';
import { type CompletionContext, possibleTypes } from './completion-context';
import type { CompletionCandidate } from './item';

/** The tags that read a value from a file, and the paths after them. */

const TAG = 6;
const LIKELY = 0;
const FOLDER = 1;
const FILE = 1;
/** Rank of files that another tag already reads. */
const READ = 2;
const UNLIKELY = 3;

interface PathCandidates {
  readonly candidates: readonly CompletionCandidate[];
  /** A folder is still being read. */
  readonly waiting: boolean;
}

/** `!include` where states are expected, `!oneline` where a string is possible and a tag has been started. */
export function tagCandidates(context: CompletionContext): CompletionCandidate[] {
  const { cursor, step, layout } = context;
  if (layout.notation === 'json' || cursor.role === 'key' || cursor.role === 'item') return [];
  if (cursor.quote !== 'none' || cursor.tag !== undefined || cursor.partial) return [];
  const begun = cursor.prefix.startsWith('!');
  const types = possibleTypes(step, undefined);
  const isStates = types.some((type) => type.kind === 'map' && type.keys === 'state');
  const isText = types.some((type) => (type.kind === 'string' && type.template) || type.kind === 'any');
  // Texts of files are usually stored in variables.
  const around = step.parent?.type;
  const isVariable = cursor.role === 'value' && around?.kind === 'map' && around.keys === 'context';
  const candidates: CompletionCandidate[] = [];
  if (isStates)
    candidates.push(
      tag(context, '!include', msg('includes the states in the files of a folder'), begun ? LIKELY : TAG),
    );
  if (isText && (begun || isVariable))
    candidates.push(tag(context, '!oneline', msg('includes the text of a file'), begun ? LIKELY : TAG));
  return candidates;
}

/** A tag; a path after the cursor remains. */
function tag(
  { at, cursor }: CompletionContext,
  name: string,
  detail: Message,
  rank: number,
): CompletionCandidate {
  const spec = tagOf(name);
  const { start, end } = cursor.replace;
  const after = at.unit.text.slice(at.offset, end);
  const isOfTag = after.trim() === '' || (cursor.prefix !== '' && name.startsWith(cursor.prefix + after));
  const replace = { start, end: isOfTag ? end : at.offset };
  const blank = /^[ \t]+\S/.test(at.unit.text.slice(replace.end, replace.end + 100)) ? '' : ' ';
  return {
    label: name,
    kind: 'keyword',
    insert: { as: 'verbatim', text: name + blank, replace },
    rank,
    detail,
    documentation: () => spec && paragraphs(msg(spec.doc), sourceNote(spec.source)),
    retrigger: true,
  };
}

/** Files and folders after a tag, one folder at a time; only within the workspace. */
export function pathCandidates(context: CompletionContext): PathCandidates {
  const { at, cursor } = context;
  const { workspace, project } = at;
  const { tag: name, prefix } = cursor;
  const nothing = { candidates: [], waiting: false };
  if ((name !== '!include' && name !== '!oneline') || cursor.role === 'key' || cursor.partial) return nothing;
  const slash = Math.max(prefix.lastIndexOf('/'), prefix.lastIndexOf('\\'));
  const folder = prefix.slice(0, slash + 1);
  const boundary = workspace.boundaryOf(project.root);
  const own = folderOf(project.root);
  const bases = name === '!oneline' && own !== boundary ? [own, boundary] : [own];
  const replace = { start: cursor.replace.start + slash + 1, end: cursor.replace.end };
  for (const base of bases) {
    const address = folder === '' ? base : resolvePath(base, folder);
    if (address !== boundary && !address.startsWith(`${boundary.replace(/\/$/, '')}/`)) continue;
    const state = workspace.pathState(address);
    if (state === undefined) return { candidates: [], waiting: true };
    if (state.kind === 'folder')
      return { candidates: entries(context, state, name, replace), waiting: false };
  }
  return nothing;
}

function entries(
  context: CompletionContext,
  state: Extract<PathState, { kind: 'folder' }>,
  tagName: string,
  replace: { start: number; end: number },
): CompletionCandidate[] {
  const { project } = context.at;
  const folders = (state.folders ?? []).map((address): CompletionCandidate => {
    const name = lastSegmentOf(address);
    return {
      label: `${name}/`,
      kind: 'folder',
      insert: { as: 'verbatim', text: tagName === '!include' ? name : `${name}/`, replace },
      rank: name.startsWith('.') ? UNLIKELY : FOLDER,
      filter: name,
      retrigger: tagName !== '!include',
    };
  });
  if (tagName === '!include') return folders;
  const read = filesRead(context);
  const inOrder = state.files.toSorted((a, b) => NATURAL.compare(lastSegmentOf(a), lastSegmentOf(b)));
  const files = inOrder.flatMap((address): CompletionCandidate[] => {
    if (address === project.root) return [];
    const name = lastSegmentOf(address);
    const isState = /\.ya?ml$/i.test(name) || name.startsWith('.');
    return [
      {
        label: name,
        kind: 'file',
        insert: { as: 'verbatim', text: name, replace },
        rank: isState ? UNLIKELY : read.has(address) ? READ : FILE,
      },
    ];
  });
  return [...folders, ...files];
}

/** `level2` sorts before `level10`. */
const NATURAL = new Intl.Collator('en', { numeric: true });

/** The files that other tags of the project name. */
function filesRead({ at: { workspace, project, unit }, cursor }: CompletionContext): ReadonlySet<Address> {
  const uses = [...project.members].flatMap(({ source }) => project.table.get('file', source.address));
  const others = uses.filter(({ unit: own, name }) => own !== unit || name.start !== cursor.scalar?.start);
  return new Set(others.map((use) => workspace.resolvePath(project, use).address));
}
