import { engine } from '../engine/engine';
import type { Unit } from '../yaml/cut/unit';
import { type MapNode, type Node, type Pair, pairOf, resolveAlias, textOf } from '../yaml/tree/tree';
import { fieldOf } from './objects';

/**
 * Evidence that distinguishes state files from other formats: `states`, `initial`, `transitions`, `render` and
 * `tasks` are common words. Each piece counts once per file.
 */
interface Evidence {
  /** Positive if it is evidence for a state file. */
  readonly weight: number;
  /** A sentence that the status item shows if this piece decides. */
  readonly reason: string;
}

/** A file with at least this sum is a state file. */
export const DETECTION_THRESHOLD = 3;

/** The heavier of two pieces determines the reason; of equal ones the first. */
export const EVIDENCE = {
  // Information besides the text.
  name: { weight: 9, reason: 'Its name says that it is a state file.' },
  main: { weight: 9, reason: 'It is the `main.yaml` of a folder with state files.' },

  // Found in no other format.
  automata: { weight: 9, reason: 'It has `type: automata`.' },
  includes: { weight: 6, reason: 'Its `states` are included from a folder.' },
  oneline: { weight: 5, reason: 'It takes a text from a file with `!oneline`.' },
  module: { weight: 6, reason: 'A task calls a module.' },
  contextOutput: { weight: 6, reason: 'An output assigns a variable of `context`.' },
  button: { weight: 5, reason: 'A button has `content` and `on_click`.' },
  chatInput: { weight: 5, reason: 'An input comes from the user.' },
  event: { weight: 4, reason: 'It handles the event `CHAT` or `ALWAYS`.' },
  targetInputs: { weight: 3, reason: 'A transition has `target_inputs`.' },

  // Also found in other formats: only several of these are sufficient.
  render: { weight: 2, reason: 'A state renders a text, an image, a sound or buttons.' },
  contextExpression: { weight: 2, reason: 'An expression reads a variable of `context`.' },
  final: { weight: 2, reason: 'The properties of a state have `is_final`.' },
  states: { weight: 1, reason: 'It has `states` with `initial`.' },
  state: { weight: 1, reason: 'It has `type: state`.' },
  transitions: { weight: 1, reason: 'The values of its `transitions` are targets.' },
  input: { weight: 1, reason: 'An input has a type of the format.' },
  expression: { weight: 1, reason: 'A text has an expression in `{{ }}`.' },

  // Not found in state files.
  apiVersion: { weight: -20, reason: 'It has an `apiVersion`, as files of Kubernetes do.' },
  schema: { weight: -9, reason: 'Its `$schema` names another format.' },
  mostlyUnknown: { weight: -8, reason: 'Most keys at its root are not fields of a state file.' },
  fromTo: { weight: -7, reason: 'Its `transitions` have a start and an end, as in other state machines.' },
  stateList: { weight: -6, reason: 'Its `states` are a list or plain values, as in other state machines.' },
  machine: { weight: -6, reason: 'It has keys of other state machines, such as `on`, `entry` or `next`.' },
  unknownStates: { weight: -6, reason: 'Most keys of its `states` are not fields of a state.' },
  otherType: { weight: -3, reason: 'Its `type` is one of another format.' },
  otherTransitions: { weight: -3, reason: 'Its `transitions` are not those of a state file.' },
  otherRender: { weight: -3, reason: 'Its `render` is not that of a state file.' },
  otherTasks: { weight: -3, reason: 'Its `tasks` call no modules.' },
  otherInputs: { weight: -3, reason: 'Its `inputs` are not those of a state file.' },
  otherOutputs: { weight: -3, reason: 'Its `outputs` are not those of a state file.' },
  unknownKey: { weight: -1, reason: 'A key at its root is not a field of a state file.' },
} as const satisfies Readonly<Record<string, Evidence>>;

export type EvidenceName = keyof typeof EVIDENCE;

/** The evidence in a part of a file. */
export interface EvidenceTally {
  readonly found: ReadonlySet<EvidenceName>;
  /** The number of keys of states that are fields of a state, and of others. */
  readonly known: number;
  readonly unknown: number;
}

interface Counts {
  readonly found: Set<EvidenceName>;
  known: number;
  unknown: number;
}

/** Fields of most formats, which are no evidence. */
const COMMON_FIELDS: ReadonlySet<string> = new Set(['id', 'type', 'name', 'properties', '$schema']);

/** Keys of other state machines for actions and transitions. */
const MACHINE_KEYS: ReadonlySet<string> = new Set(
  `accept action actions activities after alphabet always do enter entry exit final goto guard guards
  history invoke leave next nextState next_state on onDone onEnter onEntry onExit onLeave on_enter on_entry on_event
  on_exit onentry onexit parallel places regions start terminal transition trigger End Next StartAt States
  Type`.split(/\s+/),
);

/** Keys of other state machines for the source of a transition. */
const START_KEYS: ReadonlySet<string> = new Set(
  'from source src trigger dest destination to event from_state fromState to_state toState'.split(' '),
);

