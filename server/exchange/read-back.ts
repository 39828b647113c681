import type { Notation } from '../yaml/cut/unit';
import { loaderProblems } from '../yaml/mistakes/loader-problems';
import { parseYaml } from '../yaml/read/parse';
import type { ParseLimits } from '../yaml/read/problem';
import { type ExchangeData, isSameData } from './data';
import { readData } from './read-data';

/** What a text is meant to be when it is read again. */
export interface IntendedData {
  readonly notation: Notation;
  readonly data: ExchangeData;
}

/** No setting limits what is written: its source was within the limits of the settings. */
export const WRITTEN_TEXT_LIMITS: ParseLimits = {
  maxDepth: 10_000,
  maxAliases: Number.POSITIVE_INFINITY,
  maxFileSize: Number.POSITIVE_INFINITY,
};

/** The data of a text without tags; undefined if a reader of the format does not load it. */
export function plainDataOf(text: string, notation: Notation): ExchangeData | undefined {
  let isBroken = false;
  const fail = () => {
    isBroken = true;
    return undefined;
  };
  const data = readData(text, notation, fail, fail, { limits: WRITTEN_TEXT_LIMITS });
  return isBroken ? undefined : data;
}

/** Whether every reader of a text finds this data in it. */
export function isReadAs(text: string, { notation, data }: IntendedData): boolean {
  const found = plainDataOf(text, notation);
  if (found === undefined || !isSameData(found, data)) return false;
  return notation === 'json' || loaderProblems(text, parseYaml(text, WRITTEN_TEXT_LIMITS).root).length === 0;
}
