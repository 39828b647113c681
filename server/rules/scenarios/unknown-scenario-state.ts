import { parseTarget, stateLabel } from '../../format/target-path';
import { namedChildren, resolveTarget } from '../../project/names/resolve';
import { ROOT_PATH } from '../../project/names/scope-path';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { scenarioNamesOf } from './names';

/** A state in a scenario that does not exist. */
export const unknownScenarioState: Rule = {
  code: 'unknown-scenario-state',
  severity: 'error',
  title: 'State of a scenario does not exist',
  doc: 'The scenario fails. Write a state of a nested automata with its path from the root: `lesson.intro`.',
  check(subject, report) {
    const { project } = subject;
    const [root] = project.scopes(ROOT_PATH);
    if (root === undefined) return;
    for (const name of scenarioNamesOf(subject, 'state')) {
      const { path, target } = name;
      if (path === undefined || target === undefined) continue;
      const found = resolveTarget(project, { ...root, path: ROOT_PATH }, target);
      if (found.kind !== 'missing') continue;
      // Only the first missing name of a path is reported.
      if (parseTarget(path.upTo).names.length - 1 !== found.container.length) continue;
      const near = nearestNames(path.text, namedChildren(project, 'child', found.container).names);
      const where =
        found.container.length === 0 ? msg('this automata') : `\`${stateLabel(found.container)}\``;
      report(name, msg`State \`${path.text}\` does not exist in ${where}.${didYouMean(near)}`, {
        fixes: renameFixes(name, near),
      });
    }
  },
};
