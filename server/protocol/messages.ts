/**
 * The messages between client and server in addition to the Language Server Protocol, by their names. Types only:
 * both sides use this file, so they cannot disagree.
 */

import type {
  Location,
  Position,
  ProgressToken,
  Range,
  TextDocumentPositionParams,
  WorkDoneProgressParams,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { StateGraph } from '../drawing/state-graph';
import type { NoPreview, Preview } from '../features/preview/data';
import type { PathState } from '../project/path-state';
import type { ChatScript, ShownTurn } from '../run/chat-data';
import type { Json } from '../run/events';

/** Requests of the client: parameters and results. */
export interface OwnRequests {
  /** The status of any document, whether the server has it or not. */
  'atomicState/status': { params: DocumentParams; answer: DocumentStatus };
  /** Requests all automata. Those around a cursor, or a file, come first. */
  'atomicState/automata': {
    params: { readonly uri?: string; readonly position?: Position };
    answer: readonly ListedAutomata[];
  };
  /** The main file of a new project, and the first place to fill in; null for a scaffold that is not known. */
  'atomicState/newProject': {
    params: { readonly scaffold: string; readonly name: string };
    answer: (ProjectFile & { readonly selection: Range; readonly others: readonly ProjectFile[] }) | null;
  };
  /** What has to be changed for a new state, or why there can be none of this name? */
  'atomicState/newState': { params: NewStateParams; answer: NewStateResult };
  /** The project of a main file as one JSON text. */
  'atomicState/export': { params: DocumentParams; answer: ExportResult };
  /** Requests the files of a project for one JSON text. */
  'atomicState/import': { params: { readonly text: string }; answer: ImportResult };
  /** Searches all folders again and checks every state file; null if it was cancelled. */
  'atomicState/checkWorkspace': { params: WorkDoneProgressParams; answer: CheckSummary | null };
  /** The graph of the project of a file; null if the file has none. */
  'atomicState/stateGraph': { params: DocumentParams; answer: GraphAnswer | null };
  /** Requests the node of that graph and the edge whose text contains a position; null if there is none. */
  'atomicState/stateAt': {
    params: TextDocumentPositionParams;
    answer: { readonly id: string; readonly edge?: string } | null;
  };
  /** What does the user see of the state at a cursor? */
  'atomicState/statePreview': { params: PreviewParams; answer: PreviewAnswer };
  /** What happens in a conversation with the automata of a file? */
  'atomicState/run': { params: RunParams; answer: RunAnswer };
  /** A scenario that repeats the conversation, for a file at an address; null if there is no such conversation. */
  'atomicState/runScenario': {
    params: { readonly run: string; readonly file: string };
    answer: string | null;
  };
  /**
   * Why are the findings at a position what they are? A text for bug reports with the names of states, events and
   * variables, and of files and folders without their paths, but no other text of the author's; null where the file is not a state file.
   */
  'atomicState/trace': { params: TextDocumentPositionParams; answer: string | null };
  /** Runs scenarios, and reports each of them with `progressToken`. */
  'atomicState/runScenarios': { params: RunScenariosParams; answer: ScenarioRunAnswer };
  /** Explores the automata of a main file, and reports the progress with `progressToken`. */
  'atomicState/explore': { params: ExploreParams; answer: ExploreAnswer };
  /** The expression at a position that a debugger can evaluate: a name with its members, in an expression. */
  'atomicState/evaluatable': { params: TextDocumentPositionParams; answer: EvaluatableExpression | null };
}

/** Requests of the client without parameters. */
export interface OwnParameterlessRequests {
  /** The templates of new projects. */
  'atomicState/scaffolds': readonly ListedScaffold[];
  /** Data of the server for a bug report. */
  'atomicState/report': ServerCounts;
  /** All scenarios. From now on, the client is notified of changes by `atomicState/stateGraphChanged`. */
  'atomicState/scenarios': ScenarioList;
}

/** Requests of the server for files that it cannot read itself. */
export interface ClientRequests {
  /** Requests the state of a path, with the text of a file if `text` is true. */
  'atomicState/files/stat': { params: PlaceParams & { readonly text: boolean }; answer: FileSystemEntry };
  /** The exact text of a file; null where it has none. */
  'atomicState/files/read': { params: PlaceParams; answer: string | null };
  /** Which files below a folder may be state files by their name? */
  'atomicState/files/find': {
    params: DocumentParams & { readonly leftOut: readonly string[]; readonly limit: number };
    answer: readonly string[];
  };
}

/** Notifications of the client. */
export interface ClientNotifications {
  /** A message to the debug adapter of a session, which the first one starts. */
  'atomicState/debug/toAdapter': DebugMessageParams;
  /** A debug session is over. */
  'atomicState/debug/end': { readonly session: string };
}

/** What the server lets the client know. */
export interface OwnNotifications {
  /** A message of the debug adapter of a session. */
  'atomicState/debug/toClient': DebugMessageParams;
  /** The status of any document may have changed. */
  'atomicState/statusChanged': Record<string, never>;
  /** An open `yaml` document has the shape of a state file. */
  'atomicState/stateFile': DocumentParams;
  /** Any graph or preview may have changed; sent to clients that have requested one. */
  'atomicState/stateGraphChanged': Record<string, never>;
}

/** A message of the Debug Adapter Protocol, for one of the sessions that run in the server. */
export interface DebugMessageParams {
  /** As the client names it. */
  readonly session: string;
  readonly message: DebugProtocolMessageData;
}

/** The common properties of messages of the Debug Adapter Protocol. */
export interface DebugProtocolMessageData {
  readonly type: string;
  readonly seq: number;
  /** Of a request or response. */
  readonly command?: string;
  /** Of a response. */
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  /** Of an event. */
  readonly event?: string;
}

export interface EvaluatableExpression {
  readonly range: Range;
  readonly expression: string;
}

/** A file that was being processed, and the hash of its text (`text/hash.ts`), which is empty if it is not known. */
export interface NotedFile {
  readonly uri: string;
  readonly hash: string;
}

/** A document, by the address that the protocol uses for it. */
export interface DocumentParams {
  readonly uri: string;
}

/** What a document is to the server. Its texts are plain, without Markdown. */
export interface DocumentStatus {
  /** The automata itself, a file that an automata includes, a state alone, or nothing of the format. */
  readonly kind: 'automata' | 'member' | 'state' | 'none';
  /** A few words for the status bar. */
  readonly label: string;
  /** One sentence: the automata of the document, or why features are not available. */
  readonly detail: string;
  /** One sentence: why the document is taken as a state file, or why not. */
  readonly reason: string;
  /** What the author can decide about it: that it is a state file after all, or that it is none. */
  readonly change?: 'treat' | 'leave';
  /** The address of the automata's file, where there is one. */
  readonly automata?: string;
  /** The server stopped repeatedly while it processed the document, which is not analysed for that reason. */
  readonly isQuarantined?: boolean;
  /** Whether the workspace has any automata. */
  readonly hasAutomata: boolean;
}

/** An automata as a client lets a person choose it. */
export interface ListedAutomata {
  /** The address of the main file. */
  readonly uri: string;
  /** Names from the root of the project down; empty for the project's own automata. */
  readonly path: readonly string[];
  /** The name of the main file, and its path in the workspace. */
  readonly name: string;
  readonly file: string;
  /** How many states it has. */
  readonly states: number;
  /** The folder that its states come from. */
  readonly folder?: string;
  /** A name that none of its states has. */
  readonly freeName: string;
  /** The requested file is a part of its project. */
  readonly isHere: boolean;
}

/** A template of a new project. */
export interface ListedScaffold {
  readonly label: string;
  readonly detail: string;
}

/** A file to create; the path is relative to a folder, with `/`. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

export interface NewStateParams {
  /** The main file of the automata, and the names from there down. */
  readonly uri: string;
  readonly path: readonly string[];
  readonly name: string;
  /** The file that is open: the state goes beside those in it, if it has some. */
  readonly near?: string;
}

