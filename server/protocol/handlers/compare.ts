import * as lsp from 'vscode-languageserver';
import {
  behaviourTitle,
  changedValueText,
  graphCorrespondence,
  structureTitle,
  undecidedMessage,
} from '../../compare/describe';
import type {
  AutomataDifference,
  BehaviourChange,
  StructureChange,
  VersionName,
  VersionPlace,
} from '../../compare/difference';
import type { TurnOfVersions } from '../../compare/played-versions';
import { graphDifference, removedFrom } from '../../drawing/graph-difference';
import type { Task } from '../../engine/task';
import type { ExportedText } from '../../exchange/exported-text';
import { automataVersion } from '../../features/scenario-list';
import { type PlacedGraph, stateGraph } from '../../features/state-graph';
import { drawnProject } from '../../features/state-graph/state-at';
import { normalize, shortName } from '../../project/files/paths';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { shownTurns } from '../../run/conversation/chat-data';
import type { PlayedTurn } from '../../run/conversation/player';
import type { Program } from '../../run/conversation/program';
import { formatMessage, type Message } from '../../text/message';
import { connectChangeNotifier } from '../connect-change-notifier';
import type { Interpreter } from '../interpreter';
import type {
  AutomataComparison,
  BehaviourChangeData,
  CompareAnswer,
  CompareParams,
  ExploreProgress,
  StructureChangeData,
  VersionLocation,
  VersionTurnData,
} from '../messages';
import { ownRequest } from '../own-messages';
import { loadOldVersion } from '../revision';
import { loadProgram, refusalOf } from '../run-host';
import { differentUris, SourceLocations } from '../source-locations';
import { TimeSlicer } from '../time-slicer';
import type { Services } from './handler';

/** Compares the current texts of an automata with a revision of its repository. */
export const compareHandler = ownRequest('atomicState/compare', () => ({ refused: '' }), compare);

const PROGRESS = new lsp.ProgressType<ExploreProgress>();

/** The number of turns between two progress reports. */
const STEPS_PER_REPORT = 100;
/** The seed of random numbers, always the same, so that differences can be reproduced. */
const SEED = 1;

/** The versions of an automata. */
type Versions<T> = { readonly [name in VersionName]: T };

interface LoadedVersion {
  readonly exported: ExportedText;
  readonly program: Program;
  readonly project: Project | undefined;
}

const projectIn = (workspace: Workspace, { main }: ExportedText) => drawnProject(workspace, main);

async function compare(
  services: Services,
  { uri, revision, progressToken }: CompareParams,
  token: lsp.CancellationToken,
): Promise<CompareAnswer> {
  const { workspace, connection, changes } = services;
  connectChangeNotifier(services);
  const current = await loadProgram(services, normalize(uri));
  if (!('text' in current)) {
    const { message, location } = refusalOf(services, current);
    return { refused: message, ...(location && { location: { ...location, version: 'after' } }) };
  }
  const old = await loadOldVersion(services, current.main, revision);
  if ('refused' in old) return old;
  const interpreter = await services.loadInterpreter();
  const sandboxes = await interpreter.loadSandboxes('batch');
  const versions: Versions<LoadedVersion> = {
    before: {
      exported: old.exported,
      program: interpreter.programOf(old.exported),
      project: projectIn(old.workspace, old.exported),
    },
    after: {
      exported: current,
      program: interpreter.programOf(current),
      project: projectIn(workspace, current),
    },
  };
  // The text may change while it is compared.
  const graphs = graphsOf(versions);
  const version = versions.after.project ? automataVersion(workspace, versions.after.project) : '';
  const now = () => performance.now();
  const newSandbox = () => sandboxes.sandbox({ seed: SEED, now, recognizesData: true });
  let steps = 0;
  const task = comparisonTask(interpreter, versions, newSandbox, () => {
    steps++;
    if (progressToken !== undefined && steps % STEPS_PER_REPORT === 0)
      void connection.sendProgress(PROGRESS, progressToken, { steps });
  });
  const found = await new TimeSlicer(changes, token).finishOnce(task);
  // The guard answers for a request that was cancelled.
  if (found === undefined) return { refused: '' };
  return { ...new Comparison(services, versions, graphs, found).data(), version };
}

interface Compared {
  readonly difference: AutomataDifference;
  /** The conversation of each change of behaviour. */
  readonly conversations: readonly (readonly TurnOfVersions[])[];
}

