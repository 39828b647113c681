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
    const shown = (text: string) => withoutCode(translate?.(text) ?? text);
    const { label, detail, reason } = status;
    return { ...status, label: shown(label), detail: shown(detail), reason: shown(reason), hasAutomata };
  },
);

/** A status item shows no Markdown: names appear as they are. */
function withoutCode(text: string): string {
  return text.replaceAll('`', '');
}
