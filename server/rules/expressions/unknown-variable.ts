import { engine } from '../../engine/engine';
import { GLOBALS, isGlobal } from '../../expression/globals';
import { contextVariablesIn, isMisspeltContext } from '../../expression/misspelt-context';
import type { NameUse } from '../../expression/names';
import type { ExpressionPlace, ScopeFacts, UnitFacts } from '../../facts/facts';
import type { Project } from '../../project/project';
import { contextNames, contextVariable } from '../../project/resolve';
import {
  hidesLocals,
  isVisible,
  localsNamed,
  localsOf,
  mayBeDefinedBelow,
  mayBeResult,
  mayInherit,
  namesOf,
} from '../../project/scope';
import type { ScopeEntry } from '../../project/symbols';
import { didYouMean, isSlip, nearest } from '../../text/nearest';
import { declareInput } from '../declare';
import { guesses, renames } from '../fixes';
import type { Report, Rule, Subject } from '../rule';
import { stateOfOutput } from './state-output';
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
  check(subject, report) {
    for (const { use, place, entry, code } of evaluatedUses(subject)) {
      if (use.asked) continue;
      if (isKnownName(subject.project, entry, place, use.name)) {
        reportOutput(subject, entry, place, use, report);
        continue;
      }
      if (use.repeated) continue;
      const near = nearest(use.name, candidates(subject, entry, place, use.name));
      // Code may fill templates of its own.
      if (code && near.length === 0) continue;
      // `{ memory }` also says what the property is called.
      const inContext = !use.shorthand && isContextName(subject.project, entry, use.name);
      const inDots = use.shorthand ? [] : contextMeant(subject.project, entry, use);
      const meant = [...new Set([...(inContext ? [`context.${use.name}`] : []), ...near, ...inDots])];
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
          ...renames(range, python === undefined ? meant : isName(python) ? [python] : []),
          ...(python === undefined ? guesses(range, unread) : []),
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
  if (localsNamed(project, entry.path, name).length > 0) return true;
  if (hidesLocals(project, entry.path)) return true;
  // Nothing is called like a slip of the pen.
  const isSlipped = () => contextMeant(project, entry, { name, members: [] }).length > 0;
  if (mayBeResult(project, entry.path, name, place) && !isSlipped()) return true;
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
  const unread = new Set<string>();
  for (const { scope } of project.scopes(entry.path)) {
    for (const name of unreadNames(facts, place.scope, scope)) {
      if (localsNamed(project, entry.path, name).some((local) => isVisible(local, place))) unread.add(name);
      if (unread.size > MOST_UNREAD) return [];
    }
  }
  return [...unread];
}

/** The variables of a part of a scope that no expression of a unit reads in that scope, each once. */
const unreadNames = engine.query(
  'unread names',
  (facts: UnitFacts, index: number, scope: ScopeFacts): readonly string[] => {
    const parts = facts.expressions.flatMap((one) => (one.place.scope === index ? one.parts : []));
    const read = new Set(parts.flatMap(({ uses }) => uses.map(({ name }) => name)));
    return namesOf(scope).filter((name) => !read.has(name));
  },
);

/** Of more than these, none is likely to be the one. */
const MOST_UNREAD = 2;

/** What a name is meant for that has `context` in it without its dot, misspelt or shortened. */
function contextMeant(
  project: Project,
  entry: ScopeEntry,
  { name, members }: Pick<NameUse, 'name' | 'members'>,
): readonly string[] {
  const [member] = members;
  if (isSlip(name, 'context')) return ['context'];
  if (member !== undefined && isMisspeltContext(name) && isContextName(project, entry, member.name))
    return ['context'];
  const written = contextVariablesIn(name);
  const known = written.find((one) => isContextName(project, entry, one));
  const near = written.flatMap((one) => nearest(one, contextNames(project, entry), 1));
  return (known === undefined ? near.slice(0, 1) : [known]).map((one) => `context.${one}`);
}

/** Whether something declares or assigns the context variable of this name. */
function isContextName(project: Project, entry: ScopeEntry, name: string): boolean {
  const { declarations, assignments } = contextVariable(project, entry, name);
  return declarations.length + assignments.length > 0;
}

function candidates({ project }: Subject, entry: ScopeEntry, place: ExpressionPlace, name: string): string[] {
  const locals = project
    .scopes(entry.path)
    .flatMap(({ scope }) => nearest(name, namesOf(scope), Number.POSITIVE_INFINITY))
    .filter((near) => localsNamed(project, entry.path, near).some((local) => isVisible(local, place)));
  const payload = place.phase === 'transition' ? ['payload'] : [];
  const globals = GLOBALS.filter((one) => one.suggested).map((one) => one.name);
  return [...locals, 'context', ...payload, ...globals];
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
  report(member, `\`${use.name}\` has no output \`${member.name}\`.${didYouMean(near)}`, {
    fixes: member.shorthand ? [] : renames(member, near),
  });
}
