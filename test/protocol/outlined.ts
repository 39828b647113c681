import { automata, MAIN } from '../../bench/automata';
import { outlineOf } from '../../server/features/document-symbols';
import { Outlines } from '../../server/protocol/outlines';
import { addressOf, workspaceOf } from '../support/workspace';

/** An automata of 500 states, and its outline in the protocol. */
export function outlinedAutomata() {
  const { files } = automata(500);
  const workspace = workspaceOf(
    [...files].map(([path, text]) => ({ path, text })),
    [MAIN],
  );
  const address = addressOf(MAIN);
  const outlines = new Outlines();
  const document = () => {
    const known = workspace.document(address);
    if (known === undefined) throw new Error('There is no document.');
    return known;
  };
  const symbols = () => {
    const outline = outlineOf(workspace, address);
    if (outline === undefined) throw new Error('There is no outline.');
    return outlines.symbols(document(), outline);
  };
  /** The start of the state `judge_1`. */
  const stateStart = document().text.indexOf('\n  judge_1:') + 1;
  const edit = (from: number, to: number, text: string) =>
    workspace.editFile(address, (before) => before.edit(from, to, text));
  return { workspace, address, document, symbols, stateStart, edit };
}
