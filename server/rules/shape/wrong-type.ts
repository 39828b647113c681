import { keysOf } from '../../facts/place';
import { RESERVED_NAMES } from '../../format/names';
import { fieldOf, specOf } from '../../format/objects';
import type { KeyRole, ObjectRef, Type } from '../../format/types';
import { enclosingStep, isTagged, type Step } from '../../format/walk';
import {
  columnOf,
  hasLineBreak,
  lineEnd,
  lineStart,
  nextContent,
  previousContent,
  trimEndOfRange,
} from '../../text/lines';
import { type Message, msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import type { Range } from '../../text/range';
import type { Unit } from '../../yaml/cut/unit';
import { disagreement } from '../../yaml/read/yaml-1-1';
import { isEmptyOrNull, type Node, pairOf, type ScalarNode, type SeqNode } from '../../yaml/tree/tree';
import { hasAllKeys } from '../../yaml/tree/uncertainty';
import { WrittenScalar } from '../../yaml/write/written-scalar';
import { isCommented } from '../commented-target';
import { flowText, lineBreakOf, quoteScalar, removeItem, removePair, setValue } from '../edits';
import { renameFixes } from '../fixes';
import type { Fix, ReportFinding, Rule, Subject } from '../rule';
import { describeNode, describePlace, describeType, keyRange, valueRange } from './descriptions';
import {
  isBroken,
  isMisindentedSection,
  isSingleTask,
  isUnterminated,
  isWidgetSpecificField,
  lacksValue,
  reliableSteps,
} from './reliable-steps';
import { asSingleItem, tasksAsList } from './tasks-as-list';

/** A value with another YAML type than the field accepts. */
export const wrongType: Rule = {
  code: 'wrong-type',
  severity: 'error',
  title: 'Value has the wrong type',
  doc: 'A field expects text, a number, `true` or `false`, a list, or a map. Instead of a number, a boolean or a list, an expression in quotes is allowed: the value of `\'{{3}}\'` is the number 3, while `"3"` is text. A transition, a `target`, the sections `inputs`, `tasks`, `render` and `transitions`, and each item of a list of maps require a value, such as `{}`; an empty value or `null` is not allowed. An input, and a key of `payload` or `target_inputs`, after which nothing is written, is a warning.',
  example: { wrong: "properties:\n  is_final: 'true'", right: 'properties:\n  is_final: true' },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const { node, parent } = step;
      if (node === undefined || node.kind === 'alias' || isTagged(node) || isWidgetSpecificField(step))
        continue;
      // Data that looks like a variable may be plain data.
      if (enclosingStep(parent, 'variable') || isMisindentedSection(step)) continue;
      const range = valueRange(subject.unit, node, step.pair);
      if (isBroken(subject.unit, node)) continue;
      if (isEmptyOrNull(node)) {
        if (step.pair === undefined) reportEmptyItem(subject, step, node, report);
        else reportEmpty(subject, step, report);
        continue;
      }
      const misread = misreadKeys(subject.unit, step, node);
      const unopened = isListOfScenarios(step, node);
      const unquoted = quotedTag(subject.unit, step, node);
      if (unquoted) {
        report(range, msg('A tag in quotes is text. Remove the quotes.'), { fixes: [unquoted] });
      } else if (misread) {
        report(misread.range, misread.message, { fixes: misread.fixes });
      } else if (unopened) {
        report(range, msg('A scenario file expects a map, but this is a list. Put `scenarios:` before it.'), {
          fixes: opening(subject.unit, node),
        });
      } else if (isSingleTask(step)) {
        const edits = node.kind === 'map' ? asSingleItem(subject.unit, node) : undefined;
        report(range, msg('`tasks` expects a list, but this is a single task. Put `- ` before it.'), {
          fixes: edits ? [{ title: msg('Convert to a list'), edits, preferred: true }] : [],
        });
      } else if (step.pair && isSingleItem(step, node)) {
        const { name } = step.pair;
        const edits = node.kind === 'map' ? asSingleItem(subject.unit, node) : undefined;
        report(range, msg`\`${name}\` expects a list, but this is a single item. Put \`- \` before it.`, {
          fixes: edits ? [{ title: msg('Convert to a list'), edits, preferred: true }] : [],
        });
      } else if (isTargetAsCase(step, node)) {
        reportTargetAsCase(subject, step, node, report);
      } else if (!accepts(step.type, node) && !isReportedElsewhere(subject.unit, step, node)) {
        const near = nearBooleans(step, node);
        const fixes = near.length > 0 ? renameFixes(node, near) : fixesOf(subject, step, node);
        const advice =
          near.length > 0 ? didYouMean(near) : fixes.length === 0 ? '' : msg` ${fixes[0]?.title}.`;
        const message = msg`${describePlace(step)} expects ${describeType(step.declared)}, not ${describeNode(node)}.${advice}`;
        report(range, message, { fixes });
      }
    }
  },
};

