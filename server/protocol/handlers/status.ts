import { normalize } from '../../project/paths';
import { ownRequest } from '../own-messages';
import { formatStatus, NO_STATUS, statusOf } from '../status';

export const statusHandler = ownRequest(
  'atomicState/status',
  () => ({ ...formatStatus(NO_STATUS), hasAutomata: false }),
  async ({ workspace, fileLoader, toUri, translations }, { uri }) => {
    await fileLoader.load();
    const status = statusOf(workspace, normalize(uri), (address) => toUri(address));
    const hasAutomata = [...workspace.allProjects].some(({ isAutomata }) => isAutomata);
    return { ...formatStatus(status, translations), hasAutomata };
  },
);
