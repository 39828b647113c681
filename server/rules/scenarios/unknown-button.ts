import type { ScenarioName } from '../../facts/scenario';
import { buttonsOf, mayBeWrittenDifferently, possibleStates } from '../../project/flow/possible-states';
import type { Project } from '../../project/project';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { formatStates, scenarioNamesOf } from './names';

/** A button in a scenario that no possible state of the conversation has. */
export const unknownButton: Rule = {
  code: 'unknown-button',
  severity: 'warning',
  title: 'Button of a scenario does not exist',
  doc: 'The step fails. This is reported only if the state of the conversation is known and all of its buttons have literal contents. `click` expects the whole content of the button.',
  check(subject, report) {
    const { project } = subject;
    for (const name of scenarioNamesOf(subject, 'button')) {
      if (mayBeWrittenDifferently(name.text)) continue;
      const states = statesAt(project, name);
      const buttons = states?.map((state) => buttonsOf(project, state));
      if (states === undefined || states.length === 0 || !buttons?.every((list) => list !== undefined))
        continue;
      const contents = buttons.flatMap((list) => list.map(({ content }) => content));
      // Expectations are compared without spaces at both ends.
      const isKnown = contents.some((one) => one === undefined || one.trim() === name.text.trim());
      if (isKnown) continue;
      const near = nearestNames(
        name.text,
        contents.flatMap((one) => one ?? []),
      );
      report(
        name,
        msg`Button \`${name.text}\` does not exist in ${formatStates(states)}.${didYouMean(near)}`,
        {
          fixes: renameFixes(name, near.filter(isPlain)),
        },
      );
    }
  },
};

/** The states in which a click can happen, or that an expectation can meet. */
function statesAt(project: Project, { run, step, isExpected }: ScenarioName) {
  return possibleStates(project, run)[isExpected ? step + 1 : step]?.states;
}

/** Whether a text means the same in every kind of quotes. */
function isPlain(text: string): boolean {
  return /^[\p{L}][\p{L}\p{N} !?.-]*$/u.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
}
