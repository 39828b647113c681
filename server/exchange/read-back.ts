import { loaderProblems } from '../yaml/loader-problems';
import { parseYaml } from '../yaml/parse';
import type { Notation } from '../yaml/unit';
import { type ExchangeData, isSameData } from './data';
import { readData } from './read-data';

/** What a text is meant to be when it is read again. */
export interface IntendedData {
  readonly notation: Notation;
  readonly data: ExchangeData;
}

/** The data of a text without tags; undefined if a reader of the format does not load it. */
export function plainDataOf(text: string, notation: Notation): ExchangeData | undefined {
  let isBroken = false;
  const fail = () => {
    isBroken = true;
    return undefined;
  };
  const data = readData(text, notation, fail, fail);
  return isBroken ? undefined : data;
}

/** Whether every reader of a text finds this data in it. */
export function isReadAs(text: string, { notation, data }: IntendedData): boolean {
  const found = plainDataOf(text, notation);
  if (found === undefined || !isSameData(found, data)) return false;
  return notation === 'json' || loaderProblems(text, parseYaml(text).root).length === 0;
}
