import { BUILT_IN_CATALOG } from '../../format/catalog';
import { stateLabel } from '../../format/target-path';
import { currentNames } from '../../inference/context';
import { type Address, lastSegmentOf, shortName } from '../../project/files/paths';
import { type Resolution, resolveInitial } from '../../project/names/resolve';
import { pathKey, pathOfKey, type ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { type MapNode, resolvedPairOf, valueAt } from '../../yaml/tree/tree';
import { taskMapsOf } from '../hover/state';
import { drawnScope } from '../state-graph/scope';
import { drawnProject, scopeAround } from '../state-graph/state-at';
import { incomingTransitions } from '../state-transitions';
import { taskLabelOf } from '../task-label';
import { buttonRows } from './buttons';
import type { NoPreview, Preview, PreviewedState, PreviewMedia, PreviewTask, PreviewText } from './data';
import { ownTransition } from './event-outcomes';
import { formInputs } from './form';
import { PreviewWriter } from './writer';

/** A state as the user of the agent sees it, and its file. */
export interface PlacedPreview {
  readonly address: Address;
  readonly preview: Preview;
}

/**
 * The state at an offset of a document as its user sees it, also in incorrect text. In the text of an automata: the
 * state with the id `shown` if it exists, otherwise the initial state.
 */
export function statePreview(
  workspace: Workspace,
  address: Address,
  offset: number,
  shown?: string,
): PlacedPreview | NoPreview {
  const project = drawnProject(workspace, address);
  if (project === undefined) return 'no-state-file';
  const around = scopeAround(project, address, offset);
  const entry =
    around?.scope.kind === 'state'
      ? around
      : (stateWith(project, shown) ?? (around && initialState(project, around)));
  if (entry === undefined) return 'no-state';
  return { address: entry.source, preview: previewOf(workspace, project, entry) };
}

function stateWith(project: Project, id: string | undefined): ScopeEntry | undefined {
  return id === undefined || id === ''
    ? undefined
    : project.scopes(pathOfKey(id)).find(({ scope }) => scope.kind === 'state');
}

/** The initial state of an automata, at any depth. */
function initialState(project: Project, automata: ScopeEntry): ScopeEntry | undefined {
  let entry: ScopeEntry | undefined = automata;
  for (let depth = 0; entry?.scope.kind === 'automata' && depth < MAX_DEPTH; depth++) {
    const holder: ScopeEntry | undefined = project.scopes(entry.path).find(({ scope }) => scope.initial);
    const found: Resolution<ScopeEntry> | undefined =
      holder?.scope.initial && resolveInitial(project, holder, holder.scope.initial.text);
    entry = found?.kind === 'found' ? found.entries[0] : undefined;
  }
  return entry;
}

/** Limit of nested automata in the search for an initial state. */
const MAX_DEPTH = 50;

function previewOf(workspace: Workspace, project: Project, entry: ScopeEntry): Preview {
  const writer = new PreviewWriter(entry, project, currentNames(workspace, project));
  const value = entry.scope.map && valueAt(entry.scope.map, 'render');
  const render = value?.kind === 'map' ? value : undefined;
  const replies = render && valueAt(render, 'suggested_reply');
  return {
    state: stateOf(workspace, writer),
    ...formInputs(writer),
    tasks: tasks(writer),
    sender: render && senderOf(writer, render),
    text: render && writer.shownAt(render, 'text'),
    media: render ? mediaOf(writer, render) : [],
    rows: render ? buttonRows(writer, resolvedPairOf(render, 'buttons')?.value) : [],
    replies: (replies?.kind === 'seq' ? replies.items : replies ? [replies] : []).flatMap(
      (reply) => writer.shown(reply) ?? [],
    ),
    chat: ownTransition(writer, 'CHAT'),
    always: ownTransition(writer, 'ALWAYS'),
    places: writer.places,
  };
}

function stateOf(workspace: Workspace, writer: PreviewWriter): PreviewedState {
  const { entry, project } = writer;
  const { scope, path } = entry;
  const drawn = drawnScope(project, entry);
  const isLone = path.length === 0;
  return {
    id: pathKey(path),
    at: writer.place(drawn.place?.selection ?? { start: 0, end: 0 }),
    name: path.at(-1) ?? scope.id?.text ?? fileName(entry.source),
    automata:
      path.length > 1
        ? stateLabel(path.slice(0, -1))
        : isLone || !project.isAutomata
          ? undefined
          : shortName(project.root, workspace.boundaryOf(project.root)),
    isInitial: incomingTransitions(project, path).some(({ kind }) => kind === 'initial'),
    isFinal: scope.final === 'yes',
    isCached: drawn.isCached,
  };
}

function fileName(address: Address): string {
  return lastSegmentOf(address).replace(/(?:\.state)?\.[^.]*$/, '');
}

function tasks(writer: PreviewWriter): PreviewTask[] {
  const { entry, project } = writer;
  const catalog = project.source(entry.source)?.catalog ?? BUILT_IN_CATALOG;
  return taskMapsOf(entry).flatMap((task): PreviewTask[] => {
    if (task === undefined) return [];
    const { name, called, result } = taskLabelOf(task, catalog);
    return [
      {
        at: writer.place(task),
        name: name ?? called,
        called: name === undefined ? undefined : called,
        result,
      },
    ];
  });
}

function senderOf(writer: PreviewWriter, render: MapNode): Preview['sender'] {
  const sender = valueAt(render, 'sender');
  if (sender?.kind !== 'map') return undefined;
  return {
    at: writer.place(sender),
    name: writer.shownAt(sender, 'name'),
    avatar: writer.shownAt(sender, 'avatar'),
  };
}

function mediaOf(writer: PreviewWriter, render: MapNode): PreviewMedia[] {
  return (['image', 'video', 'audio'] as const).flatMap((kind): PreviewMedia[] => {
    const address: PreviewText | undefined = writer.shownAt(render, kind);
    return address ? [{ kind, address }] : [];
  });
}
