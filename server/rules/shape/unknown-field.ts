import { misspeltFields } from '../../facts/misspelt';
import { spreadPath } from '../../facts/place';
import { fieldTaking, isFieldOfCase } from '../../format/misplaced';
import { hasAlias, nearFields } from '../../format/near-fields';
import { fieldOf, specOf } from '../../format/objects';
import type { Field, ObjectRef, Type } from '../../format/types';
import { enclosingStep, isOneOf, type Step } from '../../format/walk';
import { pathKey, spreadKey } from '../../project/names/symbols';
import { groupBy } from '../../text/group-by';
import { columnOf, lineStart } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import { didYouMean } from '../../text/nearest';
import { hasNoValue, isReusedElsewhere, type Unit } from '../../yaml/cut/unit';
import { indentedLines } from '../../yaml/mistakes/depth-changes';
import { type MapNode, type Pair, pairOf, textOf, valueAt } from '../../yaml/tree/tree';
import { addToSection, type Edit, indentBelow, removePair } from '../edits';
import { renameFixes } from '../fixes';
import { moveIntoValue, movePairs } from '../moves';
import type { Fix, RelatedEdits, ReportFinding, Rule, Subject } from '../rule';
import { formatNames, keyRange, objectWithArticle } from './descriptions';
import { outerObjectWith, suggestNestedField } from './related-objects';
import { hasSections, isBroken, literalScalarAt, plainMapAt, reliableSteps } from './reliable-steps';

/** A key that the object does not have. */
export const unknownField: Rule = {
  code: 'unknown-field',
  severity: 'error',
  title: 'Unknown field',
  doc: 'The service rejects the file or ignores the field. Often the name is misspelt, or the field is one level too high or too low. A key whose anchor an alias elsewhere repeats is not reported, unless its name is close to that of a field. In the `module_config` of a known module it is only a warning, because modules gain fields. `properties` and the configuration of a widget may have any field; there, only clear misspellings of the fields of a known widget are reported, as warnings.',
  example: { wrong: 'render:\n  txt: Hello!', right: 'render:\n  text: Hello!' },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const map = plainMapAt(step);
      if (map !== undefined && step.type.kind === 'map' && step.type.keys === 'event')
        reportFieldsOfCases(subject, map, report);
      if (map === undefined || step.type.kind !== 'object') continue;
      const { object } = step.type;
      const { extra, fields } = specOf(object);
      if (isOneOf(object, ['state-properties', 'automata-properties']))
        checkProperties(subject, object, map, report);
      // A widget accepts any keys, also in fields that are known from other widgets.
      if (extra === 'open' || enclosingStep(step, 'any-widget-config', 'module-config')) {
        reportMisspelt(subject, step, map, report);
        continue;
      }
      const known = new Set(fields.map((field) => field.name));
      const unknown = map.pairs.filter((pair) => !known.has(pair.name) && isKey(subject, pair));
      if (unknown.length > 0) reportUnknown(subject, { step, map, object }, unknown, report);
    }
  },
};

/** Reports fields of a case that are written next to the event of the case. */
function reportFieldsOfCases({ unit }: Subject, map: MapNode, report: ReportFinding): void {
  for (const [index, pair] of map.pairs.entries()) {
    if (!isFieldOfCase(pair)) continue;
    const event = map.pairs.slice(0, index).findLast((one) => !isFieldOfCase(one));
    const message = event
      ? msg`\`${pair.name}\` is not an event. It belongs in the transition of \`${event.name}\`.`
      : msg`\`${pair.name}\` is not an event. It belongs in the transition of an event.`;
    const edits = event && moveIntoValue(unit, [pair], event, 'target');
    report(keyRange(pair), message, { fixes: moved(edits, msg`Move into \`${event?.name ?? ''}\``) });
  }
}

