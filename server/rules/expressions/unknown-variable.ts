import type { NameUse } from '../../expression/names';
import type { ExpressionPlace } from '../../facts/facts';
import { hidesLocals, localsOf, mayBeResult, mayInherit } from '../../project/scope';
import type { ScopeEntry } from '../../project/symbols';
import { type Message, msg } from '../../text/message';
import { didYouMean, nearest } from '../../text/nearest';
import { declareInput } from '../declare';
import { guesses, renames } from '../fixes';
import type { Report, Rule, Subject } from '../rule';
import { isKnownName, meantNames, unreadLocals } from './known-names';
import { inJavaScript, isName } from './python-names';
import { stateOfOutput } from './state-output';
import { unnamedResultIn } from './unnamed-result';
import { evaluatedUses, nameRange } from './uses';

/** An identifier that stands for nothing. */
export const unknownVariable: Rule = {
  code: 'unknown-variable',
  severity: 'error',
  title: 'A name in an expression stands for nothing',
  doc: 'An expression sees the inputs of its state, the results of earlier tasks (`output_name`, function parameters), and, where the state is rendered or left, its plain outputs; besides `context`, in transitions `payload`, and the built-ins of JavaScript. There is no `window`, `console` or `fetch`. Such variables last for one run of one state: what another state is to read goes into `context`.',
  example: {
    wrong: "home:\n  inputs:\n    message:\n      type: IM\n  outputs:\n    context.last: '{{mesage}}'",
    right: "home:\n  inputs:\n    message:\n      type: IM\n  outputs:\n    context.last: '{{message}}'",
  },
  *check(subject, report) {
    for (const one of evaluatedUses(subject)) {
      yield;
      const { use, place, entry, code } = one;
      if (use.asked) continue;
      if (isKnownName(subject.project, entry, place, use.name)) {
        reportOutput(subject, entry, place, use, report);
        continue;
      }
      if (use.repeated) continue;
      const { near, all: meant } = meantNames(subject, one);
      // Code may fill templates of its own.
      if (code && near.length === 0) continue;
      // `missing-field` reports it at the task.
      if (unnamedResultIn(subject, entry)?.name === use.name) continue;
      const range = nameRange(use);
      const python = inJavaScript(use);
      // Nobody calls an input.
      const isInput = !use.called && python === undefined;
      const index = place.phase === 'input' ? place.index : -1;
      const declaration = isInput ? declareInput(subject, entry, use.name, index) : undefined;
      // What is there and nobody reads was perhaps given another name.
      const isLost = meant.length === 0 && isInput && !use.shorthand;
      const unread = isLost ? unreadLocals(subject, entry, place) : [];
      const [only] = unread.length === 1 ? unread : [];
      const hint = only ? msg` Nothing reads \`${only}\`: is that meant?` : didYouMean(meant);
      report(range, msg`${message(use.name, python)}${hint}`, {
        fixes: [
          ...renames(range, python === undefined ? meant : isName(python) ? [python] : []),
          ...(python === undefined ? guesses(range, unread) : []),
          ...(declaration ? [declaration] : []),
        ],
      });
    }
  },
};

function message(name: string, python: string | undefined): Message {
  if (python !== undefined)
    return msg`\`${name}\` is Python. Expressions are JavaScript: write \`${python}\`.`;
  return msg`\`${name}\` is no input, no result of an earlier task and no built-in of JavaScript.`;
}

/** Of `state.output`: a state that has no such output. */
function reportOutput(
  subject: Subject,
  entry: ScopeEntry,
  place: ExpressionPlace,
  use: NameUse,
  report: Report,
): void {
  const { project } = subject;
  const [member] = use.members;
  const path = member && stateOfOutput(subject, entry, use.name);
  if (member === undefined || path === undefined || member.name in Object.prototype) return;
  if (
    hidesLocals(project, entry.path) ||
    mayBeResult(project, entry.path, use.name, place) ||
    project.isIncomplete('outputs', path)
  )
    return;
  const outputs = localsOf(project, path).filter((local) => local.kind === 'output');
  if (outputs.some((local) => local.name.text === member.name)) return;
  if (mayInherit(project, entry, place, use.name)) return;
  const near = nearest(
    member.name,
    outputs.map((local) => local.name.text),
  );
  report(member, msg`\`${use.name}\` has no output \`${member.name}\`.${didYouMean(near)}`, {
    fixes: member.shorthand ? [] : renames(member, near),
  });
}
