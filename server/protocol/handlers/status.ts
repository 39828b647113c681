import { normalize } from '../../project/paths';
import { ownRequest } from '../own-messages';
import { NO_STATUS, statusOf } from '../status';

export const statusHandler = ownRequest(
  'atomicState/status',
  () => ({ ...NO_STATUS, hasAutomata: false }),
  async ({ workspace, loader, toUri, translate }, { uri }) => {
    await loader.load();
    const status = statusOf(workspace, normalize(uri), (address) => toUri(address));
    const hasAutomata = [...workspace.allProjects].some(({ isAutomata }) => isAutomata);
    const inLanguage = (text: string) => translate?.(text) ?? text;
    return { ...status, label: inLanguage(status.label), reason: inLanguage(status.reason), hasAutomata };
  },
);
