import { clientActionOf } from '../../format/events';
import { parentTarget, stateLabel } from '../../format/target-path';
import { enclosingStep } from '../../format/walk';
import { folderOf, pathFrom } from '../../project/files/paths';
import { unitFacts } from '../../project/files/source';
import {
  type Button,
  buttonsOf,
  distinctPaths,
  isFormInput,
  possibleStates,
  type Situation,
  statePath,
} from '../../project/flow/possible-states';
import { allEvents, allNames, contextNames, handledEvents, namedChildren } from '../../project/names/resolve';
import { ROOT_PATH, type ScopePath } from '../../project/names/scope-path';
import type { NameEntry, ScopeEntry } from '../../project/names/symbols';
import { msg, type TextOrMessage } from '../../text/message';
import { textOf } from '../../yaml/tree/tree';
import { NEW_MAP, type ValueTemplate } from '../../yaml/write/values';
import { stateCard } from '../hover/state';
import { type CompletionContext, existingKeys } from './completion-context';
import { contextSymbol, variableDetail } from './context-variables';
import { candidateDocumentation } from './documentation';
import type { CompletionCandidate, CompletionKind } from './item';
import { prefilter } from './prefilter';
import { firstLine, relativeFileName, scopeLabel } from './scopes';
import { placeholder, valuePlaceholder } from './snippet';

/** Names in scenarios: those of the current state of the conversation come first, or are the only ones. */

const HERE = 0;
const OTHER = 1;
const LAST = 2;

/** States by their path from the root. */
export function statePathCandidates(context: CompletionContext): CompletionCandidate[] {
  const { prefix } = context.cursor;
  const parent = parentTarget(prefix);
  if (parent !== undefined) {
    const path = statePath(context.at.project, parent);
    return path ? childCandidates(context, path, `${parent}.`) : [];
  }
  // Nested automata are listed one level deep; deeper ones as the path is typed.
  const nested = namedChildren(context.at.project, 'childAutomata', ROOT_PATH).entries;
  return [
    ...childCandidates(context, ROOT_PATH, ''),
    ...nested.flatMap(({ path }) => childCandidates(context, path, `${stateLabel(path)}.`)),
  ];
}

function childCandidates(
  context: CompletionContext,
  path: ScopePath,
  leadingText: string,
): CompletionCandidate[] {
  const { project } = context.at;
  const { entries, names } = namedChildren(project, 'child', path);
  return prefilter(entries, names, context.cursor.prefix, leadingText).map((child) => {
    const label = leadingText + child.name.text;
    return {
      label,
      kind: 'state',
      insert: { as: 'text', text: label },
      rank: leadingText === '' ? HERE : OTHER,
      detail: () =>
        [relativeFileName(project, child), firstLine(child)].filter((one) => one !== undefined).join(' · '),
      documentation: () => stateCard(project, child.path),
    };
  });
}

/** The events that the possible states handle, otherwise all events. */
export function raisedEventCandidates(context: CompletionContext): CompletionCandidate[] {
  const { project } = context.at;
  const states = situationAt(context).states ?? [];
  const here = states.flatMap((path) => {
    const [from] = project.scopes(path);
    return from ? handledEvents(project, from) : [];
  });
  const entries = here.length > 0 ? here : allEvents(project).entries;
  const names = new Map(entries.map((entry) => [entry.name.text, entry] as const));
  return [...names].flatMap(([name, entry]): CompletionCandidate[] => {
    if (name === 'ALWAYS' || name === 'DONE' || clientActionOf(name)) return [];
    return [
      {
        label: name,
        kind: 'event',
        insert: { as: 'text', text: name },
        rank: HERE,
        detail: () => msg`handled by ${scopeLabel(entry.path)}`,
      },
    ];
  });
}

/** Contents of buttons: of the possible states, otherwise of all states. */
export function buttonCandidates(context: CompletionContext): CompletionCandidate[] {
  const { project } = context.at;
  const isExpected = enclosingStep(context.step, 'expectation') !== undefined;
  const { states } = situationAt(context, isExpected ? 1 : 0);
  const raising = project.table.get('emitted', '').map(({ path }) => path);
  const paths = states !== undefined && states.length > 0 ? states : distinctPaths(raising);
  const candidates = new Map<string, CompletionCandidate>();
  for (const path of paths) {
    for (const button of buttonsOf(project, path) ?? []) {
      const candidate = buttonCandidate(button, path);
      if (candidate && !candidates.has(candidate.label)) candidates.set(candidate.label, candidate);
    }
  }
  return [...candidates.values()];
}

function buttonCandidate({ content, event }: Button, path: ScopePath): CompletionCandidate | undefined {
  const label = content?.trim();
  if (label === undefined || label === '' || label.includes('\n')) return undefined;
  const where = scopeLabel(path);
  return {
    label,
    kind: 'value',
    insert: { as: 'text', text: label },
    rank: HERE,
    detail: event === undefined ? msg`button of ${where}` : msg`button of ${where} · ${event}`,
  };
}

/** Main files, relative to the folder of the scenario file. */
export function automataCandidates(context: CompletionContext): CompletionCandidate[] {
  const { workspace, source } = context.at;
  const folder = folderOf(source.address);
  const boundary = workspace.folderAround(source.address);
  return workspace.projectsIn(boundary).flatMap((project): CompletionCandidate[] => {
    if (!project.isAutomata) return [];
    const path = pathFrom(folder, project.root);
    return [{ label: path, kind: 'file', insert: { as: 'text', text: path }, rank: HERE }];
  });
}