function isListOfScenarios({ parent, type }: Step, node: Node): boolean {
  if (parent !== undefined || node.kind !== 'seq') return false;
  return type.kind === 'object' && type.object === 'scenario-file';
}

/** The fix that gives a list at the root its key. In YAML, the items need not be indented. */
function opening(unit: Unit, { start }: Node): Fix[] {
  const { text } = unit;
  if (text[start] !== '-' || lineStart(text, start) !== start) return [];
  const edits = [{ range: { start, end: start }, text: `scenarios:${lineBreakOf(unit)}` }];
  return [{ title: msg`Add \`${'scenarios'}\``, edits, preferred: true }];
}

/** Whether a map is one item of the list that a field accepts. */
function isSingleItem({ declared }: Step, node: Node): boolean {
  if (node.kind !== 'map' || accepts(declared, node)) return false;
  const objects = itemsOf(declared).flatMap(objectsOf);
  return objects.some((object) => node.pairs.some(({ name }) => fieldOf(object, name) !== undefined));
}

function itemsOf(type: Type): readonly Type[] {
  if (type.kind === 'union') return type.of.flatMap(itemsOf);
  return type.kind === 'list' ? [type.item] : [];
}

/** Whether an item of a list of cases is the name of a state instead of a case. */
function isTargetAsCase({ declared, index }: Step, node: Node): boolean {
  return index >= 0 && declared.kind === 'object' && declared.object === 'transition-case' && isName(node);
}

function isName(node: Node): boolean {
  return node.kind === 'scalar' && node.type === 'string' && node.value.trim() !== '';
}

/** Reports the first state name in a list of cases; the fix converts all of them. */
function reportTargetAsCase({ unit }: Subject, { parent }: Step, node: Node, report: ReportFinding): void {
  const items = parent?.node?.kind === 'seq' ? parent.node.items : [node];
  if (node.kind !== 'scalar' || items.find(isName) !== node) return;
  const edits = items.filter(isName).map((name) => ({
    range: name,
    text: flowText(
      unit,
      { target: new WrittenScalar(unit.text.slice(name.start, name.end)) },
      'flow',
      name.start,
    ),
  }));
  const title = edits.length === 1 ? msg('Convert to a case') : msg('Convert all to cases');
  const fixes = unit.notation === 'yaml' ? [{ title, edits }] : [];
  report(node, msg`A case in a list must be a map. Write \`target: ${node.value}\`.`, { fixes });
}

/** The fix for a tag in quotes, which YAML reads as text. */
function quotedTag(unit: Unit, { declared }: Step, node: Node): Fix | undefined {
  if (node.kind !== 'scalar' || (node.style !== 'single' && node.style !== 'double')) return undefined;
  if (unit.notation === 'json' || (declared.kind !== 'map' && declared.kind !== 'object')) return undefined;
  if (!/^!(?:include|oneline)\s+[\w./-]+$/.test(node.value)) return undefined;
  return { title: msg('Remove the quotes'), edits: [{ range: node, text: node.value }], preferred: true };
}

/** A key and its value with another separator than `: `, so that YAML reads one text. */
const MISREAD_KEY =
  /^([A-Za-z_][\w.-]*)(:[\u3000\u00a0]*|[ \t]*：[ \t]*|[ \t]*(?:=|-)>[ \t]*|[ \t]*=[ \t]*)(?=\S)/;

interface MisreadKeys {
  readonly range: Range;
  readonly message: Message;
  readonly fixes: Fix[];
}

