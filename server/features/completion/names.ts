import { idOfTarget } from '../../format/target-path';
import type { Step } from '../../format/walk';
import {
  allNames,
  type ContextVariable,
  childrenOf,
  contextNames,
  contextVariable,
  nearestAutomata,
  resolveTarget,
} from '../../project/names/resolve';
import { transitionsTo } from '../../project/names/scope';
import { isAtOrBelow, samePath } from '../../project/names/scope-path';
import type { NameEntry, ScopeEntry } from '../../project/names/symbols';
import { msg, type TextOrMessage } from '../../text/message';
import { pairOf, textOf, valueAt } from '../../yaml/tree/tree';
import { NEW_MAP, type ValueTemplate } from '../../yaml/write/values';
import { WrittenScalar } from '../../yaml/write/written-scalar';
import { type CompletionContext, enclosingScope, existingKeys } from './completion-context';
import { contextSymbol, isTextOfFile, variableDetail } from './context-variables';
import { candidateDocumentation } from './documentation';
import type { CompletionCandidate, CompletionKind } from './item';
import { prefilter } from './prefilter';
import { relativeFileName, scopeLabel, undefinedNames } from './scopes';
import { placeholder, valuePlaceholder } from './snippet';

/** Keys that are names of the author: those that are used somewhere and not defined yet. */

const FIRST = 0;
const NEXT = 1;
const LAST = 2;

/** Variables that expressions and outputs use and no enclosing automata declares. */
export function contextCandidates(context: CompletionContext): CompletionCandidate[] {
  const { project } = context.at;
  const isDeclared = ({ declarations }: ContextVariable) => declarations.length > 0;
  const names = new Map([
    ...variablesWithout(context, allNames(project, 'variable').names, isDeclared),
    ...variablesWithout(context, allNames(project, 'usedContext').names, isDeclared),
  ]);
  return keys(context, names.keys(), 'context', FIRST, valuePlaceholder(), (name) =>
    usedIn(context, names.get(name)),
  );
}

function usedIn(
  { at: { project } }: CompletionContext,
  entry: ScopeEntry | undefined,
): TextOrMessage | undefined {
  return (
    entry && msg`used in ${scopeLabel(entry.path)} (${relativeFileName(project, entry)}) but not declared`
  );
}

/** The unknown ones of these variables, each with its first use in the automata at the cursor. */
function variablesWithout(
  context: CompletionContext,
  names: readonly string[],
  isKnown: (variable: ContextVariable) => boolean,
): Map<string, ScopeEntry> {
  const found = new Map<string, ScopeEntry>();
  const scope = enclosingScope(context);
  if (scope === undefined) return found;
  const { project } = context.at;
  // All states of an automata see the same variables.
  const path = nearestAutomata(scope);
  for (const name of names) {
    if (isKnown(contextVariable(project, scope, name))) continue;
    const named = [...project.inOrder('assignment', name), ...project.inOrder('contextUse', name)];
    const first = named.find(
      (entry) => isAtOrBelow(entry.path, path) && !isKnown(contextVariable(project, entry, name)),
    );
    if (first) found.set(name, first);
  }
  return found;
}

/** Names that `render` and the transitions use without a definition, then `context.` with each variable. */
export function outputCandidates(context: CompletionContext): CompletionCandidate[] {
  const from = enclosingScope(context);
  if (from === undefined) return [];
  const { project } = context.at;
  const missing = keys(context, undefinedNames(project, from), 'output', NEXT, placeholder(), () =>
    msg('used here but not defined'),
  );
  const present = existingKeys(context);
  const keyOf = (name: string) => `context.${name}`;
  const known = contextNames(project, from);
  const names = prefilter(known, known, context.cursor.prefix, keyOf(''));
  const variables = names.flatMap((name): CompletionCandidate[] => {
    const key = keyOf(name);
    if (present.has(key) || (key === context.cursor.pair?.name && isNamedOnce(context, name))) return [];
    return [
      {
        label: key,
        kind: 'context',
        insert: { as: 'key', name: key, value: placeholder() },
        rank: isTextOfFile(project, from, name) ? LAST : FIRST,
        detail: () => variableDetail(context.at, from, name),
        documentation: candidateDocumentation(context, contextSymbol(project, from, name), from),
      },
    ];
  });
  const others = project.isAutomata ? [] : [ANY_VARIABLE];
  return [...variables, ...missing, ...unsetCandidates(context), ...others];
}

/** The beginning of any variable: those of the automata around a state on its own are not known. */
const ANY_VARIABLE: CompletionCandidate = {
  label: 'context.',
  kind: 'context',
  insert: { as: 'verbatim', text: 'context.' },
  rank: LAST,
  detail: msg('a variable of the automata'),
};

/** Variables that expressions read and nothing declares or assigns yet. */
function unsetCandidates(context: CompletionContext): CompletionCandidate[] {
  const keyOf = (name: string) => `context.${name}`;
  const used = allNames(context.at.project, 'usedContext').names;
  const matching = prefilter(used, used, context.cursor.prefix, keyOf(''));
  const names = variablesWithout(context, matching, ({ isKnown }) => isKnown);
  return keys(context, [...names.keys()].map(keyOf), 'context', NEXT, placeholder(), (key) =>
    usedIn(context, names.get(key.slice(keyOf('').length))),
  );
}

/** Whether a variable is declared or assigned in one place only: the incomplete key. */
function isNamedOnce({ at: { project } }: CompletionContext, name: string): boolean {
  return project.table.get('declaration', name).length + project.table.get('assignment', name).length <= 1;
}

