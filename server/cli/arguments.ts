import { type ParseArgsConfig, parseArgs } from 'node:util';
import { RULES } from '../rules';
import { formatMessage } from '../text/message';
import { didYouMean, nearestNames } from '../text/nearest';
import { UsageError } from './command';

/** Reads the arguments of a command; throws `UsageError` for options that it does not have. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  args: readonly string[],
  options: T,
) {
  const config = { args: withNegativeNumbers(args), options, allowPositionals: true } as const;
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) {
      const known = [...Object.keys(options), 'help'].map((one) => `--${one}`);
      throw new UsageError(
        `\`${rawName}\` is not an option of \`${command}\`.${formatMessage(didYouMean(nearestNames(rawName, known)))}`,
      );
    }
    const isMissing = value === undefined || value === '' || (!inlineValue && /^-./.test(value));
    if (option.type === 'string' && isMissing) throw new UsageError(`\`${rawName}\` needs a value.`);
    if (option.type === 'boolean' && value !== undefined)
      throw new UsageError(`\`${rawName}\` does not take a value.`);
  }
  return parseArgs({ ...config, strict: true });
}

/** Arguments in which a negative number is joined to the option before it, as `parseArgs` takes it for an option. */
function withNegativeNumbers(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (/^-\d/.test(arg) && last !== undefined && /^--[^=]+$/.test(last))
      joined.splice(-1, 1, `${last}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

/** The value of an option that has a fixed set of values. */
export function parseChoice<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  const expected =
    formatMessage(didYouMean(nearestNames(value, allowed))) || ` Expected ${quotedList(allowed)}.`;
  throw new UsageError(`\`${value}\` is not a valid value of \`--${name}\`.${expected}`);
}

/** The codes of rules in the value of an option, separated by commas. Throws `UsageError` for others. */
export function parseCodes(value: string | undefined): ReadonlySet<string> | undefined {
  return parseWords(value, RULE_CODES, 'the code of a rule');
}

/**
 * The words in the value of an option, separated by commas. Throws `UsageError` for others than those that are allowed.
 *
 * @param what what an allowed word is, after "is not"
 */
export function parseWords<T extends string>(
  value: string | undefined,
  allowed: readonly T[],
  what: string,
): ReadonlySet<T> | undefined {
  const words = value
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return words && new Set(words.map((word) => requireWord(word, allowed, what)));
}

/** Throws `UsageError` if there is no rule with a code. */
export function requireCode(code: string): void {
  requireWord(code, RULE_CODES, 'the code of a rule');
}

function requireWord<T extends string>(word: string, allowed: readonly T[], what: string): T {
  const found = allowed.find((one) => one === word);
  if (found !== undefined) return found;
  const meant = formatMessage(didYouMean(nearestNames(word, allowed)));
  throw new UsageError(`\`${word}\` is not ${what}.${meant}`);
}

const RULE_CODES: readonly string[] = RULES.map(({ code }) => code);

/** The whole number of an option; undefined if it is not given. */
export function parseInteger(
  name: string,
  written: string | undefined,
  min = Number.NEGATIVE_INFINITY,
): number | undefined {
  if (written === undefined) return undefined;
  const number = Number(written);
  if (Number.isSafeInteger(number) && number >= min) return number;
  throw new UsageError(`\`--${name}\` must be a whole number${min > 0 ? ` of at least ${min}` : ''}.`);
}

/** The percentage of an option; undefined if it is not given. */
export function parsePercentage(name: string, written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const number = Number(written);
  if (/^\d/.test(written) && number <= 100) return number;
  throw new UsageError(`\`--${name}\` must be a number from 0 to 100.`);
}

/** Words as code, separated by commas and "or". */
export function quotedList(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
