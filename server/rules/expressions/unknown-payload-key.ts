import { engine } from '../../engine/engine';
import type { Address } from '../../project/files/paths';
import { emittersOf, hasHiddenStates } from '../../project/names/resolve';
import type { EmitEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { append } from '../../text/append';
import { isEqualData } from '../../text/equality';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { isRepeated } from '../../yaml/cut/unit';
import { type Node, valueAt } from '../../yaml/tree/tree';
import { writingOf } from '../../yaml/write/scalars';
import type { Writable } from '../../yaml/write/values';
import { addToSection, type Edit, flowText } from '../edits';
import { renameFixes } from '../fixes';
import { type Fix, type RelatedLocation, type Rule, relatedEntry, type Subject } from '../rule';
import { type EvaluatedUse, evaluatedUses } from './uses';

/** A key of `payload` that no button of the event has. */
export const unknownPayloadKey: Rule = {
  code: 'unknown-payload-key',
  severity: 'warning',
  title: 'Payload key does not exist',
  doc: '`payload` contains what the button that raised the event has in `on_click`. The buttons checked are those whose event this transition handles: those of the state or, for an automata, those of all inner states that do not handle the event themselves. Events that no button raises are not checked, as they may come from user intents.',
  example: {
    wrong:
      "home:\n  inputs:\n    choice: {type: text}\n  render:\n    text: '{{choice}}'\n    buttons:\n      - content: A\n        on_click: {event: go, payload: {answer: A}}\n  transitions:\n    go:\n      target: home\n      target_inputs: {choice: '{{payload.anwser}}'}",
    right:
      "home:\n  inputs:\n    choice: {type: text}\n  render:\n    text: '{{choice}}'\n    buttons:\n      - content: A\n        on_click: {event: go, payload: {answer: A}}\n  transitions:\n    go:\n      target: home\n      target_inputs: {choice: '{{payload.answer}}'}",
  },
  check(subject, report) {
    for (const one of evaluatedUses(subject)) {
      const [member] = one.use.members;
      if (member === undefined || member.name in Object.prototype) continue;
      const emitters = emittersOfUse(subject, one);
      const keys = emitters.flatMap(({ emit }) => emit.payload.map((key) => key.text));
      const [first] = emitters;
      if (first === undefined || keys.includes(member.name) || mayEmittersBeHidden(subject.project)) continue;
      const event = first.name.text;
      const message =
        emitters.length === 1
          ? msg`The button that raises \`${event}\` has no \`${member.name}\` in its \`payload\`.`
          : msg`None of the ${emitters.length} buttons that raise \`${event}\` has \`${member.name}\` in its \`payload\`.`;
      const near = nearestNames(member.name, keys);
      const fix = withPayloadKey(subject, emitters, member.name);
      report(member, msg`${message}${didYouMean(near)}`, {
        related: emitterLocations(emitters),
        fixes: [...(member.shorthand ? [] : renameFixes(member, near)), ...(fix ? [fix] : [])],
      });
    }
  },
};

/** Limit of buttons that a finding names. */
const MAX_LOCATIONS = 5;

/** The buttons that lack a key of the payload. */
export function emitterLocations(emitters: readonly EmitEntry[]): RelatedLocation[] {
  return emitters
    .slice(0, MAX_LOCATIONS)
    .map((one) => relatedEntry(msg`This button raises \`${one.name.text}\` without the key.`, one));
}

/**
 * Whether there may be unknown buttons, or unknown transitions that handle their events. It changes while a state is
 * being typed, so rules read it last: only what would be reported depends on it.
 */
export const mayEmittersBeHidden = engine.query(
  'buttons are incomplete',
  (project: Project) =>
    project.table.has('incomplete', 'render') ||
    project.table.has('incomplete', 'transitions') ||
    hasHiddenStates(project),
);

/** The known buttons whose payload an expression reads; none if one of them may have any key. */
export function emittersOfUse(
  { project }: Subject,
  { use, place, entry }: EvaluatedUse,
): readonly EmitEntry[] {
  if (use.name !== 'payload' || place.phase !== 'transition' || place.event === undefined) return [];
  if (use.guarded || use.access === 'write') return [];
  const emitters = emittersOf(project, { ...entry, name: { text: place.event, start: 0, end: 0 } });
  return emitters.every(({ emit }) => emit.complete) ? emitters : [];
}

/**
 * Adds a key to the payload of each of these buttons, with an empty value of the kind that the `carriers` have, or an
 * empty string.
 */
export function withPayloadKey(
  { unit, project }: Subject,
  emitters: readonly EmitEntry[],
  key: string,
  carriers: readonly EmitEntry[] = [],
): Fix | undefined {
  if (!/^[A-Za-z_]\w*$/.test(key)) return undefined;
  const value = emptyValue(carriers, key);
  // Depend on the values of the other buttons.
  const [other] = carriers;
  if (other && carriers.some((one) => one.unit !== unit)) project.table.get('sent', other.name.text);
  const edits: Edit[] = [];
  const elsewhere: { source: Address; unit: EmitEntry['unit']; edits: Edit[] }[] = [];
  for (const emitter of emitters) {
    const own = withKey(emitter, key, value);
    if (own === undefined) return undefined;
    const known = elsewhere.find((one) => one.unit === emitter.unit);
    if (emitter.unit === unit) append(edits, own);
    else if (known) append(known.edits, own);
    else elsewhere.push({ source: emitter.source, unit: emitter.unit, edits: own });
  }
  // Depend on the text of the buttons, as its changes move their places.
  const [first] = emitters;
  if (first && elsewhere.length > 0) project.table.get('buttonText', first.name.text);
  const whose = emitters.length === 1 ? msg('the button') : msg`all ${emitters.length} buttons`;
  const title = msg`Add \`${key}\` to the payload of ${whose}`;
  return elsewhere.length > 0 ? { title, edits, elsewhere } : { title, edits };
}

/** The empty value of the kind that a key has in the payloads of these buttons; an empty string if they disagree. */
function emptyValue(carriers: readonly EmitEntry[], key: string): Writable {
  const values = carriers
    .map(({ emit: { node } }) => {
      const payload = node.kind === 'map' ? valueAt(node, 'payload') : undefined;
      const value = payload?.kind === 'map' ? valueAt(payload, key) : undefined;
      return value && emptyLike(value);
    })
    .filter((value) => value !== undefined);
  const [first] = values;
  return first !== undefined && values.every((one) => isEqualData(one, first)) ? first : '';
}

/** Undefined if only an expression determines the kind. */
function emptyLike(node: Node): Writable | undefined {
  if (node.kind === 'seq') return [];
  if (node.kind === 'map') return {};
  if (node.kind !== 'scalar' || node.value.includes('{{')) return undefined;
  if (node.type === 'boolean') return false;
  return node.type === 'integer' || node.type === 'float' ? 0 : '';
}

function withKey(
  { unit, emit: { node, event } }: EmitEntry,
  key: string,
  value: Writable,
): Edit[] | undefined {
  if (node.kind === 'map')
    return addToSection(unit, node, { name: 'payload', index: node.pairs.length }, { name: key, value });
  // An edit of repeated text would change other buttons as well.
  if (isRepeated(unit, node)) return undefined;
  const holder = node.parent?.kind === 'pair' ? node.parent.parent : undefined;
  if (
    holder === undefined ||
    node.anchor !== undefined ||
    node.style === 'literal' ||
    node.style === 'folded'
  )
    return undefined;
  const writing = writingOf(holder, unit.notation);
  const written = { event: event.text, payload: { [key]: value } };
  return [{ range: node, text: flowText(unit, written, writing, node.start) }];
}
