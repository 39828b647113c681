import { GLOBALS, isGlobal } from '../../expression/globals';
import type { NameUse } from '../../expression/names';
import type { ExpressionPlace, Part } from '../../facts/facts';
import { isVisible, localsOf, mayInherit } from '../../project/scope';
import type { ScopeEntry } from '../../project/symbols';
import { didYouMean, nearest } from '../../text/nearest';
import { renames } from '../fixes';
import type { Rule, Subject } from '../rule';

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
    for (const { node, place, parts } of subject.facts.expressions) {
      const entry = subject.scopes[place.scope];
      if (entry === undefined || place.phase === undefined || !node.closed) continue;
      for (const use of parts.flatMap((part) => (part.closed ? part.uses : []))) {
        // `typeof x` is the way to ask whether there is an `x`; `typeof x.y` fails without it.
        const asks = use.guarded && use.members.length === 0;
        if (asks || use.repeated || isKnown(subject, entry, place, use)) continue;
        const near = nearest(use.name, candidates(subject, entry, place));
        const range = { start: use.start, end: use.start + use.name.length };
        report(range, message(use.name) + didYouMean(near), { fixes: renames(range, near) });
      }
    }
  },
};

const PARTS: readonly Part[] = ['inputs', 'tasks', 'outputs'];

function isKnown({ project }: Subject, entry: ScopeEntry, place: ExpressionPlace, use: NameUse): boolean {
  const { name } = use;
  if (name === 'context' || name === 'payload' || name === 'UNSTABLE_button_id' || isGlobal(name))
    return true;
  if (localsOf(project, entry.path).some((local) => local.name.text === name)) return true;
  if (PARTS.some((part) => project.isIncomplete(part, entry.path))) return true;
  // `state.output` is announced for the future.
  for (let up = 0; up <= entry.path.length; up++) {
    const around = entry.path.slice(0, up);
    if (project.table.has('scope', [...around, name].join('\n')) || !project.statesComplete(around))
      return true;
  }
  return mayInherit(project, entry, place, name);
}

function candidates({ project }: Subject, entry: ScopeEntry, place: ExpressionPlace): string[] {
  const locals = localsOf(project, entry.path).filter((local) => isVisible(local, place));
  const payload = place.phase === 'transition' ? ['payload'] : [];
  const globals = GLOBALS.filter((one) => one.suggested).map((one) => one.name);
  return [...locals.map((local) => local.name.text), 'context', ...payload, ...globals];
}

/** How Python calls what JavaScript calls otherwise: the successor of the format is written in it. */
const PYTHON: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' };

function message(name: string): string {
  if (Object.hasOwn(PYTHON, name))
    return `\`${name}\` is Python. Expressions are JavaScript: write \`${PYTHON[name]}\`.`;
  return `\`${name}\` is no input, no result of an earlier task and no built-in of JavaScript.`;
}
