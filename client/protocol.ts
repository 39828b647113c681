/**
 * What client and server say to each other beyond the Language Server Protocol. The server's side of the
 * same messages is described in its own protocol layer; the two share names only.
 */

import {
  NotificationType,
  NotificationType0,
  type Position,
  type Range,
  RequestType,
  RequestType0,
  type WorkDoneProgressParams,
  type WorkspaceEdit,
} from 'vscode-languageclient';

/** A document, by the address that the protocol uses for it. */
export interface DocumentParams {
  readonly uri: string;
}

/** What a document is to the server. */
export interface DocumentStatus {
  /** The automata itself, a file that an automata includes, a state alone, or nothing of the format. */
  readonly kind: 'automata' | 'member' | 'state' | 'none';
  /** A few words for the status bar. */
  readonly label: string;
  /** One sentence: which automata the document belongs to, or why nothing is offered. */
  readonly detail: string;
  /** The address of the automata's file, where there is one. */
  readonly automata?: string;
  /** Whether the workspace has any automata. */
  readonly hasAutomata: boolean;
}

/** Asks what a document is; answered for any address, known to the server or not. */
export const statusRequest = new RequestType<DocumentParams, DocumentStatus, void>('atomicState/status');

/** From the server: what {@link statusRequest} answers may have changed, for any document. */
export const statusChanged = new NotificationType<Record<string, never>>('atomicState/statusChanged');

/** From the server: an open `yaml` document has the shape of a state file. */
export const stateFile = new NotificationType<DocumentParams>('atomicState/stateFile');

/** To the server: the person trusts the workspace from now on. */
export const trustGranted = new NotificationType0('atomicState/trustGranted');

/** An automata of the workspace. */
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
  /** The file that was asked about belongs to its project. */
  readonly isHere: boolean;
}

/** Asks for all automata; those around a cursor come first. */
export const automataRequest = new RequestType<
  { readonly uri?: string; readonly position?: Position },
  readonly ListedAutomata[],
  void
>('atomicState/automata');

/** A file that is to be made; the path is relative to a folder, with `/`. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** Asks what a new project may begin with. */
export const scaffoldsRequest = new RequestType0<
  readonly { readonly label: string; readonly detail: string }[],
  void
>('atomicState/scaffolds');

/** Asks for the main file of a new project, with the first place to fill in; null for a scaffold that is not known. */
export const newProjectRequest = new RequestType<
  { readonly scaffold: string; readonly name: string },
  (NewFile & { readonly selection: Range }) | null,
  void
>('atomicState/newProject');

/** Asks what has to be changed for a new state, or why there can be none of this name. */
export const newStateRequest = new RequestType<
  { readonly uri: string; readonly path: readonly string[]; readonly name: string; readonly near?: string },
  | { readonly refused: string }
  | {
      readonly edit: WorkspaceEdit;
      readonly uri: string;
      readonly selection: Range;
      readonly isNewFile: boolean;
    },
  void
>('atomicState/newState');

/** A project as JSON, or what stands in the way; and the errors that are found in it. */
export interface Exported {
  readonly text?: string;
  readonly obstacles: readonly {
    readonly uri: string;
    readonly range: Range;
    readonly message: string;
    readonly file: string;
  }[];
  readonly errors: number;
  readonly errorFiles: number;
}

/** Asks for the project of a main file as one JSON text. */
export const exportRequest = new RequestType<DocumentParams, Exported, void>('atomicState/export');

/** The files of a project, the main file first, or what stands in the way. */
export interface Imported {
  readonly files: readonly NewFile[];
  readonly states: number;
  readonly obstacles: readonly { readonly range: Range; readonly message: string }[];
}

/** Asks for the files of a project made of one JSON text. */
export const importRequest = new RequestType<{ readonly text: string }, Imported, void>('atomicState/import');

/** What was found in all state files. */
export interface Checked {
  readonly error: number;
  readonly warning: number;
  readonly information: number;
  readonly files: number;
  readonly filesWithFindings: number;
}

/** Has all state files looked at anew and checked; null if that was broken off. */
export const checkRequest = new RequestType<WorkDoneProgressParams, Checked | null, void>(
  'atomicState/checkWorkspace',
);

/** What the server tells of itself for a report: numbers only. */
export interface ServerCounts {
  readonly node?: string;
  readonly folders: number;
  readonly projects: number;
  readonly files: number;
  readonly states: number;
  readonly openDocuments: number;
}

export const serverReportRequest = new RequestType0<ServerCounts, void>('atomicState/report');

/** A place that the server wants to know of, and the folder that it must not leave. */
export interface PlaceParams extends DocumentParams {
  readonly boundary: string;
  /** In bytes; of larger files the text is not told. */
  readonly maxFileSize: number;
}

/** What is at a place; names for files and folders in it. `beyond`: nothing can be said of it. */
export type Seen =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly why: 'not-text' | 'too-large' | 'unread' }
  | { readonly kind: 'folder'; readonly files: readonly string[]; readonly folders: readonly string[] }
  | { readonly kind: 'missing' | 'outside' | 'beyond' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** From the server: what is there? The text of a file is told if `text` says so. */
export const lookRequest = new RequestType<PlaceParams & { readonly text: boolean }, Seen, void>(
  'atomicState/world/look',
);

/** From the server: the exact text of a file; null where it has none. */
export const readRequest = new RequestType<PlaceParams, string | null, void>('atomicState/world/read');

/** From the server: which files below a folder may be state files by their name? */
export const findRequest = new RequestType<
  DocumentParams & { readonly leftOut: readonly string[]; readonly limit: number },
  readonly string[],
  void
>('atomicState/world/find');
