import type { NameNode } from '../../facts/facts';
import { nameOf } from '../../facts/name';
import type { KeyRole } from '../../format/types';
import { type Message, msg } from '../../text/message';
import type { Subject } from '../rule';
import { isBroken, isMisindentedSection, reliableSteps } from './reliable-steps';

/** The kinds of names that a key can define. */
export type NameKind = 'state' | 'context' | 'input' | 'output' | 'event' | 'result';

export const NAME_KIND_TEXT: Readonly<Record<NameKind, Message>> = {
  state: msg('a state'),
  context: msg('a context variable'),
  input: msg('an input'),
  output: msg('an output'),
  event: msg('an event'),
  result: msg('a result'),
};

export interface DefinedName {
  readonly kind: NameKind;
  readonly name: NameNode;
  /** The variable is assigned by an output, not declared. */
  readonly isAssignment: boolean;
  /** It is most likely not a name but a misplaced section of the state above. */
  readonly isLost: boolean;
}

const KINDS: Readonly<Partial<Record<KeyRole, NameKind>>> = {
  state: 'state',
  context: 'context',
  input: 'input',
  output: 'output',
  event: 'event',
};

const CONTEXT = 'context.';

/** The names that the keys of a unit define, in the order of the text. Incomplete keys define none. */
export function* definedNames(subject: Subject): Iterable<DefinedName> {
  for (const step of reliableSteps(subject)) {
    const { parent, pair } = step;
    const kind = parent?.type.kind === 'map' ? KINDS[parent.type.keys] : undefined;
    const name = pair && pair.colon >= 0 ? nameOf(pair.key) : undefined;
    if (kind === undefined || name === undefined || name.text === '' || isBroken(subject.unit, name))
      continue;
    if (kind !== 'output' || !name.text.startsWith(CONTEXT)) {
      yield { kind, name, isAssignment: false, isLost: isMisindentedSection(step) };
      continue;
    }
    const variable = { ...name, text: name.text.slice(CONTEXT.length), start: name.start + CONTEXT.length };
    if (variable.text !== '') yield { kind: 'context', name: variable, isAssignment: true, isLost: false };
  }
}