export type NewStateResult =
  /** Why there can be no state of this name. */
  | { readonly refused: string }
  | {
      readonly edit: WorkspaceEdit;
      /** The file with the new state, and what to select in it. */
      readonly uri: string;
      readonly selection: Range;
      readonly isNewFile: boolean;
    };

/** Why an export is not possible, with its location. */
export interface LocatedConversionError {
  readonly uri: string;
  readonly range: Range;
  readonly message: string;
  /** The file as a person names it. */
  readonly file: string;
}

/** A project as JSON, or why the export is not possible; and its errors. */
export interface ExportResult {
  /** Missing if the export is not possible. */
  readonly text?: string;
  readonly conversionErrors: readonly LocatedConversionError[];
  /** How many errors are found in how many files of the project. */
  readonly errors: number;
  readonly errorFiles: number;
}

/** The files of a project, the main file first, or why the import is not possible. */
export interface ImportResult {
  readonly files: readonly ProjectFile[];
  readonly states: number;
  readonly conversionErrors: readonly { readonly range: Range; readonly message: string }[];
}

/** The number of findings in all state files, by severity. */
export interface CheckSummary {
  readonly error: number;
  readonly warning: number;
  readonly information: number;
  readonly hint: number;
  readonly files: number;
  /** Files with findings that are more than hints, which editors do not list. */
  readonly filesWithFindings: number;
}