/** Reports the unknown keys of an object. Keys that belong in the same field are one finding. */
function reportUnknown(
  subject: Subject,
  { step, map, object }: { readonly step: Step; readonly map: MapNode; readonly object: ObjectRef },
  unknown: readonly Pair[],
  report: ReportFinding,
): void {
  const { unit } = subject;
  const present = presentNames(subject, step, map);
  const holder = objectWithArticle(object, step);
  const severity = specOf(object).extra === 'known-module' ? ({ severity: 'warning' } as const) : {};
  const holders = new Set<string>();
  const keys = unknown.flatMap((pair) => {
    const near = nearFields(object, pair.name, (name) => present.has(name));
    // Authors use keys of their own to hold values that are repeated elsewhere.
    if (near.length === 0 && isReusedElsewhere(subject.unit, pair)) {
      holders.add(pair.name);
      return [];
    }
    const isOtherWord = near.some((name) => hasAlias(fieldOf(object, name), pair.name));
    const place = isOtherWord ? undefined : fieldTaking(object, pair.name);
    const section = sectionTaking(object, pair);
    return [{ pair, near, isOtherWord, place: section ? fieldOf(object, section) : place }];
  });
  for (const [first, ...others] of groupBy(keys, groupOf(object)).values()) {
    if (first === undefined) continue;
    const { pair, near, isOtherWord } = first;
    const range = keyRange(pair);
    if (first.place === undefined) {
      const outer = isOtherWord ? undefined : outerObjectWith(step, object, pair.name);
      const below = near.length === 0 ? suggestNestedField(object, pair.name) : undefined;
      const states = statesAround(step, pair);
      const advice =
        (states && msg(' It is a state. Indent it like the other states.')) ??
        adviceFor(object, pair) ??
        (outer && belongsIn(outer.object)) ??
        below ??
        didYouMean(near);
      const fixes = [
        ...(outer ? moveOutFix(unit, pair, outer) : []),
        ...(states
          ? moved(movePairs(unit, [pair], states, step.pair), msg('Indent it like the other states'))
          : []),
        ...contentFix(subject, object, map, pair),
        ...transitionFix(subject, step, pair),
        ...(isTargetOfState(object, pair) ? targetFix(unit, map, pair) : []),
        ...renameFixes(range, near),
        ...removalOf(subject, pair),
      ];
      report(range, msg`${holder} has no field \`${pair.name}\`.${advice}`, { fixes, ...severity });
      continue;
    }
    if (isState(object, pair) && !isFirstUnknown(subject, { step, object, holders }, pair)) continue;
    const pairs = [pair, ...others.map((one) => one.pair)];
    const names = formatNames(pairs.map(({ name }) => name));
    const fixes = [
      ...((isState(object, pair) && moveToStates(subject, step, pair)) ||
        moveFix(subject, map, pairs, first.place)),
      ...(others.length === 0 ? removalOf(subject, pair) : []),
    ];
    const message =
      others.length === 0
        ? msg`${holder} has no field \`${pair.name}\`.${itBelongs(first.place, isState(object, pair))}`
        : msg`${holder} has no fields ${names}.${theyBelong(first.place, isState(object, pair))}`;
    report(range, message, { fixes, ...severity });
  }
}

/**
 * The group of a key; all keys of a group have one finding: the field that they belong in. Sections of an automata
 * are separate units, so each has a finding.
 */
function groupOf(object: ObjectRef): (key: { place: Field | undefined; pair: Pair }) => Field | Pair {
  return ({ place, pair }) => (place && (object !== 'automata' || isState(object, pair)) ? place : pair);
}

/** Where the value of a key belongs that only authors of some objects write; undefined for other keys. */
function adviceFor(object: ObjectRef, pair: Pair): Message | undefined {
  if (/^target(?:_inputs)?$/.test(pair.name) && (object === 'button' || object === 'event'))
    return msg` \`${pair.name}\` belongs in the transition of its event.`;
  if (isTargetOfState(object, pair)) return msg(' It belongs in a transition.');
  return isContentOfClick(object, pair)
    ? msg(' Write the content of the button directly after `click:`.')
    : undefined;
}

