import { msg } from '../text/message';
import type { StepKind } from './operation';
import { type EditRefusal, refuse } from './outcome';

/** What other programs send is checked before an operation reads it. */

type MemberType = 'text' | 'index' | 'boolean' | 'texts' | readonly string[];

/** The members of each operation. Those after a question mark may be missing. */
const MEMBERS: { readonly [K in StepKind]: Readonly<Record<string, MemberType>> } = {
  addState: { automata: 'text', name: 'text', 'after?': 'text' },
  connect: {
    from: 'text',
    to: 'text',
    by: ['button', 'message', 'always'],
    'text?': 'text',
    'event?': 'text',
    'condition?': 'text',
    'existing?': ['change', 'case'],
  },
  retarget: { edge: 'text', to: 'text' },
  deleteTransition: { edge: 'text', 'withButton?': 'boolean' },
  deleteState: { state: 'text', references: ['keep', 'remove'] },
  renameState: { state: 'text', name: 'text' },
  renameEvent: { edge: 'text', name: 'text' },
  setText: { state: 'text', text: 'text' },
  setButtonText: { state: 'text', button: 'index', text: 'text' },
  setCondition: { edge: 'text', condition: 'text' },
  moveButton: { state: 'text', button: 'index', before: 'index' },
  moveCase: { edge: 'text', before: 'index' },
  setInitial: { state: 'text' },
  setFinal: { state: 'text', final: 'boolean' },
  duplicateState: { state: 'text', name: 'text' },
  moveState: { state: 'text', to: 'text' },
  extractAutomata: { states: 'texts', name: 'text' },
};

const EXPECTED = {
  text: msg('a text'),
  index: msg('a whole number that is at least 0'),
  boolean: msg('`true` or `false`'),
  texts: msg('a list of texts with at least one'),
} as const;

/** Why something is not an operation. */
export function invalidStep(step: unknown): EditRefusal | undefined {
  if (typeof step !== 'object' || step === null) return notOperation(step);
  const values = new Map(Object.entries(step));
  const kind = values.get('kind');
  if (typeof kind !== 'string')
    return refuse(msg('The operation has no `kind`. Add one, such as `addState`.'));
  if (!isStepKind(kind)) return notOperation(kind);
  for (const [member, type] of Object.entries(MEMBERS[kind])) {
    const name = member.replace('?', '');
    const value = values.get(name);
    if (value === undefined && name !== member) continue;
    if (hasType(value, type)) continue;
    const expected = typeof type === 'string' ? EXPECTED[type] : msg`one of ${namesIn(type)}`;
    return refuse(msg`\`${name}\` of the operation \`${kind}\` must be ${expected}.`);
  }
  return undefined;
}

function notOperation(value: unknown): EditRefusal {
  const kinds = namesIn(Object.keys(MEMBERS));
  return refuse(msg`\`${String(value)}\` is not an operation on the graph. Expected one of ${kinds}.`);
}

function namesIn(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

function isStepKind(kind: string): kind is StepKind {
  return Object.hasOwn(MEMBERS, kind);
}

function hasType(value: unknown, type: MemberType): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'index':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0;
    case 'texts':
      return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
    default:
      return type.includes(String(value));
  }
}
