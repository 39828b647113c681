import type { ScopePath } from '../project/names/scope-path';
import type { ConversationOutput, SourceRange } from '../run/conversation/events';
import type { SourceValue } from '../run/conversation/source-value';
import type { ConversationPath } from '../run/explore/explore';
import type { Matching } from './matching';

/** What differs between two versions of an automata. */
export interface AutomataDifference {
  /** Which states are the same. */
  readonly matching: Matching;
  /** In the order of the new version, each followed by what is removed there. */
  readonly structure: readonly StructureChange[];
  /** In the order of the lengths of their conversations, then by place. */
  readonly behaviour: readonly BehaviourChange[];
  readonly undecided: Undecided;
}

export type VersionName = 'before' | 'after';

/** A place in a file of one of the versions. */
export interface VersionPlace extends SourceRange {
  readonly version: VersionName;
}

export type StructureKind =
  | 'automata'
  | 'state'
  | 'transition'
  | 'condition'
  | 'input'
  | 'task'
  | 'output'
  | 'text'
  | 'button'
  | 'variable';

/** A change of what is written, regardless of comments, layout, and the order of keys. */
export interface StructureChange {
  readonly change: 'added' | 'removed' | 'changed' | 'renamed' | 'moved';
  readonly kind: StructureKind;
  /** The state or automata of the new version that changed, or in which it is; undefined if it was removed as a whole. */
  readonly scope: ScopePath | undefined;
  /** The label of what changed, in the new version unless it was removed: `home`, `home.CHAT`, `context.score`. */
  readonly name: string;
  /** The former label of something renamed or moved. */
  readonly was?: string;
  /** In the new version; of something removed, in the old one. */
  readonly place: VersionPlace | undefined;
  /** The values, where a value changed; undefined where there is none. */
  readonly before: SourceValue | undefined;
  readonly after: SourceValue | undefined;
}

export type BehaviourKind =
  | 'text'
  | 'buttons'
  | 'path'
  | 'fault-appears'
  | 'fault-disappears'
  | 'unreachable'
  | 'reachable';

/** A change that people who talk to the agent can notice. */
export interface BehaviourChange {
  readonly kind: BehaviourKind;
  /** The label of the state in which it shows, in the new version if it is known there. */
  readonly state: string;
  /** The state in the new version, else in the old one. */
  readonly place: VersionPlace | undefined;
  /** The shortest conversation that shows it, at its last turn; undefined for `unreachable`. */
  readonly path: ConversationPath | undefined;
  /** The outputs of this turn in both versions; empty where a version cannot get there. */
  readonly before: readonly ConversationOutput[];
  readonly after: readonly ConversationOutput[];
  /** The number of explored conversations that end with it. */
  readonly conversations: number;
}

/** What limits cut off. */
export interface Undecided {
  /** The number of conversations that were found but not compared to their ends. */
  readonly conversations: number;
  readonly why: readonly UndecidedReason[];
}

/** Which version was not explored completely, and the limit that stopped it. */
export interface UndecidedReason {
  readonly version: VersionName;
  readonly stoppedBy: 'steps' | 'time' | 'values';
}
