import { runnableAutomata, scenarioFiles } from '../../features/scenario-list';
import { connectChangeNotifier } from '../connect-change-notifier';
import { toRange } from '../convert';
import type { ScenarioList } from '../messages';
import { parameterlessRequest } from '../own-messages';
import type { Services } from './handler';

/** The scenarios of all files, open or not, and the automata that can be explored. */
export const scenariosHandler = parameterlessRequest(
  'atomicState/scenarios',
  { files: [], automata: [] },
  async (services) => {
    await services.fileLoader.loadEverything();
    connectChangeNotifier(services);
    return listOf(services);
  },
);

function listOf({ workspace, toUri }: Services): ScenarioList {
  return {
    files: scenarioFiles(workspace).map(({ address, automata, version, scenarios }) => {
      const document = workspace.document(address);
      return {
        uri: toUri(address),
        ...(automata === undefined ? {} : { automata: toUri(automata) }),
        version,
        scenarios: document
          ? scenarios.map(({ id, name, range }) => ({ id, name, range: toRange(document, range) }))
          : [],
      };
    }),
    automata: runnableAutomata(workspace).map(({ main, version }) => ({ uri: toUri(main), version })),
  };
}
