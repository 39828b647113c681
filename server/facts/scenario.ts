import { runTask } from '../engine/task';
import type { MemberName } from '../expression/names';
import type { Catalog } from '../format/catalog';
import { rootTypeOf } from '../format/document-kind';
import { parentTarget, parseTarget } from '../format/target-path';
import type { KeyRole, ValueRole } from '../format/types';
import { enclosingStep, isTagged, rootStep, type Step, walk } from '../format/walk';
import type { Unit } from '../yaml/cut/unit';
import { isMerged, type MapNode, type Node, pairOf, resolveAlias, type ScalarNode } from '../yaml/tree/tree';
import { scalarFacts } from './expressions';
import type { ExpressionFacts, FileUse, NameNode, PathName, UnitFacts } from './facts';
import { isButtonName, nameOf } from './name';
import { compactScope, emptyScope } from './open-scope';
import { keysOf, placeOf, stateOfPromise } from './place';
import { pathNames } from './transitions';

/** The names in the scenarios and promises of a unit, and the literal parts of the steps of its scenarios. */
export interface ScenarioFacts {
  readonly names: readonly ScenarioName[];
  readonly runs: readonly RunFacts[];
}

/** One conversation. */
export interface RunFacts {
  /** The path of the first state; undefined for the initial one. */
  readonly start: string | undefined;
  /** Its start is not known, or its steps may be in an alias. */
  readonly isUnclear: boolean;
  /** It sets context variables, results of tasks or payloads, whose types need not be those in the automata. */
  readonly setsValues: boolean;
  readonly steps: readonly StepFacts[];
}

/** A step: its field, and the part of its value that determines how the conversation continues. */
export interface StepFacts {
  /** Undefined for a step that has none or several. */
  readonly kind: string | undefined;
  /** Of `expect`: it expects an error, so the last action may have failed. */
  readonly expectsError?: true;
  /** Of `expect`: it expects an open form, or an error in its values. */
  readonly expectsForm?: true;
  /** Of `expect`: the path of the state. */
  readonly state?: string;
  /** Of `click`: the content of a button. */
  readonly content?: string;
  /** Of `click`: the event. */
  readonly event?: string;
}

/** A name in a scenario or promise. */
export interface ScenarioName extends NameNode {
  readonly role: ScenarioRole;
  readonly run: RunFacts;
  /** The index of the step that names it; -1 in `start` and `tasks`. */
  readonly step: number;
  /** It is an expectation, not an action of the user. */
  readonly isExpected: boolean;
  /** Of a state, and of a task that is named with its state: the name in the path. */
  readonly path?: PathName;
  /** The path of the state: of a state, the whole path; of a task, that of its state. */
  readonly target?: string;
  /** Of a payload key: the event. */
  readonly event?: string;
  /** Of a context variable in an expression. */
  readonly member?: MemberName;
  /** The value of a key. */
  readonly value?: Node;
}

export type ScenarioRole =
  | 'state'
  | 'event'
  | 'payload'
  | 'form-field'
  | 'context'
  | 'task'
  /** A key of `tasks`, which may be a module type. */
  | 'task-or-module'
  | 'button';

/** Collects the names in a unit of a scenario file. Never throws. */
export function collectScenarioFacts(unit: Unit, catalog: Catalog): UnitFacts {
  return new Collector(unit).run(catalog);
}

const ROOT = compactScope(
  emptyScope({ kind: 'automata', path: [], name: undefined, map: undefined, incomplete: new Set() }),
);

const VALUE_ROLES: Partial<Readonly<Record<ValueRole, ScenarioRole>>> = {
  'state-path': 'state',
  raised: 'event',
  button: 'button',
  'form-field': 'form-field',
};

const KEY_ROLES: Partial<Readonly<Record<KeyRole, ScenarioRole>>> = {
  'context-value': 'context',
  'payload-value': 'payload',
  'form-value': 'form-field',
  'task-result': 'task-or-module',
  'task-run': 'task',
};

class Collector {
  private readonly names: ScenarioName[] = [];
  private readonly expressions: ExpressionFacts[] = [];
  private readonly files: FileUse[] = [];
  private readonly runs = new Map<Node, RunFacts>();
  private readonly promises = new Map<Node, RunFacts>();