const OUR_TYPES: readonly string[] = ['automata', 'state', 'widget'];
const PLAIN_INPUTS: ReadonlySet<string> = new Set(['text', 'image', 'audio']);

/** Limits of nested automata and of entries per map that are examined. */
const MAX_LEVELS = 3;
const MAX_ENTRIES = 200;

/** The kind of a key at the root or in a state. */
export function kindOfKey(key: string): 'known' | 'common' | 'machine' | 'unknown' {
  if (COMMON_FIELDS.has(key)) return 'common';
  if (fieldOf('automata', key) !== undefined || fieldOf('state', key) !== undefined || key === 'blocks')
    return 'known';
  return MACHINE_KEYS.has(key) ? 'machine' : 'unknown';
}

/** The evidence in the fields at a unit's root. */
export const evidenceAtRoot = engine.query('evidence at the root', (unit: Unit) => tally(unit, readFields));

/** The evidence in a unit's text without parsing. */
export const evidenceInText = engine.query('evidence in a text', (unit: Unit) => tally(unit));

/** The evidence in a unit with states: all values at its root are states. */
export const evidenceOfStates = engine.query('evidence of states', (unit: Unit) => tally(unit, readStates));

function tally(unit: Unit, readRoot?: typeof readFields): EvidenceTally {
  const counts: Counts = { found: new Set(), known: 0, unknown: 0 };
  const root = readRoot && unit.parsed.root;
  if (root?.kind === 'map') readRoot?.(counts, root, MAX_LEVELS);
  readText(counts, unit.text);
  return counts;
}

