import { stateLabel } from '../format/target-path';
import { ROOT_PATH, type ScopePath } from '../project/names/scope-path';
import { handlerFrom, type Program, programScopeAt } from '../run/conversation/program';
import { countUp } from '../text/group-by';
import type { BehaviourKind } from './difference';
import type { Matching } from './matching';
import { differingParts, type NewEvents, NoticedTurn, type VersionTurn } from './noticed-turn';
import { lastShown } from './waiting';

/** The difference between a turn in two versions. */
export interface TurnDifference {
  readonly kind: BehaviourKind;
  /** The state in which it shows, in the new version if it is known there. */
  readonly state: ScopePath | undefined;
  /** Equal for the same change in other conversations. */
  readonly key: string;
  /** Whether the conversation goes on in the same way. */
  readonly goesOn: boolean;
}

/** Compares turns of two versions as people see them. */
export class TurnComparison {
  constructor(
    private readonly before: Program,
    private readonly after: Program,
    private readonly matching: Matching,
    private readonly newEventOf: NewEvents,
  ) {}

  /** Undefined if people see the same. */
  differenceOf(before: VersionTurn, after: VersionTurn): TurnDifference | undefined {
    const old = new NoticedTurn(before, (path) => this.newPathOf(path), this.newEventOf);
    const now = new NoticedTurn(
      after,
      (path) => path,
      (_state, event) => event,
    );
    const hasSameEvents = old.events === now.events;
    const isPath =
      old.hasEnded !== now.hasEnded ||
      old.isRefused !== now.isRefused ||
      old.waits !== now.waits ||
      !(hasSameEvents || this.isSameState(before, after));
    const parts = differingParts(old, now);
    const [appeared, disappeared] = [left(after.faults, before.faults), left(before.faults, after.faults)];
    const goesOn = !isPath;
    const branch = isPath ? this.branchOf(old, now, after) : undefined;
    const from = lastState(after);
    const state = branch ? branch.state : (parts[0]?.state ?? now.state ?? old.state ?? from);
    if (appeared.length + disappeared.length > 0) {
      const isNew = appeared.length > 0;
      const kind = isNew ? 'fault-appears' : 'fault-disappears';
      return { kind, state, key: JSON.stringify([kind, isNew ? appeared : disappeared, state]), goesOn };
    }
    if (branch) {
      const { owner, event, onlyEnds } = branch;
      return {
        kind: 'path',
        state,
        key: onlyEnds ? endKey(owner) : JSON.stringify(['path', owner, event]),
        goesOn,
      };
    }
    if (parts.length === 0) return undefined;
    const kind = hasSameEvents ? 'text' : 'buttons';
    const names = new Set(parts.map((part) => `${stateLabel(part.state)} ${part.name}`));
    return { kind, state, key: JSON.stringify([kind, ...[...names].toSorted()]), goesOn };
  }

  private newPathOf(path: ScopePath): ScopePath {
    return this.matching.newPathOf(path) ?? path;
  }

  private isSameState(before: VersionTurn, after: VersionTurn): boolean {
    const [old, now] = [lastShown(before.outputs), lastShown(after.outputs)];
    if (old === undefined || now === undefined) return old === now;
    const path = this.matching.newPathOf(old.state);
    return path !== undefined && stateLabel(path) === stateLabel(now.state);
  }

  /** The state after which a turn leads elsewhere, and the transition that does. */
  private branchOf(old: NoticedTurn, now: NoticedTurn, after: VersionTurn) {
    const length = Math.max(old.entered.length, now.entered.length);
    let at = 0;
    while (at < length && isSamePath(old.entered[at]?.state, now.entered[at]?.state)) at++;
    const state = now.entered[at - 1]?.state ?? lastState(after) ?? ROOT_PATH;
    // The event of a form is not known.
    const next = old.entered[at]?.event ?? now.entered[at]?.event;
    const event = next ?? (at === 0 ? after.raised : undefined);
    const owner = event === undefined ? state : this.ownerOf(state, event);
    return { state, event, owner, onlyEnds: at > 0 && at === length && old.hasEnded !== now.hasEnded };
  }

  /** The state or automata whose transition handles an event. */
  private ownerOf(state: ScopePath, event: string): ScopePath {
    for (const program of [this.after, this.before]) {
      const path = program === this.after ? state : (this.matching.oldPathOf(state) ?? state);
      const scope = programScopeAt(program, path);
      const owner = scope && handlerFrom(scope, event);
      if (owner) return program === this.after ? owner.path : this.newPathOf(owner.path);
    }
    return state;
  }
}

/** The key of the difference that only one version ends in a state. */
export function endKey(state: ScopePath): string {
  return JSON.stringify(['end', state]);
}

/** Where the conversation was before a turn. */
function lastState({ before }: VersionTurn): ScopePath | undefined {
  return (before.form ?? before.message)?.state;
}

function isSamePath(one: ScopePath | undefined, other: ScopePath | undefined): boolean {
  return one !== undefined && other !== undefined && stateLabel(one) === stateLabel(other);
}

/** The items of a list without those of another one, each as often as it is there. */
function left(list: readonly string[], without: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const one of without) countUp(counts, one);
  return list.filter((one) => {
    const count = counts.get(one) ?? 0;
    counts.set(one, count - 1);
    return count <= 0;
  });
}