/** A key without its `:` in place of a map, or a text whose lines are keys and values with a wrong separator. */
function misreadKeys(unit: Unit, { declared, type }: Step, node: Node): MisreadKeys | undefined {
  if (node.kind !== 'scalar' || node.style !== 'plain' || unit.notation === 'json') return undefined;
  if (
    !accepts(type, node) &&
    objectsOf(declared).some((object) => fieldOf(object, node.value) !== undefined)
  ) {
    const edits = [{ range: { start: node.end, end: node.end }, text: ':' }];
    const message = msg`Expected \`:\` after the key \`${node.value}\`.`;
    return { range: node, message, fixes: [{ title: msg('Add the `:`'), edits, preferred: true }] };
  }
  if (itemsOf(declared).length > 0 && !accepts(type, node)) return tightItems(unit, node);
  if (declared.kind !== 'map' && declared.kind !== 'object') return undefined;
  const colonless = colonlessKey(unit, declared, node);
  if (colonless) return colonless;
  const edits: Fix['edits'][number][] = [];
  for (let at = node.start; at < node.end; at = nextContent(unit.text, lineEnd(unit.text, at))) {
    const [lead = '', key = '', separator = ''] = MISREAD_KEY.exec(unit.text.slice(at, node.end)) ?? [];
    if (key === '') return undefined;
    edits.push({ range: { start: at + key.length, end: at + lead.length }, text: ': ' });
    if (lead === '' || separator === '') return undefined;
  }
  const [first] = edits;
  if (first === undefined) return undefined;
  const key = unit.text.slice(node.start, first.range.start);
  const separator = unit.text.slice(first.range.start, first.range.end).trim();
  const message =
    separator === ':'
      ? msg`Expected a space after the \`:\` of \`${key}\`: without it, YAML reads text.`
      : msg`Expected \`:\` after the key \`${key}\` instead of \`${separator}\`.`;
  const title = separator === ':' ? msg('Add the space') : msg('Change to `:`');
  const end = trimEndOfRange(unit.text, node.start, Math.min(lineEnd(unit.text, node.start), node.end));
  return { range: { start: node.start, end }, message, fixes: [{ title, edits, preferred: true }] };
}

/** Lines that all begin with a dash without a space, in place of a list. */
function tightItems({ text }: Unit, { start, end }: ScalarNode): MisreadKeys | undefined {
  const edits: Fix['edits'][number][] = [];
  for (let at = start; at < end; at = nextContent(text, lineEnd(text, at))) {
    if (!/^-[^\s-]/.test(text.slice(at, at + 2))) return undefined;
    edits.push({ range: { start: at + 1, end: at + 1 }, text: ' ' });
  }
  // A single number may be negative.
  if (edits.length < 2) return undefined;
  const fixes = [{ title: msg('Write `- `'), edits, preferred: true }];
  return { range: { start, end: start + 1 }, message: msg('Expected a space after this `-`.'), fixes };
}

/** `text Hi` in place of a map: a field and its value, or two words where the names are free. */
function colonlessKey(unit: Unit, declared: Type, node: ScalarNode): MisreadKeys | undefined {
  const written = unit.text.slice(node.start, node.end);
  const key = /^([A-Za-z_][\w.-]*)[ \t]+(?![=：:]|->)\S[^\n\r]*$/.exec(written)?.[1];
  if (key === undefined) return undefined;
  const isField = objectsOf(declared).some((object) => fieldOf(object, key) !== undefined);
  if (!isField && !(declared.kind === 'map' && /^[\w.-]+[ \t]+[\w.-]+$/.test(written))) return undefined;
  const end = node.start + key.length;
  const edits = [{ range: { start: end, end }, text: ':' }];
  const message = msg`Expected \`:\` after the key \`${key}\`.`;
  return { range: node, message, fixes: [{ title: msg('Add the `:`'), edits, preferred: true }] };
}

/** How to write an empty value in fields that require one. */
const EMPTY_SECTIONS: ReadonlyMap<string, '{}' | '[]'> = new Map([
  ['inputs', '{}'],
  ['render', '{}'],
  ['tasks', '[]'],
  ['transitions', '{}'],
]);

/** Steps of a scenario that require a value. The result of a `task` may be `null`. */
const ACTIONS: ReadonlySet<string> = new Set(['click', 'say', 'form', 'cancel', 'task_error']);

/**
 * Reports a key without a value where the format requires one. Elsewhere an empty value or `null` means that the
 * field is absent.
 */
