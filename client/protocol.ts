/**
 * What client and server say to each other beyond the Language Server Protocol. The server's side of the
 * same messages is described in its own protocol layer; the two share names only.
 */

import { NotificationType, NotificationType0, RequestType } from 'vscode-languageclient';

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
}

/** Asks what a document is; answered for any address, known to the server or not. */
export const statusRequest = new RequestType<DocumentParams, DocumentStatus, void>('atomicState/status');

/** From the server: what {@link statusRequest} answers may have changed, for any document. */
export const statusChanged = new NotificationType<Record<string, never>>('atomicState/statusChanged');

/** From the server: an open `yaml` document has the shape of a state file. */
export const stateFile = new NotificationType<DocumentParams>('atomicState/stateFile');

/** To the server: the person trusts the workspace from now on. */
export const trustGranted = new NotificationType0('atomicState/trustGranted');