/** Names that the state uses without a definition, inputs that transitions pass to it, and inputs of other states. */
export function inputCandidates(context: CompletionContext): CompletionCandidate[] {
  const from = enclosingScope(context);
  if (from === undefined) return [];
  const { project } = context.at;
  const passed = new Map<string, ScopeEntry>();
  for (const transition of transitionsTo(project, from.path)) {
    for (const { text } of transition.case.inputs) if (!passed.has(text)) passed.set(text, transition);
  }
  const value = { type: placeholder() };
  return [
    ...keys(context, passed.keys(), 'input', FIRST, value, (name) => {
      const entry = passed.get(name);
      return entry && msg`passed by ${scopeLabel(entry.path)}`;
    }),
    ...keys(context, undefinedNames(project, from), 'input', FIRST, value, () =>
      msg('used here but not defined'),
    ),
    ...(from.scope.kind === 'state' ? inputsOfOthers(context) : []),
  ];
}

/** Inputs of other states, which can be defined in the same way here. */
function inputsOfOthers(context: CompletionContext): CompletionCandidate[] {
  const { at, cursor } = context;
  const present = existingKeys(context);
  const all = allNames(at.project, 'anyInput');
  return prefilter(all.entries, all.names, cursor.prefix).flatMap((entry): CompletionCandidate[] => {
    const name = entry.name.text;
    const isTyped = entry.unit === at.unit && entry.name.start === cursor.replace.start;
    if (name === '' || isTyped || present.has(name)) return [];
    return [
      {
        label: name,
        kind: 'input',
        insert: { as: 'key', name, value: likeInput(entry) },
        rank: LAST,
        detail: () => msg`also an input of ${scopeLabel(entry.path)}`,
      },
    ];
  });
}

/** An input with the same source as another one. */
function likeInput({ scope, name }: NameEntry): ValueTemplate {
  const node = scope.inputs.find((input) => input.name.text === name.text)?.node;
  const type = node?.kind === 'map' ? textOf(node, 'type') : undefined;
  if (node?.kind !== 'map' || type === undefined || type.includes('{{')) return { type: placeholder() };
  const asked = valueAt(node, 'user_input');
  const isAsked = asked?.kind === 'scalar' && asked.type === 'boolean';
  return { type, ...(isAsked ? { user_input: new WrittenScalar(asked.value) } : {}) };
}

/** The inputs of the target state of the transition. */
export function targetInputCandidates(context: CompletionContext): CompletionCandidate[] {
  const inputs = targetInputsAt(context, context.step);
  const of = new Map(inputs.map((entry) => [entry.name.text, entry]));
  return keys(context, of.keys(), 'input', FIRST, placeholder(), (name) => {
    const entry = of.get(name);
    return entry && msg`input of ${scopeLabel(entry.path)}`;
  });
}

/** The inputs of the target of a transition whose `target_inputs` are at a step. */
export function targetInputsAt(context: CompletionContext, step: Step | undefined): readonly NameEntry[] {
  const from = enclosingScope(context);
  const siblings = step?.pair?.parent;
  if (from === undefined || siblings === undefined) return [];
  const { project } = context.at;
  const target = textOf(siblings, 'target');
  // A target that cannot be resolved may be any state.
  if (target === undefined && pairOf(siblings, 'target') !== undefined) return [];
  const found = target === undefined ? undefined : resolveTarget(project, from, target);
  if (found && found.kind !== 'found') return [];
  const to = project.scopes(found?.path ?? from.path);
  return to.flatMap((entry) => entry.scope.inputs.map(({ name }) => ({ ...entry, name })));
}

/** Targets of transitions that do not exist yet. */
export function stateCandidates(context: CompletionContext): CompletionCandidate[] {
  const around = enclosingScope(context);
  if (around === undefined) return [];
  const { project } = context.at;
  const missing = new Map<string, ScopeEntry>();
  const consider = (from: ScopeEntry, target: string) => {
    const found = resolveTarget(project, from, target);
    if (found.kind !== 'missing' || !samePath(found.container, around.path)) return;
    if (idOfTarget(found.segment) === undefined && !missing.has(found.segment))
      missing.set(found.segment, from);
  };
  const isInitial = project.scopes(around.path).find((entry) => entry.scope.initial);
  const known = new Set(childrenOf(project, around.path).map((child) => child.name.text));
  const initial = isInitial?.scope.initial?.text;
  if (isInitial && initial !== undefined && !known.has(initial)) missing.set(initial, isInitial);
  for (const entry of [...project.scopes(around.path), ...childrenOf(project, around.path)]) {
    for (const { cases } of entry.scope.handlers) {
      for (const { target } of cases) if (target) consider(entry, target.text);
    }
  }
  const named = keys(context, missing.keys(), 'state', FIRST, NEW_MAP, (name) => {
    const entry = missing.get(name);
    return entry && msg`target of ${scopeLabel(entry.path)}, does not exist yet`;
  });
  return named.map((candidate) => ({ ...candidate, retrigger: true }));
}

function keys(
  context: CompletionContext,
  names: Iterable<string>,
  kind: CompletionKind,
  rank: number,
  value: ValueTemplate,
  detail: (name: string) => TextOrMessage | undefined,
): CompletionCandidate[] {
  const present = existingKeys(context);
  return [...new Set(names)].flatMap((name): CompletionCandidate[] => {
    if (present.has(name)) return [];
    return [{ label: name, kind, insert: { as: 'key', name, value }, rank, detail: () => detail(name) }];
  });
}
