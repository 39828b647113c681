import * as lsp from 'vscode-languageserver';
import { WHOLE_AUTOMATA } from '../../features/completion/scaffolds';
import { newProject } from '../../features/new-project';
import { openDocument } from '../../format/shape';
import { toRange } from '../convert';
import { guard } from '../guard';
import type { Handler } from './handler';

interface ListedScaffold {
  readonly label: string;
  readonly detail: string;
}

interface Params {
  /** The label of a scaffold. */
  readonly scaffold: string;
  readonly name: string;
}

interface Answer {
  /** The main file, relative to the folder of the project. */
  readonly path: string;
  readonly text: string;
  /** The first place to fill in. */
  readonly selection: lsp.Range;
}

const SCAFFOLDS_REQUEST = new lsp.RequestType0<readonly ListedScaffold[], void>('atomicState/scaffolds');
const NEW_PROJECT_REQUEST = new lsp.RequestType<Params, Answer | null, void>('atomicState/newProject');

/** What a new project may begin with, and the text of its main file; nothing is written here. */
export const newProjectHandler: Handler = {
  register(services) {
    const { connection } = services;
    const scaffolds = WHOLE_AUTOMATA.map(({ label, detail }) => ({ label, detail }));
    const listed = guard<object, readonly ListedScaffold[]>(services, 'scaffolds', [], () => scaffolds);
    connection.onRequest(SCAFFOLDS_REQUEST, (token) => listed({}, token));
    connection.onRequest(
      NEW_PROJECT_REQUEST,
      guard<Params, Answer | null>(services, 'newProject', null, ({ scaffold, name }) => {
        const made = newProject(scaffold, name);
        if (made === undefined) return null;
        const selection = toRange(openDocument(made.text, 'yaml'), made.toFill);
        return { path: made.path, text: made.text, selection };
      }),
    );
  },
};
