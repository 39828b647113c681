import type { StateEdge, StateGraph } from '../../server/drawing/state-graph';
import { stateGraph } from '../../server/features/state-graph';
import { drawnProject } from '../../server/features/state-graph/state-at';
import type { GraphStep } from '../../server/graph-edit/operation';
import { definitionOf, writtenButtons } from '../../server/graph-edit/places';
import type { Project } from '../../server/project/project';
import type { Workspace } from '../../server/project/workspace';
import type { FixtureFile } from '../support/fixture';
import { addressOf } from '../support/workspace';
import { readyWorkspace } from './edited';

/** Random operations on a graph, and what each of them asks for. */

export type Draw = <T>(values: readonly T[]) => T;

/** A graph as texts that can be compared: its states, and its edges without their order. */
export interface GraphShape {
  readonly states: ReadonlySet<string>;
  readonly edges: readonly EdgeShape[];
}

export interface EdgeShape extends Pick<StateEdge, 'id' | 'from' | 'to' | 'event' | 'kind' | 'condition'> {}

export interface Drawn {
  readonly files: readonly FixtureFile[];
  readonly workspace: Workspace;
  readonly project: Project;
  readonly graph: StateGraph;
  readonly places: ReturnType<typeof stateGraph>['places'];
  /** The number of buttons of a state. */
  buttons(id: string): number;
}

export function drawnGraph(files: readonly FixtureFile[]): Drawn | undefined {
  const workspace = readyWorkspace(files);
  const project = drawnProject(workspace, addressOf(files[0]?.path ?? ''));
  if (project === undefined) return undefined;
  return {
    files,
    workspace,
    project,
    ...stateGraph(project),
    buttons: (id) => {
      const entry = definitionOf(project, id);
      return 'refused' in entry ? 0 : writtenButtons(entry.map).length;
    },
  };
}

export function shapeOf({ nodes, edges }: StateGraph): GraphShape {
  const states = nodes.filter(({ kind }) => kind === 'state' || kind === 'automata');
  return { states: new Set(states.map((node) => `${node.id}${node.isFinal ? ' final' : ''}`)), edges };
}

/** A shape as text; the order of edges counts only within a transition. */
export function textOf({ states, edges }: GraphShape): string {
  const lines = edges.map(({ from, event, kind, condition, to }) =>
    [from, kind, event, condition ?? '', to].map((one) => JSON.stringify(one)).join(' '),
  );
  return [...states, ...lines].sort().join('\n');
}

const TEXTS = [
  'Hello',
  "It's {{name}}",
  'a: b # c',
  'one\ntwo\n',
  'one\n\n  two',
  'one\n\n\n',
  ' one  \n\n\t# two: {{a}}',
  '"quoted"',
  '- x',
  'yes',
] as const;
const CONDITIONS = ['a > 1', "a === 'x'", '({ a: 1 }).a', ''] as const;

