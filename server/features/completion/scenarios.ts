import { clientActionOf } from '../../format/events';
import { enclosing } from '../../format/walk';
import { folderOf, pathFrom } from '../../project/paths';
import {
  type Button,
  buttonsOf,
  isFormInput,
  possibleStates,
  type Situation,
} from '../../project/possible-states';
import { allEvents, allNames, contextNames, handledEvents, namedChildren } from '../../project/resolve';
import { unitFacts } from '../../project/source';
import type { NameEntry, ScopeEntry } from '../../project/symbols';
import { msg, type Text } from '../../text/message';
import { pairOf, resolveAlias, textOf } from '../../yaml/tree';
import { stateCard } from '../hover/state';
import { cardOf } from './cards';
import { contextSymbol, variableDetail } from './context';
import { candidates } from './fitting';
import type { CompletionKind, Offer } from './item';
import { type Place, presentKeys } from './place';
import { fileOf, firstLine, scopeName } from './scopes';
import { hole, list, map, type Sketch, text, valueHole } from './sketch';

/** Names in scenarios: those of the state that the conversation is in come first, or alone. */

const HERE = 0;
const OTHER = 1;
const LAST = 2;

type Path = readonly string[];

/** States by their path from the root. */
export function statePathOffers(place: Place): Offer[] {
  const { prefix } = place.spot;
  const dot = prefix.lastIndexOf('.');
  const base = dot < 0 ? [] : prefix.slice(0, dot).split('.');
  const lead = dot < 0 ? '' : prefix.slice(0, dot + 1);
  const offers = childOffers(place, base, lead);
  if (dot >= 0) return offers;
  // Of states in nested automata one level is shown; more as the path is typed.
  const nested = namedChildren(place.at.project, 'nested', []).entries;
  return [...offers, ...nested.flatMap(({ path }) => childOffers(place, path, `${path.join('.')}.`))];
}

function childOffers(place: Place, path: Path, lead: string): Offer[] {
  const { project } = place.at;
  const { entries, names } = namedChildren(project, 'child', path);
  return candidates(entries, names, place.spot.prefix, lead).map((child) => {
    const label = lead + child.name.text;
    return {
      label,
      kind: 'state',
      insert: { as: 'text', text: label },
      rank: lead === '' ? HERE : OTHER,
      detail: () => [fileOf(project, child), firstLine(child)].filter((one) => one !== undefined).join(' · '),
      documentation: () => stateCard(project, child.path),
    };
  });
}

/** The events that the possible states handle, or else all. */
export function raisedOffers(place: Place): Offer[] {
  const { project } = place.at;
  const states = situationAt(place).states ?? [];
  const here = states.flatMap((path) => {
    const [from] = project.scopes(path);
    return from ? handledEvents(project, from) : [];
  });
  const entries = here.length > 0 ? here : allEvents(project).entries;
  const names = new Map(entries.map((entry) => [entry.name.text, entry] as const));
  return [...names].flatMap(([name, entry]): Offer[] => {
    if (name === 'ALWAYS' || name === 'DONE' || clientActionOf(name)) return [];
    return [
      {
        label: name,
        kind: 'event',
        insert: { as: 'text', text: name },
        rank: HERE,
        detail: () => msg`handled by ${scopeName(entry.path)}`,
      },
    ];
  });
}

/** Contents of buttons: of the possible states, or else of all. */
export function buttonOffers(place: Place): Offer[] {
  const { project } = place.at;
  const isExpected = enclosing(place.step, 'expectation') !== undefined;
  const { states } = situationAt(place, isExpected ? 1 : 0);
  const raising = project.table.get('emitted', '').map(({ path }) => path);
  const paths = states !== undefined && states.length > 0 ? states : distinct(raising);
  const offers = new Map<string, Offer>();
  for (const path of paths) {
    for (const button of buttonsOf(project, path) ?? []) {
      const offer = buttonOffer(button, path);
      if (offer && !offers.has(offer.label)) offers.set(offer.label, offer);
    }
  }
  return [...offers.values()];
}

function buttonOffer({ content, event }: Button, path: Path): Offer | undefined {
  const label = content?.trim();
  if (label === undefined || label === '' || label.includes('\n')) return undefined;
  const where = scopeName(path);
  return {
    label,
    kind: 'value',
    insert: { as: 'text', text: label },
    rank: HERE,
    detail: event === undefined ? msg`button of ${where}` : msg`button of ${where} · ${event}`,
  };
}

/** Main files, seen from the folder of the scenario file. */
export function automataOffers(place: Place): Offer[] {
  const { workspace, source } = place.at;
  const folder = folderOf(source.address);
  const boundary = workspace.folderAround(source.address);
  return workspace.projectsIn(boundary).flatMap((project): Offer[] => {
    if (!project.isAutomata) return [];
    const path = pathFrom(folder, project.root);
    return [{ label: path, kind: 'file', insert: { as: 'text', text: path }, rank: HERE }];
  });
}

/** Names of fields of a form. */
export function formFieldOffers(place: Place): Offer[] {
  return inputsAt(place).map((entry) => ({
    label: entry.name.text,
    kind: 'input',
    insert: { as: 'text', text: entry.name.text },
    rank: HERE,
    detail: () => msg`input of ${scopeName(entry.path)}`,
  }));
}

/** The same as keys. */
export function formValueOffers(place: Place): Offer[] {
  return keys(
    place,
    inputsAt(place).map((entry) => {
      const detail = () => msg`input of ${scopeName(entry.path)}`;
      return { name: entry.name.text, kind: 'input', value: hole(), detail };
    }),
  );
}