/** Data of the server for a bug report: numbers, but no content of files. */
export interface ServerCounts {
  /** The version of Node that the server runs in, where it does. */
  readonly node?: string;
  readonly folders: number;
  readonly projects: number;
  readonly files: number;
  readonly states: number;
  readonly openDocuments: number;
}

/** What can be tested in the workspace. */
export interface ScenarioList {
  /** In the order of their addresses. */
  readonly files: readonly ListedScenarioFile[];
  readonly automata: readonly TestedAutomata[];
}

/** A file of scenarios. */
export interface ListedScenarioFile extends DocumentParams {
  /** The main file of its automata; absent where that is not known. */
  readonly automata?: string;
  /** Differs if a text differs that its results depend on. */
  readonly version: string;
  readonly scenarios: readonly ListedScenario[];
}

export interface ListedScenario {
  /** Its name, with a number where the file has several of this name. */
  readonly id: string;
  readonly name: string;
  readonly range: Range;
}

/** An automata that can be run, by the address of its main file. */
export interface TestedAutomata extends DocumentParams {
  readonly version: string;
}

export interface RunScenariosParams {
  /** Scenario files, with the ids of the scenarios to run; all of a file if there are none. */
  readonly chosen: readonly { readonly uri: string; readonly ids?: readonly string[] }[];
  /** Whether to return the coverage. */
  readonly coverage: boolean;
  /** Of {@link ScenarioProgress}. */
  readonly progressToken?: ProgressToken;
}

/** What happens to a scenario of a file. */
export type ScenarioProgress = { readonly uri: string; readonly id: string } & (
  | { readonly kind: 'started' }
  | {
      readonly kind: 'ended';
      readonly failures: readonly ScenarioFailureData[];
      readonly milliseconds: number;
    }
  /** It cannot be run. */
  | { readonly kind: 'refused'; readonly message: string; readonly location?: Location }
);

export interface ScenarioFailureData {
  readonly message: string;
  /** As texts; absent where nothing is compared. */
  readonly expected?: string;
  readonly actual?: string;
  /** The expectation. */
  readonly location?: Location;
  /** What produced the value. */
  readonly source?: SourceLocation;
}

/** A place in an automata. */
export interface SourceLocation extends Location {
  /** The path of the state or automata that it is in; empty for the root. */
  readonly state: string;
}

export interface ScenarioRunAnswer {
  /** The run failed, and the log says why. */
  readonly isFailed?: true;
  /** Missing if it was not requested. */
  readonly coverage?: readonly AutomataCoverage[];
}

/** What scenarios reached in an automata. */
export interface AutomataCoverage extends DocumentParams {
  readonly files: readonly FileCoverageData[];
  /** By the ids of nodes and edges of its graph: how often they were reached. */
  readonly nodes: Readonly<Record<string, number>>;
  readonly edges: Readonly<Record<string, number>>;
}

export interface FileCoverageData extends DocumentParams {
  readonly statements: readonly StatementCoverageData[];
  /** The whole text of each state and case that was not reached. */
  readonly unreached: readonly Range[];
}

export interface StatementCoverageData {
  readonly kind: 'state' | 'transition' | 'task' | 'output' | 'expression';
  readonly name: string;
  readonly range: Range;
  readonly count: number;
  /** The cases of a transition. */
  readonly branches?: readonly {
    readonly label: string;
    readonly range: Range;
    readonly count: number;
  }[];
}

