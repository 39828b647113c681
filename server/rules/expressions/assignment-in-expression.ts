import { isVisible, localsNamed } from '../../project/names/scope';
import { msg, type TextOrMessage } from '../../text/message';
import type { Rule, Subject } from '../rule';
import { testedAssignments } from './tested-assignments';
import { chainRange, type EvaluatedUse, evaluatedUses } from './uses';

/** An expression that changes a variable of the format. */
export const assignmentInExpression: Rule = {
  code: 'assignment-in-expression',
  severity: 'hint',
  title: 'Expression assigns to a variable',
  doc: "Expressions compute values; it is hard to predict when an assignment inside one takes effect, and variables of a state do not outlive its run. Assign context variables with a key of `outputs`: `context.score: '{{context.score + 1}}'`. To compare, write `===`. Local variables of a function inside the expression may be assigned.",
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    outputs:\n      last: '{{context.score = 1}}'",
    right:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    outputs:\n      context.score: '{{1}}'",
  },
  check(subject, report) {
    for (const one of evaluatedUses(subject)) {
      const name = assignedVariable(subject, one);
      if (name === undefined || testedAssignments(subject).has(one.use.start)) continue;
      report(
        chainRange(subject.unit, one.use, one.use.members.at(-1)),
        msg`This expression assigns to \`${name}\`.${adviceOn(one, name)}`,
      );
    }
  },
};

/** The variable of the format that a use changes; undefined if it changes none. */
export function assignedVariable(subject: Subject, one: EvaluatedUse): string | undefined {
  const { use } = one;
  if (use.access === 'read' || !isOfFormat(subject, one)) return undefined;
  const isMap = use.name === 'context' || use.name === 'payload';
  const members = isMap ? use.members.slice(0, 1).map((member) => member.name) : [];
  return [use.name, ...members].join('.');
}

function adviceOn({ use, place, entry }: EvaluatedUse, name: string): TextOrMessage {
  if (place.phase === 'transition' && use.access === 'write') return msg(' To compare, write `===`.');
  const key =
    place.phase === 'output' ? entry.scope.outputs.find(({ index }) => index === place.index) : undefined;
  if (key?.name.text === name) return msg` The key \`${name}\` already assigns it: write only the new value.`;
  return name.startsWith('context.') ? msg` Assign it with the key \`${name}\` of \`outputs\` instead.` : '';
}

function isOfFormat({ project }: Subject, { use, place, entry }: EvaluatedUse): boolean {
  if (use.name === 'context') return true;
  if (use.name === 'payload') return place.phase === 'transition' && use.members.length > 0;
  // `used-before-defined` reports a variable that is defined later and is not only assigned.
  const isWritten = use.access === 'write' && use.members.length === 0;
  return localsNamed(project, entry.path, use.name).some((local) => isWritten || isVisible(local, place));
}