/** An operation that fits a graph; undefined if there is nothing to change. */
export function drawOperation({ graph, places, buttons }: Drawn, draw: Draw): GraphStep | undefined {
  const known = graph.nodes.filter(({ kind }) => kind === 'state' || kind === 'automata');
  const states = known.filter(({ id }) => id !== '');
  const { edges } = graph;
  if (states.length === 0 || edges.length === 0) return undefined;
  const state = draw(states).id;
  const to = draw(known).id;
  const edge = draw(edges).id;
  const names = ['fresh', 'fresh_2', 'fresh_3'];
  const name = names.find((one) => known.every(({ id }) => !id.split('\n').includes(one))) ?? 'fresh';
  const count = buttons(state);
  const button = Math.max(0, draw([0, 1, 2]));
  switch (draw(KINDS)) {
    case 'addState': {
      const automata = draw(known.filter(({ kind }) => kind === 'automata'));
      const siblings = known.filter(({ parent }) => parent === automata.id);
      const after = draw([undefined, ...siblings])?.id;
      return {
        kind: 'addState',
        automata: automata.id,
        name,
        ...(after !== undefined && { after }),
      };
    }
    case 'connect': {
      const by = draw(['button', 'message', 'always'] as const);
      const condition = draw([undefined, 'a > 1']);
      return {
        kind: 'connect',
        from: state,
        to,
        by,
        ...(by === 'button' && { text: draw(['Go', 'Fresh one', 'A: b']) }),
        ...(condition !== undefined && { condition }),
        ...draw([{}, { existing: 'case' as const }, { existing: 'change' as const }]),
      };
    }
    case 'retarget':
      return { kind: 'retarget', edge, to };
    case 'deleteTransition':
      return { kind: 'deleteTransition', edge, withButton: draw([true, false]) };
    case 'setText':
      return { kind: 'setText', state, text: draw(TEXTS) };
    case 'setButtonText':
      return count === 0
        ? undefined
        : { kind: 'setButtonText', state, button, text: draw(['Go', 'A: b', "It's"]) };
    case 'setCondition':
      return { kind: 'setCondition', edge, condition: draw(CONDITIONS) };
    case 'deleteState':
      return { kind: 'deleteState', state, references: draw(['keep', 'remove'] as const) };
    case 'duplicateState':
      return { kind: 'duplicateState', state, name };
    case 'moveState': {
      const files = [...places.values()].map(({ address }) => address as string);
      const last = states.findLast(({ parent }) => parent === parentOf(state))?.id ?? state;
      const automata = known
        .filter(({ kind, id }) => kind === 'automata' && id !== parentOf(state))
        .map(({ id }) => id);
      return {
        kind: 'moveState',
        state: draw([state, last]),
        to: draw([...automata, draw([...files, addressOf('state/fresh.yaml')])]),
      };
    }
    case 'renameState':
      return { kind: 'renameState', state, name };
    case 'renameEvent':
      return { kind: 'renameEvent', edge, name: `${name}_event` };
    case 'extractAutomata': {
      const siblings = states.filter(({ parent }) => parent === parentOf(state));
      return { kind: 'extractAutomata', states: [state, draw(siblings).id], name };
    }
    case 'moveButton':
      return count < 2 ? undefined : { kind: 'moveButton', state, button, before: draw([0, 1, 2]) };
    case 'moveCase':
      return { kind: 'moveCase', edge, before: draw([0, 1, 2]) };
    case 'setInitial':
      return { kind: 'setInitial', state };
    default:
      return { kind: 'setFinal', state, final: draw([true, false]) };
  }
}

const KINDS = [
  'addState',
  'addState',
  'deleteState',
  'duplicateState',
  'moveState',
  'extractAutomata',
  'renameState',
  'renameEvent',
  'connect',
  'connect',
  'connect',
  'retarget',
  'retarget',
  'deleteTransition',
  'deleteTransition',
  'setText',
  'setButtonText',
  'setCondition',
  'moveButton',
  'moveCase',
  'setInitial',
  'setFinal',
] as const;

export function parentOf(id: string): string {
  return id.split('\n').slice(0, -1).join('\n');
}

/** The `id` of a node after a move or a rename; itself if the operation is about something else. */
function movedId(id: string, operation: GraphStep): string {
  const { states, place } = movedStates(operation);
  const state = states.find((one) => isInside(withoutFinal(id), one));
  return state === undefined ? id : place(state) + id.slice(state.length);
}

/** The states that an operation moves or renames, and the `id` of each of them after that. */
function movedStates(operation: GraphStep): {
  readonly states: readonly string[];
  place(state: string): string;
} {
  const inside = (outer: string, name: string) => [outer, name].filter(Boolean).join('\n');
  const nameOf = (state: string) => state.split('\n').at(-1) ?? '';
  switch (operation.kind) {
    case 'renameState':
      return { states: [operation.state], place: (state) => inside(parentOf(state), operation.name) };
    case 'moveState':
      return {
        states: operation.to.includes(':') ? [] : [operation.state],
        place: (state) => inside(operation.to, nameOf(state)),
      };
    case 'extractAutomata':
      return {
        states: operation.states,
        place: (state) => inside(inside(parentOf(state), operation.name), nameOf(state)),
      };
    default:
      return { states: [], place: (state) => state };
  }
}

/** The event of an edge, by its `id`. */
export function eventIn(edge: string): string {
  return edge.split('\n\n')[1] ?? '';
}

/** The `id` of a state in a shape. */
function withoutFinal(state: string): string {
  return state.replace(/ final$/, '');
}

/** Whether a node is a state, or in it. */
export function isInside(id: string, state: string): boolean {
  return id === state || id.startsWith(`${state}\n`);
}

