import { nameOf } from '../../facts/name';
import { specialEventOf } from '../../format/events';
import { eventFault, keyFault, type NameFault } from '../../format/names';
import type { Range } from '../../text/range';
import type { Report, Rule, Severity, Subject } from '../rule';
import { renameFix } from './better-name';
import { certainSteps, literalOf } from './certain';
import { type DefinedName, definedNames, KIND_IN_WORDS, type NameKind } from './defined-names';

/** A name that the format does not allow, or that does not follow its custom. */
export const invalidName: Rule = {
  code: 'invalid-name',
  severity: 'error',
  chapter: 'Shape',
  title: 'A name that is not in the form of names',
  doc: 'Names are in lower snake_case: `home_page`, `check_answer`. Other forms work in places, so they are an information only. An error is what cannot work: a dot in the name of a state, an input or a context variable, as dots separate the names of a path; and an event whose name contains a blank or starts with a dot.',
  example: {
    wrong: 'outputs:\n  context.user.name: Ada',
    right: 'outputs:\n  context.user_name: Ada',
  },
  check(subject, report) {
    for (const defined of definedNames(subject)) {
      const fault = faultOf(defined);
      if (fault === undefined || isSaidElsewhere(subject, defined, fault)) continue;
      raise(subject, report, defined.name, defined.name.text, defined.kind, fault);
    }
    for (const step of certainSteps(subject)) {
      const { type } = step;
      const literal = type.kind === 'string' && type.role === 'event' ? literalOf(step) : undefined;
      const name = literal && nameOf(literal, subject.unit.text);
      const fault = name && eventFault(name.text);
      // Whether it follows the custom is said where the event is handled.
      if (name && fault && severityOf('event', fault) === 'error')
        raise(subject, report, name, name.text, 'event', fault);
    }
  },
};

/** Kinds of names in which a dot cannot work. */
const NO_DOTS: ReadonlySet<NameKind> = new Set<NameKind>(['state', 'input', 'context']);

function faultOf({ kind, name }: DefinedName): NameFault | undefined {
  if (name.text.includes('{{')) return undefined;
  if (kind !== 'event') return keyFault(name.text);
  // The system's own events and what looks like them have a rule of their own.
  const isSpecial = specialEventOf(name.text) !== undefined || /^[^A-Za-z]*[A-Z][^a-z]*$/.test(name.text);
  return isSpecial ? undefined : eventFault(name.text);
}

function isSaidElsewhere(
  { project, source, unit }: Subject,
  defined: DefinedName,
  fault: NameFault,
): boolean {
  // Reserved words are a rule of their own for most names, and free in events.
  if (fault.kind === 'reserved' || fault.kind === 'empty') return true;
  if (!defined.isAssignment || severityOf(defined.kind, fault) === 'error') return false;
  // Of a variable it is said once: where it is declared, or else where it is first assigned.
  if (project.table.has('declaration', defined.name.text)) return true;
  const [first] = project.inOrder('assignment', defined.name.text);
  return (
    first !== undefined &&
    (first.source !== source.address || first.unit !== unit || first.name.start !== defined.name.start)
  );
}

function severityOf(kind: NameKind, fault: NameFault): Severity {
  const cannotWork =
    kind === 'event'
      ? fault.kind === 'blank' || fault.kind === 'leading-dot'
      : fault.kind === 'dot' && NO_DOTS.has(kind);
  return cannotWork ? 'error' : 'information';
}

function raise(
  subject: Subject,
  report: Report,
  range: Range,
  name: string,
  kind: NameKind,
  fault: NameFault,
): void {
  const severity = severityOf(kind, fault);
  const advice =
    severity === 'error'
      ? ` The name of ${KIND_IN_WORDS[kind]} cannot be so.`
      : ' Names are in lower snake_case, such as `home_page`.';
  report(range, `\`${name}\` ${fault.reason}.${advice}`, {
    severity,
    fixes: renameFix(subject, kind, name, range),
  });
}
