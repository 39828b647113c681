import { isIdentifier } from '../../expression/identifier';
import type { NameUse } from '../../expression/names';
import type { ExpressionPlace } from '../../facts/facts';
import { NEEDS_STATE } from '../../format/scenario';
import { hidesLocals, localsOf, mayBeResult, mayInherit } from '../../project/names/scope';
import type { ScopeEntry } from '../../project/names/symbols';
import { type Message, msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { declareInput } from '../declare';
import { guessFixes, renameFixes } from '../fixes';
import type { ReportFinding, Rule, Subject } from '../rule';
import { type DroppedValue, droppedValues } from './comma-expression';
import { isKnownName, suggestNames, unreadLocals } from './known-names';
import { isHostName, isNameReplacement, javaScriptNameOf } from './python-names';
import { stateOfOutput } from './state-output';
import { isOfUnknownWidget, unnamedResultIn } from './unnamed-result';
import { type EvaluatedUse, evaluatedUses, nameRange } from './uses';

/** An identifier that is not defined. */
export const unknownVariable: Rule = {
  code: 'unknown-variable',
  severity: 'error',
  title: 'Variable is not defined',
  doc: 'An expression can read the inputs of its state, results of earlier tasks (`output_name`, function parameters), `context`, and the built-ins of JavaScript; in `render` and `transitions` also plain outputs, and in `transitions` also `payload`. `window`, `console` and `fetch` do not exist. Variables of a state last for one run of it: store values for other states in `context`.',
  example: {
    wrong: "home:\n  inputs:\n    message:\n      type: IM\n  outputs:\n    context.last: '{{mesage}}'",
    right: "home:\n  inputs:\n    message:\n      type: IM\n  outputs:\n    context.last: '{{message}}'",
  },
  *check(subject, report) {
    for (const one of evaluatedUses(subject)) {
      yield;
      const { use, place, entry } = one;
      if (use.asked) continue;
      if (isKnownName(subject.project, entry, place, use.name))
        reportOutput(subject, entry, place, use, report);
      else if (!use.repeated) reportUnknown(subject, one, report);
    }
  },
};

function reportUnknown(subject: Subject, one: EvaluatedUse, report: ReportFinding): void {
  const { use, place, entry, code } = one;
  const { near, all: meant } = suggestNames(subject, one);
  // Code may contain templates of its own.
  if (code && near.length === 0) return;
  // `comma-expression` reports a comma that is written for a dot.
  const isMember = ({ meant, start, end }: DroppedValue) =>
    meant !== undefined && start <= use.start && use.start < end;
  if (droppedValues(subject).some(isMember)) return;
  // `missing-field` reports it at the task.
  if (unnamedResultIn(subject, entry)?.name === use.name || isOfUnknownWidget(subject, one)) return;
  const range = nameRange(use);
  const javaScript = javaScriptNameOf(use);
  if (javaScript !== undefined) {
    const message = msg`\`${use.name}\` is Python. In JavaScript, write \`${javaScript}\`.`;
    const fixes = renameFixes(range, isNameReplacement(javaScript) ? [javaScript] : []);
    report(range, msg`${message}${didYouMean(meant)}`, { fixes });
    return;
  }
  const isHost = near.length === 0 && isHostName(use.name);
  // Inputs are not called as functions.
  const isInput = !use.called && !isHost && place.phase !== 'where';
  const index = place.phase === 'input' ? place.index : undefined;
  const declaration = isInput ? declareInput(subject, entry, use.name, index) : undefined;
  // An available variable that nothing reads may have been renamed.
  const isLost = meant.length === 0 && isInput && !use.shorthand;
  const unread = isLost ? unreadLocals(subject, entry, place).filter(isIdentifier) : [];
  const [only] = unread.length === 1 ? unread : [];
  const hint = only
    ? msg` Did you mean \`${only}\`, which is never read?`
    : place.phase === 'where' && meant.length === 0
      ? whereHint(subject, place, use.name)
      : didYouMean(meant);
  const message = isHost
    ? msg`\`${use.name}\` is not available: expressions can use only the built-ins of JavaScript.`
    : msg`${msg`\`${use.name}\` is not defined.`}${hint}`;
  const fixes = [
    ...renameFixes(range, meant),
    ...(declaration ? [declaration] : []),
    ...guessFixes(range, unread),
  ];
  report(range, message, { fixes });
}

/** What a `where` can read. */
function whereHint({ project }: Subject, { promise }: ExpressionPlace, name: string): Message {
  if (promise?.state !== undefined)
    return msg` \`where\` can read \`context\`, \`text\` and \`state\` of the message, and the inputs of \`${promise.state}\`.`;
  const isInput = project.table.get('anyInput', '').some((entry) => entry.name.text === name);
  return promise && isInput
    ? NEEDS_STATE
    : msg(' `where` can read `context`, and `text` and `state` of the last message.');
}

/** Reports `state.output` if the state has no such output. */
function reportOutput(
  subject: Subject,
  entry: ScopeEntry,
  place: ExpressionPlace,
  use: NameUse,
  report: ReportFinding,
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
  const near = nearestNames(
    member.name,
    outputs.map((local) => local.name.text),
  );
  report(member, msg`State \`${use.name}\` has no output \`${member.name}\`.${didYouMean(near)}`, {
    fixes: member.shorthand ? [] : renameFixes(member, near),
  });
}