/** The part of a graph for which an operation determines where its edges lead. */
export function determined({ states, edges }: GraphShape, operation: GraphStep): GraphShape {
  if (operation.kind === 'deleteState') {
    // What led to the state is missing, or something else of its name.
    return {
      states,
      edges: edges.map((one) => (isInside(one.to, operation.state) ? { ...one, to: '?' } : one)),
    };
  }
  if (operation.kind === 'moveState' || operation.kind === 'extractAutomata') {
    // Missing states are looked up where the transition is.
    const isState = (id: string) => states.has(id) || states.has(`${id} final`);
    const known = edges.map((one) => (isState(one.to) ? one : { ...one, to: '?' }));
    // The first state of a new automata is any of those that it has.
    return {
      states,
      edges: known.filter(({ from, kind }) => !(kind === 'initial' && /(?:^|\n)fresh(?:_\d)?$/.test(from))),
    };
  }
  if (operation.kind === 'renameEvent') {
    // Others are renamed with it if they are for the same buttons.
    const { name } = operation;
    const old = eventIn(operation.edge);
    const masked = (event: string) => (event === old || event === name ? '?' : event);
    return { states, edges: edges.map((one) => ({ ...one, event: masked(one.event) })) };
  }
  if (operation.kind === 'renameState') {
    // An expression may name the state.
    return { states, edges: edges.map((one) => ({ ...one, condition: undefined })) };
  }
  if (operation.kind === 'addState') {
    // A path through the new state that was missing is missing in it.
    const added = [operation.automata, operation.name].filter(Boolean).join('\n');
    return { states, edges: edges.map((one) => (isInside(one.to, added) ? { ...one, to: added } : one)) };
  }
  if (operation.kind !== 'duplicateState') return { states, edges };
  const copy = [...operation.state.split('\n').slice(0, -1), operation.name].join('\n');
  return {
    states: new Set([...states].filter((one) => !isInside(withoutFinal(one), copy))),
    edges: edges.filter(({ from }) => !isInside(from, copy)),
  };
}

/** The graph that an operation asks for, given the `id` of its result. */
export function asked(before: StateGraph, operation: GraphStep, id: string | undefined): GraphShape {
  const { states, edges } = shapeOf(before);
  const changed = (edge: string, change: Partial<EdgeShape>) =>
    edges.map((one) => (one.id === edge ? { ...one, ...change } : one));
  switch (operation.kind) {
    case 'addState':
      return { states: new Set([...states, id ?? '']), edges };
    case 'deleteState': {
      const { state, references } = operation;
      const rest = edges.filter(({ from, to, kind }) => {
        const isToIt = isInside(to, state);
        return !isInside(from, state) && !(isToIt && references === 'remove' && kind !== 'initial');
      });
      return {
        states: new Set([...states].filter((one) => !isInside(withoutFinal(one), state))),
        edges: rest,
      };
    }
    case 'moveState':
    case 'renameState':
    case 'extractAutomata': {
      const moved = (one: string) => movedId(one, operation);
      const isState = (one: string) => states.has(one) || states.has(`${one} final`);
      const isExtraction = operation.kind === 'extractAutomata';
      const after = edges.map((one) => {
        const isStart = isExtraction && one.kind === 'initial' && operation.states.includes(one.to);
        return {
          ...one,
          from: moved(one.from),
          to: isStart
            ? (id ?? '')
            : isState(one.to) || operation.kind === 'renameState'
              ? moved(one.to)
              : '?',
        };
      });
      return {
        states: new Set([...[...states].map(moved), ...(isExtraction ? [id ?? ''] : [])]),
        edges: after,
      };
    }
    case 'connect':
      return { states, edges: connected(edges, operation, id ?? '') };
    case 'retarget':
      return { states, edges: changed(operation.edge, { to: operation.to }) };
    case 'deleteTransition':
      return { states, edges: edges.filter((one) => one.id !== operation.edge) };
    case 'setCondition':
      return { states, edges: changed(operation.edge, { condition: operation.condition || undefined }) };
    case 'setInitial': {
      const automata = operation.state.split('\n').slice(0, -1).join('\n');
      return { states, edges: changed(`${automata}\n\n\n\n0`, { to: operation.state }) };
    }
    case 'setFinal': {
      const others = [...states].filter(
        (one) => one !== operation.state && one !== `${operation.state} final`,
      );
      return { states: new Set([...others, operation.state + (operation.final ? ' final' : '')]), edges };
    }
    default:
      return { states, edges };
  }
}

