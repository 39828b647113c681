import { isContextRead, isContextTested } from '../../project/names/reads';
import { contextNames } from '../../project/names/resolve';
import type { Project } from '../../project/project';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { meantDeclarations } from './undeclared-context-variable';
import { hasUnknownNearName } from './unknown-context-variable';

/** A context variable that nothing reads. */
export const unusedContextVariable: Rule = {
  code: 'unused-context-variable',
  severity: 'hint',
  title: 'Context variable is never read',
  doc: 'No expression of the automata reads the variable, and no scenario expects a value of it. Use it, or remove it. An expression that uses `context` as a whole (`context[name]`, `JSON.stringify(context)`) reads all variables.',
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    render:\n      text: Hello",
    right:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    render:\n      text: '{{context.score}}'",
  },
  tag: 'unnecessary',
  *check({ project, scopes, unit }, report) {
    for (const entry of scopes) {
      const { scope } = entry;
      for (const { name } of scope.context) {
        yield;
        if (!isUsed(project, name.text)) report(name, msg`Context variable \`${name.text}\` is never read.`);
      }
      for (const { context } of scope.outputs) {
        yield;
        if (context === undefined || context.text === '' || context.text.includes('.')) continue;
        // Reported once: at the declaration, or at the first assignment.
        if (project.table.has('declaration', context.text)) continue;
        const [first] = project.inOrder('assignment', context.text);
        if (first?.unit !== unit || first.name.start !== context.start) continue;
        if (isUsed(project, context.text) || hasUnknownNearName(project, entry, context.text)) continue;
        // `undeclared-context-variable` reports a misspelt declared name.
        if (meantDeclarations(project, entry, context.text).length > 0) continue;
        const near = nearestNames(context.text, contextNames(project, entry));
        const meant = near.filter((name) => isContextRead(project, name));
        report(context, msg`Context variable \`${context.text}\` is never read.${didYouMean(meant)}`, {
          fixes: renameFixes(context, meant),
        });
      }
    }
  },
};

/** Whether an expression reads a variable, or a scenario tests it: the author then wants its value. */
function isUsed(project: Project, name: string): boolean {
  return isContextRead(project, name) || isContextTested(project, name);
}
