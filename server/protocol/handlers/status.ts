import * as lsp from 'vscode-languageserver';
import { normalize } from '../../project/paths';
import { guard } from '../guard';
import { NO_STATUS, type Status, statusOf, type WithAutomata } from '../status';
import type { Handler } from './handler';

const STATUS_REQUEST = new lsp.RequestType<{ uri: string }, Status & WithAutomata, void>(
  'atomicState/status',
);

export const statusHandler: Handler = {
  register(services) {
    const { connection, workspace, loader } = services;
    connection.onRequest(
      STATUS_REQUEST,
      guard(services, 'status', { ...NO_STATUS, hasAutomata: false }, async ({ uri }: { uri: string }) => {
        await loader.load();
        const status = statusOf(workspace, normalize(uri), (address) => services.toUri(address));
        const hasAutomata = [...workspace.allProjects].some(({ isAutomata }) => isAutomata);
        const label = services.translate?.(status.label) ?? status.label;
        return { ...status, label, hasAutomata };
      }),
    );
  },
};
