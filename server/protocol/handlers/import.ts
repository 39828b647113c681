import * as lsp from 'vscode-languageserver';
import { type ImportedFile, importAutomata } from '../../exchange/import';
import { openDocument } from '../../format/shape';
import { toRange } from '../convert';
import { guard } from '../guard';
import type { Handler } from './handler';

interface Params {
  readonly text: string;
}

interface Answer {
  /** The main file first, relative to the folder of the project. Empty where something stands in the way. */
  readonly files: readonly ImportedFile[];
  readonly states: number;
  readonly obstacles: readonly { readonly range: lsp.Range; readonly message: string }[];
}

const IMPORT_REQUEST = new lsp.RequestType<Params, Answer, void>('atomicState/import');
const START = { line: 0, character: 0 };

/** The files of a project made of one JSON text. Nothing is written here. */
export const importHandler: Handler = {
  register(services) {
    const { connection } = services;
    const failed = {
      range: { start: START, end: START },
      message: 'The import failed. The output says why.',
    };
    connection.onRequest(
      IMPORT_REQUEST,
      guard<Params, Answer>(services, 'import', { files: [], states: 0, obstacles: [failed] }, ({ text }) => {
        const plain = text.replace(/^\ufeff/, '');
        const result = importAutomata(plain, 'json');
        if ('files' in result) {
          const states = result.files.filter(({ path }) => path.startsWith('state/')).length;
          return { files: result.files, states, obstacles: [] };
        }
        const document = openDocument(plain, 'json');
        const obstacles = result.obstacles.map(({ start, end, message }) => ({
          range: toRange(document, { start, end }),
          message,
        }));
        return { files: [], states: 0, obstacles };
      }),
    );
  },
};
