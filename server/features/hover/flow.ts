import { type HandlerFacts, isUnconditional } from '../../facts/facts';
import { stateLabel } from '../../format/target-path';
import type { ScopePath } from '../../project/names/scope-path';
import { pathKey, type ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { isBlank, joinMessages, type Message, msg } from '../../text/message';
import { precedingStates } from '../incoming-scopes';
import { inlineCode, limitedList } from '../markdown';
import { conditionText, initialReferences, outgoingTransitions } from '../state-transitions';

/** Transitions between states, in one line. */

/** Limit of states on either side. */
const MAX_NEIGHBOURS = 4;

/** A state between its predecessors and successors: `home`, `shop` → **`quiz`** → `end`. */
export function neighbourSummary(project: Project, path: ScopePath): Message | undefined {
  const here = pathKey(path);
  // An automata itself is not left: its states are, by the events they raise.
  const before = precedingStates(project, path);
  const isFirst = initialReferences(project, path).length > 0;
  const transitions = outgoingTransitions(project, path).filter(({ kind }) => kind === 'transition');
  const after = new Map(transitions.map(({ to }) => [pathKey(to), to]));
  const itself = before.get(here);
  const isLoop = itself !== undefined || after.has(here);
  after.delete(here);
  const others = before.size - (itself ? 1 : 0);
  if (others + after.size === 0 && !isFirst) return undefined;
  const sides = [
    limitedList(others + (isFirst ? 1 : 0), namesBefore(), (name) => name, MAX_NEIGHBOURS),
    msg`**${nameOf(path, path)}**${isLoop ? ' ↺' : ''}`,
    limitedList(after.size, after.values(), (one) => nameOf(one, path), MAX_NEIGHBOURS),
  ];
  return joinMessages(
    sides.filter((side) => !isBlank(side)),
    ' → ',
  );

  function* namesBefore(): Iterable<Message> {
    if (isFirst) yield msg('*start*');
    for (const one of before.values()) if (one !== itself) yield nameOf(one, path);
  }
}

/** A state as seen from a neighbour: only its name if both are in the same automata. */
function nameOf(path: ScopePath, seenFrom: ScopePath): Message {
  const isSibling = pathKey(path.slice(0, -1)) === pathKey(seenFrom.slice(0, -1));
  return inlineCode(stateLabel(isSibling ? path.slice(-1) : path));
}

/**
 * The targets of a transition, case by case: "to `a` if `x > 1`, else to `b`, else it stays". Undefined for a
 * transition with a single unconditional case, which is described by its target alone.
 */
export function describeCases({ cases }: HandlerFacts): Message | undefined {
  const words: Message[] = [];
  for (const one of cases) {
    const condition = conditionText(one);
    const target = one.target === undefined ? msg('to this state') : msg`to ${inlineCode(one.target.text)}`;
    words.push(condition === undefined ? target : msg`${target} if ${inlineCode(condition)}`);
    if (isUnconditional(one)) break;
  }
  const [first] = cases;
  if (first === undefined || (words.length === 1 && conditionText(first) === undefined)) return undefined;
  return joinMessages(words, msg(', otherwise '));
}

/** The source, event and condition of the transition whose target is at a place of a scope. */
export function transitionSummary(
  { scope, path }: ScopeEntry,
  target: { readonly start: number; readonly end: number },
): Message | undefined {
  for (const { event, cases } of scope.handlers) {
    const index = cases.findIndex(
      (one) => one.target && one.target.start <= target.start && target.end <= one.target.end,
    );
    const found = cases[index];
    if (found === undefined) continue;
    const condition = conditionText(found);
    const name = path.at(-1);
    const from = name === undefined ? msg('any state') : inlineCode(name);
    const on = inlineCode(event.text);
    if (condition === undefined)
      return index > 0
        ? msg`Transition from ${from} on ${on}, unless an earlier case applies.`
        : msg`Transition from ${from} on ${on}.`;
    const when = inlineCode(condition);
    return index > 0
      ? msg`Transition from ${from} on ${on} if ${when}, unless an earlier case applies.`
      : msg`Transition from ${from} on ${on} if ${when}.`;
  }
  return undefined;
}
