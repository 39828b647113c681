import type { RevisionProblem } from '../filesystem-git';
import { pathKey, pathOfKey } from '../project/names/scope-path';
import type { SourceValue } from '../run/conversation/source-value';
import { jsonOf } from '../run/scenario/scenario';
import { type Message, msg } from '../text/message';
import { fileText } from '../yaml/write/values';
import type {
  AutomataDifference,
  BehaviourChange,
  StructureChange,
  StructureKind,
  UndecidedReason,
} from './difference';

/** What a change of behaviour means to people. */
export function behaviourTitle({ kind, state }: Pick<BehaviourChange, 'kind' | 'state'>): Message {
  switch (kind) {
    case 'text':
      return msg`People see other content in \`${state}\``;
    case 'buttons':
      return msg`People have other choices in \`${state}\``;
    case 'path':
      return msg`The conversation goes elsewhere from \`${state}\``;
    case 'fault-appears':
      return msg`A fault appears in \`${state}\``;
    case 'fault-disappears':
      return msg`A fault in \`${state}\` disappears`;
    case 'unreachable':
      return msg`No conversation reaches \`${state}\` any more`;
    case 'reachable':
      return msg`Conversations reach \`${state}\` now`;
  }
}

const STRUCTURE_NOUNS: Readonly<Record<StructureKind, Message>> = {
  automata: msg('automata'),
  state: msg('state'),
  transition: msg('transition'),
  condition: msg('condition'),
  input: msg('input'),
  task: msg('task'),
  output: msg('output'),
  text: msg('text'),
  button: msg('button'),
  variable: msg('variable'),
};

/** What changed in the text, such as "state `home` renamed from `start`". */
export function structureTitle({
  change,
  kind,
  name,
  was,
}: Pick<StructureChange, 'change' | 'kind' | 'name' | 'was'>): Message {
  const noun = STRUCTURE_NOUNS[kind];
  switch (change) {
    case 'added':
      return msg`${noun} \`${name}\` added`;
    case 'removed':
      return msg`${noun} \`${name}\` removed`;
    case 'changed':
      return msg`${noun} \`${name}\` changed`;
    case 'renamed':
      return msg`${noun} \`${name}\` renamed from \`${was}\``;
    case 'moved':
      return was === undefined
        ? msg`${noun} \`${name}\` moved`
        : msg`${noun} \`${name}\` moved from \`${was}\``;
  }
}

/** Which version was not explored completely, and why. */
export function undecidedMessage({ version, stoppedBy }: UndecidedReason): Message {
  const isOld = version === 'before';
  switch (stoppedBy) {
    case 'steps':
      return isOld
        ? msg`The old version was not explored completely: the limit of steps was reached.`
        : msg`The new version was not explored completely: the limit of steps was reached.`;
    case 'time':
      return isOld
        ? msg`The old version was not explored completely: the limit of time was reached.`
        : msg`The new version was not explored completely: the limit of time was reached.`;
    case 'values':
      return isOld
        ? msg`The old version was not explored completely: it has more values than can be tried.`
        : msg`The new version was not explored completely: it has more values than can be tried.`;
  }
}

/** A changed value as text: scalars as they are, others as YAML; undefined if there is none. */
export function changedValueText(value: SourceValue | undefined): string | undefined {
  if (value === undefined || value.value === undefined) return undefined;
  if (value.text !== undefined) return value.text;
  const data = jsonOf(value.value);
  if (typeof data !== 'object' || data === null) return String(data);
  return value.isMap
    ? fileText(data as Parameters<typeof fileText>[0]).trimEnd()
    : JSON.stringify(data, undefined, 1);
}

/** The `pathKey` of each state and automata of the new version in which more than transitions changed. */
export function changedScopes(changes: readonly StructureChange[]): ReadonlySet<string> {
  const isOfState = ({ kind }: StructureChange) => kind !== 'transition' && kind !== 'condition';
  return new Set(changes.filter(isOfState).flatMap(({ scope }) => (scope ? [pathKey(scope)] : [])));
}

/** Which states of two graphs are the same, and which have changed besides their transitions, by the ids of their nodes. */
export function graphCorrespondence({
  matching,
  structure,
}: Pick<AutomataDifference, 'matching' | 'structure'>): {
  readonly newIdOf: (oldId: string) => string | undefined;
  readonly isChanged: (newId: string) => boolean;
} {
  const changed = changedScopes(structure);
  return {
    newIdOf: (oldId) => {
      const path = matching.newPathOf(pathOfKey(oldId));
      return path && pathKey(path);
    },
    isChanged: (newId) => changed.has(newId),
  };
}

/**
 * Why a revision cannot be read.
 *
 * @param path what is to be compared, as shown
 */
export function revisionMessage({ kind, reason }: RevisionProblem, revision: string, path: string): Message {
  switch (kind) {
    case 'no-git':
      return msg('Earlier versions are read with Git, which was not found. Install it to compare versions.');
    case 'no-repository':
      // Git may also refuse a repository, such as one of another user.
      return reason === '' || reason.startsWith('not a git repository')
        ? msg`\`${path}\` is not in a Git repository.`
        : msg`Git cannot read \`${path}\`: ${reason}.`;
    case 'unknown':
      return msg`\`${revision}\` is not a branch, tag or commit of this repository.`;
    case 'shallow':
      return msg`\`${revision}\` is not a branch, tag or commit of this repository, which has only the last part of its history. \`git fetch --unshallow\` gets the rest.`;
    case 'failed':
      return msg`Git cannot read \`${revision}\`: ${reason}.`;
  }
}