/** Names of form fields. */
export function formFieldCandidates(context: CompletionContext): CompletionCandidate[] {
  return formInputsAt(context).map((entry) => ({
    label: entry.name.text,
    kind: 'input',
    insert: { as: 'text', text: entry.name.text },
    rank: HERE,
    detail: () => msg`input of ${scopeLabel(entry.path)}`,
  }));
}

/** Names of form fields, as keys. */
export function formValueCandidates(context: CompletionContext): CompletionCandidate[] {
  return keys(
    context,
    formInputsAt(context).map((entry) => {
      const detail = () => msg`input of ${scopeLabel(entry.path)}`;
      return { name: entry.name.text, kind: 'input', value: placeholder(), detail };
    }),
  );
}

/** The inputs of the forms that may be open, otherwise the inputs of all states. */
export function formInputsAt(context: CompletionContext): readonly NameEntry[] {
  const { project } = context.at;
  const { forms } = situationAt(context);
  const isOpen = forms !== undefined && forms.length > 0;
  const paths = isOpen ? forms : distinctPaths(project.table.get('anyInput', '').map(({ path }) => path));
  return paths.flatMap((path) =>
    project
      .scopes(path)
      .flatMap((at) =>
        at.scope.inputs.flatMap((input) => (isFormInput(input) ? [{ ...at, name: input.name }] : [])),
      ),
  );
}

/** Context variables as keys. */
export function contextValueCandidates(context: CompletionContext): CompletionCandidate[] {
  const { project } = context.at;
  const [state] = situationAt(context).states ?? [];
  const from = project.scopes(state ?? ROOT_PATH)[0] ?? project.scopes(ROOT_PATH)[0];
  if (from === undefined) return [];
  const names = contextNames(project, from);
  return keys(
    context,
    prefilter(names, names, context.cursor.prefix).map((name) => ({
      name,
      kind: 'context',
      value: valuePlaceholder(),
      detail: () => variableDetail(context.at, from, name),
      documentation: candidateDocumentation(context, contextSymbol(project, from, name), from),
    })),
  );
}

/** Payload keys of the buttons with the event of a click. */
export function payloadValueCandidates(context: CompletionContext): CompletionCandidate[] {
  const { project } = context.at;
  const click = context.step.pair?.parent;
  const event = click && textOf(click, 'event');
  if (event === undefined) return [];
  const carried = project.table
    .get('emitter', event)
    .flatMap(({ emit }) => emit.payload.map(({ text }) => text));
  return keys(
    context,
    [...new Set(carried)].map((name) => ({
      name,
      kind: 'payload',
      value: placeholder(),
      detail: () => msg`of ${event}`,
    })),
  );
}

/** Tasks by name, or by `state.task` if a name is ambiguous; then modules. */
export function taskResultCandidates(context: CompletionContext): CompletionCandidate[] {
  const modules = context.step.catalog.modules.map(({ type }) => ({
    name: type,
    kind: 'module' as const,
    value: valuePlaceholder(),
    detail: () => msg('all tasks of this module'),
  }));
  return [...taskCandidates(context, valuePlaceholder()), ...keys(context, modules, LAST)];
}

export function taskRunCandidates(context: CompletionContext): CompletionCandidate[] {
  return taskCandidates(context, NEW_MAP);
}

function taskCandidates(context: CompletionContext, value: ValueTemplate): CompletionCandidate[] {
  const { project } = context.at;
  const entries = project.inOrder('anyTask', '');
  const { names } = allNames(project, 'anyTask');
  const detailOf = (entry: ScopeEntry) => () => msg`task of ${scopeLabel(entry.path)}`;
  const byName = names.map((name) => {
    const [entry, ...others] = entries.filter((one) => one.name.text === name);
    const detail =
      others.length > 0 || entry === undefined ? () => msg('tasks of several states') : detailOf(entry);
    return { name, kind: 'result' as const, value, detail };
  });
  const byPath = entries.map((entry) => ({
    name: stateLabel([...entry.path, entry.name.text]),
    kind: 'result' as const,
    value,
    detail: detailOf(entry),
  }));
  return [...keys(context, byName), ...keys(context, byPath, OTHER)];
}

interface Key {
  readonly name: string;
  readonly kind: CompletionKind;
  readonly value: ValueTemplate;
  readonly detail: () => TextOrMessage | undefined;
  readonly documentation?: CompletionCandidate['documentation'];
}

function keys(context: CompletionContext, all: readonly Key[], rank = HERE): CompletionCandidate[] {
  const present = existingKeys(context);
  return all.flatMap(({ name, kind, value, detail, documentation }): CompletionCandidate[] => {
    if (present.has(name) || name === '') return [];
    const insert = { as: 'key', name, value } as const;
    return [{ label: name, kind, insert, rank, detail, ...(documentation && { documentation }) }];
  });
}

/** The possible states of the conversation at the step of the cursor, or some steps later. */
function situationAt({ at, step }: CompletionContext, later = 0): Situation {
  const unknown = { states: undefined, forms: undefined };
  const promised = enclosingStep(step, 'promised-message')?.node;
  if (promised !== undefined) {
    const state = promised.kind === 'map' ? textOf(promised, 'state') : undefined;
    const path = state === undefined ? undefined : statePath(at.project, state);
    return path ? { states: [path], forms: undefined } : unknown;
  }
  const scenario = enclosingStep(step, 'scenario')?.index;
  const index = enclosingStep(step, 'scenario-step')?.index;
  if (scenario === undefined || index === undefined) return unknown;
  const run = unitFacts(at.source, at.unit).scenarios?.runs[scenario];
  return (run && possibleStates(at.project, run)[index + later]) ?? unknown;
}