function* comparisonTask(
  { compareAutomata, turnsOfVersions }: Interpreter,
  { before: { program: before }, after: { program: after } }: Versions<LoadedVersion>,
  sandbox: Parameters<Interpreter['compareAutomata']>[2]['sandbox'],
  onTurn: () => void,
): Task<Compared> {
  const now = () => performance.now();
  const difference = yield* compareAutomata(before, after, { sandbox, now, onTurn });
  const conversations: (readonly TurnOfVersions[])[] = [];
  for (const { path } of difference.behaviour) {
    conversations.push(path === undefined ? [] : turnsOfVersions(path, before, after, sandbox));
    yield;
  }
  return { difference, conversations };
}

/** The graphs of both versions, with the location of each of their elements. */
function graphsOf({ before, after }: Versions<LoadedVersion>): Versions<PlacedGraph> | undefined {
  const [old, current] = [before, after].map(({ project }) => project && stateGraph(project));
  return old && current && { before: old, after: current };
}

/** A comparison as data for the client. */
class Comparison {
  private readonly locations: Versions<SourceLocations>;

  constructor(
    private readonly services: Services,
    private readonly versions: Versions<LoadedVersion>,
    private readonly graphs: Versions<PlacedGraph> | undefined,
    private readonly compared: Compared,
  ) {
    const locations = ({ exported }: LoadedVersion) => new SourceLocations(services, exported.texts);
    this.locations = { before: locations(versions.before), after: locations(versions.after) };
  }

  data(): Omit<AutomataComparison, 'version'> {
    const { services, versions, compared } = this;
    const { structure, behaviour, undecided } = compared.difference;
    const { main } = versions.after.exported;
    return {
      title: shortName(main, services.workspace.boundaryOf(main)),
      ...this.graph(),
      structure: structure.map((change) => this.structureChange(change)),
      behaviour: behaviour.map((change, index) => this.behaviourChange(change, index)),
      undecided: { ...undecided, why: undecided.why.map((one) => this.text(undecidedMessage(one))) },
      uris: this.uris(),
    };
  }

  private text(message: Message): string {
    return formatMessage(message, this.services.translations);
  }

  private location(place: VersionPlace | undefined): { readonly location?: VersionLocation } {
    const location = place && this.locations[place.version].of(place);
    return place && location ? { location: { ...location, version: place.version } } : {};
  }

  private structureChange(change: StructureChange): StructureChangeData {
    // A renamed state has no values of its own.
    const values = change.change === 'changed' ? [change.before, change.after] : [];
    const [before, after] = values.map(changedValueText);
    return {
      change: change.change,
      title: this.text(structureTitle(change)),
      ...this.location(change.place),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    };
  }

  private behaviourChange(change: BehaviourChange, index: number): BehaviourChangeData {
    const { kind, place, conversations } = change;
    const turns = this.compared.conversations[index] ?? [];
    return {
      kind,
      title: this.text(behaviourTitle(change)),
      ...this.location(place),
      conversations,
      turns: turns.map(({ before, after }): VersionTurnData => {
        const [old, current] = [this.turn(before), this.turn(after)];
        return { ...(old && { before: old }), ...(current && { after: current }) };
      }),
    };
  }

  private turn(turn: PlayedTurn | undefined): VersionTurnData['before'] {
    if (turn === undefined) return undefined;
    const { event, outputs, answers } = turn;
    return shownTurns([{ event, outputs, answerCount: answers.length }], this.services.translations)[0];
  }

  private graph(): Pick<AutomataComparison, 'graph' | 'marks' | 'places'> {
    const { graphs, compared } = this;
    if (graphs === undefined)
      return { graph: { nodes: [], edges: [] }, marks: { nodes: {}, edges: {} }, places: {} };
    const { before, after } = graphs;
    const found = graphDifference(before.graph, after.graph, graphCorrespondence(compared.difference));
    const ids = [...found.graph.nodes, ...found.graph.edges].map(({ id }) => id);
    return {
      graph: found.graph,
      marks: { nodes: Object.fromEntries(found.nodes), edges: Object.fromEntries(found.edges) },
      places: Object.fromEntries(ids.flatMap((id) => this.placeOf(id, graphs) ?? [])),
    };
  }

  private placeOf(id: string, graphs: Versions<PlacedGraph>): [[string, VersionLocation]] | undefined {
    const oldId = removedFrom(id);
    const version = oldId === undefined ? 'after' : 'before';
    const site = graphs[version].places.get(oldId ?? id);
    const { location } = this.location(site && { address: site.address, ...site.selection, version });
    return location && [[id, location]];
  }

  private uris(): AutomataComparison['uris'] {
    const { before, after } = this.versions;
    const addresses = [...before.exported.texts.keys(), ...after.exported.texts.keys()];
    return differentUris(addresses, this.services.toUri);
  }
}
