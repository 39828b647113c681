import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './command';

/** Reads the arguments of a command; throws `UsageError` for what it does not take. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // The first sentence says what is wrong; what follows is for programmers.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.split('. ')[0]);
  }
}

/** The value of an option of which only some are taken. */
export function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new UsageError(`--${name} takes ${allowed.join(', ')}, not '${value}'`);
  return found;
}
