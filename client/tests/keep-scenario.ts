import { freeScenarioUri, writeScenario } from '../new-scenario';
import type { FoundScenario } from './faults';

/** Writes the scenario of a finding to a new file next to the main file, and opens it. */
export async function keepScenario({ main, code, text }: FoundScenario): Promise<void> {
  const uri = await freeScenarioUri(main, code);
  if (uri !== undefined) await writeScenario(uri, text);
}
