import { isIdentifier } from '../../expression/identifier';
import { misspeltContext, nameOf } from '../../facts/name';
import { specialEventOf } from '../../format/events';
import { eventNameProblem, keyNameProblem, type NameProblem } from '../../format/names';
import type { ObjectRef } from '../../format/types';
import type { Step } from '../../format/walk';
import { meantVariable } from '../../project/flow/misassigned';
import { msg } from '../../text/message';
import type { Range } from '../../text/range';
import { renameFixes } from '../fixes';
import { meantSpecialEvent } from '../flow/buttons';
import type { ReportFinding, Rule, Severity, Subject } from '../rule';
import { nameWithoutQuotes } from '../text/typographic-quotes';
import { renameFix } from './better-name';
import { type DefinedName, definedNames, NAME_KIND_TEXT, type NameKind } from './defined-names';
import { isWidgetSpecificField, literalScalarAt, reliableSteps } from './reliable-steps';

/** A name that the format does not allow, or that does not follow its convention. */
export const invalidName: Rule = {
  code: 'invalid-name',
  severity: 'error',
  title: 'Name is not in snake_case or not valid',
  doc: 'Write names in lower snake_case: `home_page`, `check_answer`. Other styles often work, so they are only a note. Names that cannot work are errors: a dot in the name of a state, input or context variable, because dots separate the names of a path; an event name that contains a space or starts with a dot; and an `output_name` that no expression can read, such as `my-result`. An `output_name` that begins with a digit is a warning.',
  example: {
    wrong: 'outputs:\n  context.user.name: Ada',
    right: 'outputs:\n  context.user_name: Ada',
  },
  *check(subject, report) {
    for (const defined of definedNames(subject)) {
      yield;
      const fault = faultOf(defined);
      if (fault === undefined || isReportedByOther(subject, defined, fault)) continue;
      if (fault.kind === 'dot' && defined.kind === 'context' && reportContextPath(subject, defined, report))
        continue;
      raise(subject, report, defined.name, defined.name.text, defined.kind, fault);
    }
    for (const step of reliableSteps(subject)) {
      yield;
      checkResult(subject, step, report);
      const { type } = step;
      const literal = type.kind === 'string' && type.role === 'event' ? literalScalarAt(step) : undefined;
      const name = literal && nameOf(literal, subject.unit.text);
      const fault = name && eventNameProblem(name.text);
      // An event is checked where it is handled. Only names that cannot work are reported where it is not.
      const isReported = name && subject.project.table.has('handler', name.text);
      if (name && fault && !isReported && severityOf('event', fault, name.text) === 'error')
        raise(subject, report, name, name.text, 'event', fault);
    }
  },
};

/** Reports a declaration with a prefix, and the assignment of a member of a declared variable. */
function reportContextPath(
  { project }: Subject,
  { name, isAssignment }: DefinedName,
  report: ReportFinding,
): boolean {
  const [first = '', second] = name.text.split('.');
  if (!isAssignment) {
    if (first !== 'context' || second === undefined) return false;
    const bare = name.text.slice('context.'.length);
    report(name, msg`Variables are declared without \`context.\`. Write \`${bare}\`.`, {
      fixes: renameFixes(name, [bare]),
    });
    return true;
  }
  if (!project.table.has('declaration', first)) return false;
  report(
    name,
    msg`An output assigns a whole context variable, not \`${name.text}\`. Assign \`context.${first}\` instead.`,
  );
  return true;
}

/** Checks the name of a task's result, which can only be read if it is an identifier. */
function checkResult(subject: Subject, step: Step, report: ReportFinding): void {
  const { type, parent, pair } = step;
  const isName = pair?.name === 'output_name' || objectOf(parent) === 'output-name';
  if (type.kind !== 'string' || type.role !== 'result' || !isName || isWidgetSpecificField(step)) return;
  const literal = literalScalarAt(step);
  const name = literal && nameOf(literal, subject.unit.text);
  const fault = literal?.type === 'string' && name ? keyNameProblem(name.text) : undefined;
  // The format takes it, but the language of expressions does not.
  if (name && fault === undefined && literal?.type === 'string' && !isIdentifier(name.text)) {
    report(
      name,
      msg`\`${name.text}\` cannot be read in expressions: names of JavaScript do not begin with a digit.`,
      { severity: 'warning' },
    );
    return;
  }
  if (name === undefined || fault === undefined || fault.kind === 'reserved') return;
  raise(subject, report, name, name.text, 'result', fault);
}

