/**
 * How much of long suites runs: a part in `npm test`, more in `npm run test:all` and in CI (if `CI` is set), and any number
 * of draws with `ATOMIC_STATE_RUNS`, for example `ATOMIC_STATE_RUNS=10000 npx vitest run test/yaml`.
 */
const { ATOMIC_STATE_RUNS: wanted, CI } = process.env;
const isInCi = CI !== undefined;

/** Whether everything is tested instead of a sample. */
export const IS_EXHAUSTIVE = wanted !== undefined;
/** Whether long suites run in full: in CI, or if everything is tested. */
export const IS_COMPLETE = isInCi || IS_EXHAUSTIVE;

/** The number of draws of a random suite. */
export function draws(usual: number, inCi: number): number {
  return Number(wanted ?? (isInCi ? inCi : usual));
}

/** The step between tested items: 1 tests all of them. */
export function stepOf(usual: number, inCi: number): number {
  return IS_EXHAUSTIVE ? 1 : isInCi ? inCi : usual;
}

/** Every `step`th item; in CI every `inCi`th one. */
export function sample<T>(items: readonly T[], step: number, inCi = 1): readonly T[] {
  return items.filter((_, index) => index % stepOf(step, inCi) === 0);
}
