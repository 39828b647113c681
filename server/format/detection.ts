import { engine } from '../engine/engine';
import { nearestNames } from '../text/nearest';
import type { Document } from '../yaml/cut/document';
import type { Unit } from '../yaml/cut/unit';
import { type Node, valueAt } from '../yaml/tree/tree';
import { AUTOMATA_OBJECTS } from './automata';
import { isConfigurationName } from './configuration';
import { type DocumentKind, openDocument } from './document-kind';
import {
  DETECTION_THRESHOLD,
  EVIDENCE,
  type EvidenceName,
  type EvidenceTally,
  evidenceAtRoot,
  evidenceInText,
  evidenceOfStates,
  kindOfKey,
} from './evidence';
import { fieldOf, specOf } from './objects';
import { RootEntries } from './root-entries';
import { STATE_OBJECTS } from './state';
import type { ObjectId } from './types';

/** Detection of state files and their kind, by weighed evidence (`evidence.ts`). */

/** Information about a file besides its text. */
export interface DetectionHints {
  /** Path or name of the file. */
  readonly name: string;
  /** The author's decision: by the language of the document, or in the settings. */
  readonly decision?: 'language' | 'setting' | 'excluded' | undefined;
  /** It is the `main.yaml` of a folder with state files. */
  readonly isMain?: boolean;
  /** The settings list it as a file that describes user-defined modules. */
  readonly describesModules?: boolean;
  /** It is a configuration file by its name, or one extends it. */
  readonly isConfiguration?: boolean;
  /** Whether the content alone may be sufficient. */
  readonly byContent: boolean;
}

/** The kind of a file, and the reason. */
export interface Detection {
  /** Undefined for a file of another format. */
  readonly documentKind: DocumentKind | undefined;
  /** A sentence for users. */
  readonly reason: string;
}

const NAMED = /\.(state|automata)\.(?:ya?ml|json)$/i;

const NAMED_SCENARIOS = /\.scenario\.ya?ml$/i;

/** Whether a file has the name of a state file or scenario file. */
export function isNamedStateFile(name: string): boolean {
  return NAMED.test(name) || NAMED_SCENARIOS.test(name);
}

