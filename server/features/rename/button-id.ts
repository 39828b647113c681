import type { CaseFacts } from '../../facts/facts';
import { type Address, normalize } from '../../project/files/paths';
import { hasHiddenStates, resolveEvent, resolveTarget } from '../../project/names/resolve';
import { type ScopePath, samePath } from '../../project/names/scope-path';
import { pathKey, type ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { addFields, type Edit, removePair, setValue } from '../../rules/edits';
import { addToGroup } from '../../text/group-by';
import { shiftRange } from '../../text/range';
import { hasAliases, type Unit } from '../../yaml/cut/unit';
import { type MapNode, type Node, type Pair, pairOf } from '../../yaml/tree/tree';
import { hasAllKeys, isUnrepaired } from '../../yaml/tree/uncertainty';
import { descendantsOf } from '../../yaml/tree/visit';
import { scalarText, writingOf } from '../../yaml/write/scalars';

const FIELD = 'UNSTABLE_button_id';
const INPUT = 'button_id';
const PASSED = '{{payload.button_id}}';

/** Edits of several files, in offsets of their documents. */
export type FileChanges = ReadonlyMap<Address, readonly Edit[]>;

/** A button that uses the deprecated way to identify itself. */
interface OldButton {
  readonly map: MapNode;
  readonly pair: Pair;
  readonly event: string;
}

/**
 * Replaces `UNSTABLE_button_id` by `payload` and `target_inputs`: in all buttons of the state that emit the event, in
 * the state's own transition, and in the inputs of its target states. `offset` is that of an old field in the
 * document. Undefined if any part of this is unknown, or if other states set the same inputs in the old way.
 */
export function rewriteButtonId(
  workspace: Workspace,
  address: Address,
  offset: number,
): FileChanges | undefined {
  const [project, ...more] = workspace.projectsOf(normalize(address));
  const document = project?.source(address)?.document;
  const unit = document?.units[document.unitIndexAt(offset)];
  if (project === undefined || document === undefined || unit === undefined || more.length > 0)
    return undefined;
  if (!project.isAutomata || hasHiddenStates(project) || !isSound(project)) return undefined;
  const all = statesWithOldButtons(project);
  const inside = offset - document.startOf(unit);
  const own = all.find(
    (one) => one.source === address && one.unit === unit && buttonAt(oldButtons(one), inside) !== undefined,
  );
  const clicked = own && buttonAt(oldButtons(own), inside);
  if (own === undefined || clicked === undefined) return undefined;
  const buttons = oldButtons(own)?.filter(({ event }) => event === clicked.event) ?? [];
  const emitted = own.scope.emits.filter(({ event }) => event.text === clicked.event).length;
  if (emitted !== buttons.length) return undefined;
  const targets = targetsOf(project, own, clicked.event);
  if (targets === undefined) return undefined;
  const reached = new Set(targets.map(({ path }) => pathKey(path)));
  if (all.some((one) => mayReach(project, one, own, clicked.event, reached))) return undefined;
  return changesFor(project, { own, buttons, targets });
}

interface Parts {
  readonly own: ScopeEntry;
  readonly buttons: readonly OldButton[];
  readonly targets: readonly Target[];
}

function changesFor(project: Project, { own, buttons, targets }: Parts): FileChanges | undefined {
  const changes = new Map<Address, Edit[]>();
  const add = (source: Address, unit: Unit, edits: readonly Edit[] | undefined): boolean => {
    const base = project.startOf({ source, unit });
    for (const { range, text } of edits ?? [])
      addToGroup(changes, source, { range: shiftRange(range, base), text });
    return edits !== undefined;
  };
  const inputs = new Map(targets.flatMap(({ input }) => (input ? [[input.map, input] as const] : [])));
  if (inputs.size === 0) return undefined;
  const isDone =
    buttons.every((button) => add(own.source, own.unit, buttonEdits(own.unit, button))) &&
    targets.every(
      ({ input, node }) => input === undefined || add(own.source, own.unit, caseEdits(own.unit, node)),
    ) &&
    [...inputs.values()].every(({ at, map, value }) =>
      add(at.source, at.unit, inputEdits(at.unit, map, value)),
    );
  return isDone ? changes : undefined;
}

function isSound(project: Project): boolean {
  return project.stateFiles.every(({ source }) =>
    source.document.units.every((unit) => !unit.parsed.problems.some(isUnrepaired) && !hasAliases(unit)),
  );
}

function statesWithOldButtons(project: Project): readonly ScopeEntry[] {
  return project.stateFiles.flatMap(({ source }) =>
    source.document.units
      .filter(({ text }) => text.includes(FIELD))
      .flatMap((unit) =>
        (project.facts({ source: source.address, unit })?.scopes ?? [])
          .filter(({ kind, map }) => kind === 'state' && map !== undefined)
          .map((scope) => project.entryOf(source.address, unit, scope)),
      ),
  );
}

/** The old buttons of a state; undefined if one of them cannot be analysed. */
function oldButtons({ scope }: ScopeEntry): readonly OldButton[] | undefined {
  const found: OldButton[] = [];
  const render = scope.map && pairOf(scope.map, 'render')?.value;
  for (const map of descendantsOf(render)) {
    const pair = map.kind === 'map' ? pairOf(map, FIELD) : undefined;
    if (map.kind !== 'map' || pair === undefined) continue;
    const click = pairOf(map, 'on_click')?.value;
    const event = click?.kind === 'map' ? pairOf(click, 'event')?.value : click;
    const isPlain = pair.value.kind === 'scalar' && !pair.value.empty && pair.value.tag === undefined;
    if (!isPlain || event?.kind !== 'scalar' || event.empty || event.value.includes('{{')) return undefined;
    found.push({ map, pair, event: event.value });
  }
  return found;
}

function buttonAt(buttons: readonly OldButton[] | undefined, offset: number): OldButton | undefined {
  return buttons?.find(({ pair }) => pair.start <= offset && offset <= pair.end);
}

interface Target {
  readonly path: ScopePath;
  /** The case with this target. */
  readonly node: Node;
  /** The input that receives the old id; undefined if the state has none. */
  readonly input: { readonly at: ScopeEntry; readonly map: MapNode; readonly value: Pair } | undefined;
}

/** The targets of the state's own transition for an event; undefined if they are not certain. */
function targetsOf(project: Project, own: ScopeEntry, event: string): readonly Target[] | undefined {
  const found = resolveEvent(project, own, event);
  const [handler, ...more] = found.kind === 'found' ? found.entries : [];
  if (found.kind !== 'found' || handler === undefined || more.length > 0) return undefined;
  if (!samePath(found.path, own.path) || handler.unit !== own.unit) return undefined;
  const cases = own.scope.handlers.find((one) => one.event.text === event)?.cases ?? [];
  const targets = cases.flatMap((one) => targetOf(project, own, one) ?? []);
  return targets.length > 0 && targets.length === cases.length ? targets : undefined;
}

/** The target of one case; undefined if it is not a single known state. */
function targetOf(project: Project, own: ScopeEntry, { node, target }: CaseFacts): Target | undefined {
  const to = target ? resolveTarget(project, own, target.text) : undefined;
  const scopes = target === undefined ? [own] : to?.kind === 'found' ? to.entries : [];
  const [state, ...others] = scopes;
  if (state === undefined || others.length > 0 || state.scope.kind !== 'state') return undefined;
  if (state.scope.incomplete.size > 0) return undefined;
  const map = state.scope.inputs.find(({ name }) => name.text === INPUT)?.node;
  const value = map?.kind === 'map' ? pairOf(map, 'value') : undefined;
  const isOld = value?.value.kind === 'scalar' && value.value.value === FIELD;
  const isUsable = map?.kind === 'map' && hasAllKeys(state.unit, map) && value !== undefined && isOld;
  return { path: state.path, node, input: isUsable ? { at: state, map, value } : undefined };
}

/** Whether other old buttons may have one of these states as a target, or their targets are unknown. */
function mayReach(
  project: Project,
  state: ScopeEntry,
  own: ScopeEntry,
  event: string,
  reached: ReadonlySet<string>,
): boolean {
  const buttons = oldButtons(state);
  if (buttons === undefined) return true;
  const isOwn = samePath(state.path, own.path);
  return buttons
    .filter((button) => !isOwn || button.event !== event)
    .some((button) => {
      const targets = targetsOf(project, state, button.event);
      return targets === undefined || targets.some(({ path }) => reached.has(pathKey(path)));
    });
}

function buttonEdits(unit: Unit, { map, pair, event }: OldButton): readonly Edit[] | undefined {
  const removal = removePair(unit, pair);
  const click = pairOf(map, 'on_click');
  if (removal === undefined || click === undefined || pair.value.kind !== 'scalar') return undefined;
  const id = pair.value.value;
  if (click.value.kind !== 'map') {
    return [...removal, ...setValue(unit, click, { event, payload: { [INPUT]: id } })];
  }
  return withEntry(unit, click.value, 'payload', id, removal);
}

function caseEdits(unit: Unit, node: Node): readonly Edit[] | undefined {
  if (node.kind === 'map') return withEntry(unit, node, 'target_inputs', PASSED, []);
  if (node.kind !== 'scalar' || node.parent?.kind !== 'pair') return undefined;
  return setValue(unit, node.parent, { target: node.value, target_inputs: { [INPUT]: PASSED } });
}

/** Adds the id to the map under a key; adds the key if it is missing. */
function withEntry(
  unit: Unit,
  map: MapNode,
  key: string,
  value: string,
  edits: readonly Edit[],
): readonly Edit[] | undefined {
  if (!hasAllKeys(unit, map)) return undefined;
  const holder = pairOf(map, key)?.value;
  if (holder === undefined)
    return [
      ...edits,
      ...addFields(unit, map, [{ name: key, value: { [INPUT]: value }, index: map.pairs.length }]),
    ];
  if (holder.kind !== 'map' || !hasAllKeys(unit, holder)) return undefined;
  if (pairOf(holder, INPUT) !== undefined) return edits;
  return [...edits, ...addFields(unit, holder, [{ name: INPUT, value, index: holder.pairs.length }])];
}

/** The input becomes a plain string as the initial value, which `target_inputs` override. */
function inputEdits(unit: Unit, map: MapNode, value: Pair): readonly Edit[] | undefined {
  if (pairOf(map, 'default_value') !== undefined) return removePair(unit, value);
  const writing = writingOf(map, unit.notation);
  return [
    { range: value.key, text: scalarText('default_value', writing) },
    { range: value.value, text: scalarText('', writing) },
  ];
}
