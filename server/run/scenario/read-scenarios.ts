import { DataOrigins } from '../../exchange/origins';
import { readData } from '../../exchange/read-data';
import type { Address } from '../../project/files/paths';
import { type Message, msg } from '../../text/message';
import { DEFAULT_LIMITS } from '../../yaml/read/problem';
import type { SourceRange } from '../conversation/events';
import { type ScenarioFile, scenariosOf } from './scenario';

/** The scenarios of a text, and its problems. */
export function readScenarios(text: string, address: Address, limits = DEFAULT_LIMITS): ScenarioFile {
  const origins = new DataOrigins();
  const problems: { message: Message; place: SourceRange }[] = [];
  const data = readData(
    text,
    'yaml',
    (node, tag, tell) => {
      tell(node, msg`\`${tag}\` is not supported in scenario files.`);
      return undefined;
    },
    ({ start, end }, message) => problems.push({ message, place: { address, start, end } }),
    { recorder: { origins, address, text }, limits },
  );
  if (problems.length > 0)
    return {
      automata: undefined,
      seed: 1,
      scenarios: [],
      promises: [],
      hasPromises: /^promises\s*:/m.test(text),
      problems,
    };
  return scenariosOf(data, origins);
}
