import { asksUser } from '../facts/asks-user';
import type { CaseFacts, NameNode } from '../facts/facts';
import { hidesInputs, isUnfinished } from '../facts/transitions';
import { type MapNode, pairOf } from '../yaml/tree';
import { isWhole } from '../yaml/uncertainty';
import { hasNoValue, openedMap } from '../yaml/unit';
import type { EntryFacts } from './entries';
import type { EmitEntry, ScopeEntry, Symbols } from './symbols';

/**
 * The facts of an entry of each kind that others can depend on, without its place: a name changes for its readers if
 * these facts differ.
 */
export const SYMBOL_FACTS: EntryFacts<Symbols> = {
  scope: ({ path, scope }) => {
    const { kind, name, initial, id, incomplete, map, hiddenResults } = scope;
    const names = [scope.inputs, scope.results, scope.outputs].map((list) =>
      list.map(({ name }) => name.text),
    );
    const room = map && roomForTransitions(map);
    const isPart = name === undefined;
    return [path, kind, isPart, initial?.text, id?.text, names, hiddenResults, incomplete, room];
  },
  flow: ({ path, scope }) => {
    const { kind, name, initial, id, final, handlers, incomplete } = scope;
    const edges = handlers.map(({ event, node, cases }) => [
      event.text,
      node.kind === 'scalar' && node.empty,
      cases.map((one) => [one.target?.text, one.condition, isUnfinished(one)]),
    ]);
    const isPart = name === undefined;
    return [path, kind, isPart, initial?.text, id?.text, final, asksUser(scope), incomplete, edges];
  },
  raised: ({ scope }) => new Set(scope.emits.map(({ event }) => event.text)),
  child: ({ name }) => name.text,
  childAutomata: ({ name }) => name.text,
  stateWithOutputs: ({ name }) => name.text,
  id: ({ path }) => path,
  anyId: ({ name }) => name.text,
  handler: ({ path, scope, handler }) => [path, scope.kind, handler.cases.map(({ target }) => target?.text)],
  handlerAt: ({ scope, handler }) => [scope.kind, handler.cases.map(({ target }) => target?.text)],
  emitter: ({ path, scope, emit }) => [path, scope.kind, textsOf(emit.payload), emit.complete],
  sent: (entry) => [entry.path, sentTexts(entry)],
  event: ({ name }) => name.text,
  emitted: ({ name }) => name.text,
  targeted: ({ path, name }) => [path, name.text],
  anyInput: ({ name }) => name.text,
  button: ({ path }) => path,
  task: ({ path }) => path,
  anyTask: ({ name }) => name.text,
  declaration: ({ path }) => path,
  assignment: ({ path, scope, output }) => [path, scope.kind, output.index],
  assigned: () => undefined,
  contextUse: ({ use, place }) => [use.access, use.members.length > 1, place.phase],
  testedContext: () => undefined,
  misassigned: ({ path, name }) => [path, name.text],
  usedContext: ({ name }) => name.text,
  contextStep: ({ path, scope, use, place }) => {
    return [use.access, use.members.length, path, scope.kind, place.phase, place.index];
  },
  contextValue: (entry) => [entry.path, textOfUnit(entry)],
  contextChange: ({ name }) => name.text,
  localUse: ({ path, use, place }) => [path, place.phase, place.index, use.access, use.members[0]?.name],
  localUseAt: ({ use, place }) => [use.access, use.members.length, place.phase, place.index],
  repeatedVariable: () => undefined,
  word: () => undefined,
  opaque: ({ reads }) => reads,
  variable: ({ path, name, isDeclared }) => [name.text, isDeclared && path],
  target: ({ path, scope, event, case: one }) => [path, scope.kind, event, caseFacts(one)],
  selfTransition: ({ scope, event, case: one }) => [scope.kind, event, caseFacts(one)],
  initial: ({ path }) => path,
  passed: (entry) => [entry.path, entry.scope.kind, entry.event, entry.case.target?.text, textOfUnit(entry)],
  section: textOfUnit,
  buttonText: textOfUnit,
  incomplete: ({ path }) => path,
  incompleteAt: () => undefined,
  rootKey: ({ unit, name }) => {
    const root = unit.kind === 'state' ? openedMap(unit) : unit.parsed.root;
    const map = root?.kind === 'map' ? root : undefined;
    const pair = map && pairOf(map, name.text);
    const lacksValue = pair !== undefined && hasNoValue(unit, pair);
    return [name.text, lacksValue, map !== undefined && isWhole(unit, map)];
  },
  file: ({ use }) => [use.tag, use.path.text, use.key, use.scope],
};

/** For readers that depend on all of the text of a unit. The limits determine the depth to which it is read. */
function textOfUnit({ unit: { limits, text } }: ScopeEntry): unknown {
  return [limits.maxDepth, limits.maxAliases, text];
}

/** The texts of the values of a payload; the whole unit if there may be an alias, whose text is elsewhere. */
function sentTexts(entry: EmitEntry): unknown {
  const { unit, emit } = entry;
  const texts = emit.payload.map(({ text, node }) => [text, unit.text.slice(node.start, node.end)]);
  return texts.some(([, text]) => text?.includes('*')) ? textOfUnit(entry) : texts;
}

function caseFacts(one: CaseFacts): unknown {
  return [one.target?.text, textsOf(one.inputs), hidesInputs(one)];
}

function textsOf(names: readonly NameNode[]): readonly string[] {
  return names.map(({ text }) => text);
}

/** The notation of the transitions of a map, which determines whether a fix can add one. */
function roomForTransitions(map: MapNode): 'none' | 'map' | 'other' {
  const value = pairOf(map, 'transitions')?.value;
  if (value === undefined) return 'none';
  return value.kind === 'map' && value.tag === undefined ? 'map' : 'other';
}
