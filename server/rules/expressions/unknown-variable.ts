import { GLOBALS, isGlobal } from '../../expression/globals';
import type { NameUse } from '../../expression/names';
import type { ExpressionPlace } from '../../facts/facts';
import type { Project } from '../../project/project';
import { contextVariable } from '../../project/resolve';
import { isVisible, LOCAL_PARTS, localsOf, mayBeDefinedBelow, mayInherit } from '../../project/scope';
import type { ScopeEntry } from '../../project/symbols';
import { didYouMean, nearest } from '../../text/nearest';
import { declareInput } from '../declare';
import { renames } from '../fixes';
import type { Report, Rule, Subject } from '../rule';
import { stateOfOutput } from './state-output';
import { evaluatedUses, nameRange } from './uses';

/** An identifier that stands for nothing. */
export const unknownVariable: Rule = {
  code: 'unknown-variable',
  severity: 'error',
  chapter: 'Expressions',
  title: 'A name in an expression stands for nothing',
  doc: 'An expression sees the inputs of its state, the results of earlier tasks (`output_name`, function parameters), and, where the state is rendered or left, its plain outputs; besides `context`, in transitions `payload`, and the built-ins of JavaScript. There is no `window`, `console` or `fetch`. Such variables last for one run of one state: what another state is to read goes into `context`.',
  example: {
    wrong: "home:\n  inputs:\n    message:\n      type: IM\n  outputs:\n    context.last: '{{mesage}}'",
    right: "home:\n  inputs:\n    message:\n      type: IM\n  outputs:\n    context.last: '{{message}}'",
  },
  check(subject, report) {
    for (const { use, place, entry, code } of evaluatedUses(subject)) {
      if (use.asked) continue;
      if (isKnownName(subject.project, entry, place, use.name)) {
        reportOutput(subject, entry, place, use, report);
        continue;
      }
      if (use.repeated) continue;
      const near = nearest(use.name, candidates(subject, entry, place));
      // Code may fill templates of its own.
      if (code && near.length === 0) continue;
      // `{ memory }` also says what the property is called.
      const inContext = !use.shorthand && isContextName(subject.project, entry, use.name);
      const meant = inContext ? [`context.${use.name}`, ...near] : near;
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
      const hint = only ? ` Nothing reads \`${only}\`: is that meant?` : didYouMean(meant);
      report(range, message(use.name, python) + hint, {
        fixes: [
          ...renames(range, python === undefined ? [...meant, ...unread] : isName(python) ? [python] : []),
          ...(declaration ? [declaration] : []),
        ],
      });
    }
  },
};

/** Whether a name of an expression stands for something, or may for all that is in sight. */
export function isKnownName(
  project: Project,
  entry: ScopeEntry,
  place: ExpressionPlace,
  name: string,
): boolean {
  if (name === 'context' || name === 'payload' || name === 'UNSTABLE_button_id' || isGlobal(name))
    return true;
  if (localsOf(project, entry.path).some((local) => local.name.text === name)) return true;
  if (LOCAL_PARTS.some((part) => project.isIncomplete(part, entry.path))) return true;
  // `state.output` is announced for the future.
  for (let up = 0; up <= entry.path.length; up++) {
    const around = entry.path.slice(0, up);
    if (project.table.has('scope', [...around, name].join('\n')) || !project.statesComplete(around))
      return true;
  }
  const ofAll = place.phase === 'transition' && entry.scope.kind === 'automata';
  return mayInherit(project, entry, place, name) || (ofAll && mayBeDefinedBelow(project, entry.path, name));
}

/** The few variables which the state has at this place, and which no expression of it reads. */
function unreadLocals(
  { facts, project }: Subject,
  entry: ScopeEntry,
  place: ExpressionPlace,
): readonly string[] {
  const parts = facts.expressions.flatMap((one) => (one.place.scope === place.scope ? one.parts : []));
  const read = new Set(parts.flatMap(({ uses }) => uses.map(({ name }) => name)));
  const locals = localsOf(project, entry.path).filter((local) => isVisible(local, place));
  const unread = [...new Set(locals.map((local) => local.name.text))].filter((name) => !read.has(name));
  return unread.length <= MOST_UNREAD ? unread : [];
}

/** Of more than these, none is likely to be the one. */
const MOST_UNREAD = 2;

/** Whether something declares or assigns the context variable of this name. */
function isContextName(project: Project, entry: ScopeEntry, name: string): boolean {
  const { declarations, assignments } = contextVariable(project, entry, name);
  return declarations.length + assignments.length > 0;
}

function candidates({ project }: Subject, entry: ScopeEntry, place: ExpressionPlace): string[] {
  const locals = localsOf(project, entry.path).filter((local) => isVisible(local, place));
  const payload = place.phase === 'transition' ? ['payload'] : [];
  const globals = GLOBALS.filter((one) => one.suggested).map((one) => one.name);
  return [...locals.map((local) => local.name.text), 'context', ...payload, ...globals];
}

/** How Python calls what JavaScript calls otherwise: the successor of the format is written in it. */
const PYTHON: ReadonlyMap<string, string> = new Map([
  ['None', 'null'],
  ['True', 'true'],
  ['False', 'false'],
]);

const PYTHON_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['len', '.length'],
  ['str', 'String'],
  ['int', 'parseInt'],
  ['float', 'parseFloat'],
  ['bool', 'Boolean'],
  ['abs', 'Math.abs'],
  ['max', 'Math.max'],
  ['min', 'Math.min'],
  ['round', 'Math.round'],
]);

/** What JavaScript has in place of a name of Python. */
function inJavaScript({ name, called, members }: NameUse): string | undefined {
  return PYTHON.get(name) ?? (called && members.length === 0 ? PYTHON_FUNCTIONS.get(name) : undefined);
}

/** Whether it can stand where the name of Python does. */
function isName(javaScript: string): boolean {
  return !javaScript.startsWith('.');
}

function message(name: string, python: string | undefined): string {
  if (python !== undefined) return `\`${name}\` is Python. Expressions are JavaScript: write \`${python}\`.`;
  return `\`${name}\` is no input, no result of an earlier task and no built-in of JavaScript.`;
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
    LOCAL_PARTS.some((part) => project.isIncomplete(part, entry.path)) ||
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
  report(member, `\`${use.name}\` has no output \`${member.name}\`.${didYouMean(near)}`, {
    fixes: member.shorthand ? [] : renames(member, near),
  });
}