  constructor(private readonly unit: Unit) {}

  run(catalog: Catalog): UnitFacts {
    const type = rootTypeOf(this.unit, 'scenarios');
    walk(rootStep(this.unit.parsed.root, type, catalog), { enter: (step) => this.enter(step) });
    return {
      scopes: [ROOT],
      files: this.files,
      expressions: this.expressions,
      unbraced: [],
      words: [],
      opaque: [],
      scenarios: { names: this.names, runs: [...this.runs.values()] },
    };
  }

  private enter(step: Step): void {
    const { node, pair, type } = step;
    if (node === undefined) return;
    if (type.kind === 'object' && type.object === 'scenario') this.runs.set(node, runOf(node, this.unit));
    if (type.kind === 'object' && type.object === 'promise') this.promises.set(node, promisedRun(node));
    const keyRole = KEY_ROLES[keysOf(step.parent?.type) ?? 'free'];
    const key = pair && pair.name !== '<<' ? nameOf(pair.key, this.unit.text) : undefined;
    if (keyRole !== undefined && key && pair?.key.kind === 'scalar')
      this.add(step, keyRole, key, pair.key, node);
    if (node.kind !== 'scalar' || isTagged(node)) return;
    this.scalar(step, node);
  }

  private scalar(step: Step, node: ScalarNode): void {
    const name = nameOf(node, this.unit.text);
    const { type } = step;
    const role = type.kind === 'string' ? type.role : undefined;
    if (name && role === 'automata')
      this.files.push({ tag: 'automata', path: name, scope: 0, key: 'automata', phase: undefined });
    const known = role && VALUE_ROLES[role];
    if (name && known) this.add(step, known, name, node);
    // An item of the list of buttons.
    if (name && step.field?.name === 'contains' && step.parent?.field?.name === 'buttons')
      this.add(step, 'button', name, node);
    if (step.phase !== 'where') return;
    const place = { scope: 0, ...placeOf(step) };
    const options = { code: false, isText: false };
    const { expressions: facts } = runTask(scalarFacts(this.unit.text, node, place, step.declared, options));
    if (facts === undefined) return;
    this.expressions.push(facts);
    for (const { name: used, members } of facts.parts.flatMap(({ uses }) => uses)) {
      const [member] = members;
      if (used !== 'context' || member === undefined) continue;
      const at = { text: member.name, start: member.start, end: member.end };
      this.push(step, { ...at, role: 'context', member });
    }
  }

  private add(step: Step, role: ScenarioRole, name: NameNode, scalar: ScalarNode, value?: Node): void {
    switch (role) {
      case 'state':
        this.addPath(step, pathNames(scalar, this.unit.text), scalar.value);
        break;
      case 'task':
      case 'task-or-module': {
        const path = pathNames(scalar, this.unit.text);
        const task = path.at(-1);
        const target = parentTarget(scalar.value);
        if (task === undefined || target === undefined || path.length === 1)
          this.push(step, { ...name, role, ...(value && { value }) });
        else {
          const states = path.slice(0, -1).map((one) => ({ ...one, following: one.following - 1 }));
          this.addPath(step, states, target);
          const { text, start, end } = task;
          this.push(step, { text, start, end, role: 'task', target, ...(value && { value }) });
        }
        break;
      }
      case 'payload': {
        const event = step.parent?.pair?.parent;
        const raised = event && nameOf(pairOf(event, 'event')?.value, this.unit.text);
        if (raised) this.push(step, { ...name, role, event: raised.text });
        break;
      }
      case 'button':
        if (isButtonName(name.text)) this.push(step, { ...name, text: name.text.trim(), role });
        break;
      default:
        this.push(step, { ...name, role, ...(value && { value }) });
    }
  }

  /** The states of a path from the root, one by one. Ids are not followed. */
  private addPath(step: Step, path: readonly PathName[], target: string): void {
    if (target.includes('{{') || parseTarget(target).start !== 'sibling') return;
    for (const one of path) {
      const { text, start, end } = one;
      this.push(step, { text, start, end, role: 'state', path: one, target });
    }
  }