/** GitHub writes `${{ }}`. */
const EXPRESSION = /(?<!\$)\{\{/;
const CONTEXT_EXPRESSION = /(?<!\$)\{\{[^{}\n]{0,200}\bcontext\.\w/;
const ONELINE = /:[ \t]+!oneline[ \t]/;

function readText({ found }: Counts, text: string): void {
  if (EXPRESSION.test(text)) found.add('expression');
  if (CONTEXT_EXPRESSION.test(text)) found.add('contextExpression');
  if (ONELINE.test(text)) found.add('oneline');
}

function readStates(counts: Counts, states: MapNode, levels: number): void {
  for (const { value } of states.pairs.slice(0, MAX_ENTRIES)) {
    const state = resolveAlias(value);
    if (state?.kind === 'seq') counts.found.add('stateList');
    if (state?.kind !== 'map') continue;
    for (const { name, colon } of state.pairs.slice(0, MAX_ENTRIES)) {
      // Incomplete text is no evidence.
      if (colon < 0 || name === '<<') continue;
      const kind = kindOfKey(name);
      if (kind === 'machine') counts.found.add('machine');
      if (kind === 'known') counts.known++;
      if (kind === 'machine' || kind === 'unknown') counts.unknown++;
    }
    readFields(counts, state, levels);
  }
}

type Written = Exclude<Node, { readonly kind: 'alias' }>;

function readFields(counts: Counts, map: MapNode, levels: number): void {
  for (const { name, value } of map.pairs.slice(0, MAX_ENTRIES)) {
    const node = resolveAlias(value);
    if (node === undefined || isUnwritten(node)) continue;
    if (name === 'type') readType(counts, node);
    else if (name === 'states') readChildren(counts, node, levels - 1);
    else if (name === 'properties') readProperties(counts, node);
    else if (name === 'render') readRender(counts, node);
    else if (name === 'tasks') readTasks(counts, node);
    else if (name === 'inputs') readInputs(counts, node);
    else if (name === 'outputs') readOutputs(counts, node);
    else if (name === 'transitions') readTransitions(counts, node);
  }
}

function readType({ found }: Counts, node: Written): void {
  const text = node.kind === 'scalar' ? node.value : '?';
  if (text === 'automata' || text === 'state') found.add(text);
  // It may be the start of one of our types.
  else if (!OUR_TYPES.some((type) => type.startsWith(text))) found.add('otherType');
}

function readChildren(counts: Counts, node: Written, levels: number): void {
  if (levels === 0) return;
  if (node.tag?.name === '!include') {
    // Other tools include a single file here.
    const isFolder = node.kind === 'scalar' && !/\.(?:ya?ml|json)$/i.test(node.value);
    if (isFolder) counts.found.add('includes');
    return;
  }
  if (node.kind === 'map') {
    const plain = node.pairs.filter(({ value }) => value.kind === 'scalar' && !isUnwritten(value));
    if (plain.length * 2 > node.pairs.length) counts.found.add('stateList');
    readStates(counts, node, levels);
  } else if (!isExpression(node)) counts.found.add('stateList');
}

function readProperties({ found }: Counts, node: Written): void {
  if (node.kind === 'map' && pairOf(node, 'is_final')) found.add('final');
}

function readRender({ found }: Counts, node: Written): void {
  if (node.kind !== 'map') {
    found.add('otherRender');
    return;
  }
  const pairs = written(node);
  const known = pairs.filter(({ name }) => fieldOf('render', name) !== undefined).length;
  if (known * 2 < pairs.length) found.add('otherRender');
  // An unknown key rules out this evidence.
  else if (known > 0 && known === pairs.length) found.add('render');
  const buttons = pairOf(node, 'buttons');
  if (buttons) readButtons(found, buttons.value);
}

function readButtons(found: Set<EvidenceName>, node: Node): void {
  if (node.kind === 'seq') for (const item of node.items.slice(0, MAX_ENTRIES)) readButtons(found, item);
  if (node.kind === 'map' && pairOf(node, 'content') && pairOf(node, 'on_click')) found.add('button');
}

function readTasks({ found }: Counts, node: Written): void {
  if (node.kind === 'scalar' && !isExpression(node)) found.add('otherTasks');
  const tasks = node.kind === 'map' ? node.pairs.map(({ value }) => value) : itemsOf(node);
  for (const task of tasks.slice(0, MAX_ENTRIES)) {
    if (isUnwritten(task)) continue;
    const keys = task.kind === 'map' ? written(task).map(({ name }) => name) : [];
    if (keys.includes('module_type') || keys.includes('module_config')) found.add('module');
    else if (task.kind !== 'map' || keys.some((key) => fieldOf('task', key) === undefined))
      found.add('otherTasks');
  }
}

function readInputs({ found }: Counts, node: Written): void {
  if (node.kind !== 'map') {
    if (!isExpression(node)) found.add('otherInputs');
    return;
  }
  for (const { value } of node.pairs.slice(0, MAX_ENTRIES)) {
    if (value.kind !== 'map') continue;
    const type = textOf(value, 'type');
    const isTyped = type !== undefined && PLAIN_INPUTS.has(type);
    const isOurs = written(value).every(({ name }) => fieldOf('input', name) !== undefined);
    if (type === 'IM' || (isTyped && isOurs && pairOf(value, 'user_input'))) found.add('chatInput');
    else if (isTyped && isOurs) found.add('input');
  }
}

function readOutputs({ found }: Counts, node: Written): void {
  if (node.kind !== 'map') {
    if (!isExpression(node)) found.add('otherOutputs');
  } else if (node.pairs.some(({ name }) => name.startsWith('context.') && name !== 'context.'))
    found.add('contextOutput');
}

function readTransitions({ found }: Counts, node: Written): void {
  if (node.kind !== 'map') {
    const items = itemsOf(node);
    if (items.some(hasStart)) found.add('fromTo');
    else if (!isExpression(node)) found.add('otherTransitions');
    return;
  }
  let areTargets = true;
  for (const { name, value } of node.pairs.slice(0, MAX_ENTRIES)) {
    const target = resolveAlias(value);
    if (target === undefined || isUnwritten(target)) continue;
    if (hasStart(target) || itemsOf(target).some(hasStart)) found.add('fromTo');
    else if (!isTransition(target)) found.add('otherTransitions');
    else {
      areTargets &&= isTarget(target);
      if (areTargets) found.add('transitions');
      readTransition(found, name, target);
    }
  }
  if (!areTargets) found.delete('transitions');
}

function readTransition(found: Set<EvidenceName>, event: string, node: Written): void {
  if (isTarget(node) && (event === 'CHAT' || event === 'ALWAYS')) found.add('event');
  const cases = node.kind === 'map' ? [node] : itemsOf(node);
  if (cases.some((one) => one.kind === 'map' && pairOf(one, 'target_inputs'))) found.add('targetInputs');
}

const TARGET = /^[#.]?[\w-]+(?:\.[\w-]+)*$/;

/** Whether a transition is the path of a state, or not text. */
function isTarget(node: Node): boolean {
  return node.kind !== 'scalar' || TARGET.test(node.value);
}

/** A target, a case or a list of cases. */
function isTransition(node: Node): boolean {
  if (node.kind === 'seq') return node.items.every((item) => item.kind === 'map' && isTransition(item));
  if (node.kind === 'scalar') return true;
  if (node.kind !== 'map') return false;
  const pairs = written(node);
  return pairs.filter(({ name }) => fieldOf('transition-case', name)).length * 2 >= pairs.length;
}

function hasStart(node: Node): boolean {
  return node.kind === 'map' && node.pairs.some(({ name }) => START_KEYS.has(name));
}

function itemsOf(node: Node): readonly Node[] {
  return node.kind === 'seq' ? node.items.slice(0, MAX_ENTRIES) : [];
}

/** The pairs of a map without an incomplete key. */
function written(map: MapNode): readonly Pair[] {
  return map.pairs.slice(0, MAX_ENTRIES).filter(({ name, colon }) => colon >= 0 && name !== '<<');
}

/** Whether a value is missing, or an incomplete word that may become anything. */
function isUnwritten(node: Node): boolean {
  return node.kind === 'scalar' && (node.empty || node.type === 'null') && node.tag === undefined;
}

function isExpression(node: Node): boolean {
  return node.kind === 'scalar' && node.value.includes('{{');
}
