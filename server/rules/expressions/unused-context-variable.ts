import { isContextRead } from '../../project/reads';
import type { Rule } from '../rule';

/** A context variable that nothing reads. */
export const unusedContextVariable: Rule = {
  code: 'unused-context-variable',
  severity: 'hint',
  chapter: 'Expressions',
  title: 'A context variable is never read',
  doc: 'No expression of the automata reads the variable, so what is stored in it is lost. Either something still has to be written, or it can go. An expression that uses `context` as a whole (`context[name]`, `JSON.stringify(context)`) counts as reading all of it.',
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    render:\n      text: Hello",
    right:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    render:\n      text: '{{context.score}}'",
  },
  tag: 'unnecessary',
  check({ project, scopes, unit }, report) {
    for (const { scope } of scopes) {
      for (const { name } of scope.context) {
        if (!isContextRead(project, name.text)) report(name, `Nothing reads \`context.${name.text}\`.`);
      }
      for (const { context } of scope.outputs) {
        if (context === undefined || context.text === '' || context.text.includes('.')) continue;
        // Said once: of the declaration, or of the first assignment.
        if (project.table.has('declaration', context.text)) continue;
        const [first] = project.inOrder('assignment', context.text);
        if (first?.unit !== unit || first.name.start !== context.start) continue;
        if (!isContextRead(project, context.text))
          report(context, `Nothing reads \`context.${context.text}\`.`);
      }
    }
  },
};
