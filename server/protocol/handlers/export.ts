import * as lsp from 'vscode-languageserver';
import { exportAutomata, missingTexts } from '../../exchange/export';
import { type Address, folderOf, normalize, shortName } from '../../project/paths';
import { toRange } from '../convert';
import { guard } from '../guard';
import type { Handler, Services } from './handler';

interface Params {
  /** The main file. */
  readonly uri: string;
}

/** What stands in the way of an export, with the place where it does. */
interface PlacedObstacle {
  readonly uri: string;
  readonly range: lsp.Range;
  readonly message: string;
  /** The file as a person names it. */
  readonly file: string;
}

interface Answer {
  /** Absent where something stands in the way. */
  readonly text?: string;
  readonly obstacles: readonly PlacedObstacle[];
  /** How many errors are found in how many files of the project. */
  readonly errors: number;
  readonly errorFiles: number;
}

const EXPORT_REQUEST = new lsp.RequestType<Params, Answer, void>('atomicState/export');

/** A project as one JSON text for the service, and the errors that are found in it. Nothing is written here. */
export const exportHandler: Handler = {
  register(services) {
    const { connection } = services;
    const failed = { message: 'The export failed. The output says why.', file: '' };
    const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    connection.onRequest(EXPORT_REQUEST, (params: Params, token: lsp.CancellationToken) =>
      guard<Params, Answer>(
        services,
        'export',
        {
          obstacles: [{ uri: params.uri, range: nowhere, ...failed }],
          errors: 0,
          errorFiles: 0,
        },
        ({ uri }) => exported(services, normalize(uri)),
      )(params, token),
    );
  },
};

async function exported(services: Services, main: Address): Promise<Answer> {
  const { workspace, loader } = services;
  await loader.load();
  const wanted = missingTexts(workspace, main);
  const result = exportAutomata(workspace, main, await loader.texts(wanted));
  const found = errorsOf(services, main);
  if ('text' in result) return { text: result.text, obstacles: [], ...found };
  const obstacles = result.obstacles.map(({ address, start, end, message }): PlacedObstacle => {
    const document = workspace.document(address);
    const range = document
      ? toRange(document, { start, end })
      : { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const file = shortName(address, folderOf(main));
    return { uri: services.toUri(address), range, message, file };
  });
  return { obstacles, ...found };
}

function errorsOf({ workspace, findings }: Services, main: Address): { errors: number; errorFiles: number } {
  const project = workspace.projectsOf(main).find(({ root }) => root === main);
  const counts = Array.from(
    project?.members ?? [],
    ({ source }) => findings.ofFile(source.address).filter(({ severity }) => severity === 'error').length,
  ).filter((count) => count > 0);
  return { errors: counts.reduce((sum, count) => sum + count, 0), errorFiles: counts.length };
}
