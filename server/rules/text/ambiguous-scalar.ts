import type { Type } from '../../format/types';
import { isTagged } from '../../format/walk';
import { type Message, msg } from '../../text/message';
import { disagreement, type ScalarReading } from '../../yaml/read/yaml-1-1';
import { type Node, type ScalarNode, textOf } from '../../yaml/tree/tree';
import { hasSyntaxProblem } from '../../yaml/tree/uncertainty';
import { descendantsOf } from '../../yaml/tree/visit';
import { quoteScalar } from '../edits';
import type { Fix, Rule, Subject } from '../rule';

/** A plain scalar that YAML 1.1 and 1.2 read differently. */
export const ambiguousScalar: Rule = {
  code: 'ambiguous-scalar',
  severity: 'warning',
  textual: true,
  title: 'YAML 1.1 and YAML 1.2 read this scalar differently',
  doc: 'The tool that loads these files uses YAML 1.1, where `yes`, `no`, `on` and `off` are booleans, `012` is the number 10, `12:30` the number 750, and `2024-01-01` a date, which makes it fail. With YAML 1.2, which editors use, they are text or other numbers. In quotes, they are always text.',
  example: {
    wrong: 'home:\n  render:\n    buttons:\n      - content: yes\n        on_click: COPY',
    right: "home:\n  render:\n    buttons:\n      - content: 'yes'\n        on_click: COPY",
  },
  check(subject, report) {
    const { unit } = subject;
    if (unit.notation === 'json') return;
    for (const node of descendantsOf(unit.parsed.root, isTagged)) {
      if (node.kind !== 'scalar' || node.style !== 'plain' || node.tag !== undefined) continue;
      const readings = disagreement(node.value);
      if (readings === undefined || (isKey(node) && node.value === '<<')) continue;
      if (hasSyntaxProblem(unit, node)) continue;
      const { old, current } = readings;
      const message = msg`\`${node.value}\` is ${inWords(old)} in YAML 1.1, which the service uses, but ${inWords(current)} in YAML 1.2.`;
      const fixes = fixesOf(subject, node, old);
      const advice = fixes[0] ? msg` ${fixes[0].title}.` : '';
      report(node, msg`${message}${advice}`, { fixes });
    }
  },
};

function isKey(node: ScalarNode): boolean {
  return node.parent?.kind === 'pair' && node.parent.key === node;
}

function inWords(reading: ScalarReading): Message {
  switch (reading.kind) {
    case 'boolean':
      return msg`the boolean \`${String(reading.value)}\``;
    case 'number':
      return msg`the number ${reading.value}`;
    case 'date':
      return msg('a date');
    case 'error':
      return msg('not valid');
    case 'text':
      return msg('text');
  }
}

/** Fixes that add quotes, or, if the field does not accept text, write the value in an unambiguous form. */
function fixesOf(subject: Subject, node: ScalarNode, reading: ScalarReading): Fix[] {
  const declared = typeOf(subject, node);
  const isNoText = (declared && isOnly(declared, reading.kind)) || isDeclaredAs(node, reading.kind);
  if (isNoText && 'value' in reading) {
    const text = String(reading.value);
    return [{ title: msg`Write \`${text}\``, edits: [{ range: node, text }], preferred: true }];
  }
  return [{ title: msg('Put it in quotes'), edits: [quoteScalar(subject.unit, node)], preferred: true }];
}

function typeOf({ steps }: Subject, node: Node): Type | undefined {
  return steps.find((step) => step.node === node)?.declared;
}

/** The kind of value of each type of inputs and variables. */
const VALUES: Readonly<Partial<Record<string, ScalarReading['kind']>>> = {
  boolean: 'boolean',
  number: 'number',
  integer: 'number',
};

/** Whether it is the value of an input or variable whose `type` does not accept text. */
function isDeclaredAs({ parent }: ScalarNode, kind: ScalarReading['kind']): boolean {
  if (parent?.kind !== 'pair' || (parent.name !== 'default_value' && parent.name !== 'value')) return false;
  const type = textOf(parent.parent, 'type');
  return type !== undefined && Object.hasOwn(VALUES, type) && VALUES[type] === kind;
}

function isOnly(type: Type, kind: ScalarReading['kind']): boolean {
  return (type.kind === 'boolean' && kind === 'boolean') || (type.kind === 'number' && kind === 'number');
}
