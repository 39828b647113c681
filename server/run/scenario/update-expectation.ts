import { DataOrigins } from '../../exchange/origins';
import { readData } from '../../exchange/read-data';
import { NO_ADDRESS } from '../../project/files/paths';
import type { Json } from '../conversation/events';
import { programOf } from '../conversation/program';
import type { SourceValue } from '../conversation/source-value';
import type { KnownModules } from '../conversation/tasks';
import { sourceRangeOf } from '../sandbox/evaluator';
import { jsonMember } from '../sandbox/json';
import type { QuickJs } from '../sandbox/quickjs';
import type { Sandbox } from '../sandbox/sandbox';
import { type ExpectationEdit, editedScenarios, replacementEdit } from './edited-scenarios';
import { mismatches, type Turn, valueNamed } from './expect';
import { expectationOf } from './expectation-text';
import { readScenarios } from './read-scenarios';
import { runScenario } from './run-scenario';
import { jsonOf } from './scenario';

/** An expectation to update. */
export interface ExpectationRequest {
  /** The automata as one JSON text. */
  readonly automata: string;
  readonly catalog: KnownModules;
  /** The text of the scenario file. */
  readonly text: string;
  /** The index of the scenario in its file, and of the step in it. */
  readonly scenario: number;
  readonly step: number;
}

/**
 * Runs a scenario up to an expectation, and returns the edits with which it is met: the actual outputs in place of
 * `{}`, and for each value that differs. Empty if no edits are needed, or if the scenario cannot be run to that
 * point.
 */
export function updateExpectation(
  sandboxes: QuickJs,
  { automata, catalog, text, scenario: index, step }: ExpectationRequest,
): readonly ExpectationEdit[] {
  const origins = new DataOrigins();
  const data = readData(
    automata,
    'json',
    () => undefined,
    () => undefined,
    { recorder: { origins, address: NO_ADDRESS, text: automata } },
  );
  const file = readScenarios(text, NO_ADDRESS);
  const scenario = file.scenarios[index];
  if (data === undefined || scenario === undefined || file.problems.length > 0) return [];
  const wanted = scenario.steps[step];
  if (wanted?.kind !== 'expect') return [];
  const sandbox = sandboxes.sandbox({ seed: file.seed, now: () => performance.now() });
  let edits: readonly ExpectationEdit[] = [];
  try {
    const steps = scenario.steps.slice(0, step + 1);
    runScenario({ ...scenario, steps }, programOf({ data, origins, catalog }), sandbox, {
      ignoresExpectations: true,
      onExpect: (expected, turn) => {
        if (expected === wanted.expected) edits = editsOf(expected, turn, sandbox, text);
      },
    });
  } finally {
    sandbox.dispose();
  }
  return editedScenarios(text, edits, [{ scenario: index, step }]) === undefined ? [] : edits;
}

function editsOf(
  expected: SourceValue,
  turn: Turn,
  sandbox: Sandbox,
  text: string,
): readonly ExpectationEdit[] {
  const edit = (value: SourceValue, actual: Json) => replacementEdit(value, actual, text) ?? [];
  if (expected.isMap && expected.entries().length === 0) return [edit(expected, expectationOf(turn))].flat();
  const unmet = unmetValues(expected, turn, sandbox);
  // The values of an alias are shared with other expectations, so all of them are written in its place.
  if (expected.origin?.alias === undefined || unmet.length === 0)
    return unmet.flatMap(({ value, actual }) => edit(value, actual));
  const whole = { ...(jsonOf(expected.value) as Readonly<Record<string, Json>>) };
  for (const { name, variable, actual } of unmet)
    whole[name] =
      variable === undefined
        ? actual
        : { ...(whole[name] as Readonly<Record<string, Json>>), [variable]: actual };
  return [edit(expected, whole)].flat();
}

/** A value of an expectation that differs. */
interface UnmetValue {
  readonly name: string;
  /** The variable, of the context. */
  readonly variable?: string;
  readonly value: SourceValue;
  readonly actual: Json;
}

function unmetValues(expected: SourceValue, turn: Turn, sandbox: Sandbox): readonly UnmetValue[] {
  const found = mismatches(expected, turn, sandbox).map(({ place }) => place);
  const isMet = (one: SourceValue) => {
    const at = sourceRangeOf(one.origin);
    return (
      at === undefined || !found.some((place) => place && at.start <= place.start && place.end <= at.end)
    );
  };
  return expected.entries().flatMap(([name, value]): UnmetValue[] => {
    const actual = valueNamed(name, turn);
    if (actual === undefined || isMet(value)) return [];
    if (name !== 'context' || !value.isMap) return [{ name, value, actual: actual.value }];
    return value
      .entries()
      .flatMap(([variable, one]) =>
        isMet(one)
          ? []
          : [{ name, variable, value: one, actual: jsonMember(actual.value, variable) ?? null }],
      );
  });
}
