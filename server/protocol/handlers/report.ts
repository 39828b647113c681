import * as lsp from 'vscode-languageserver';
import { childrenOf } from '../../project/resolve';
import { guard } from '../guard';
import type { Handler } from './handler';

/** What a report of a bug tells of the server and its work: numbers, and nothing of what is in the files. */
interface Answer {
  /** The version of Node that the server runs in, where it does. */
  readonly node?: string;
  readonly folders: number;
  readonly projects: number;
  readonly files: number;
  readonly states: number;
  readonly openDocuments: number;
}

const NOTHING: Answer = { folders: 0, projects: 0, files: 0, states: 0, openDocuments: 0 };
const REPORT_REQUEST = new lsp.RequestType0<Answer, void>('atomicState/report');

export const reportHandler: Handler = {
  register(services) {
    const { connection, workspace, loader, findings } = services;
    const answer = guard<object, Answer>(services, 'report', NOTHING, async () => {
      await loader.load();
      const projects = [...workspace.allProjects].filter(({ isAutomata }) => isAutomata);
      const node = typeof process === 'undefined' ? undefined : process.versions?.node;
      return {
        ...(node !== undefined && { node }),
        folders: workspace.folders.length,
        projects: projects.length,
        files: findings.addresses().length,
        states: projects.reduce((sum, project) => sum + childrenOf(project, []).length, 0),
        openDocuments: [...workspace.openFiles].length,
      };
    });
    connection.onRequest(REPORT_REQUEST, (token) => answer({}, token));
  },
};
