/**
 * The messages between client and server in addition to the Language Server Protocol. Both sides import these types, so
 * they always agree.
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
import type { BehaviourKind, StructureChange, VersionName } from '../compare/difference';
import type { GraphChange } from '../drawing/graph-change';
import type { DifferenceMark } from '../drawing/graph-difference';
import type { StateGraph } from '../drawing/state-graph';
import type { NoPreview, Preview } from '../features/preview/data';
import type { GraphOperation, StateTexts } from '../graph-edit/operation';
import type { PathState } from '../project/files/path-state';
import type { ChatScript, ShownTurn } from '../run/conversation/chat-data';
import type { Json } from '../run/conversation/events';

/** Requests of the client: parameters and results. */
export interface OwnRequests {
  /** Only for tests: stops the server while it processes a document. */
  'atomicState/stopForTest': { params: DocumentParams & { readonly how: TestStop }; answer: null };
  /** The status of any document, known to the server or not. */
  'atomicState/status': { params: DocumentParams; answer: DocumentStatus };
  /** All automata. Those that contain a cursor or file come first. */
  'atomicState/automata': {
    params: { readonly uri?: string; readonly position?: Position };
    answer: readonly ListedAutomata[];
  };
  /** The main file of a new project, and the range of the first placeholder; null for an unknown scaffold. */
  'atomicState/newProject': {
    params: { readonly scaffold: string; readonly name: string };
    answer: (ProjectFile & { readonly selection: Range; readonly others: readonly ProjectFile[] }) | null;
  };
  /** The edit for a new state, or why its name is not valid. */
  'atomicState/newState': { params: NewStateParams; answer: NewStateResult };
  /** The project of a main file as one JSON text. */
  'atomicState/export': { params: DocumentParams; answer: ExportResult };
  /** The files of a project for one JSON text. */
  'atomicState/import': { params: { readonly text: string }; answer: ImportResult };
  /** The page of a rule as Markdown; null if there is no such rule. */
  'atomicState/rulePage': { params: { readonly code: string }; answer: string | null };
  /** Searches all folders again and checks every state file; null if it was cancelled. */
  'atomicState/checkWorkspace': { params: WorkDoneProgressParams; answer: CheckSummary | null };
  /** The graph of the project of a file; null if the file has none. */
  'atomicState/stateGraph': { params: GraphParams; answer: GraphResult | null };
  /** The edit that writes an operation on that graph, or why there is none. Applies nothing. */
  'atomicState/graphEdit': { params: GraphEditParams; answer: GraphEditAnswer };
  /** The texts of a state of that graph that such operations change; null if they are not known. */
  'atomicState/stateTexts': {
    params: DocumentParams & { readonly state: string };
    answer: StateTexts | null;
  };
  /** The node of that graph, and the edge, whose text contains a position; null if there is none. */
  'atomicState/stateAt': {
    params: TextDocumentPositionParams;
    answer: { readonly id: string; readonly edge?: string } | null;
  };
  /** A preview of the state at a cursor. */
  'atomicState/statePreview': { params: PreviewParams; answer: PreviewAnswer };
  /** A conversation with the automata of a file. */
  'atomicState/run': { params: RunParams; answer: RunAnswer };
  /**
   * A scenario that repeats the conversation, for a file at an address; null if there is no such conversation, or if the
   * text would be read as something else.
   */
  'atomicState/runScenario': {
    params: { readonly run: string; readonly file: string };
    answer: string | null;
  };
  /**
   * The trace of the findings at a position, for bug reports; null if the file is not a state file. It contains names of
   * states, events and variables, and of files and folders without their paths, but no other text of the author.
   */
  'atomicState/trace': { params: TextDocumentPositionParams; answer: string | null };
  /** Runs scenarios and decides promises, and reports each of them with `progressToken`. */
  'atomicState/runScenarios': { params: RunScenariosParams; answer: ScenarioRunAnswer };
  /** Explores the automata of a main file, and reports the progress with `progressToken`. */
  'atomicState/explore': { params: ExploreParams; answer: ExploreAnswer };
  /** Compares the automata of a main file with a revision of its repository, and reports the progress with `progressToken`. */
  'atomicState/compare': { params: CompareParams; answer: CompareAnswer };
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
  /** The state of a path, with the text of a file if `text` is true. */
  'atomicState/files/stat': { params: PlaceParams & { readonly text: boolean }; answer: FileSystemEntry };
  /** The text of a file; null if it cannot be read. */
  'atomicState/files/read': { params: PlaceParams; answer: string | null };
  /** The files below a folder that may be state files by their names. */
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

/** Notifications of the server. */
export interface OwnNotifications {
  /** A message of the debug adapter of a session. */
  'atomicState/debug/toClient': DebugMessageParams;
  /** The status of any document may have changed. */
  'atomicState/statusChanged': Record<string, never>;
  /** An open document with the language `yaml` is a state file. */
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

/** How a server is stopped for a test: by an endless loop, an exception that nobody handles, too little memory, a signal. */
export type TestStop = 'loop' | 'exception' | 'memory' | 'abort';

/** A document, by its address in the protocol. */
export interface DocumentParams {
  readonly uri: string;
}

/** The role of a document. Its texts are plain, without Markdown. */
export interface DocumentStatus {
  /** The main file of an automata, a file that an automata includes, a standalone state file, or another file. */
  readonly kind: 'automata' | 'member' | 'state' | 'none';
  /** A few words for the status bar. */
  readonly label: string;
  /** One sentence: the automata of the document, or why features are not available. */
  readonly detail: string;
  /** One sentence: why the document is treated as a state file, or why not. */
  readonly reason: string;
  /** The decision that the author can make: to treat the document as a state file, or not to. */
  readonly change?: 'treat' | 'leave';
  /** The address of the main file of the automata, if there is one. */
  readonly automata?: string;
  /** Whether the document is not analysed, because the server stopped repeatedly while it processed it. */
  readonly isQuarantined?: boolean;
  /** The configuration file that applies to the document. */
  readonly configuration?: {
    readonly uri: string;
    /** Its name, relative to the workspace folder. */
    readonly label: string;
    /** One sentence: which settings of the editor it replaces. */
    readonly detail: string;
  };
  /** Whether the workspace has any automata. */
  readonly hasAutomata: boolean;
}

/** An automata in a list of choices. */
export interface ListedAutomata {
  /** The address of the main file. */
  readonly uri: string;
  /** The path from the root of the project; empty for the root. */
  readonly path: readonly string[];
  /** The name of the main file, and its path in the workspace. */
  readonly name: string;
  readonly file: string;
  /** The number of its states. */
  readonly states: number;
  /** The folder that its states come from. */
  readonly folder?: string;
  /** A name that none of its states has. */
  readonly freeName: string;
  /** Whether the requested file is a part of its project. */
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
  /** The main file of the project, and the path of the automata in it. */
  readonly uri: string;
  readonly path: readonly string[];
  readonly name: string;
  /** The open file: the new state is added to it if it contains states. */
  readonly near?: string;
}

export type NewStateResult =
  /** Why there can be no state of this name. */
  | { readonly refused: string }
  | {
      readonly edit: WorkspaceEdit;
      /** The file with the new state, and the range to select in it. */
      readonly uri: string;
      readonly selection: Range;
      readonly isNewFile: boolean;
    };

/** Why an export is not possible, with its location. */
export interface LocatedConversionError {
  readonly uri: string;
  readonly range: Range;
  readonly message: string;
  /** The path of the file, for people. */
  readonly file: string;
}

/** A project as JSON, or why the export is not possible; and its errors. */
export interface ExportResult {
  /** Missing if the export is not possible. */
  readonly text?: string;
  readonly conversionErrors: readonly LocatedConversionError[];
  /** The number of errors that rules report, and of files with errors. */
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
  /** The number of files with findings other than hints, which editors do not list. */
  readonly filesWithFindings: number;
}

/** Data of the server for a bug report: numbers, but no content of files. */
export interface ServerCounts {
  /** The version of Node, if the server runs in Node. */
  readonly node?: string;
  readonly folders: number;
  readonly projects: number;
  readonly files: number;
  readonly states: number;
  readonly openDocuments: number;
}

/** The scenarios of the workspace, and the automata that can be explored. */
export interface ScenarioList {
  /** In the order of their addresses. */
  readonly files: readonly ListedScenarioFile[];
  readonly automata: readonly TestedAutomata[];
}

/** A file of scenarios. */
export interface ListedScenarioFile extends DocumentParams {
  /** The main file of its automata, if it is known. */
  readonly automata?: string;
  /** Changes whenever a text changes that the results depend on. */
  readonly version: string;
  readonly scenarios: readonly ListedScenario[];
  /** Its promises, each with its text in one line as its name. */
  readonly promises: readonly ListedScenario[];
}

export interface ListedScenario {
  /** Identifies it among the scenarios and promises of its file, also after edits of others. */
  readonly id: string;
  readonly name: string;
  readonly range: Range;
}

/** An automata that can be run, by the address of its main file. */
export interface TestedAutomata extends DocumentParams {
  readonly version: string;
}

export interface RunScenariosParams {
  /** Scenario files, with the ids of the scenarios and promises to run; all of a file if there are none. */
  readonly chosen: readonly { readonly uri: string; readonly ids?: readonly string[] }[];
  /** Whether to return the coverage. */
  readonly coverage: boolean;
  /** Of {@link ScenarioProgress}. */
  readonly progressToken?: ProgressToken;
}

/** The progress of a scenario or promise. */
export type ScenarioProgress = { readonly uri: string; readonly id: string } & (
  | { readonly kind: 'started' }
  /** The scenario has ended, or the promise is proven. */
  | {
      readonly kind: 'ended';
      readonly failures: readonly ScenarioFailureData[];
      readonly milliseconds: number;
    }
  | { readonly kind: 'refuted'; readonly fault: FaultData; readonly milliseconds: number }
  /** The promise is neither proven nor refuted. */
  | { readonly kind: 'undecided'; readonly why: string }
  /** It cannot be run. */
  | { readonly kind: 'refused'; readonly message: string; readonly location?: Location }
);

export interface ScenarioFailureData {
  readonly message: string;
  /** The compared values as texts, if values were compared. */
  readonly expected?: string;
  readonly actual?: string;
  /** The location of the expectation. */
  readonly location?: Location;
  /** The location in the automata that produced the value. */
  readonly source?: SourceLocation;
}

/** A place in an automata. */
export interface SourceLocation extends Location {
  /** The path of the state or automata that contains it; empty for the root. */
  readonly state: string;
}

export interface ScenarioRunAnswer {
  /** Whether the run failed; the log has the reason. */
  readonly isFailed?: true;
  /** Missing if it was not requested. */
  readonly coverage?: readonly AutomataCoverage[];
}

/** The coverage of an automata by scenarios. */
export interface AutomataCoverage extends DocumentParams {
  readonly files: readonly FileCoverageData[];
  /** The number of times that each node and edge of its graph was reached, by id. */
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
  /** Why the automata cannot be run; empty if the server failed, whose log has the reason. */
  | { readonly refused: string; readonly location?: Location }
  | {
      /** With the promises that are refuted. */
      readonly findings: readonly ExploreFindingData[];
      readonly promises: readonly PromiseData[];
      /** Why promises could not be decided: errors in them, or in their files. */
      readonly errors: readonly LocatedMessage[];
      readonly steps: number;
      readonly states: { readonly reached: number; readonly all: number };
      readonly cases: { readonly reached: number; readonly all: number };
      /** The limit at which the exploration stopped; absent if everything was tried. */
      readonly stoppedBy?: 'steps' | 'time' | 'values';
    };

/** A promise of a scenario file that was decided. */
export interface PromiseData {
  /** Its text in one line. */
  readonly title: string;
  readonly result: 'proven' | 'refuted' | 'undecided';
  /** Why it is undecided. */
  readonly why: string;
}

/** A message with its location, if that is known. */
export interface LocatedMessage {
  readonly message: string;
  readonly location?: Location;
}

export interface ExploreFindingData extends FaultData {
  /** Identifies the same finding in later explorations. */
  readonly id: string;
}

/** A fault with a conversation that shows it. */
export interface FaultData {
  readonly code: string;
  readonly message: string;
  readonly location?: Location;
  /** The text of a scenario file that reproduces it; the path of the main file is relative to its folder. */
  readonly scenario?: string;
  /** The actions of the user. */
  readonly steps: readonly string[];
}

export interface CompareParams extends DocumentParams {
  /** A branch, tag or commit of the repository that contains the file. */
  readonly revision: string;
  /** Of {@link ExploreProgress}. */
  readonly progressToken?: ProgressToken;
}

export type CompareAnswer =
  /** Why the versions cannot be compared; empty if the server failed, whose log has the reason. */
  { readonly refused: string; readonly location?: VersionLocation } | AutomataComparison;

/** A location in a file of one of the versions. */
export interface VersionLocation extends Location {
  readonly version: VersionName;
}

/** The current texts of an automata, compared with an old version. */
export interface AutomataComparison {
  /** The name of the main file, for people. */
  readonly title: string;
  /** The version of the current texts, as in {@link TestedAutomata}. */
  readonly version: string;
  /** The states and transitions of both versions. */
  readonly graph: StateGraph;
  /** How they differ, by the `id` of nodes and edges. */
  readonly marks: MarkedGraph;
  /** By the `id` of nodes and edges. */
  readonly places: Readonly<Record<string, VersionLocation>>;
  readonly structure: readonly StructureChangeData[];
  readonly behaviour: readonly BehaviourChangeData[];
  /** The number of conversations that were not compared to their ends, and the reasons as sentences. */
  readonly undecided: { readonly conversations: number; readonly why: readonly string[] };
  /** The addresses of files as the client writes them, if they differ from those in the turns. */
  readonly uris: Readonly<Record<string, string>>;
}

export interface MarkedGraph {
  readonly nodes: Readonly<Record<string, DifferenceMark>>;
  readonly edges: Readonly<Record<string, DifferenceMark>>;
}

/** A change of what is written. */
export interface StructureChangeData {
  readonly change: StructureChange['change'];
  /** A few words, with names in backticks. */
  readonly title: string;
  readonly location?: VersionLocation;
  /** The values as texts, where a value changed. */
  readonly before?: string;
  readonly after?: string;
}

/** A change that people who talk to the agent can notice. */
export interface BehaviourChangeData {
  readonly kind: BehaviourKind;
  /** A few words, with names in backticks. */
  readonly title: string;
  readonly location?: VersionLocation;
  /** The number of explored conversations in which it is the first difference. */
  readonly conversations: number;
  /** The shortest conversation that shows it, at its end; empty if there is none. */
  readonly turns: readonly VersionTurnData[];
}

/** A turn of a conversation with both versions; absent where a version does not get that far. */
export interface VersionTurnData {
  readonly before?: ShownTurn;
  readonly after?: ShownTurn;
}

/** The location of a node or an edge of a graph. */
export interface GraphPlace {
  readonly uri: string;
  /** The whole state or case. */
  readonly range: Range;
  /** The name of the state, or the target. */
  readonly selection: Range;
}

export interface GraphParams extends DocumentParams {
  /** False for an answer without them: they take more than half of it. */
  readonly places?: boolean;
  /** Of an earlier answer for this file, as with semantic tokens; empty at first. */
  readonly previousResultId?: string;
  /** False for the numbers of problems of that answer: those of the text take longer than the graph. */
  readonly findings?: boolean;
}

/** The graph, or, if the server still has the earlier answer, the difference; without `change` if there is none. */
export type GraphResult = (
  | GraphAnswer
  | (Omit<GraphAnswer, 'graph'> & { readonly change: GraphChange | undefined })
) & {
  readonly resultId?: string;
};

/** A graph, and the locations of its states and transitions. */
export interface GraphAnswer {
  readonly graph: StateGraph;
  /** By the `id` of nodes and edges; empty if they were not requested. */
  readonly places: Readonly<Record<string, GraphPlace>>;
  /** The addresses of the files with such places. */
  readonly files: readonly string[];
  /** The path of the main file, for people. */
  readonly title: string;
  /** The version of the requested file, if it is open. */
  readonly version?: number;
}

/** An operation on the graph of a document, as it was drawn for a version of the text. */
export interface GraphEditParams {
  /** `version` is null if the document is not open. */
  readonly textDocument: { readonly uri: string; readonly version: number | null };
  readonly operation: GraphOperation;
  /** Lists what refers to the states that the operation deletes, without an edit. */
  readonly preview?: boolean;
}

export type GraphEditAnswer =
  /** One sentence. */
  | { readonly refused: string }
  /** If a preview was requested. */
  | { readonly references: readonly GraphReference[] }
  | {
      readonly edit: WorkspaceEdit;
      /** The new or changed text, after the edit. */
      readonly selection?: Location;
      /** The `id` of the new or changed node or edge, in the graph after the edit. */
      readonly id?: string;
    };

/** A place that refers to a state. */
export interface GraphReference extends Location {
  /** Its line, without the spaces around it. */
  readonly line: string;
}

/** A cursor, and the state that is shown now. */
export interface PreviewParams extends TextDocumentPositionParams {
  /** The `state.id` of the previous answer, which is shown again if the cursor is not in a state. */
  readonly shown?: string;
}

/** A preview in a panel. The panel has the places; `at` is an index of them. */
export type PagePreview = Omit<Preview, 'places'>;

/** A preview of a state, and the ranges of its parts: each `at` is an index of `places`. */
export interface PreviewWithRanges {
  readonly uri: string;
  readonly preview: PagePreview;
  readonly places: readonly Range[];
}

/** A preview, or why there is none. */
export type PreviewAnswer = PreviewWithRanges | { readonly none: NoPreview };

/** A path to read, and the folder that it must not leave. */
export interface PlaceParams extends DocumentParams {
  readonly boundary: string;
  /** The size in bytes up to which texts are returned. */
  readonly maxFileSize: number;
}

/** The content of a path: a text, or the names in a folder. `beyond`: unknown. */
export type FileSystemEntry =
  | Exclude<PathState, { kind: 'folder' }>
  | { readonly kind: 'folder'; readonly files: readonly string[]; readonly folders: readonly string[] };

export interface RunParams {
  /** A file of the automata, or a scenario file. */
  readonly uri: string;
  /** The id of the conversation. Turns that have not changed are not sent again. */
  readonly run: string;
  readonly script: ChatScript;
  /** The revision of the last answer, and the number of its turns. */
  readonly known?: { readonly revision: number; readonly turns: number };
}

export interface RunAnswer {
  /** Why the current text cannot be run. The conversation is then that of the last text that could be run. */
  readonly problems: readonly LocatedConversionError[];
  readonly conversation?: ShownConversation;
}

/** A conversation; places in it are offsets in the texts with which it was run. */
export interface ShownConversation {
  readonly revision: number;
  /** The index of the first turn that is sent; the client has the previous ones. */
  readonly from: number;
  readonly turns: readonly ShownTurn[];
  /** The number of events that were not repeated, because an earlier one is no longer possible. */
  readonly skipped: number;
  readonly waitsFor?: 'form' | 'task';
  readonly isOver: boolean;
  /** The current context, also while a form or task waits; absent if it is not valid JSON. */
  readonly context?: Json;
  /** The address of the main file, and its name. */
  readonly main: string;
  readonly name: string;
  /** The addresses of files as the client writes them, if they differ from those in places. */
  readonly uris: Readonly<Record<string, string>>;
  /** The possible first states of a conversation. */
  readonly states: readonly string[];
}