/** The fix that moves `target` or `target_inputs` of a button into the transition of its event. */
function transitionFix({ unit }: Subject, step: Step, pair: Pair): Fix[] {
  const button = enclosingStep(step, 'button')?.node;
  const state = enclosingStep(step, 'state')?.node;
  if (button?.kind !== 'map' || state?.kind !== 'map') return [];
  const click = valueAt(button, 'on_click');
  const event = click?.kind === 'map' ? textOf(click, 'event') : textOf(button, 'on_click');
  if (event === undefined || !/^target(?:_inputs)?$/.test(pair.name)) return [];
  const transitions = valueAt(state, 'transitions');
  const handler = transitions?.kind === 'map' ? pairOf(transitions, event) : undefined;
  const title = msg`Move into \`${event}\``;
  if (handler) return moved(moveIntoValue(unit, [pair], handler, 'target'), title);
  const edits = targetToTransitions(unit, state, event, pair);
  return moved(edits, msg('Move to the transitions of the state'));
}

/** The edits that move a target to a new transition of a state. */
function targetToTransitions(unit: Unit, state: MapNode, event: string, pair: Pair): Edit[] | undefined {
  const target = pair.name === 'target' && pair.value.kind === 'scalar' ? pair.value.value : undefined;
  const removal = removePair(unit, pair);
  if (target === undefined || removal === undefined) return undefined;
  const section = { name: 'transitions', index: state.pairs.length };
  const added = addToSection(unit, state, section, { name: event, value: target });
  const [first] = added ?? [];
  const [removed] = removal;
  if (added === undefined || first === undefined || removed === undefined) return undefined;
  // It is the last entry of the state: the line takes the place of the removed one.
  const isLast = unit.text.slice(removed.range.end, first.range.start).trim() === '';
  const isSingle = added.length === 1 && removal.length === 1;
  const isAtEnd = isLast && isSingle && first.range.start >= removed.range.start;
  const range = { start: removed.range.start, end: Math.max(removed.range.end, first.range.end) };
  const taken = unit.text.slice(range.start, range.end);
  const lines = lineStart(unit.text, range.start) === range.start ? first.text.trimStart() : first.text;
  const indent = lines === first.text ? '' : ' '.repeat(state.indent);
  const lineBreak = /\r?\n$/.exec(taken)?.[0] ?? '';
  return isAtEnd ? [{ range, text: indent + lines + lineBreak }] : [...added, ...removal];
}

function isTargetOfState(object: ObjectRef, { name }: Pair): boolean {
  return object === 'state' && name === 'target';
}

/**
 * The fix that moves the target of a state into a transition: of any message of the user, or of no event if the state
 * displays nothing.
 */
function targetFix(unit: Unit, state: MapNode, pair: Pair): Fix[] {
  if (state.flow || state.pairs.length === 1) return [];
  const event = pairOf(state, 'render') ? 'CHAT' : 'ALWAYS';
  const transitions = valueAt(state, 'transitions');
  if (transitions?.kind === 'map' && pairOf(transitions, event)) return [];
  const edits = targetToTransitions(unit, state, event, pair);
  return edits ? [{ title: msg`Move into \`${event}\``, edits, excludeFromFixAll: true }] : [];
}

/** Whether a key of an event in a scenario has the content of the button that raises it. */
function isContentOfClick(object: ObjectRef, { name }: Pair): boolean {
  return object === 'clicked-event' && name === 'content';
}

/** The fix that replaces `{ content: … }` by the content of the button. */
function contentFix({ unit }: Subject, object: ObjectRef, map: MapNode, pair: Pair): Fix[] {
  const content = literalScalarAt({ node: pair.value });
  if (!isContentOfClick(object, pair) || !map.flow || map.pairs.length > 1) return [];
  if (content === undefined || content.empty || !(content.closed || content.style === 'plain')) return [];
  const text = unit.text.slice(content.start, content.end);
  const edits = [{ range: { start: map.start, end: map.end }, text }];
  return [{ title: msg('Use the content'), edits, preferred: true }];
}

/** The section that a key belongs in because of its value, or of the variable that it assigns. */
function sectionTaking(object: ObjectRef, pair: Pair): string | undefined {
  if (isState(object, pair)) return 'states';
  return object === 'state' && /^context\.\w/.test(pair.name) ? 'outputs' : undefined;
}

/** Whether a key of an automata has the value of a state, so that its indentation is too small. */
function isState(object: ObjectRef, pair: Pair): boolean {
  return object === 'automata' && hasSections(pair);
}