function reportEmpty(subject: Subject, step: Step, report: ReportFinding): void {
  const { declared, field, pair, parent } = step;
  if (pair === undefined || parent === undefined) return;
  const object = parent.type.kind === 'object' ? parent.type.object : undefined;
  const isOfState = object === 'state' || object === 'automata';
  reportEmptyEntry(subject, step, report);
  const section = isOfState && field ? EMPTY_SECTIONS.get(field.name) : undefined;
  const isTransition = keysOf(parent.type) === 'event';
  const isTarget = object === 'transition-case' && field?.name === 'target';
  const isAction = object === 'scenario-step' && field !== undefined && ACTIONS.has(field.name);
  if (section === undefined && !isTransition && !isTarget && !isAction) return;
  if (!hasAllKeys(subject.unit, pair.parent) || pairOf(pair.parent, pair.name) !== pair) return;
  if (!lacksValue(subject, parent, pair) || isCommented(subject, step)) return;
  const fixes: Fix[] = [];
  if (!isTarget && !isAction) {
    const empty = section ?? '{}';
    const edits = setValue(subject.unit, pair, empty === '[]' ? [] : {});
    fixes.push({ title: msg`Write \`${empty}\``, edits, excludeFromFixAll: true });
  }
  const removal = removePair(subject.unit, pair);
  if (removal) fixes.push({ title: msg`Remove \`${pair.name}\``, edits: removal, excludeFromFixAll: true });
  const expected = describeType(declared);
  const message = isAction
    ? msg`\`${pair.name}\` has no value. Expected ${expected}.`
    : emptyMessage(pair.name, expected, section, isTarget);
  report(keyRange(pair), message, { fixes: isAction ? [] : fixes, absentIn: pair.parent });
}

/** Maps whose entries are passed on, so that an entry without a value passes nothing. */
const PASSED: ReadonlySet<KeyRole | undefined> = new Set(['input', 'payload', 'target-input'] as const);

/** Reports an input, or a key that is passed to another state, after which nothing is written: `choice:`. */
function reportEmptyEntry(subject: Subject, { pair, parent }: Step, report: ReportFinding): void {
  if (pair === undefined || parent === undefined || !PASSED.has(keysOf(parent.type))) return;
  // A misplaced section, which `reserved-name` reports.
  if (keysOf(parent.type) === 'input' && RESERVED_NAMES.has(pair.name)) return;
  // An explicit `null` is a value.
  if (pair.value.end > pair.value.start || !lacksValue(subject, parent, pair)) return;
  const removal = removePair(subject.unit, pair);
  report(keyRange(pair), msg`\`${pair.name}\` has no value.`, {
    severity: 'warning',
    fixes: removal ? [{ title: msg`Remove \`${pair.name}\``, edits: removal, excludeFromFixAll: true }] : [],
    absentIn: pair.parent,
  });
}

/** Reports an item of a list of objects in which nothing is written. */
function reportEmptyItem({ unit }: Subject, step: Step, node: Node, report: ReportFinding): void {
  const list = step.parent?.node;
  if (list?.kind !== 'seq' || objectsOf(step.declared).length === 0) return;
  if (node.kind !== 'scalar' || node.tag !== undefined || node.anchor !== undefined) return;
  const dash = previousContent(unit.text, node.start) - 1;
  const range = node.end > node.start ? node : { start: dash, end: dash + 1 };
  if (range !== node && unit.text[dash] !== '-') return;
  const removal = removeItem(unit, list, node);
  report(range, msg`${describePlace(step)} has no value. Expected ${describeType(step.declared)}.`, {
    fixes: removal ? [{ title: msg('Remove the item'), edits: removal, excludeFromFixAll: true }] : [],
    absentIn: list,
  });
}

function emptyMessage(
  name: string,
  expected: Message,
  section: '{}' | '[]' | undefined,
  isTarget: boolean,
): Message {
  if (section !== undefined)
    return msg`\`${name}\` has no value. Expected ${expected}, or \`${section}\` for none.`;
  return isTarget
    ? msg`\`${name}\` has no value. Expected ${expected}. Without \`target\`, the case runs this state again.`
    : msg`\`${name}\` has no value. Expected ${expected}, or \`{}\` to run this state again.`;
}

/** Whether a type accepts a value. Empty values and `null` are accepted everywhere. */
export function accepts(type: Type, node: Exclude<Node, { kind: 'alias' }>): boolean {
  if (node.kind === 'scalar' && (node.empty || node.type === 'null')) return true;
  switch (type.kind) {
    case 'string':
      if (type.anyScalar) return node.kind === 'scalar';
      return isText(node) && (!type.expressionOnly || hasExpression(node));
    case 'number':
      return (
        (isNumber(node) && !(type.integer === true && isFraction(node))) ||
        (type.template && hasExpression(node))
      );
    case 'boolean':
      return (
        (node.kind === 'scalar' && node.type === 'boolean') ||
        (type.template && hasExpression(node)) ||
        (type.literalText === true && isText(node))
      );
    case 'enum':
      return node.kind === 'scalar';
    case 'object':
    case 'map':
      return node.kind === 'map';
    case 'list':
      return node.kind === 'seq';
    case 'union':
      return type.of.some((alternative) => accepts(alternative, node));
    default:
      // `walk.ts` has resolved variants and siblings where possible; what remains is undecided.
      return true;
  }
}