function objectOf(step: Step | undefined): ObjectRef | undefined {
  return step?.type.kind === 'object' ? step.type.object : undefined;
}

/** Kinds of names that cannot contain dots. */
const NO_DOTS: ReadonlySet<NameKind> = new Set<NameKind>(['state', 'input', 'context']);

function faultOf({ kind, name }: DefinedName): NameProblem | undefined {
  if (name.text.includes('{{')) return undefined;
  if (kind !== 'event') return keyNameProblem(name.text);
  // Other rules report events of the service and names that look like them.
  const isSpecial = specialEventOf(name.text) !== undefined || /^[^A-Za-z]*[A-Z][^a-z]*$/.test(name.text);
  return isSpecial ? undefined : eventNameProblem(name.text);
}

function isReportedByOther(subject: Subject, defined: DefinedName, fault: NameProblem): boolean {
  // `reserved-name` reports most reserved words; event names may be reserved words.
  if (fault.kind === 'reserved' || fault.kind === 'empty') return true;
  if (defined.kind === 'event' && isSpecialEvent(subject, defined)) return true;
  // `typographic-quotes` has the name without them.
  if (defined.kind === 'state' && nameWithoutQuotes(subject.project, defined.name.text) !== undefined)
    return true;
  if (defined.kind === 'output' && isMisspeltContext(subject, defined)) return true;
  if (!defined.isAssignment || severityOf(defined.kind, fault, defined.name.text) === 'error') return false;
  const { project, source, unit } = subject;
  // A variable is reported once: at its declaration, otherwise at the first assignment.
  if (project.table.has('declaration', defined.name.text)) return true;
  const [first] = project.inOrder('assignment', defined.name.text);
  return (
    first !== undefined &&
    (first.source !== source.address || first.unit !== unit || first.name.start !== defined.name.start)
  );
}

/** Whether an event is reported as an event of the service in different case. */
function isSpecialEvent(subject: Subject, { name }: DefinedName): boolean {
  return subject.scopes.some(
    ({ scope }) =>
      scope.handlers.some(({ event }) => event.start === name.start) &&
      meantSpecialEvent(subject, scope, name.text) !== undefined,
  );
}

/** Whether an output is reported as a misspelt `context.`. */
function isMisspeltContext({ project, scopes }: Subject, { name }: DefinedName): boolean {
  if (misspeltContext(name.text) === undefined) return false;
  return scopes.some((entry) =>
    entry.scope.outputs.some(
      (output) => output.name.start === name.start && meantVariable(project, entry, output) !== undefined,
    ),
  );
}

function severityOf(kind: NameKind, fault: NameProblem, name: string): Severity {
  return isUnusable(kind, fault, name) ? 'error' : 'information';
}

function isUnusable(kind: NameKind, { kind: fault }: NameProblem, name: string): boolean {
  if (kind === 'event') return fault === 'blank' || fault === 'leading-dot';
  return kind === 'result' ? !isIdentifier(name) : fault === 'dot' && NO_DOTS.has(kind);
}

function raise(
  subject: Subject,
  report: ReportFinding,
  range: Range,
  name: string,
  kind: NameKind,
  fault: NameProblem,
): void {
  const severity = severityOf(kind, fault, name);
  const message =
    severity === 'error'
      ? msg`\`${name}\` is not a valid name for ${NAME_KIND_TEXT[kind]}: it ${fault.reason}.`
      : msg`\`${name}\` ${fault.reason}. Use lower snake_case, such as \`home_page\`.`;
  report(range, message, {
    severity,
    fixes: renameFix(subject, kind, name, range),
  });
}
