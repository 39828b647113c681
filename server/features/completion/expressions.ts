import { type CursorPath, localNamesAt, pathAt } from '../../expression/completion-path';
import { GLOBALS, KEYWORDS } from '../../expression/globals';
import { isIdentifier } from '../../expression/identifier';
import { specialEventOf } from '../../format/events';
import { shapeOfLocal } from '../../inference/locals';
import {
  automataAround,
  contextNames,
  emittersOf,
  type NameList,
  namedChildren,
} from '../../project/resolve';
import { isVisible, type Local, localsNamed, localsOf } from '../../project/scope';
import type { ScopeEntry } from '../../project/symbols';
import { readMember } from '../../shapes/members';
import { UNKNOWN } from '../../shapes/shape';
import { msg, seriesOf, type Text } from '../../text/message';
import { stateCard } from '../hover/state';
import type { LocatedExpression } from '../locate';
import { type Surroundings, surroundingsOf } from '../members';
import type { ProjectSymbol } from '../symbols/symbol';
import { cardOf } from './cards';
import { contextSymbol, namesAtHand, typed, variableDetail } from './context';
import { candidates } from './fitting';
import type { CompletionKind, Offer } from './item';
import { isCalled, isQuotable, memberOffers, onLine, patternOffers } from './members';
import type { Place } from './place';
import { fileOf, samePath, scopeName } from './scopes';

/** Names inside `{{ }}`: what is in scope at that very place, and the members that the format gives a meaning. */

const PARAMETER = 0;
const LOCAL = 1;
const OBJECT = 2;
const STATE = 4;
/** What JavaScript brings along: what is of use in many expressions, then the rest. */
const COMMON = 5;
const GLOBAL = 6;
const KEYWORD = 7;
const COMMON_NAMES: ReadonlySet<string> = new Set(['JSON', 'Math', 'true', 'false', 'null']);

export function expressionOffers(place: Place, at: LocatedExpression): Offer[] {
  const around = surroundingsOf(place.at, at);
  if (around === undefined) return [];
  const path = pathAt(at.body, at.bodyOffset);
  const isName = path?.base?.length === 0 && path.quote === undefined;
  // A key of a pattern looks like a name, or like nothing that is due.
  const keys = path === undefined || isName ? patternOffers(place, at, around) : undefined;
  if (keys) return keys;
  if (path === undefined) return [];
  const replace = onLine(at.toUnit(path.replace), place);
  const typed = place.at.unit.text.slice(replace.start, place.at.offset);
  const meant = isName ? names(place, at, around, typed) : formatMembers(place, at, around, path, typed);
  if (meant === undefined) return memberOffers(place, at, around, path);
  const canCall = !isCalled(at, path.replace.end);
  return meant.map((offer) => {
    const isFunction = canCall && offer.kind === 'function';
    const call = isFunction ? 'arguments' : undefined;
    const insert = { as: 'verbatim', text: offer.label, replace, call } as const;
    return { ...offer, insert, showParameters: isFunction };
  });
}

function offer(label: string, kind: CompletionKind, rank: number, more: Partial<Offer>): Offer {
  return { label, kind, rank, insert: { as: 'verbatim', text: label }, ...more };
}

function names(
  place: Place,
  at: LocatedExpression,
  { scope, reader }: Surroundings,
  prefix: string,
): Offer[] {
  const { project } = place.at;
  const offers: Offer[] = localNamesAt(at.body, at.bodyOffset).map((name) => {
    return offer(name, 'parameter', PARAMETER, { detail: msg('of the function around') });
  });
  const own = localsOf(project, scope.path).filter((local) => isVisible(local, { scope: -1, ...at.place }));
  for (const local of own) {
    if (!isIdentifier(local.name.text)) continue;
    offers.push(
      offer(local.name.text, local.kind, LOCAL, {
        detail: () => typed(LOCAL_DETAILS[local.kind], shapeOfLocal(reader, local)),
        documentation: cardOf(place, localSymbol(local), local.at, local.name),
      }),
    );
  }
  offers.push(
    offer('context', 'context', OBJECT, {
      detail: msg('variables of the automata'),
      documentation: cardOf(place, { kind: 'builtin', name: 'context' }, scope),
      commit: ['.'],
    }),
  );
  if (handlerOf(scope, at)) {
    offers.push(
      offer('payload', 'payload', OBJECT, {
        detail: msg`carried by ${at.place.event}`,
        documentation: cardOf(place, { kind: 'builtin', name: 'payload' }, scope),
        commit: ['.'],
      }),
    );
  }
  const { entries: giving, names: givers } = statesWithOutputs(place, scope);
  for (const child of candidates(giving, givers, prefix)) {
    if (samePath(child.path, scope.path)) continue;
    offers.push(
      offer(child.name.text, 'state', STATE, {
        detail: () => msg`outputs of the state · ${fileOf(project, child)}`,
        documentation: () => stateCard(project, child.path),
        commit: ['.'],
      }),
    );
  }
  return [...offers, ...builtIns()];
}

