import { stateLabel } from '../../format/target-path';
import { currentNames } from '../../inference/context';
import { writersBefore } from '../../inference/writers';
import { contextVariable } from '../../project/names/resolve';
import { isAssigned } from '../../project/names/scope';
import { ROOT_PATH, type ScopePath } from '../../project/names/scope-path';
import { type NameEntry, pathKey, pathOfKey } from '../../project/names/symbols';
import { elideMiddle } from '../../text/elide';
import { joinMessages, type Message, msg } from '../../text/message';
import { UNKNOWN, type ValueType } from '../../types/value-type';
import { type Node, pairOf, resolveAlias, textOf } from '../../yaml/tree/tree';
import type { CursorLocation } from '../cursor-location';
import { bulletList, factLine, inlineCode, listLine, paragraphs } from '../markdown';
import { assignmentsOf, definitionsOf } from '../symbols/sites';
import type { ProjectSymbol, SymbolRef } from '../symbols/symbol';
import { expressionAtCursor, typeLines } from './expression-types';
import { declaredTypeName, fileAndLine, scopeName, scopeNames } from './state';

type ContextSymbol = Extract<ProjectSymbol, { kind: 'context' }>;

/** The hover of a context variable: its type, assignments, and which of them apply at this place. */
export function contextCard(
  at: CursorLocation,
  { entry, mention }: SymbolRef,
  symbol: ContextSymbol,
): Message {
  const { project } = at;
  const declared = symbol.path === undefined ? [] : definitionsOf(project, symbol);
  const writers = [
    ...assignmentsOf(project, symbol.name, symbol.path),
    ...project.inOrder('contextUse', symbol.name).filter(({ use }) => use.access !== 'read'),
  ];
  const [first] = declared;
  const node = first?.scope.context.find((variable) => variable.name === first.name)?.node;
  const type = node && declaredTypeName(node);
  const initial = first && node && valueText(first, node);
  const isUnknown = first === undefined && contextVariable(project, entry, symbol.name).complete;
  const isDeclaration = mention.access === 'definition';
  const isFollowed = entry.scope.kind === 'state' && !isDeclaration && isOne(at, symbol);
  return paragraphs(
    factLine(
      msg`**context variable** ${inlineCode(symbol.name)}`,
      type === undefined ? undefined : inlineCode(type),
    ),
    bulletList(
      typeLines(isDeclaredOnce(at, symbol) ? typeHere(at, symbol.name) : undefined)[0],
      first && msg`declared in ${fileAndLine(project, first)}`,
      initial && msg`initial value: ${initial}`,
      isUnknown ? msg('not declared in `context`') : undefined,
      ...(isFollowed
        ? assignmentsBefore(at, symbol, entry, writers, first !== undefined)
        : [listLine(msg('assigned by'), scopeNames(project, writers))]),
    ),
  );
}

/** Its type at the place of an expression, otherwise anywhere. */
function typeHere(at: CursorLocation, name: string): ValueType {
  const reader = currentNames(at.workspace, at.project);
  const here = expressionAtCursor(at);
  const { expression, entry } = here ?? {};
  const place = expression?.place ?? ({ scope: -1, phase: 'input', index: -1, event: undefined } as const);
  const scope = entry ?? at.project.scopes(ROOT_PATH)[0];
  return scope ? reader.contextVariableAt(scope, place, name) : UNKNOWN;
}

/** Variables of nested automata with the same name are not distinguished, so nothing is reported about them. */
function isDeclaredOnce({ project }: CursorLocation, { name }: ContextSymbol): boolean {
  return new Set(project.table.get('declaration', name).map(({ path }) => pathKey(path))).size <= 1;
}

/** Paths to a place are followed only for the variables of the root. */
function isOne(at: CursorLocation, symbol: ContextSymbol): boolean {
  return !symbol.path?.length && isDeclaredOnce(at, symbol);
}

/** The assignments that reach this place, those that may happen elsewhere, and whether it is certainly set. */
function assignmentsBefore(
  at: CursorLocation,
  { name }: ContextSymbol,
  from: { readonly path: ScopePath },
  writers: readonly NameEntry[],
  isDeclared: boolean,
): (Message | undefined)[] {
  const { project } = at;
  const before = writersBefore(project, name, from.path);
  const keys = new Set(before.writers);
  const others = writers.filter(({ path }) => !keys.has(pathKey(path)));
  return [
    listLine(
      msg('assigned on the way here by'),
      before.writers.map((key) => scopeName(project, pathOfKey(key))),
    ),
    listLine(keys.size > 0 ? msg('assigned elsewhere by') : msg('assigned by'), scopeNames(project, others)),
    certainty(at, name, before, isDeclared),
  ];
}

/** Limit of states of a path that are named. */
const MAX_NAMED_STATES = 6;

function certainty(
  at: CursorLocation,
  name: string,
  before: ReturnType<typeof writersBefore>,
  isDeclared: boolean,
): Message | undefined {
  const here = expressionAtCursor(at);
  // The statement is about the place where it is read.
  if (here === undefined) return undefined;
  const { outputs } = here.entry.scope;
  if (outputs.some((one) => one.context?.text === name && isAssigned(one, here.expression.place)))
    return msg('here: assigned by this state');
  if (before.certainty === 'unknown') return undefined;
  if (before.certainty === 'set') return msg('here: assigned on every path to this state');
  const isNever = before.certainty === 'never';
  if (isNever) return isDeclared ? msg('here: has its initial value') : msg('here: not assigned yet');
  const without = before.without ?? [];
  const way =
    without.length < 2
      ? msg('if this is the first state')
      : msg`on the path ${joinMessages(
          elideMiddle(without.map(stateLabel), MAX_NAMED_STATES).map((state) =>
            state === '…' ? state : inlineCode(state),
          ),
          ' → ',
        )}`;
  return isDeclared
    ? msg`here: may have its initial value, ${way}`
    : msg`here: may not be assigned yet, ${way}`;
}

/** The value of a variable as written, either directly or as `value` next to a type. */
function valueText(entry: NameEntry, node: Node): Message | undefined {
  const map = resolveAlias(node);
  const pair = map?.kind === 'map' && textOf(map, 'type') !== undefined ? pairOf(map, 'value') : undefined;
  const value = pair?.value ?? node;
  const text = entry.unit.text.slice(value.start, value.end);
  const tag = value.tag ? `${value.tag.name} ` : '';
  return text === '' ? undefined : inlineCode(text.startsWith('!') ? text : tag + text);
}