function connected(
  edges: readonly EdgeShape[],
  { from, to, condition, existing }: Extract<GraphStep, { kind: 'connect' }>,
  id: string,
): readonly EdgeShape[] {
  const event = id.split('\n\n')[1] ?? '';
  const own = edges.filter((one) => one.from === from && one.event === event);
  // Without `existing`, one that leads there is not refused.
  if (own.length > 0 && existing !== 'case')
    return edges.map((one) => (one === own[0] ? { ...one, to, condition: condition ?? one.condition } : one));
  const kind = event === 'CHAT' ? 'chat' : event === 'ALWAYS' ? 'always' : 'event';
  return [...edges, { id, from, to, event, kind, condition }];
}

/** Sections without entries: they go with the last entry that is removed from them. */
const HAS_EMPTY_SECTION = /(?:transitions|buttons|render|properties)["']?:\s*(?:[{[]\s*[}\]]|#|$)/m;

/** The operation that restores the text; undefined if the text does not have all that is needed for it. */
export function inverseOf(
  { files, graph, places }: Drawn,
  operation: GraphStep,
  id = '',
): GraphStep | undefined {
  const textAt = (place: string) => {
    const site = places.get(place);
    const text = files.find(({ path }) => addressOf(path) === site?.address)?.text ?? '';
    return { name: text.slice(site?.selection.start, site?.selection.end), text };
  };
  const old = (edge: string) => graph.edges.find((one) => one.id === edge);
  switch (operation.kind) {
    case 'addState':
      return { kind: 'deleteState', state: id, references: 'keep' };
    case 'duplicateState':
      return { kind: 'deleteState', state: id, references: 'keep' };
    case 'connect': {
      const isNew = !graph.edges.some((one) => one.id === id);
      const hadEvent = graph.edges.some((one) => one.id.startsWith(id.slice(0, id.lastIndexOf('\n') + 1)));
      const isComplete = !HAS_EMPTY_SECTION.test(textAt(operation.from).text);
      // Another button that raises the event would be deleted as well.
      const hadButton = new RegExp(`\\b${id.split('\n\n')[1]}\\b`).test(textAt(operation.from).text);
      if (!isNew || hadEvent || !isComplete || hadButton) return undefined;
      return { kind: 'deleteTransition', edge: id, withButton: operation.by === 'button' };
    }
    case 'retarget': {
      const edge = old(operation.edge);
      const isName = edge !== undefined && textAt(edge.id).name === edge.to.split('\n').at(-1);
      const isState = graph.nodes.some((node) => node.id === edge?.to && node.kind !== 'missing');
      // Quotes that only the other target needs stay.
      const outer = parentOf(operation.to);
      const isBeside = edge !== undefined && outer === parentOf(edge.from);
      // In an automata, the name means its own state.
      const inner = `${edge?.from}\n${operation.to.split('\n').at(-1)}`;
      const isWord = outer === edge?.from || (isBeside && !graph.nodes.some((node) => node.id === inner));
      return isName && isState && isWord ? { ...operation, to: edge.to } : undefined;
    }
    case 'setInitial': {
      const automata = operation.state.split('\n').slice(0, -1).join('\n');
      const edge = old(`${automata}\n\n\n\n0`);
      const isName = edge !== undefined && textAt(edge.id).name === edge.to.split('\n').at(-1);
      return isName && graph.nodes.some((node) => node.id === edge.to && node.kind !== 'missing')
        ? { kind: 'setInitial', state: edge.to }
        : undefined;
    }
    case 'renameState':
      // An escape in a name is not written again.
      return files.some(({ text }) => /\\[ux]/.test(text))
        ? undefined
        : { kind: 'renameState', state: id, name: operation.state.split('\n').at(-1) ?? '' };
    case 'setFinal':
      return operation.final && !/properties/.test(textAt(operation.state).text)
        ? { ...operation, final: false }
        : undefined;
    case 'moveButton': {
      const { button, before } = operation;
      // The last one has no comma, and then its comment is after the comma.
      if (/\*\/\s*,/.test(textAt(operation.state).text)) return undefined;
      return { ...operation, ...moveBack(button, before) };
    }
    case 'moveCase': {
      const index = Number(operation.edge.split('\n\n').at(-1));
      if (/\*\/\s*,/.test(textAt(operation.edge).text)) return undefined;
      const { before } = moveBack(index, operation.before);
      return { ...operation, edge: id, before };
    }
    default:
      return undefined;
  }
}

/** Where an item is after it was moved, and before which one it has to be moved back. */
function moveBack(from: number, before: number): { button: number; before: number } {
  const to = before > from ? before - 1 : before;
  return { button: to, before: to < from ? from + 1 : from };
}
