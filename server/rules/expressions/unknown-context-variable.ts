import { contextNames, contextVariable } from '../../project/resolve';
import { didYouMean, nearest } from '../../text/nearest';
import { renames } from '../fixes';
import type { Rule } from '../rule';

/** A context variable that nothing declares or assigns. */
export const unknownContextVariable: Rule = {
  code: 'unknown-context-variable',
  severity: 'warning',
  chapter: 'Expressions',
  title: 'A context variable is read that nothing declares or assigns',
  doc: 'Such a variable is always undefined. Declare it with a first value in the `context` of the automata, or assign it in the `outputs` of a state: `context.name: ...`.',
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  reply: ''\nstates:\n  home:\n    render:\n      text: '{{context.repyl}}'",
    right:
      "type: automata\ninitial: home\ncontext:\n  reply: ''\nstates:\n  home:\n    render:\n      text: '{{context.reply}}'",
  },
  check({ facts, scopes, project }, report) {
    for (const { node, place, parts } of facts.expressions) {
      const entry = scopes[place.scope];
      if (entry === undefined || place.phase === undefined || !node.closed) continue;
      for (const use of parts.flatMap((part) => (part.closed ? part.uses : []))) {
        const member = use.members[0];
        if (use.name !== 'context' || member === undefined || use.guarded || use.access === 'write') continue;
        if (member.name in Object.prototype) continue; // `context.hasOwnProperty('x')`
        const known = contextVariable(project, entry, member.name);
        if (!known.complete || known.declarations.length + known.assignments.length > 0) continue;
        if (isWritten(project.table.get('contextUse', member.name))) continue;
        const near = nearest(member.name, contextNames(project, entry));
        const message = `Nothing declares or assigns \`context.${member.name}\`.${didYouMean(near)}`;
        // `{ repyl } = context` also says what the variable of the expression is called.
        report(member, message, { fixes: member.shorthand ? [] : renames(member, near) });
      }
    }
  },
};

/** An assignment inside of an expression brings the variable about as well. */
function isWritten(uses: readonly { readonly use: { readonly access: string } }[]): boolean {
  return uses.some(({ use }) => use.access !== 'read');
}
