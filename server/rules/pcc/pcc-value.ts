import { isTagged, type Step } from '../../format/walk';
import { type Message, msg } from '../../text/message';
import { type MapNode, textOf } from '../../yaml/tree/tree';
import type { Rule } from '../rule';
import { keyRange, valueRange } from '../shape/descriptions';
import { isUnterminated, objectAt, plainMapAt, reliableSteps } from '../shape/reliable-steps';
import { isInNestedAutomata } from './allowed';

/** A value that the format accepts and the schema of `pcc` does not. */
export const pccValue: Rule = {
  code: 'pcc-value',
  severity: 'warning',
  title: 'Value is not supported by `pcc`',
  doc: "The service accepts these values, but the schema of `pcc` expects an object or text for each input and output of a state (`'{{0}}'` instead of `0`), an object with one of the original types for each input and output of an automata, text for a `condition` in a list, an object for each state, and a flat list of buttons.",
  example: { wrong: 'outputs:\n  context.score: 0', right: "outputs:\n  context.score: '{{0}}'" },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const complaint = isInNestedAutomata(subject.unit, step) ? undefined : complaintAbout(step);
      if (complaint === undefined || step.node === undefined) continue;
      const isEmpty = step.node.kind === 'scalar' && step.node.empty;
      const range =
        isEmpty && step.pair ? keyRange(step.pair) : valueRange(subject.unit, step.node, step.pair);
      report(range, complaint);
    }
  },
};

function complaintAbout(step: Step): Message | undefined {
  const { node, parent, field } = step;
  if (node === undefined || isTagged(node) || node.kind === 'alias' || parent === undefined) return undefined;
  if (node.kind === 'scalar' && isUnterminated(node)) return undefined;
  if (field?.name === 'condition' && parent.index >= 0 && kindOf(step) === 'other')
    return msg("`pcc` expects text for a condition in a list, such as `'{{true}}'`.");
  if (parent.type.kind === 'list' && parent.field?.name === 'buttons' && node.kind === 'seq')
    return msg('`pcc` does not support rows of buttons, only a flat list.');
  if (parent.type.kind !== 'map') return undefined;
  switch (parent.type.keys) {
    case 'state':
      return isNull(step) ? msg('`pcc` expects an object for each state, such as `{}`.') : undefined;
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
  return msg`\`pcc\` expects an object or text for each ${noun} of a state, such as \`'{{5}}'\` instead of \`5\`.`;
}

function ofAutomata(step: Step, types: readonly string[], noun: string): Message | undefined {
  if (step.node?.kind === 'scalar' && step.node.empty) return undefined;
  const map: MapNode | undefined = plainMapAt(step);
  const list = types.map((type) => `\`${type}\``).join(', ');
  if (map === undefined)
    return msg`\`pcc\` expects an object with a \`type\` for each ${noun} of an automata.`;
  const type = textOf(map, 'type');
  if (type === undefined || types.includes(type)) return undefined;
  return msg`\`pcc\` expects one of ${list} as the \`type\` of each ${noun} of an automata.`;
}

function isOfAutomata(section: Step): boolean {
  return section.parent !== undefined && objectAt(section.parent, 'automata') !== undefined;
}

/** The kinds of values that the schema distinguishes. */
function kindOf({ node }: Step): 'object' | 'text' | 'other' {
  if (node?.kind === 'map') return 'object';
  return node?.kind === 'scalar' && node.type === 'string' ? 'text' : 'other';
}

function isNull({ node, pair }: Step): boolean {
  return node?.kind === 'scalar' && node.type === 'null' && pair !== undefined && pair.colon >= 0;
}
