import type { BindingKind } from '../../expression/bindings';
import { type CursorPath, localNamesAt, localsAt, pathAt } from '../../expression/completion-path';
import { GLOBALS, KEYWORDS } from '../../expression/globals';
import { isIdentifier } from '../../expression/identifier';
import { specialEventOf } from '../../format/events';
import { WHERE_NAMES } from '../../format/scenario';
import { typeOfLocal } from '../../inference/local-types';
import { promisedInputs } from '../../project/names/promised-inputs';
import {
  contextNames,
  emittersOf,
  type NameList,
  namedChildren,
  nearestAutomata,
} from '../../project/names/resolve';
import { isVisible, type LocalVariable, localsNamed, localsOf } from '../../project/names/scope';
import { samePath } from '../../project/names/scope-path';
import type { ScopeEntry } from '../../project/names/symbols';
import { msg, seriesOf, type TextOrMessage } from '../../text/message';
import { readMember } from '../../types/member-lookup';
import { UNKNOWN } from '../../types/value-type';
import type { LocatedExpression } from '../cursor-location';
import { type ExpressionContext, expressionContextAt } from '../expression-context';
import { stateCard } from '../hover/state';
import type { ProjectSymbol } from '../symbols/symbol';
import type { CompletionContext } from './completion-context';
import { contextSymbol, relevantVariables, variableDetail, withType } from './context-variables';
import { candidateDocumentation } from './documentation';
import type { CompletionCandidate, CompletionKind } from './item';
import { clipToLine, isCallee, isQuotable, memberCandidates, patternCandidates } from './members';
import { prefilter } from './prefilter';
import { relativeFileName, scopeLabel } from './scopes';

/** Names inside `{{ }}`: those in scope at that place, and the members that the format defines. */

const PARAMETER = 0;
const LOCAL = 1;
const OBJECT = 2;
const STATE = 4;
/** Rank of commonly used JavaScript names; the others follow. */
const COMMON = 5;
const GLOBAL = 6;
const KEYWORD = 7;
const COMMON_NAMES: ReadonlySet<string> = new Set(['JSON', 'Math', 'true', 'false', 'null']);

export function expressionCandidates(
  context: CompletionContext,
  at: LocatedExpression,
): CompletionCandidate[] {
  const around = expressionContextAt(context.at, at);
  if (around === undefined) return [];
  const path = pathAt(at.body, at.bodyOffset);
  const isName = path?.base?.length === 0 && path.quote === undefined;
  // A key of a pattern is typed like a name, or where no name is expected.
  const keys = path === undefined || isName ? patternCandidates(context, at, around) : undefined;
  if (keys) return keys;
  if (path === undefined) return [];
  const replace = clipToLine(at.toUnit(path.replace), context);
  const typed = context.at.unit.text.slice(replace.start, context.at.offset);
  const meant = isName ? names(context, at, around, typed) : formatMembers(context, at, around, path, typed);
  if (meant === undefined) return memberCandidates(context, at, around, path);
  const canCall = !isCallee(at, path.replace.end);
  return meant.map((candidate) => {
    const isFunction = canCall && candidate.kind === 'function';
    const call = isFunction ? 'arguments' : undefined;
    const insert = { as: 'verbatim', text: candidate.label, replace, call } as const;
    return { ...candidate, insert, showParameters: isFunction };
  });
}

function candidate(
  label: string,
  kind: CompletionKind,
  rank: number,
  more: Partial<CompletionCandidate>,
): CompletionCandidate {
  return { label, kind, rank, insert: { as: 'verbatim', text: label }, ...more };
}

function names(
  context: CompletionContext,
  at: LocatedExpression,
  { scope, reader }: ExpressionContext,
  prefix: string,
): CompletionCandidate[] {
  const { project } = context.at;
  const candidates: CompletionCandidate[] = [];
  for (const [name, kind] of localsAt(at.body, at.bodyOffset))
    candidates.push(candidate(name, 'parameter', PARAMETER, { detail: BINDING_DETAILS[kind] }));
  const own = localsOf(project, scope.path).filter((local) => isVisible(local, { scope: -1, ...at.place }));
  const promised = promisedInputs(project, { scope: -1, ...at.place }).inputs;
  for (const local of [...own, ...promised]) {
    if (!isIdentifier(local.name.text)) continue;
    candidates.push(
      candidate(local.name.text, local.kind, LOCAL, {
        detail: () => withType(LOCAL_DETAILS[local.kind], typeOfLocal(reader, local)),
        documentation: candidateDocumentation(context, localSymbol(local), local.at, local.name),
      }),
    );
  }
  candidates.push(
    candidate('context', 'context', OBJECT, {
      detail: msg('context variables of the automata'),
      documentation: candidateDocumentation(context, { kind: 'builtin', name: 'context' }, scope),
      commit: ['.'],
    }),
  );
  if (at.place.phase === 'where') {
    for (const [name, detail] of WHERE_NAMES)
      candidates.push(candidate(name, 'parameter', OBJECT, { detail }));
    return [...candidates, ...builtIns()];
  }
  if (handlerOf(scope, at)) {
    candidates.push(
      candidate('payload', 'payload', OBJECT, {
        detail: msg`payload of ${at.place.event}`,
        documentation: candidateDocumentation(context, { kind: 'builtin', name: 'payload' }, scope),
        commit: ['.'],
      }),
    );
  }
  const { entries: giving, names: givers } = statesWithOutputs(context, scope);
  for (const child of prefilter(giving, givers, prefix)) {
    if (samePath(child.path, scope.path)) continue;
    candidates.push(
      candidate(child.name.text, 'state', STATE, {
        detail: () => msg`outputs of this state · ${relativeFileName(project, child)}`,
        documentation: () => stateCard(project, child.path),
        commit: ['.'],
      }),
    );
  }
  return [...candidates, ...builtIns()];
}

