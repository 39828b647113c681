import { RESERVED_NAMES } from '../../format/names';
import { isContextCertainlyRead, isContextTested } from '../../project/names/reads';
import { contextVariable, declaredNames } from '../../project/names/resolve';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { declareContext } from '../declare';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { hasUnknownNearName } from './unknown-context-variable';

/** A context variable that states assign and no automata declares. */
export const undeclaredContextVariable: Rule = {
  code: 'undeclared-context-variable',
  severity: 'hint',
  title: 'Context variable is assigned but not declared',
  doc: 'The documentation asks for a declaration in the `context` of the automata; agents run without one, but the variable is `undefined` until a state assigns it. A declaration gives it an initial value and makes it easy to find. A variable that is assigned once, is never read, and has a name near a declared one is a warning.',
  example: {
    wrong:
      "type: automata\ninitial: home\nstates:\n  home:\n    outputs:\n      context.score: '{{1}}'\n    render:\n      text: '{{context.score}}'",
    right:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    outputs:\n      context.score: '{{1}}'\n    render:\n      text: '{{context.score}}'",
  },
  excludeFromFixAll: true,
  *check(subject, report) {
    const { project } = subject;
    for (const entry of subject.scopes) {
      for (const { context } of entry.scope.outputs) {
        yield;
        if (context === undefined || context.text === '' || context.text.includes('.')) continue;
        // `reserved-name` reports such a name.
        if (RESERVED_NAMES.has(context.text)) continue;
        // Another automata declares a variable of this name; which of the two is meant cannot be decided.
        if (project.table.has('declaration', context.text)) continue;
        const { assignments, complete } = contextVariable(project, entry, context.text);
        const [first] = assignments;
        if (!complete || first?.unit !== subject.unit || first.name.start !== context.start) continue;
        const meant = meantDeclarations(project, entry, context.text);
        // `unused-context-variable` reports other variables that are never read.
        if (meant.length === 0 && !isContextCertainlyRead(project, context.text)) continue;
        const fix = declareContext(subject, entry, context.text);
        const message = msg`\`context.${context.text}\` is assigned but not declared in \`context\`.`;
        report(context, msg`${message}${didYouMean(meant)}`, {
          severity: meant.length > 0 ? 'warning' : 'hint',
          fixes: [
            ...renameFixes(context, meant),
            ...(fix ? [{ ...fix, preferred: meant.length === 0 }] : []),
          ],
        });
      }
    }
  },
};

/**
 * The declared variables that an undeclared one misspells: their names are near, and the one assignment is all that
 * there is of it. A name that is also read is used consistently.
 */
export function meantDeclarations(project: Project, entry: ScopeEntry, name: string): readonly string[] {
  const near = nearestNames(name, declaredNames(project, entry)).filter((one) => !isNumbered(one, name));
  if (near.length === 0 || contextVariable(project, entry, name).assignments.length > 1) return [];
  if (isContextCertainlyRead(project, name) !== false || isContextTested(project, name)) return [];
  return hasUnknownNearName(project, entry, name) ? [] : near;
}

/** Whether two names differ only in their numbers: `level_1` and `level_2` are different variables. */
function isNumbered(one: string, other: string): boolean {
  return one.replace(/\d+/g, '0') === other.replace(/\d+/g, '0');
}