/** The states around the state of a step in which a key has the value of a state, too. */
function statesAround({ parent, type, node }: Step, pair: Pair): MapNode | undefined {
  const isInState = type.kind === 'object' && type.object === 'state' && hasSections(pair);
  return isInState && node?.kind === 'map' && !node.flow && parent?.node?.kind === 'map'
    ? parent.node
    : undefined;
}

/** Whether a key is the first unknown one of an automata, over all units, apart from `holders` in the same unit. */
function isFirstUnknown(
  { project, source, unit }: Subject,
  {
    step,
    object,
    holders,
  }: { readonly step: Step; readonly object: ObjectRef; readonly holders: Set<string> },
  pair: Pair,
): boolean {
  const path = spreadPath(unit, step);
  if (path === undefined) return true;
  const keys = project.inOrder('rootKey', spreadKey(source.address, path));
  const first = keys.find(({ name: { text } }) => fieldOf(object, text) === undefined && !holders.has(text));
  return first === undefined || (first.unit === unit && first.name.text === pair.name);
}

function belongsIn(object: ObjectRef): Message {
  return msg` It belongs in the enclosing ${msg(specOf(object).title)}.`;
}

/** The fix that moves a key to an enclosing object, after the key that contains it now. */
function moveOutFix(
  unit: Unit,
  pair: Pair,
  { object, node, pair: after }: NonNullable<ReturnType<typeof outerObjectWith>>,
): Fix[] {
  if (node?.kind !== 'map' || pairOf(node, pair.name) !== undefined) return [];
  return moved(movePairs(unit, [pair], node, after), msg`Move to the ${msg(specOf(object).title)}`);
}

function moved(edits: Fix['edits'] | undefined, title: Message): Fix[] {
  return edits ? [{ title, edits, preferred: true, excludeFromFixAll: true }] : [];
}

function itBelongs({ name }: Field, isState: boolean): Message {
  return name === 'states' && !isState ? msg(' It belongs in a state.') : msg` It belongs in \`${name}\`.`;
}

function theyBelong({ name }: Field, areStates: boolean): Message {
  return name === 'states' && !areStates
    ? msg(' They belong in a state.')
    : msg` They belong in \`${name}\`.`;
}

/** Whether a field takes a map and not a list. */
function acceptsMap(type: Type): boolean {
  if (type.kind === 'union') return type.of.some(acceptsMap);
  return type.kind === 'object' || type.kind === 'sibling' || (type.kind === 'map' && type.keys === 'output');
}

/** Whether the items of a list, which a field takes, are objects. */
function hasObjectItems(type: Type): boolean {
  if (type.kind === 'union') return type.of.some(hasObjectItems);
  return type.kind === 'list' && type.item.kind === 'object';
}

/** The fix that moves keys into a field: a new one, one with a value, or one without a value right above them. */
function moveFix({ unit }: Subject, map: MapNode, pairs: readonly Pair[], { name, type }: Field): Fix[] {
  const title = msg`Move into \`${name}\``;
  const holder = pairOf(map, name);
  if (holder && !hasNoValue(unit, holder)) {
    // An event as text is short for a map.
    const isMap = acceptsMap(type) && holder.value.kind !== 'seq';
    return isMap ? moved(moveIntoValue(unit, pairs, holder, 'event'), title) : [];
  }
  const isOfStates = name === 'states' && pairs.every((pair) => isState('automata', pair));
  const isItem = hasObjectItems(type);
  if (!isOfStates && (name === 'states' || !(isItem || acceptsMap(type)))) return [];
  return moved(indentBelow(unit, map, pairs, name, isItem), title);
}

