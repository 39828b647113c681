import { clientActionOf } from '../../format/events';
import { parentTarget, stateLabel } from '../../format/target-path';
import { enclosingStep } from '../../format/walk';
import { folderOf, pathFrom } from '../../project/paths';
import {
  type Button,
  buttonsOf,
  distinctPaths,
  isFormInput,
  possibleStates,
  type Situation,
  statePath,
} from '../../project/possible-states';
import { allEvents, allNames, contextNames, handledEvents, namedChildren } from '../../project/resolve';
import { ROOT_PATH, type ScopePath } from '../../project/scope-path';
import { unitFacts } from '../../project/source';
import type { NameEntry, ScopeEntry } from '../../project/symbols';
import { msg, type TextOrMessage } from '../../text/message';
import { textOf } from '../../yaml/tree';
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
export function statePathCandidates(place: CompletionContext): CompletionCandidate[] {
  const { prefix } = place.spot;
  const parent = parentTarget(prefix);
  if (parent !== undefined) {
    const path = statePath(place.at.project, parent);
    return path ? childCandidates(place, path, `${parent}.`) : [];
  }
  // Nested automata are listed one level deep; deeper ones as the path is typed.
  const nested = namedChildren(place.at.project, 'childAutomata', ROOT_PATH).entries;
  return [
    ...childCandidates(place, ROOT_PATH, ''),
    ...nested.flatMap(({ path }) => childCandidates(place, path, `${stateLabel(path)}.`)),
  ];
}

function childCandidates(
  place: CompletionContext,
  path: ScopePath,
  leadingText: string,
): CompletionCandidate[] {
  const { project } = place.at;
  const { entries, names } = namedChildren(project, 'child', path);
  return prefilter(entries, names, place.spot.prefix, leadingText).map((child) => {
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
export function raisedEventCandidates(place: CompletionContext): CompletionCandidate[] {
  const { project } = place.at;
  const states = situationAt(place).states ?? [];
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
export function buttonCandidates(place: CompletionContext): CompletionCandidate[] {
  const { project } = place.at;
  const isExpected = enclosingStep(place.step, 'expectation') !== undefined;
  const { states } = situationAt(place, isExpected ? 1 : 0);
  const raising = project.table.get('emitted', '').map(({ path }) => path);
  const paths = states !== undefined && states.length > 0 ? states : distinctPaths(raising);
  const candidates = new Map<string, CompletionCandidate>();
  for (const path of paths) {
    for (const button of buttonsOf(project, path) ?? []) {
      const offer = buttonCandidate(button, path);
      if (offer && !candidates.has(offer.label)) candidates.set(offer.label, offer);
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
export function automataCandidates(place: CompletionContext): CompletionCandidate[] {
  const { workspace, source } = place.at;
  const folder = folderOf(source.address);
  const boundary = workspace.folderAround(source.address);
  return workspace.projectsIn(boundary).flatMap((project): CompletionCandidate[] => {
    if (!project.isAutomata) return [];
    const path = pathFrom(folder, project.root);
    return [{ label: path, kind: 'file', insert: { as: 'text', text: path }, rank: HERE }];
  });
}

/** Names of form fields. */
export function formFieldCandidates(place: CompletionContext): CompletionCandidate[] {
  return formInputsAt(place).map((entry) => ({
    label: entry.name.text,
    kind: 'input',
    insert: { as: 'text', text: entry.name.text },
    rank: HERE,
    detail: () => msg`input of ${scopeLabel(entry.path)}`,
  }));
}

/** Names of form fields, as keys. */
export function formValueCandidates(place: CompletionContext): CompletionCandidate[] {
  return keys(
    place,
    formInputsAt(place).map((entry) => {
      const detail = () => msg`input of ${scopeLabel(entry.path)}`;
      return { name: entry.name.text, kind: 'input', value: placeholder(), detail };
    }),
  );
}

/** The inputs of the forms that may be open, otherwise the inputs of all states. */
export function formInputsAt(place: CompletionContext): readonly NameEntry[] {
  const { project } = place.at;
  const { forms } = situationAt(place);
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
export function contextValueCandidates(place: CompletionContext): CompletionCandidate[] {
  const { project } = place.at;
  const [state] = situationAt(place).states ?? [];
  const from = project.scopes(state ?? ROOT_PATH)[0] ?? project.scopes(ROOT_PATH)[0];
  if (from === undefined) return [];
  const names = contextNames(project, from);
  return keys(
    place,
    prefilter(names, names, place.spot.prefix).map((name) => ({
      name,
      kind: 'context',
      value: valuePlaceholder(),
      detail: () => variableDetail(place.at, from, name),
      documentation: candidateDocumentation(place, contextSymbol(project, from, name), from),
    })),
  );
}

/** Payload keys of the buttons with the event of a click. */
export function payloadValueCandidates(place: CompletionContext): CompletionCandidate[] {
  const { project } = place.at;
  const click = place.step.pair?.parent;
  const event = click && textOf(click, 'event');
  if (event === undefined) return [];
  const carried = project.table
    .get('emitter', event)
    .flatMap(({ emit }) => emit.payload.map(({ text }) => text));
  return keys(
    place,
    [...new Set(carried)].map((name) => ({
      name,
      kind: 'payload',
      value: placeholder(),
      detail: () => msg`of ${event}`,
    })),
  );
}

/** Tasks by name, or by `state.task` if a name is ambiguous; then modules. */
export function taskResultCandidates(place: CompletionContext): CompletionCandidate[] {
  const modules = place.step.catalog.modules.map(({ type }) => ({
    name: type,
    kind: 'module' as const,
    value: valuePlaceholder(),
    detail: () => msg('all tasks of this module'),
  }));
  return [...taskCandidates(place, valuePlaceholder()), ...keys(place, modules, LAST)];
}

export function taskRunCandidates(place: CompletionContext): CompletionCandidate[] {
  return taskCandidates(place, NEW_MAP);
}

function taskCandidates(place: CompletionContext, value: ValueTemplate): CompletionCandidate[] {
  const { project } = place.at;
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
  return [...keys(place, byName), ...keys(place, byPath, OTHER)];
}

interface Key {
  readonly name: string;
  readonly kind: CompletionKind;
  readonly value: ValueTemplate;
  readonly detail: () => TextOrMessage | undefined;
  readonly documentation?: CompletionCandidate['documentation'];
}

function keys(place: CompletionContext, all: readonly Key[], rank = HERE): CompletionCandidate[] {
  const present = existingKeys(place);
  return all.flatMap(({ name, kind, value, detail, documentation }): CompletionCandidate[] => {
    if (present.has(name) || name === '') return [];
    const insert = { as: 'key', name, value } as const;
    return [{ label: name, kind, insert, rank, detail, ...(documentation && { documentation }) }];
  });
}

/** The possible states of the conversation at the step of the cursor, or some steps later. */
function situationAt({ at, step }: CompletionContext, later = 0): Situation {
  const unknown = { states: undefined, forms: undefined };
  const scenario = enclosingStep(step, 'scenario')?.index;
  const index = enclosingStep(step, 'scenario-step')?.index;
  if (scenario === undefined || index === undefined) return unknown;
  const run = unitFacts(at.source, at.unit).scenarios?.runs[scenario];
  return (run && possibleStates(at.project, run)[index + later]) ?? unknown;
}
