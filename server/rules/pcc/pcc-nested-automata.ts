import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { keyRange } from '../shape/descriptions';
import { plainMapAt, reliableSteps } from '../shape/reliable-steps';
import { isInNestedAutomata, isNestedAutomata } from './allowed';

/** An automata among the states of another. */
export const pccNestedAutomata: Rule = {
  code: 'pcc-nested-automata',
  severity: 'warning',
  title: 'Nested automata',
  doc: 'The service accepts an automata wherever a state is allowed, but the schema of `pcc` accepts only atomic states there, without `initial`, `states` and `context`.',
  example: {
    wrong: 'quiz:\n  initial: first\n  states:\n    first:\n      render:\n        text: One',
    right: 'first:\n  render:\n    text: One',
  },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      if (!isNestedAutomata(step) || step.pair === undefined || plainMapAt(step) === undefined) continue;
      if (isInNestedAutomata(subject.unit, step.parent)) continue;
      report(
        keyRange(step.pair),
        msg`\`pcc\` does not support nested automata such as \`${step.pair.name}\`, only atomic states.`,
      );
    }
  },
};