/** The choices of the field whose value is written. */
export function choiceOffers(place: Place): Offer[] {
  const { step } = place;
  if (step.pair === undefined || step.parent?.type.kind !== 'map' || step.parent.type.keys !== 'form-value')
    return [];
  const name = step.pair.name;
  return inputsAt(place).flatMap((entry) => {
    if (entry.name.text !== name) return [];
    const node = entry.scope.inputs.find((input) => input.name.text === name)?.node;
    const input = node && resolveAlias(node);
    const choices = input?.kind === 'map' ? pairOf(input, 'choices')?.value : undefined;
    const items = choices?.kind === 'seq' ? choices.items : [];
    return items.flatMap((item): Offer[] => {
      if (item.kind !== 'scalar' || item.empty || item.value.includes('{{')) return [];
      const as = item.type === 'string' ? 'text' : 'literal';
      return [{ label: item.value, kind: 'value', insert: { as, text: item.value }, rank: HERE }];
    });
  });
}

/** The inputs that a form may ask for: of the forms that may be open, or else of all states. */
function inputsAt(place: Place): readonly NameEntry[] {
  const { project } = place.at;
  const { forms } = situationAt(place);
  const isOpen = forms !== undefined && forms.length > 0;
  const paths = isOpen ? forms : distinct(project.table.get('anyInput', '').map(({ path }) => path));
  return paths.flatMap((path) =>
    project
      .scopes(path)
      .flatMap((at) =>
        at.scope.inputs.flatMap((input) => (isFormInput(input) ? [{ ...at, name: input.name }] : [])),
      ),
  );
}

/** Context variables as keys. */
export function contextValueOffers(place: Place): Offer[] {
  const { project } = place.at;
  const [state] = situationAt(place).states ?? [];
  const from = project.scopes(state ?? [])[0] ?? project.scopes([])[0];
  if (from === undefined) return [];
  const names = contextNames(project, from);
  return keys(
    place,
    candidates(names, names, place.spot.prefix).map((name) => ({
      name,
      kind: 'context',
      value: valueHole(),
      detail: () => variableDetail(place.at, from, name),
      documentation: cardOf(place, contextSymbol(project, from, name), from),
    })),
  );
}

/** What the event of a click carries: the keys of its buttons' payloads. */
export function payloadValueOffers(place: Place): Offer[] {
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
      value: hole(),
      detail: () => msg`of ${event}`,
    })),
  );
}

/** Tasks by name, and by `state.task` where a name is that of several; then modules. */
export function taskResultOffers(place: Place): Offer[] {
  const modules = place.step.catalog.modules.map(({ type }) => ({
    name: type,
    kind: 'module' as const,
    value: valueHole(),
    detail: () => msg('all tasks of this module'),
  }));
  return [...taskOffers(place, valueHole()), ...keys(place, modules, LAST)];
}

export function taskRunOffers(place: Place): Offer[] {
  return taskOffers(place, map());
}

function taskOffers(place: Place, value: Sketch): Offer[] {
  const { project } = place.at;
  const entries = project.inOrder('anyTask', '');
  const { names } = allNames(project, 'anyTask');
  const detailOf = (entry: ScopeEntry) => () => msg`task of ${scopeName(entry.path)}`;
  const byName = names.map((name) => {
    const [entry, ...others] = entries.filter((one) => one.name.text === name);
    const detail =
      others.length > 0 || entry === undefined ? () => msg('tasks of several states') : detailOf(entry);
    return { name, kind: 'result' as const, value, detail };
  });
  const byPath = entries.map((entry) => ({
    name: [...entry.path, entry.name.text].join('.'),
    kind: 'result' as const,
    value,
    detail: detailOf(entry),
  }));
  return [...keys(place, byName), ...keys(place, byPath, OTHER)];
}

interface Key {
  readonly name: string;
  readonly kind: CompletionKind;
  readonly value: Sketch;
  readonly detail: () => Text | undefined;
  readonly documentation?: Offer['documentation'];
}

function keys(place: Place, all: readonly Key[], rank = HERE): Offer[] {
  const present = presentKeys(place);
  return all.flatMap(({ name, kind, value, detail, documentation }): Offer[] => {
    if (present.has(name) || name === '') return [];
    const insert = { as: 'key', name, value } as const;
    return [{ label: name, kind, insert, rank, detail, ...(documentation && { documentation }) }];
  });
}

/** A scenario file to begin with. */
export function scenarioScaffold(): Sketch & { readonly kind: 'map' } {
  return map([
    'scenarios',
    list(
      map(
        ['name', hole('what it shows')],
        ['steps', list(map(['expect', map(['text', map(['contains', text('Hello')])])]))],
      ),
    ),
  ]);
}

/** Where the conversation may be at the step of the cursor, or some steps later. */
function situationAt({ at, step }: Place, later = 0): Situation {
  const unknown = { states: undefined, forms: undefined };
  const scenario = enclosing(step, 'scenario')?.index;
  const index = enclosing(step, 'scenario-step')?.index;
  if (scenario === undefined || index === undefined) return unknown;
  const run = unitFacts(at.source, at.unit).scenarios?.runs[scenario];
  return (run && possibleStates(at.project, run)[index + later]) ?? unknown;
}

function distinct(paths: readonly Path[]): readonly Path[] {
  return [...new Map(paths.map((path) => [path.join('\n'), path])).values()];
}
