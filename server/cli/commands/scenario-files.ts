import { relative } from 'node:path';
import type { Json } from '../../run/conversation/events';
import type { WrittenScenario } from '../../run/scenario/path-scenario';
import { intendedScenarios, scenarioFileText } from '../../run/scenario/text';
import { countUp } from '../../text/group-by';
import { fullPath } from '../paths';
import type { NewFile } from '../write';
import type { ExportedFiles } from './exported';

/** A scenario that a command found. */
export interface WrittenFinding {
  readonly automata: Pick<ExportedFiles, 'main'>;
  /** The first part of the name of its file. */
  readonly kind: string;
  /** What it shows. */
  readonly comment: string;
  readonly scenario: WrittenScenario;
}

/** A file for each scenario, so that each can be removed on its own. Paths of automata are relative to their folder. */
export function foundScenarioFiles(
  found: readonly WrittenFinding[],
  folder: string,
  seed: number,
): readonly NewFile[] {
  const names = new Map<string, number>();
  return found.map(({ automata, kind, comment, scenario }) => {
    const main = relative(folder, fullPath(automata.main)).replaceAll('\\', '/');
    const count = countUp(names, kind);
    const data: Json = { ...scenario };
    const file = { automata: main, seed, scenarios: [data] };
    const text = scenarioFileText(file, comment);
    return { path: `${kind}-${count}.scenario.yaml`, text, intended: intendedScenarios(file) };
  });
}