function isText(node: Node): boolean {
  return node.kind === 'scalar' && node.type === 'string';
}

function isFraction(node: Node): boolean {
  const value = node.kind === 'scalar' ? Number(node.value) : Number.NaN;
  return Number.isFinite(value) && !Number.isInteger(value);
}

function isNumber(node: Node): boolean {
  return node.kind === 'scalar' && (node.type === 'integer' || node.type === 'float');
}

/** Includes incomplete expressions, which other rules report. */
function hasExpression(node: Node): boolean {
  return node.kind === 'scalar' && node.value.includes('{{');
}

/** Mistakes that other rules report, and incomplete text. */
export function isReportedElsewhere(unit: Unit, step: Step, node: Node): boolean {
  if (node.kind !== 'scalar') return false;
  return isUnterminated(node) || isUnsafe(node) || isAmbiguous(node) || isIncompleteKey(unit, step, node);
}

function isUnsafe(node: ScalarNode): boolean {
  return node.type === 'integer' && !Number.isSafeInteger(Number(node.value));
}

/** Whether YAML 1.1 and 1.2 read a scalar differently (`ambiguous-scalar`): boolean words, unusual numbers. */
function isAmbiguous({ style, value }: ScalarNode): boolean {
  return style === 'plain' && disagreement(value) !== undefined;
}

/**
 * Whether a single word in place of a map may be a key without its colon: a field of the map begins with it, or the
 * word is on a line of its own and the map has arbitrary keys.
 */
function isIncompleteKey(unit: Unit, step: Step, node: ScalarNode): boolean {
  if (node.style !== 'plain' || !/^[\w.-]+$/.test(node.value)) return false;
  if (step.declared.kind === 'map')
    return /^\s*$/.test(unit.text.slice(lineStart(unit.text, node.start), node.start));
  return objectsOf(step.declared).some((object) =>
    specOf(object).fields.some(({ name }) => name !== node.value && name.startsWith(node.value)),
  );
}

function objectsOf(type: Type): readonly ObjectRef[] {
  if (type.kind === 'object') return [type.object];
  if (type.kind === 'union') return type.of.flatMap(objectsOf);
  if (type.kind === 'variant')
    return [...type.variants.map((one) => one.type), type.otherwise].flatMap(objectsOf);
  return type.kind === 'sibling' ? objectsOf(type.otherwise) : [];
}

const WRITTEN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Fixes that add or remove quotes, if that alone corrects the type. */
function fixesOf({ unit }: Subject, step: Step, node: Node): Fix[] {
  const asMap =
    node.kind === 'seq' ? (mapOfNamed(unit, step, node) ?? mapOfItems(unit, step, node)) : undefined;
  if (asMap) return [asMap];
  const only = node.kind === 'seq' ? onlyItem(unit, step, node) : undefined;
  if (only) return [only];
  if (node.kind === 'map' && step.field?.name === 'scenarios') {
    const edits = tasksAsList(unit, node);
    return edits ? [{ title: msg('Convert to a list'), edits, preferred: true }] : [];
  }
  if (node.kind !== 'scalar') return [];
  const { declared } = step;
  const asText = textOfMessage(unit, step, node);
  if (asText) return [asText];
  if (node.style === 'plain' && node.type !== 'string' && acceptsAnyText(declared)) {
    return [{ title: msg('Put it in quotes'), edits: [quoteScalar(unit, node)], preferred: true }];
  }
  const isQuoted = (node.style === 'single' || node.style === 'double') && node.closed;
  const isCorrection =
    (takes(declared, 'number') && WRITTEN_NUMBER.test(node.value)) ||
    (takes(declared, 'boolean') && /^(?:true|false)$/.test(node.value));
  if (!isQuoted || !isCorrection) return [];
  return [{ title: msg('Remove the quotes'), edits: [{ range: node, text: node.value }], preferred: true }];
}

/** The booleans that a word without quotes misspells. */
function nearBooleans({ declared }: Step, node: Node): readonly string[] {
  if (node.kind !== 'scalar' || node.style !== 'plain' || !takes(declared, 'boolean')) return [];
  return nearestNames(node.value, ['true', 'false'], 1);
}