export interface ExploreParams extends DocumentParams {
  /** Of {@link ExploreProgress}. */
  readonly progressToken?: ProgressToken;
}

export interface ExploreProgress {
  /** The number of turns of conversations. */
  readonly steps: number;
}

export type ExploreAnswer =
  /** Why the automata cannot be run; empty if the server failed, as its log says. */
  | { readonly refused: string; readonly location?: Location }
  | {
      readonly findings: readonly ExploreFindingData[];
      readonly steps: number;
      readonly states: { readonly reached: number; readonly all: number };
      readonly cases: { readonly reached: number; readonly all: number };
      /** Why not everything was tried; absent if it was. */
      readonly stoppedBy?: 'steps' | 'time' | 'values';
    };

export interface ExploreFindingData {
  /** Stays the same as long as the finding does. */
  readonly id: string;
  readonly code: string;
  readonly message: string;
  readonly location?: Location;
  /** The file of the scenario that shows it, with the path of the main file from its folder. */
  readonly scenario?: string;
  /** What the user does in it, step by step. */
  readonly steps: readonly string[];
}

/** Where a node or an edge of a graph is written. */
export interface GraphPlace {
  readonly uri: string;
  /** All of it. */
  readonly range: Range;
  /** Its name, or the target. */
  readonly selection: Range;
}

/** A graph, and the locations of its states and transitions. */
export interface GraphAnswer {
  readonly graph: StateGraph;
  /** By the `id` of nodes and edges. */
  readonly places: Readonly<Record<string, GraphPlace>>;
  /** The main file as a person would name it. */
  readonly title: string;
  /** The version of the requested file, if it is open. */
  readonly version?: number;
}

/** A cursor, and the state that is shown at present. */
export interface PreviewParams extends TextDocumentPositionParams {
  /** Its `state.id` in the answer before: it stays while the cursor is in the text of no state. */
  readonly shown?: string;
}

/** What a page shows of a state. Places are known to the panel; `at` names one. */
export type PagePreview = Omit<Preview, 'places'>;

/** What a user sees of a state, and where its parts are written: each `at` is an index of the places. */
export interface PreviewWithRanges {
  readonly uri: string;
  readonly preview: PagePreview;
  readonly places: readonly Range[];
}

/** Where there is nothing to see: why. */
export type PreviewAnswer = PreviewWithRanges | { readonly none: NoPreview };

/** A path to read, and the folder that it must not leave. */
export interface PlaceParams extends DocumentParams {
  readonly boundary: string;
  /** In bytes; the text of larger files is not returned. */
  readonly maxFileSize: number;
}

/** The content of a path: a text, or the names in a folder. `beyond`: unknown. */
export type FileSystemEntry =
  | Exclude<PathState, { kind: 'folder' }>
  | { readonly kind: 'folder'; readonly files: readonly string[]; readonly folders: readonly string[] };

export interface RunParams {
  /** A file of the automata, or a scenario file. */
  readonly uri: string;
  /** Names the conversation; what stays the same in it is not repeated. */
  readonly run: string;
  readonly script: ChatScript;
  /** What the client knows: the revision of the last answer, and how many turns there are. */
  readonly known?: { readonly revision: number; readonly turns: number };
}

export interface RunAnswer {
  /** Why the present text cannot be run. The conversation is then that of the last text that could be. */
  readonly problems: readonly LocatedConversionError[];
  readonly conversation?: ShownConversation;
}

/** A conversation; places in it are offsets in the texts that it was run on. */
export interface ShownConversation {
  readonly revision: number;
  /** The turns from this one on; the client knows those before. */
  readonly from: number;
  readonly turns: readonly ShownTurn[];
  /** How many events were not repeated, because one before them cannot be repeated any more. */
  readonly skipped: number;
  readonly waitsFor?: 'form' | 'task';
  readonly isOver: boolean;
  /** That of the present, also while a form or task waits; absent if it has no JSON. */
  readonly context?: Json;
  /** The address of the main file, and its name. */
  readonly main: string;
  readonly name: string;
  /** The addresses of files as the client knows them, where they differ from those in places. */
  readonly uris: Readonly<Record<string, string>>;
  /** The possible first states of a conversation. */
  readonly states: readonly string[];
}
