import { nameOf } from '../../facts/name';
import { resultTypeMarkdown } from '../../format/result-type';
import { tagOf } from '../../format/tags';
import type { EnumValue, Field, Type } from '../../format/types';
import { type Step, stepIntoPair, stepOfSlot } from '../../format/walk';
import type { Widget } from '../../format/widgets';
import { RULES_BY_CODE } from '../../rules';
import { type Message, msg } from '../../text/message';
import { type Range, touchesRange } from '../../text/range';
import { childNodesOf, slotOf } from '../../yaml/cursor/cursor';
import { type Node, type ScalarNode, textOf } from '../../yaml/tree/tree';
import type { CursorLocation } from '../cursor-location';
import { describeField, sourceNote } from '../describe';
import { boldName, commaList, inlineCode, paragraphs, plainOrCode } from '../markdown';
import { scalarUnder } from '../nodes';
import { insideQuotes } from '../symbols/mentions';
import { ruleCard } from './problem';

/** A word of the format at the cursor, with its range in the unit and its meaning. */
export interface WordCard {
  readonly range: Range;
  readonly markdown: Message;
}

/** The documentation of the word at the cursor: a field, a value, a tag. */
export function wordCard(at: CursorLocation): WordCard | undefined {
  const tag = tagUnder(at.unit.parsed.root, at.offset);
  if (tag) return tag;
  const { text } = at.unit;
  const scalar = scalarUnder(at.unit.parsed.root, at.offset);
  const range = nameOf(scalar, text);
  if (scalar === undefined || range === undefined) return undefined;
  // The cursor may be on a quote.
  const isOn = [at.offset, ...insideQuotes(text, at.offset)].some((offset) => touchesRange(range, offset));
  if (!isOn) return undefined;
  const isKey = scalar.parent?.kind === 'pair' && scalar.parent.key === scalar;
  const markdown = isKey ? fieldCard(at, scalar) : valueCard(stepOfSlot(at.root, slotOf(scalar)), scalar);
  return markdown === undefined ? undefined : { range: { start: range.start, end: range.end }, markdown };
}

function fieldCard({ root }: CursorLocation, key: ScalarNode): Message | undefined {
  if (key.parent?.kind !== 'pair') return undefined;
  const map = key.parent.parent;
  const outer = stepOfSlot(root, slotOf(map));
  const rule =
    outer.type.kind === 'map' && outer.type.keys === 'rule' ? RULES_BY_CODE.get(key.value) : undefined;
  if (rule) return paragraphs(boldName(rule.code), ruleCard(rule));
  if (outer.type.kind !== 'object') return undefined;
  const field = widgetField(outer, key.value) ?? stepIntoPair(outer, map, key.parent).field;
  return field && describeField(field, outer.type.object);
}

/** A known widget documents its fields better than the module that calls it. */
function widgetField({ node, type, catalog }: Step, name: string): Field | undefined {
  if (type.kind !== 'object' || type.object !== 'any-widget-config' || node?.kind !== 'map') return undefined;
  return catalog.widgetOf(textOf(node, 'widget_id'))?.fields.find((field) => field.name === name);
}

function valueCard(step: Step, scalar: ScalarNode): Message | undefined {
  const text = scalar.value.trim();
  const { field } = step;
  if (field === undefined) return undefined;
  const widget = field.name === 'widget_id' ? step.catalog.widgetOf(text) : undefined;
  if (widget) return widgetCard(widget);
  const module = field.name === 'module_type' ? step.catalog.moduleOf(text) : undefined;
  const value = valuesOf(step.type).find((one) => one.value === text);
  if (value === undefined) return undefined;
  const result = module?.defaultOutputName;
  return paragraphs(
    msg`${boldName(field.name)} · ${inlineCode(text)}`,
    value.deprecated ? msg('**Deprecated**') : undefined,
    msg(value.doc),
    result === undefined
      ? undefined
      : msg`The result is in ${inlineCode(result)} unless \`output_name\` is set.`,
    module?.result && msg`Result: ${resultTypeMarkdown(module.result)}.`,
    sourceNote(module?.source ?? field.source),
  );
}

function valuesOf(type: Type): readonly EnumValue[] {
  if (type.kind === 'enum') return type.values;
  if (type.kind === 'string') return type.suggestions ?? [];
  return type.kind === 'union' ? type.of.flatMap(valuesOf) : [];
}

function widgetCard({ name, doc, fields, result, source }: Widget): Message {
  const members = result.members?.map((member) => inlineCode(member.name)) ?? [];
  const names = fields.map((field) =>
    field.required ? msg`${inlineCode(field.name)} (required)` : inlineCode(field.name),
  );
  return paragraphs(
    msg`**widget** · ${plainOrCode(name)}`,
    msg(doc),
    msg`Parameters: ${commaList(names, 4)}.`,
    members.length > 0
      ? msg`Result: ${msg(result.doc)} Properties: ${commaList(members)}.`
      : msg`Result: ${msg(result.doc)}`,
    sourceNote(source),
  );
}

function tagUnder(root: Node | undefined, offset: number): WordCard | undefined {
  const node = root && taggedAt(root, offset);
  const spec = node?.tag && tagOf(node.tag.name);
  if (!node?.tag || !spec) return undefined;
  const { start, end } = node.tag;
  return {
    range: { start, end },
    markdown: paragraphs(msg`**${spec.name}**`, msg(spec.doc), sourceNote(spec.source)),
  };
}

function taggedAt(node: Node, offset: number): Node | undefined {
  if (node.tag && touchesRange(node.tag, offset)) return node;
  if (node.kind === 'scalar' || node.kind === 'alias' || !touchesRange(node, offset)) return undefined;
  for (const child of childNodesOf(node)) {
    const found = taggedAt(child, offset);
    if (found) return found;
  }
  return undefined;
}