/** Text without any of these words has too little evidence. Searching for them is much faster than parsing. */
const KEYWORDS =
  /(?:^|[\s"'{,])(?:type|states|tasks|render|transitions|module_type|user_input)["']?\s*:|\s!oneline\s/;

const hasKeywords = engine.query('has words of the format', ({ text }: Unit) => KEYWORDS.test(text));

/** A comment in the first line by which an author declares a state file. */
const MARK = /^\ufeff?(?:#|\/\/)[ \t]*atomic-state[ \t]*(?:\r?\n|$)/;

/** With this much evidence, the remaining states of a file are not read. */
const ENOUGH = 15;

/** Limit of states, and of unknown root keys, that are read. */
const MAX_STATES = 50;
const MAX_UNKNOWN_KEYS = 20;

/** Reasons other than evidence. */
export const REASONS = {
  modules: 'The setting `atomicState.modules` names it.',
  excluded: 'The setting `atomicState.detect.byName` excludes it.',
  setting: 'The setting `atomicState.detect.byName` names it.',
  language: 'Its language is *Atomic State*.',
  mark: 'Its first line is the comment `# atomic-state`.',
  noContent:
    'The setting `atomicState.detect.byContent` is off, and its name does not say that it is a state file.',
  quarantined: 'It was recognised by some of its words.',
  included: 'An automata includes it.',
  none: 'It has nothing that only state files have.',
  configuration: 'It has settings for the state files around it.',
  scenarios: 'Its name says that it is a scenario file.',
  otherScenarios: 'It is named like a scenario file, but its keys are those of another format.',
} as const;

/** The kind of a file by its content and hints (language-features, "Files taken as state files"). */
export function detectKind(whole: Document, hints: DetectionHints): Detection {
  if (hints.isConfiguration && (isConfigurationName(hints.name) || !hasStateFields(whole)))
    return { documentKind: 'configuration', reason: REASONS.configuration };
  if (hints.describesModules) return { documentKind: 'modules', reason: REASONS.modules };
  if (hints.decision === 'excluded') return { documentKind: undefined, reason: REASONS.excluded };
  if (NAMED_SCENARIOS.test(hints.name)) return detectScenarios(whole);
  const named = NAMED.exec(hints.name)?.[1]?.toLowerCase();
  const decision = hints.decision ?? (hasMark(whole) ? 'mark' : undefined);
  const isExpected = decision !== undefined || named !== undefined || hints.isMain === true;
  if (!isExpected && !hints.byContent) return { documentKind: undefined, reason: REASONS.noContent };
  if (whole.skipped === 'quarantined') return detectInWords(whole, named, isExpected);
  const document = whole.skipped ? headOf(whole) : whole;
  if (!isExpected && !document.units.some((unit) => hasKeywords(unit)))
    return { documentKind: undefined, reason: REASONS.none };
  const root = new RootEntries(document);
  const found = new Set<EvidenceName>();
  if (named !== undefined) found.add('name');
  else if (hints.isMain) found.add('main');
  addEvidence(found, document, root, isExpected);
  const { sum, reason } = weighEvidence(found);
  if (sum < DETECTION_THRESHOLD && decision === undefined) return { documentKind: undefined, reason };
  const isByContent = sum >= DETECTION_THRESHOLD || decision === undefined;
  const documentKind = documentKindAmong(root, named, hints.isMain === true);
  return { documentKind, reason: isByContent ? reason : REASONS[decision] };
}

/** The sum of all evidence, and the reason of the heaviest piece. */
function weighEvidence(names: ReadonlySet<EvidenceName>): { readonly sum: number; readonly reason: string } {
  let sum = 0;
  for (const name of names) sum += EVIDENCE[name].weight;
  const isOurs = sum >= DETECTION_THRESHOLD;
  let heaviest: EvidenceName | undefined;
  for (const [name, { weight }] of entriesOf(EVIDENCE)) {
    if (!names.has(name) || weight > 0 !== isOurs) continue;
    if (heaviest === undefined || Math.abs(weight) > Math.abs(EVIDENCE[heaviest].weight)) heaviest = name;
  }
  return { sum, reason: heaviest === undefined ? REASONS.none : EVIDENCE[heaviest].reason };
}

function entriesOf<K extends string, V>(table: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  return Object.entries(table) as [K, V][];
}

/** A state file stays one, even if a configuration names it by mistake. */
function hasStateFields(document: Document): boolean {
  return new RootEntries(document).keys.some(
    (key) => fieldOf('automata', key) !== undefined || fieldOf('state', key) !== undefined,
  );
}

function hasMark({ units }: Document): boolean {
  return units[0] !== undefined && MARK.test(units[0].text);
}

function addEvidence(
  found: Set<EvidenceName>,
  document: Document,
  root: RootEntries,
  isExpected: boolean,
): void {
  const states = addRootKeys(found, root, isExpected);
  // The sections of such a file are not parsed, unless the keys may be those of states after a wrong bracket.
  const isAutomata = root.has('states') && root.has('initial');
  if (found.has('mostlyUnknown') && !isExpected && !isAutomata && !root.isWhole) return;
  let [known, unknown] = [0, 0];
  const add = (tally: EvidenceTally) => {
    for (const name of tally.found) found.add(name);
    known += tally.known;
    unknown += tally.unknown;
  };
  const context = root.unit('context');
  if (context) add(evidenceInText(context));
  for (const unit of unitsOf(root, SECTIONS)) add(evidenceAtRoot(unit));
  for (const unit of unitsOf(root, states)) add(evidenceOfStates(unit));
  let count = 0;
  for (const unit of document.units) {
    if (unit.kind !== 'state') continue;
    if (++count > MAX_STATES || weighEvidence(found).sum >= ENOUGH) break;
    add(evidenceOfStates(unit));
  }
  if (unknown > known) found.add('unknownStates');
  if (root.has('apiVersion')) found.add('apiVersion');
  const schema = root.text('$schema');
  if (schema !== undefined && !schema.includes('atomic-state')) found.add('schema');
  if (isAutomata && root.hasStates()) found.add('states');
}

/** Root keys that distinguish kinds of files. */
const SECTIONS = ['type', 'states', 'properties', 'render', 'tasks', 'inputs', 'outputs', 'transitions'];

const FIELDS = [...AUTOMATA_OBJECTS.automata.fields, ...STATE_OBJECTS.state.fields].map(({ name }) => name);

/**
 * Adds the evidence of the root keys. Returns the keys whose values may be states: in a file that is expected to be a
 * state file, and after a wrong bracket.
 */
function addRootKeys(found: Set<EvidenceName>, root: RootEntries, isExpected: boolean): readonly string[] {
  let known = 0;
  const unknown: string[] = [];
  for (const key of root.keys) {
    const kind = kindOfKey(key);
    if (kind === 'known') known++;
    if (kind === 'machine') found.add('machine');
    if (kind === 'machine' || kind === 'unknown') unknown.push(key);
  }
  const states: string[] = [];
  let expected = 0;
  if (isExpected || root.isWhole) {
    for (const key of unknown.slice(0, MAX_UNKNOWN_KEYS)) {
      if (root.isState(key)) states.push(key);
      else if (isExpected && (root.isEmpty(key) || nearestNames(key, FIELDS, 1).length > 0)) expected++;
    }
  }
  const foreign = unknown.length - states.length - expected;
  if (root.isList || foreign > known + states.length + expected) found.add('mostlyUnknown');
  else if (foreign > 0) found.add('unknownKey');
  return states;
}

function unitsOf(root: RootEntries, keys: readonly string[]): ReadonlySet<Unit> {
  return new Set(keys.flatMap((key) => root.unit(key) ?? []));
}

/** The kind of a file of the format. */
function documentKindAmong(root: RootEntries, named: string | undefined, isMain: boolean): DocumentKind {
  if (root.has('blocks') && !root.has('states') && !root.has('tasks')) return 'successor';
  const type = root.text('type');
  if (type === 'automata' || type === 'state') return type;
  if (root.has('states') || root.has('initial') || named === 'automata') return 'automata';
  if (isMain && root.keys.length === 0) return 'automata';
  const isMap = root.keys.length > 0 && root.keys.every((key) => root.isState(key));
  // A key that is a field of states is one, even if its value looks like a state.
  const hasFields = named !== 'automata' && root.keys.some((key) => fieldOf('state', key) !== undefined);
  if (isMap && !hasFields) return 'states';
  return named === undefined && isForAutomata(root) ? 'automata' : 'state';
}

/** Whether some root keys belong to automata only, and none to states only. */
function isForAutomata({ keys }: RootEntries): boolean {
  const isOnly = (key: string, object: 'automata' | 'state', other: 'automata' | 'state') =>
    fieldOf(object, key) !== undefined && fieldOf(other, key) === undefined;
  return (
    keys.some((key) => isOnly(key, 'automata', 'state')) &&
    !keys.some((key) => isOnly(key, 'state', 'automata'))
  );
}

/** Other tools have scenarios, too: a file without an automata whose keys are mostly unknown is not ours. */
function detectScenarios(whole: Document): Detection {
  const document = whole.skipped === undefined ? whole : headOf(whole);
  const root = new RootEntries(document);
  const written = root.keys.filter((key) => !root.isEmpty(key));
  const { known, unknown } = fieldsAmong(written, 'scenario-file');
  const list = root.value('scenarios');
  const promises = root.value('promises');
  const inside = total([
    scenarioFields(list?.kind === 'seq' ? list.items : []),
    itemFields(promises, 'promise'),
  ]);
  const isOurs =
    root.has('automata') ||
    (written.length === 0 && !root.isList) ||
    (known > 0 && unknown + inside.unknown <= inside.known && list?.kind !== 'map') ||
    hasMisplacedScenarios(document, root);
  return isOurs
    ? { documentKind: 'scenarios', reason: REASONS.scenarios }
    : { documentKind: undefined, reason: REASONS.otherScenarios };
}

interface FieldCounts {
  readonly known: number;
  readonly unknown: number;
}

/** The number of keys that are fields of an object, and of those that are neither fields nor misspelt. */
function fieldsAmong(keys: readonly string[], object: ObjectId): FieldCounts {
  const names = specOf(object).fields.map(({ name }) => name);
  const known = keys.filter((key) => names.includes(key)).length;
  const others = keys.filter((key) => !names.includes(key) && nearestNames(key, names, 1).length === 0);
  return { known, unknown: others.length };
}

function total(counts: readonly FieldCounts[]): FieldCounts {
  const sumOf = (kind: keyof FieldCounts) => counts.reduce((sum, one) => sum + one[kind], 0);
  return { known: sumOf('known'), unknown: sumOf('unknown') };
}

/**
 * Whether a file has scenarios which are not a list under `scenarios`: the root is a list or a single scenario, or
 * `scenarios` is a map. Other tools have such files, so all keys must be fields.
 */
function hasMisplacedScenarios({ rootUnits: [unit] }: Document, root: RootEntries): boolean {
  const list = root.isList ? unit?.parsed.root : undefined;
  const map = root.value('scenarios');
  const isSingle = map?.kind === 'map' && valueAt(map, 'steps') !== undefined;
  const named = map?.kind === 'map' ? map.pairs.map(({ value }) => value) : [];
  const steps = root.value('steps');
  const ofRoot = steps ? root.keys.filter((key) => key !== 'name' && key !== 'seed') : [];
  const { known, unknown } = total([
    scenarioFields(list?.kind === 'seq' ? list.items : isSingle ? [map] : named),
    stepFields(steps),
    fieldsAmong(ofRoot, 'scenario'),
  ]);
  return known >= MIN_MISPLACED_FIELDS && unknown === 0;
}

/** `steps`, and one step. */
const MIN_MISPLACED_FIELDS = 2;

/** The number of keys of scenarios and steps that are fields, and of others. The name of a scenario is no evidence. */
function scenarioFields(scenarios: readonly Node[]): FieldCounts {
  const counts = scenarios.slice(0, MAX_STATES).flatMap((scenario) => {
    const steps = scenario.kind === 'map' ? valueAt(scenario, 'steps') : undefined;
    return [fieldsIn(scenario, 'scenario'), stepFields(steps)];
  });
  return total(counts);
}

function stepFields(steps: Node | undefined): FieldCounts {
  return itemFields(steps, 'scenario-step');
}

function itemFields(list: Node | undefined, object: ObjectId): FieldCounts {
  const items = list?.kind === 'seq' ? list.items.slice(0, MAX_STATES) : [];
  return total(items.map((item) => fieldsIn(item, object)));
}

function fieldsIn(node: Node, object: ObjectId): FieldCounts {
  const pairs = node.kind === 'map' ? node.pairs : [];
  const keys = pairs.filter(({ name, colon }) => colon >= 0 && name !== 'name' && name !== '<<');
  return fieldsAmong(
    keys.map(({ name }) => name),
    object,
  );
}

const TYPE = /(?:^|[\s{,])["']?type["']?\s*:\s*["']?(automata|state)\b/;
const STATES_KEY = /(?:^|[\s{,])["']?states["']?\s*:/;

/** The likely kind of a text that is not parsed. */
function detectInWords({ text }: Document, named: string | undefined, isExpected: boolean): Detection {
  const type = named ?? TYPE.exec(text)?.[1] ?? (STATES_KEY.test(text) ? 'automata' : undefined);
  if (type === undefined && !isExpected) return { documentKind: undefined, reason: REASONS.none };
  return { documentKind: type === 'automata' ? 'automata' : 'state', reason: REASONS.quarantined };
}

/** The start of a file that is too large to be parsed, which is sufficient for the detection. */
function headOf({ text, notation }: Document): Document {
  const head = text.slice(0, 20_000);
  return openDocument(head.slice(0, head.lastIndexOf('\n') + 1) || head, notation);
}