const LOCAL_DETAILS: Readonly<Record<Local['kind'], Text>> = {
  input: msg('input'),
  result: msg('result of a task'),
  parameter: msg('function parameter'),
  output: msg('output'),
};

function localSymbol(local: Local): ProjectSymbol {
  return { kind: 'local', name: local.name.text, path: local.at.path };
}

const KINDS: Readonly<Record<(typeof GLOBALS)[number]['kind'], CompletionKind>> = {
  function: 'function',
  object: 'class',
  class: 'class',
  constant: 'constant',
};

function builtIns(): Offer[] {
  const globals = GLOBALS.flatMap((one) =>
    one.suggested
      ? [
          offer(one.name, KINDS[one.kind], COMMON_NAMES.has(one.name) ? COMMON : GLOBAL, {
            detail: one.detail,
            documentation: () => msg(one.documentation),
          }),
        ]
      : [],
  );
  const keywords = KEYWORDS.map((one) =>
    offer(one.name, 'keyword', COMMON_NAMES.has(one.name) ? COMMON : KEYWORD, {
      documentation: () => msg(one.documentation),
    }),
  );
  return [...globals, ...keywords];
}

/** This state and those beside it, as far as they leave outputs behind. */
function statesWithOutputs({ at: { project } }: Place, scope: ScopeEntry): NameList {
  return namedChildren(project, 'giving', automataAround(scope));
}

/** Members of `context`, `payload` and states; undefined of whatever the format gives no meaning of its own. */
function formatMembers(
  place: Place,
  at: LocatedExpression,
  around: Surroundings,
  { base: [base, ...deeper] = [], quote }: CursorPath,
  typed: string,
): Offer[] | undefined {
  if (base === undefined || deeper.length > 0) return undefined;
  if (localNamesAt(at.body, at.bodyOffset).includes(base)) return undefined;
  const isFit = ({ label }: Offer) => (quote === undefined ? isIdentifier(label) : isQuotable(label));
  return membersOf(place, at, around, base, typed)?.filter(isFit);
}

function membersOf(
  place: Place,
  at: LocatedExpression,
  around: Surroundings,
  base: string,
  prefix: string,
): Offer[] | undefined {
  const { project } = place.at;
  const { scope, reader } = around;
  if (base === 'context') {
    const known = contextNames(project, scope);
    const output = at.place.phase === 'output' ? at.place.index : -1;
    const atHand = namesAtHand(project, scope, place.at.offset, output);
    const offers = candidates(known, known, prefix).map((name) =>
      offer(name, 'context', atHand.includes(name) ? LOCAL : OBJECT, {
        detail: () => variableDetail(place.at, scope, name),
        documentation: cardOf(place, contextSymbol(project, scope, name), scope),
      }),
    );
    const [first] = output < 0 ? [] : atHand;
    return offers.toSorted((a, b) => Number(b.label === first) - Number(a.label === first));
  }
  if (base === 'payload') return payloadKeys(place, at, around);
  if (localsNamed(project, scope.path, base).length > 0) return undefined;
  const { entries } = statesWithOutputs(place, scope);
  const state = entries.find(({ name, path }) => name.text === base && !samePath(path, scope.path));
  return state?.scope.outputs.flatMap((output) => {
    if (output.context) return [];
    const detail = () => typed(msg`output of ${base}`, reader.outputShape(state, output));
    return [offer(output.name.text, 'output', LOCAL, { detail })];
  });
}

function handlerOf(scope: ScopeEntry, { place }: LocatedExpression) {
  if (place.phase !== 'transition' || place.event === undefined || specialEventOf(place.event))
    return undefined;
  return scope.scope.handlers.find((handler) => handler.event.text === place.event);
}

/** The keys that the buttons send along whose event leads here. */
function payloadKeys(place: Place, at: LocatedExpression, { scope, names }: Surroundings): Offer[] {
  const { project } = place.at;
  const handler = handlerOf(scope, at);
  if (handler === undefined) return [];
  const event = handler.event.text;
  const senders = new Map<string, Map<string, Text>>();
  for (const { emit, path } of emittersOf(project, { ...scope, name: handler.event })) {
    for (const { text } of emit.payload) {
      const names = senders.get(text) ?? new Map<string, Text>();
      senders.set(text, names.set(path.join(), scopeName(path)));
    }
  }
  const payload = names('payload') ?? UNKNOWN;
  return [...senders].map(([name, states]) => {
    const from = seriesOf([...states.values()], ',');
    return offer(name, 'payload', LOCAL, {
      detail: typed(msg`sent by ${from}`, readMember(payload, name)),
      documentation: cardOf(place, { kind: 'payload', name, event, path: scope.path, handled: true }, scope),
    });
  });
}
