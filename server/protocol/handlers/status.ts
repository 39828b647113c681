import { normalize } from '../../project/paths';
import { answerOwn } from '../own-messages';
import { NO_STATUS, statusOf } from '../status';
import type { Handler } from './handler';

export const statusHandler: Handler = {
  register(services) {
    const { workspace, loader } = services;
    answerOwn(
      services,
      'atomicState/status',
      () => ({ ...NO_STATUS, hasAutomata: false }),
      async ({ uri }) => {
        await loader.load();
        const status = statusOf(workspace, normalize(uri), (address) => services.toUri(address));
        const hasAutomata = [...workspace.allProjects].some(({ isAutomata }) => isAutomata);
        const label = services.translate?.(status.label) ?? status.label;
        return { ...status, label, hasAutomata };
      },
    );
  },
};
