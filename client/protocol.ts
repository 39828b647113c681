/** Messages in addition to the Language Server Protocol, from the client's point of view. */

import { NotificationType, NotificationType0, RequestType, RequestType0 } from 'vscode-languageclient';
import type {
  ClientNotifications,
  ClientRequests,
  OwnNotifications,
  OwnParameterlessRequests,
  OwnRequests,
} from '../server/protocol/messages';

type Requests = OwnRequests & ClientRequests;

function request<M extends keyof Requests>(method: M) {
  return new RequestType<Requests[M]['params'], Requests[M]['answer'], void>(method);
}

function question<M extends keyof OwnParameterlessRequests>(method: M) {
  return new RequestType0<OwnParameterlessRequests[M], void>(method);
}

type Notifications = OwnNotifications & ClientNotifications;

function notification<M extends keyof Notifications>(method: M) {
  return new NotificationType<Notifications[M]>(method);
}

export const stopForTest = request('atomicState/stopForTest');
export const statusRequest = request('atomicState/status');
export const automataRequest = request('atomicState/automata');
export const scaffoldsRequest = question('atomicState/scaffolds');
export const newProjectRequest = request('atomicState/newProject');
export const newStateRequest = request('atomicState/newState');
export const exportRequest = request('atomicState/export');
export const importRequest = request('atomicState/import');
export const checkRequest = request('atomicState/checkWorkspace');
export const serverReportRequest = question('atomicState/report');
export const stateGraphRequest = request('atomicState/stateGraph');
export const graphEditRequest = request('atomicState/graphEdit');
export const stateTextsRequest = request('atomicState/stateTexts');
export const stateAtRequest = request('atomicState/stateAt');
export const statePreviewRequest = request('atomicState/statePreview');
export const runRequest = request('atomicState/run');
export const runScenarioRequest = request('atomicState/runScenario');
export const traceRequest = request('atomicState/trace');
export const scenariosRequest = question('atomicState/scenarios');
export const runScenariosRequest = request('atomicState/runScenarios');
export const rulePageRequest = request('atomicState/rulePage');
export const exploreRequest = request('atomicState/explore');
export const compareRequest = request('atomicState/compare');
export const evaluatableRequest = request('atomicState/evaluatable');

/** From the server. */
export const statRequest = request('atomicState/files/stat');
export const readRequest = request('atomicState/files/read');
export const findRequest = request('atomicState/files/find');
export const statusChanged = notification('atomicState/statusChanged');
export const stateFile = notification('atomicState/stateFile');
export const stateGraphChanged = notification('atomicState/stateGraphChanged');
export const debugToClient = notification('atomicState/debug/toClient');

/** To the server: the user has trusted the workspace. */
export const trustGranted = new NotificationType0('atomicState/trustGranted');
export const debugToAdapter = notification('atomicState/debug/toAdapter');
export const debugEnd = notification('atomicState/debug/end');
