import * as lsp from 'vscode-languageserver';
import { expectationAt } from '../features/expectation-at';
import { type Address, normalize } from '../project/files/paths';
import { canResolveEdits, isRequested, toWorkspaceEdit } from './edits';
import type { Services } from './handlers/handler';
import { loadProgram } from './run-host';

/** The action that updates an expectation to the actual result. The scenario is run when the action is selected. */

const KIND = lsp.CodeActionKind.RefactorRewrite;

interface ExpectationData {
  readonly updateExpectation: { readonly uri: string; readonly position: lsp.Position };
}

export function expectationActions(
  services: Services,
  address: Address,
  { textDocument: { uri }, range, context: { only, triggerKind } }: lsp.CodeActionParams,
): lsp.CodeAction[] {
  const { workspace, isTrusted } = services;
  const isAutomatic = only === undefined && triggerKind === lsp.CodeActionTriggerKind.Automatic;
  const document = workspace.document(address);
  if (!isTrusted || !canResolveEdits(services) || isAutomatic || !isRequested(KIND, only)) return [];
  if (document === undefined) return [];
  if (expectationAt(workspace, address, document.offsetAt(range.start)) === undefined) return [];
  const data: ExpectationData = { updateExpectation: { uri, position: range.start } };
  return [{ title: 'Update expectation', kind: KIND, data }];
}

/** Runs the scenario of an action, and adds the edit; undefined for other actions. */
export async function resolveExpectation(
  services: Services,
  action: lsp.CodeAction,
): Promise<lsp.CodeAction | undefined> {
  const request = (action.data as Partial<ExpectationData> | undefined)?.updateExpectation;
  if (request === undefined) return undefined;
  const { workspace, isTrusted, loadInterpreter } = services;
  const address = normalize(request.uri);
  const document = workspace.document(address);
  const at = document && expectationAt(workspace, address, document.offsetAt(request.position));
  if (document === undefined || at === undefined || !isTrusted) return action;
  const { automata: main, scenario, step } = at;
  const exported = await loadProgram(services, main);
  if (!('text' in exported)) return action;
  const { text } = document;
  const { updateExpectation } = await loadInterpreter();
  const { text: automata, catalog } = exported;
  const edits = await updateExpectation({ automata, catalog, text, scenario, step });
  if (workspace.document(address) !== document) return action;
  const changes = edits.map(({ start, end, text: added }) => ({ range: { start, end }, text: added }));
  return { ...action, edit: toWorkspaceEdit(services, [{ address, document, edits: changes }]) };
}
