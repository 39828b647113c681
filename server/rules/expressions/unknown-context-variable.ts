import { engine } from '../../engine/engine';
import { isMisassigned } from '../../project/flow/misassigned';
import { allNames, contextNames, contextVariable } from '../../project/names/resolve';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { declareContext } from '../declare';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { evaluatedUses } from './uses';

/** A context variable that is neither declared nor assigned. */
export const unknownContextVariable: Rule = {
  code: 'unknown-context-variable',
  severity: 'warning',
  title: 'Context variable is not defined',
  doc: 'A variable that is neither declared nor assigned is always `undefined`. Declare it with an initial value in the `context` of the automata, or assign it in the `outputs` of a state: `context.name: ...`.',
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  reply: ''\nstates:\n  home:\n    render:\n      text: '{{context.repyl}}'",
    right:
      "type: automata\ninitial: home\ncontext:\n  reply: ''\nstates:\n  home:\n    render:\n      text: '{{context.reply}}'",
  },
  *check(subject, report) {
    const { project } = subject;
    for (const { use, entry } of evaluatedUses(subject)) {
      yield;
      const member = use.members[0];
      if (use.name !== 'context' || member === undefined || use.guarded || use.access === 'write') continue;
      if (!isUnknownContext(project, entry, member.name)) continue;
      const near = nearestNames(member.name, contextNames(project, entry));
      const message = msg`Context variable \`${member.name}\` is not defined.${didYouMean(near)}`;
      const declaration = declareContext(subject, entry, member.name);
      // In `{ repyl } = context`, the name also names a variable of the expression.
      const corrections = member.shorthand ? [] : renameFixes(member, near);
      report(member, message, { fixes: [...corrections, ...(declaration ? [declaration] : [])] });
    }
  },
};

/** Whether a context variable is certainly neither declared nor assigned. */
export function isUnknownContext(project: Project, entry: ScopeEntry, name: string): boolean {
  if (name in Object.prototype) return false; // `context.hasOwnProperty('x')`
  const known = contextVariable(project, entry, name);
  if (!known.complete || known.isKnown) return false;
  // The misspelt output that was meant to set it is reported instead.
  if (isMisassigned(project, name)) return false;
  return !isWritten(project, name);
}

/** An assignment inside an expression also creates the variable. */
const isWritten = engine.query('is written in expressions', (project: Project, name: string) =>
  project.table.get('contextUse', name).some(({ use }) => use.access !== 'read'),
);

/** Whether an unknown variable with a near name is read: one of the two is misspelt, which is reported once. */
export function hasUnknownNearName(project: Project, entry: ScopeEntry, assigned: string): boolean {
  const near = nearestNames(assigned, allNames(project, 'usedContext').names);
  return near.some((name) => isUnknownContext(project, entry, name));
}
