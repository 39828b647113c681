import { isTagged, type Step } from '../../format/walk';
import { type Message, msg } from '../../text/message';
import { type MapNode, textOf } from '../../yaml/tree';
import type { Rule } from '../rule';
import { isUnterminated, objectAt, plainMapAt, reliableSteps } from '../shape/certain';
import { keyRange, valueRange } from '../shape/words';
import { isInNestedAutomata } from './allowed';

/** A value that the format takes and the schema of `pcc` does not. */
export const pccValue: Rule = {
  code: 'pcc-value',
  severity: 'warning',
  title: 'A value that `pcc` does not take',
  doc: "The service takes it, but the schema of `pcc` wants an object or text for each input and output of a state (`'{{0}}'` for `0`), an object with a `type` of the old list for those of the automata, text for a `condition` in a list, an object for each state, and buttons in one list without rows.",
  example: { wrong: 'outputs:\n  context.score: 0', right: "outputs:\n  context.score: '{{0}}'" },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const complaint = isInNestedAutomata(subject.unit, step) ? undefined : complaintAbout(step);
      if (complaint === undefined || step.node === undefined) continue;
      const isEmpty = step.node.kind === 'scalar' && step.node.empty;
      const range =
        isEmpty && step.pair ? keyRange(step.pair) : valueRange(subject.unit, step.node, step.pair);
      report(range, msg`\`pcc\` rejects this value: ${complaint}.`);
    }
  },
};

function complaintAbout(step: Step): Message | undefined {
  const { node, parent, field } = step;
  if (node === undefined || isTagged(node) || node.kind === 'alias' || parent === undefined) return undefined;
  if (node.kind === 'scalar' && isUnterminated(node)) return undefined;
  if (field?.name === 'condition' && parent.index >= 0 && kindOf(step) === 'other')
    return msg("it wants text for a condition in a list, such as `'{{true}}'`");
  if (parent.type.kind === 'list' && parent.field?.name === 'buttons' && node.kind === 'seq')
    return msg('it knows buttons in one list, without rows');
  if (parent.type.kind !== 'map') return undefined;
  switch (parent.type.keys) {
    case 'state':
      return isNull(step) ? msg('it wants an object for each state, if only `{}`') : undefined;
    case 'input':
      return isOfAutomata(parent) ? ofAutomata(step, INPUT_TYPES, 'input') : ofState(step, 'input');
    case 'output':
      return isOfAutomata(parent) ? ofAutomata(step, OUTPUT_TYPES, 'output') : ofState(step, 'output');
    default:
      return undefined;
  }
}

const INPUT_TYPES = ['text', 'image', 'audio', 'IM'];
const OUTPUT_TYPES = ['text', 'image', 'audio'];

function ofState(step: Step, noun: string): Message | undefined {
  const isWritten = !(step.node?.kind === 'scalar' && step.node.empty);
  if (!isWritten || kindOf(step) !== 'other') return undefined;
  return msg`it wants an object or text for each ${noun} of a state, such as \`'{{0}}'\` for \`0\``;
}

function ofAutomata(step: Step, types: readonly string[], noun: string): Message | undefined {
  if (step.node?.kind === 'scalar' && step.node.empty) return undefined;
  const map: MapNode | undefined = plainMapAt(step);
  const list = types.map((type) => `\`${type}\``).join(', ');
  if (map === undefined) return msg`it wants an object with a \`type\` for each ${noun} of an automata`;
  const type = textOf(map, 'type');
  if (type === undefined || types.includes(type)) return undefined;
  return msg`the \`type\` of an ${noun} of an automata is one of ${list} there`;
}

function isOfAutomata(section: Step): boolean {
  return section.parent !== undefined && objectAt(section.parent, 'automata') !== undefined;
}

/** What the schema tells apart. */
function kindOf({ node }: Step): 'object' | 'text' | 'other' {
  if (node?.kind === 'map') return 'object';
  return node?.kind === 'scalar' && node.type === 'string' ? 'text' : 'other';
}

function isNull({ node, pair }: Step): boolean {
  return node?.kind === 'scalar' && node.type === 'null' && pair !== undefined && pair.colon >= 0;
}
