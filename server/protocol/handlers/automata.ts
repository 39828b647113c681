import { type Automata, automataList } from '../../features/automata-list';
import { lastSegmentOf, normalize, shortName } from '../../project/paths';
import type { ListedAutomata } from '../messages';
import { ownRequest } from '../own-messages';
import type { Services } from './handler';

/** All automata of the workspace, those that contain the cursor first. */
export const automataHandler = ownRequest(
  'atomicState/automata',
  () => [],
  async (services, { uri, position }) => {
    const { workspace, fileLoader } = services;
    await fileLoader.load();
    const address = uri === undefined ? undefined : normalize(uri);
    const document = address === undefined ? undefined : workspace.document(address);
    const offset = position && document?.offsetAt(position);
    const cursor = address && { address, ...(offset !== undefined && { offset }) };
    // The first call may request folders that are not known yet.
    automataList(workspace, cursor || undefined);
    await fileLoader.load();
    return automataList(workspace, cursor || undefined).map((one) => listed(services, one));
  },
);

function listed({ workspace, toUri }: Services, { main, ...rest }: Automata): ListedAutomata {
  const file = shortName(main, workspace.boundaryOf(main));
  return { uri: toUri(main), name: lastSegmentOf(main), file, ...rest };
}
