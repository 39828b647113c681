import * as lsp from 'vscode-languageserver';
import { debugValueAt, debugValuesIn } from '../../features/debug-values';
import { normalize } from '../../project/files/paths';
import { toRange } from '../convert';
import { ownRequest } from '../own-messages';
import { type Handler, request, resolvePosition } from './handler';

/** The expressions that an editor evaluates while a conversation is paused: under the mouse, and inline in the text. */
export const DEBUG_VALUES: readonly Handler[] = [
  request(lsp.InlineValueRequest.type, [], ({ workspace }, { textDocument, range, context }) => {
    const address = normalize(textDocument.uri);
    const document = workspace.document(address);
    if (document === undefined) return [];
    const shown = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    const stoppedAt = document.offsetAt(context.stoppedLocation.start);
    return debugValuesIn(workspace, address, shown, stoppedAt).map((value) => ({
      range: toRange(document, value.range),
      expression: value.expression,
    }));
  }),
  ownRequest(
    'atomicState/evaluatable',
    () => null,
    (services, params) => {
      const position = resolvePosition(services, params);
      const found = position && debugValueAt(services.workspace, position.address, position.offset);
      return found ? { range: toRange(position.document, found.range), expression: found.expression } : null;
    },
  ),
];
