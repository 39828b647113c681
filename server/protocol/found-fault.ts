import { type Address, folderOf, shortName } from '../project/files/paths';
import type { ExploreFinding } from '../run/explore/explore';
import { formatMessage } from '../text/message';
import type { Services } from './handlers/handler';
import type { Interpreter } from './interpreter';
import type { FaultData } from './messages';
import type { SourceLocations } from './source-locations';

/**
 * A fault with the steps that lead to it, and the text of a scenario file next to the main file.
 *
 * @param seed of random numbers, with which it was found
 */
export function faultData(
  { translations }: Pick<Services, 'translations'>,
  { scenarioOfPath, savedScenarioText }: Interpreter,
  { code, message: found, place, path }: ExploreFinding,
  locations: SourceLocations,
  main: Address,
  seed: number,
): FaultData {
  const location = locations.of(place);
  const message = formatMessage(found, translations);
  const data = { code, message, ...(location && { location }) };
  if (path === undefined) return { ...data, steps: [] };
  const scenario = scenarioOfPath(message, path);
  const steps = scenario.steps.flatMap((step) =>
    Object.entries(step ?? {}).flatMap(([name, value]) =>
      name === 'expect' ? [] : [`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`],
    ),
  );
  const file = { automata: shortName(main, folderOf(main)), seed, scenarios: [{ ...scenario }] };
  const text = savedScenarioText(file, message);
  return { ...data, steps, ...(text === undefined ? {} : { scenario: text }) };
}