/** The fix for a list of one text where the text itself is expected. */
function onlyItem(unit: Unit, { type, pair }: Step, { items, tag, anchor, end }: SeqNode): Fix | undefined {
  const [item, ...others] = items;
  if (pair === undefined || item?.kind !== 'scalar' || others.length > 0) return undefined;
  if (tag !== undefined || anchor !== undefined || !accepts(type, item)) return undefined;
  const range = { start: pair.colon + 1, end };
  const written = unit.text.slice(item.start, item.end);
  if (unit.text.slice(range.start, item.start).includes('#') || hasLineBreak(written, 0, written.length))
    return undefined;
  return { title: msg('Use the only item'), edits: [{ range, text: ` ${written}` }], preferred: true };
}

/** The fix for `render: Hi`, which is meant as the text of the message. */
function textOfMessage(unit: Unit, { pair, declared }: Step, node: ScalarNode): Fix | undefined {
  const written = unit.text.slice(node.start, node.end);
  const isMessage = pair !== undefined && declared.kind === 'object' && declared.object === 'render';
  if (!isMessage || node.type !== 'string' || node.tag !== undefined || node.anchor !== undefined)
    return undefined;
  const isOnLine = node.style !== 'literal' && node.style !== 'folded' && !/[\n\r]/.test(written);
  if (!isOnLine || (node.style !== 'plain' && !node.closed)) return undefined;
  const edits = setValue(unit, pair, { text: new WrittenScalar(written) });
  return { title: msg`Move into \`${'text'}\``, edits, preferred: true };
}

/** The fix for a list of inputs that have a `name`: the names as keys, in the column of the dashes. */
function mapOfNamed({ text, notation }: Unit, { declared, pair }: Step, list: SeqNode): Fix | undefined {
  if (declared.kind !== 'map' || declared.keys !== 'input' || pair === undefined) return undefined;
  // Without a deeper indentation, the keys would be next to that of the list.
  if (list.flow || notation === 'json' || list.indent <= pair.parent.indent) return undefined;
  const names = new Set<string>();
  const edits: Fix['edits'][number][] = [];
  for (const item of list.items) {
    if (item.kind !== 'map' || item.flow || item.anchor !== undefined) return undefined;
    const [first, second] = item.pairs;
    const value = first?.value;
    if (first?.name !== 'name' || value?.kind !== 'scalar' || second === undefined) return undefined;
    const dash = previousContent(text, item.start) - 1;
    const isName = /^[A-Za-z_]\w*$/.test(value.value) && !names.has(value.value);
    if (!isName || text[dash] !== '-' || lineStart(text, dash) !== lineStart(text, value.end))
      return undefined;
    names.add(value.value);
    edits.push({ range: { start: dash, end: value.end }, text: `${value.value}:` });
  }
  return { title: msg('Change the list to a map'), edits, preferred: true };
}

/** The fix for a list of single fields where a map is expected: the same fields without their dashes. */
function mapOfItems(unit: Unit, { declared }: Step, list: SeqNode): Fix | undefined {
  const [first] = list.items;
  if (declared.kind !== 'map' || first === undefined || list.flow || unit.notation === 'json')
    return undefined;
  const column = columnOf(unit.text, first.start);
  const names = new Set<string>();
  const edits: Fix['edits'][number][] = [];
  for (const item of list.items) {
    if (item.kind !== 'map' || item.flow || item.anchor !== undefined) return undefined;
    const [pair, ...others] = item.pairs;
    if (pair === undefined || others.length > 0 || names.has(pair.name)) return undefined;
    const dash = previousContent(unit.text, item.start) - 1;
    if (unit.text[dash] !== '-' || columnOf(unit.text, item.start) !== column) return undefined;
    names.add(pair.name);
    edits.push({ range: { start: dash, end: dash + 1 }, text: ' ' });
  }
  return { title: msg('Change the list to a map'), edits, preferred: true };
}

function takes(type: Type, kind: 'number' | 'boolean'): boolean {
  return type.kind === 'union' ? type.of.some((alternative) => takes(alternative, kind)) : type.kind === kind;
}

/** Whether any text is accepted: if a list is the first alternative (`memory`), text has a special meaning. */
function acceptsAnyText(type: Type): boolean {
  if (type.kind === 'union') return type.of[0] !== undefined && acceptsAnyText(type.of[0]);
  return type.kind === 'string' && type.expressionOnly !== true;
}
