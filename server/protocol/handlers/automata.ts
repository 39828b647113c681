import * as lsp from 'vscode-languageserver';
import { type Automata, automataList } from '../../features/automata-list';
import { nameOfPath, normalize, shortName } from '../../project/paths';
import { guard } from '../guard';
import type { Handler, Services } from './handler';

/** A cursor in a file, or a file alone; without either, none comes before the others. */
interface Params {
  readonly uri?: string;
  readonly position?: lsp.Position;
}

/** An automata as a client lets a person choose it. */
export interface ListedAutomata {
  /** The main file. */
  readonly uri: string;
  /** Names from the root of the project down. */
  readonly path: readonly string[];
  /** The name of the main file, and its path in the workspace. */
  readonly name: string;
  readonly file: string;
  readonly states: number;
  readonly folder?: string;
  readonly freeName: string;
  readonly isHere: boolean;
}

const AUTOMATA_REQUEST = new lsp.RequestType<Params, readonly ListedAutomata[], void>('atomicState/automata');

/** Every automata of the workspace, those around the cursor first. */
export const automataHandler: Handler = {
  register(services) {
    const { connection, workspace, loader } = services;
    connection.onRequest(
      AUTOMATA_REQUEST,
      guard<Params, readonly ListedAutomata[]>(services, 'automata', [], async ({ uri, position }) => {
        await loader.load();
        const address = uri === undefined ? undefined : normalize(uri);
        const document = address === undefined ? undefined : workspace.document(address);
        const offset = position && document?.offsetAt(position);
        const cursor = address && { address, ...(offset !== undefined && { offset }) };
        // A folder that has not been looked at is looked at now.
        automataList(workspace, cursor || undefined);
        await loader.load();
        return automataList(workspace, cursor || undefined).map((one) => listed(services, one));
      }),
    );
  },
};

function listed({ workspace, toUri }: Services, { main, ...rest }: Automata): ListedAutomata {
  const file = shortName(main, workspace.boundaryOf(main));
  return { uri: toUri(main), name: nameOfPath(main), file, ...rest };
}