const BINDING_DETAILS: Readonly<Record<BindingKind, TextOrMessage>> = {
  parameter: msg('parameter of the enclosing function'),
  const: msg`local \`${'const'}\``,
  let: msg`local \`${'let'}\``,
  var: msg`local \`${'var'}\``,
  function: msg('local function'),
  class: msg('local class'),
  error: msg('caught error'),
};

const LOCAL_DETAILS: Readonly<Record<LocalVariable['kind'], TextOrMessage>> = {
  input: msg('input'),
  result: msg('task result'),
  parameter: msg('function parameter'),
  output: msg('output'),
};

function localSymbol(local: LocalVariable): ProjectSymbol {
  return { kind: 'local', name: local.name.text, path: local.at.path };
}

const KINDS: Readonly<Record<(typeof GLOBALS)[number]['kind'], CompletionKind>> = {
  function: 'function',
  object: 'class',
  class: 'class',
  constant: 'constant',
};

function builtIns(): CompletionCandidate[] {
  const globals = GLOBALS.flatMap((one) =>
    one.suggested
      ? [
          candidate(one.name, KINDS[one.kind], COMMON_NAMES.has(one.name) ? COMMON : GLOBAL, {
            detail: one.detail,
            documentation: () => msg(one.documentation),
          }),
        ]
      : [],
  );
  const keywords = KEYWORDS.map((one) =>
    candidate(one.name, 'keyword', COMMON_NAMES.has(one.name) ? COMMON : KEYWORD, {
      documentation: () => msg(one.documentation),
    }),
  );
  return [...globals, ...keywords];
}

/** This state and its siblings that have outputs. */
function statesWithOutputs({ at: { project } }: CompletionContext, scope: ScopeEntry): NameList {
  return namedChildren(project, 'stateWithOutputs', nearestAutomata(scope));
}

/** Members of `context`, `payload` and states; undefined for anything that the format does not define. */
function formatMembers(
  context: CompletionContext,
  at: LocatedExpression,
  around: ExpressionContext,
  { base: [base, ...deeper] = [], quote }: CursorPath,
  typed: string,
): CompletionCandidate[] | undefined {
  if (base === undefined || deeper.length > 0) return undefined;
  if (localNamesAt(at.body, at.bodyOffset).includes(base)) return undefined;
  const isFit = ({ label }: CompletionCandidate) =>
    quote === undefined ? isIdentifier(label) : isQuotable(label);
  return membersOf(context, at, around, base, typed)?.filter(isFit);
}

function membersOf(
  context: CompletionContext,
  at: LocatedExpression,
  around: ExpressionContext,
  base: string,
  prefix: string,
): CompletionCandidate[] | undefined {
  const { project } = context.at;
  const { scope, reader } = around;
  if (base === 'context') {
    const known = contextNames(project, scope);
    const output = at.place.phase === 'output' ? at.place.index : -1;
    const relevant = relevantVariables(project, scope, context.at.offset, output);
    const candidates = prefilter(known, known, prefix).map((name) =>
      candidate(name, 'context', relevant.includes(name) ? LOCAL : OBJECT, {
        detail: () => variableDetail(context.at, scope, name),
        documentation: candidateDocumentation(context, contextSymbol(project, scope, name), scope),
      }),
    );
    const [first] = output < 0 ? [] : relevant;
    return candidates.toSorted((a, b) => Number(b.label === first) - Number(a.label === first));
  }
  if (base === 'payload') return payloadKeys(context, at, around);
  if (localsNamed(project, scope.path, base).length > 0) return undefined;
  const { entries } = statesWithOutputs(context, scope);
  const state = entries.find(({ name, path }) => name.text === base && !samePath(path, scope.path));
  return state?.scope.outputs.flatMap((output) => {
    if (output.context) return [];
    const detail = () => withType(msg`output of ${base}`, reader.outputType(state, output));
    return [candidate(output.name.text, 'output', LOCAL, { detail })];
  });
}

function handlerOf(scope: ScopeEntry, { place }: LocatedExpression) {
  if (place.phase !== 'transition' || place.event === undefined || specialEventOf(place.event))
    return undefined;
  return scope.scope.handlers.find((handler) => handler.event.text === place.event);
}

/** The payload keys of buttons whose event has a transition to this state. */
function payloadKeys(
  context: CompletionContext,
  at: LocatedExpression,
  { scope, names }: ExpressionContext,
): CompletionCandidate[] {
  const { project } = context.at;
  const handler = handlerOf(scope, at);
  if (handler === undefined) return [];
  const event = handler.event.text;
  const senders = new Map<string, Map<string, TextOrMessage>>();
  for (const { emit, path } of emittersOf(project, { ...scope, name: handler.event })) {
    for (const { text } of emit.payload) {
      const names = senders.get(text) ?? new Map<string, TextOrMessage>();
      senders.set(text, names.set(path.join(), scopeLabel(path)));
    }
  }
  const payload = names('payload') ?? UNKNOWN;
  return [...senders].map(([name, states]) => {
    const from = seriesOf([...states.values()], ',');
    return candidate(name, 'payload', LOCAL, {
      detail: withType(msg`payload of ${from}`, readMember(payload, name)),
      documentation: candidateDocumentation(
        context,
        { kind: 'payload', name, event, path: scope.path, handled: true },
        scope,
      ),
    });
  });
}