/** The fix that gives a state right after others their indentation; undefined if there are none above. */
function moveToStates({ project, source, unit }: Subject, step: Step, pair: Pair): Fix[] | undefined {
  const path = spreadPath(unit, step);
  if (path === undefined || pair.parent.flow) return undefined;
  const keys = project.inOrder('rootKey', spreadKey(source.address, path));
  const before = keys[keys.findIndex((key) => key.unit === unit) - 1];
  const [state] = project
    .inOrder('child', pathKey(project.pathIn(source.address, path)))
    .filter((child) => child.source === source.address);
  if (before?.name.text !== 'states') return undefined;
  const title = msg`Move into \`${'states'}\``;
  const shifted = (unit: Unit, { start, end }: Pair, column: number) =>
    indentedLines(unit.text, { start: lineStart(unit.text, start), end }, column);
  if (state !== undefined)
    return moved(shifted(unit, pair, columnOf(state.unit.text, state.name.start)), title);
  if (!hasNoStates(before.unit)) return undefined;
  // All following states belong below the empty key.
  const elsewhere: RelatedEdits[] = [];
  for (const key of keys.slice(keys.findIndex((one) => one.unit === unit) + 1)) {
    const root = key.unit.parsed.root;
    const next = root?.kind === 'map' ? root.pairs.find(({ name }) => name === key.name.text) : undefined;
    if (next === undefined || key.unit === unit || !hasSections(next)) break;
    elsewhere.push({ source: source.address, unit: key.unit, edits: shifted(key.unit, next, NEW_INDENT) });
  }
  return moved(shifted(unit, pair, NEW_INDENT), title).map((fix) => ({ ...fix, elsewhere }));
}

/** The indentation of states below a key that has none yet. */
const NEW_INDENT = 2;

function hasNoStates(unit: Unit): boolean {
  const { root } = unit.parsed;
  const states = root?.kind === 'map' ? pairOf(root, 'states') : undefined;
  return states !== undefined && hasNoValue(unit, states);
}

/** Reports keys of an object with arbitrary keys that are certainly misspelt. */
function reportMisspelt(subject: Subject, step: Step, map: MapNode, report: ReportFinding): void {
  for (const pair of map.pairs) {
    if (!isKey(subject, pair)) continue;
    const [meant] = misspeltFields(step, map, pair.name);
    if (meant === undefined) continue;
    report(keyRange(pair), msg`Unknown field \`${pair.name}\`. Did you mean \`${meant}\`?`, {
      severity: 'warning',
      fixes: renameFixes(keyRange(pair), [meant]),
    });
  }
}

/**
 * Checks `properties`, which may have any name. Only a near name of an absent flag with the value of a flag is
 * reported.
 */
function checkProperties(subject: Subject, object: ObjectRef, map: MapNode, report: ReportFinding): void {
  for (const pair of map.pairs) {
    if (fieldOf(object, pair.name) !== undefined || !isKey(subject, pair) || !isFlag(pair)) continue;
    const near = nearFields(object, pair.name, (name) => pairOf(map, name) !== undefined, 1);
    if (near.length === 0) continue;
    report(keyRange(pair), msg`Unknown property \`${pair.name}\`.${didYouMean(near)}`, {
      fixes: [...renameFixes(keyRange(pair), near), ...removalOf(subject, pair)],
      severity: 'warning',
    });
  }
}

function isFlag({ value }: Pair): boolean {
  const literal = literalScalarAt({ node: value });
  return literal !== undefined && /^(?:true|false)$/i.test(literal.value);
}

/** Whether a key is complete and intended as a name. */
function isKey({ unit }: Subject, { key, colon }: Pair): boolean {
  if (key.kind !== 'scalar' || key.empty || colon < 0) return false;
  if (key.value === '<<' && key.style === 'plain') return false;
  return !isBroken(unit, key);
}

/** The keys that an object has already; keys of the root may be in other units. */
function presentNames(subject: Subject, step: Step, map: MapNode): ReadonlySet<string> {
  const own = map.pairs.map((pair) => pair.name);
  const path = spreadPath(subject.unit, step);
  if (path === undefined) return new Set(own);
  const { project, source } = subject;
  const keys = project.table.get('rootKey', spreadKey(source.address, path));
  return new Set([...own, ...keys.map((key) => key.name.text)]);
}

function removalOf({ unit }: Subject, pair: Pair): Fix[] {
  const removal = removePair(unit, pair);
  return removal ? [{ title: msg`Remove \`${pair.name}\``, edits: removal }] : [];
}