  private push(step: Step, name: Omit<ScenarioName, 'run' | 'step' | 'isExpected'>): void {
    const promise = enclosingStep(step, 'promise')?.node;
    const promised = promise && this.promises.get(promise);
    if (promised) {
      this.names.push({ ...name, run: promised, step: 1, isExpected: true });
      return;
    }
    const scenario = enclosingStep(step, 'scenario')?.node;
    const run = scenario && this.runs.get(scenario);
    if (run === undefined) return;
    const index = enclosingStep(step, 'scenario-step')?.index ?? -1;
    const isExpected = enclosingStep(step, 'expectation') !== undefined;
    this.names.push({ ...name, run, step: index, isExpected });
  }
}

/** A promise as a conversation that is unknown except for the state at its second step, if the promise names one. */
function promisedRun(node: Node): RunFacts {
  const state = stateOfPromise(node);
  const steps: StepFacts[] = [{ kind: 'expect', ...(state !== undefined && { state }) }, { kind: 'expect' }];
  return { start: undefined, isUnclear: true, setsValues: false, steps };
}

function runOf(node: Node, unit: Unit): RunFacts {
  const map = resolveAlias(node);
  if (map?.kind !== 'map' || isMerged(map))
    return { start: undefined, isUnclear: true, setsValues: true, steps: [] };
  const start = pairOf(map, 'start')?.value;
  const startMap = start && resolveAlias(start);
  const state = startMap?.kind === 'map' ? pairOf(startMap, 'state')?.value : undefined;
  const path = textIn(state, unit);
  const isUnclear =
    (startMap?.kind === 'map' ? isMerged(startMap) : start !== undefined) ||
    (state !== undefined && path === undefined);
  const steps = pairOf(map, 'steps')?.value;
  const list = steps && resolveAlias(steps);
  const items = list?.kind === 'seq' ? list.items : [];
  return {
    start: path,
    isUnclear,
    setsValues:
      isUnclear ||
      pairOf(map, 'tasks') !== undefined ||
      (startMap?.kind === 'map' && pairOf(startMap, 'context') !== undefined) ||
      items.some(setsValues),
    steps: items.map((item) => stepOf(item, unit)),
  };
}

/** Whether a step may give the result of a task or a payload. */
function setsValues(step: Node): boolean {
  const map = resolveAlias(step);
  if (map?.kind !== 'map' || isMerged(map)) return true;
  const click = pairOf(map, 'click')?.value;
  const event = click && resolveAlias(click);
  const hasPayload = event?.kind === 'map' && (isMerged(event) || pairOf(event, 'payload') !== undefined);
  return pairOf(map, 'task') !== undefined || hasPayload;
}

function stepOf(node: Node, unit: Unit): StepFacts {
  const map = resolveAlias(node);
  const [pair] = map?.kind === 'map' ? map.pairs : [];
  if (map?.kind !== 'map' || map.pairs.length !== 1 || pair === undefined || isMerged(map))
    return { kind: undefined };
  const value = resolveAlias(pair.value);
  const kind = pair.name;
  const field = (owner: MapNode, name: string) => textIn(pairOf(owner, name)?.value, unit);
  if (kind === 'expect' && value?.kind === 'map') {
    const state = field(value, 'state');
    const mayFail = isMerged(value) || pairOf(value, 'error') !== undefined;
    const isOfForm = pairOf(value, 'form') !== undefined || pairOf(value, 'form_error') !== undefined;
    return {
      kind,
      ...(state !== undefined && { state }),
      ...(mayFail && { expectsError: true }),
      ...(isOfForm && { expectsForm: true }),
    };
  }
  if (kind === 'click' && value?.kind === 'map') {
    const event = field(value, 'event');
    return event === undefined ? { kind } : { kind, event };
  }
  if (kind === 'click') {
    const content = textIn(value, unit);
    return content === undefined ? { kind } : { kind, content };
  }
  return { kind };
}

function textIn(node: Node | undefined, unit: Unit): string | undefined {
  const value = node && resolveAlias(node);
  return value && !isTagged(value) ? nameOf(value, unit.text)?.text : undefined;
}
