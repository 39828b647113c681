import { stateLabel } from '../format/target-path';
import { ROOT_PATH, type ScopePath } from '../project/names/scope-path';
import type { ConversationOutput, FormField, Json } from '../run/conversation/events';
import { countUp } from '../text/group-by';
import { formatMessage } from '../text/message';
import type { BehaviourKind } from './difference';
import type { Matching } from './matching';
import { actionOf, lastShown, sortedJson, type Waiting } from './waiting';

/** A turn that was played on one version. */
export interface VersionTurn {
  readonly outputs: readonly ConversationOutput[];
  /** What the conversation showed before it. */
  readonly before: Waiting;
  /** The codes of its faults. */
  readonly faults: readonly string[];
}

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

/** Compares a turn as people see it; undefined if they see the same. */
export function turnDifference(
  before: VersionTurn,
  after: VersionTurn,
  matching: Matching,
): TurnDifference | undefined {
  const old = new ShownTurn(before, (path) => matching.newPathOf(path) ?? path);
  const now = new ShownTurn(after, (path) => path);
  const corresponds = isSameState(before, after, matching);
  const parts = differingParts(old, now);
  const [appeared, disappeared] = [left(after.faults, before.faults), left(before.faults, after.faults)];
  const faults = appeared.length > 0 ? appeared : disappeared;
  const isPath =
    old.hasEnded !== now.hasEnded ||
    old.isRefused !== now.isRefused ||
    old.waits !== now.waits ||
    (old.events !== now.events && !corresponds);
  if (faults.length === 0 && !isPath && parts.length === 0) return undefined;
  const kind: BehaviourKind =
    appeared.length > 0
      ? 'fault-appears'
      : disappeared.length > 0
        ? 'fault-disappears'
        : isPath
          ? 'path'
          : old.events !== now.events
            ? 'buttons'
            : 'text';
  // Where the conversation was, if it leads elsewhere.
  const from = (after.before.form ?? after.before.message)?.state;
  const shown = isPath && from ? from : (parts[0]?.state ?? now.state ?? old.state ?? from);
  const changed =
    faults.length > 0
      ? [...faults, shown]
      : isPath
        ? [from, old.state, now.state]
        : [...new Set(parts.map(({ state, name }) => `${stateLabel(state)} ${name}`))].toSorted();
  return { kind, state: shown, key: JSON.stringify([kind, changed]), goesOn: !isPath };
}

function isSameState(before: VersionTurn, after: VersionTurn, matching: Matching): boolean {
  const [old, now] = [lastShown(before.outputs), lastShown(after.outputs)];
  if (old === undefined || now === undefined) return old === now;
  const path = matching.newPathOf(old.state);
  return path !== undefined && stateLabel(path) === stateLabel(now.state);
}

/** The items of a list without those of another one, each of which stands for one item. */
function left(list: readonly string[], without: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const one of without) countUp(counts, one);
  return list.filter((one) => {
    const count = counts.get(one) ?? 0;
    counts.set(one, count - 1);
    return count <= 0;
  });
}

/** A message, form or task of a turn, by the names of its parts. */
interface ShownItem {
  readonly kind: 'message' | 'form' | 'form_error' | 'task';
  /** In the new version if it is known there. */
  readonly state: ScopePath;
  readonly parts: { readonly [name: string]: Json | undefined };
}

/** What people see of a turn. */
class ShownTurn {
  readonly shown: ShownItem[] = [];
  readonly tasks: ShownItem[] = [];
  readonly hasEnded: boolean;
  /** Whether the values of a form were refused. */
  readonly isRefused: boolean;
  /** What it waits for: a form, or a click or message. */
  readonly waits: 'form' | 'message' | undefined;
  /** The possible events. */
  readonly events: string;
  /** The state that it leads to; undefined if it shows nothing. */
  readonly state: ScopePath | undefined;

  constructor(
    { outputs, before }: VersionTurn,
    private readonly newPathOf: (path: ScopePath) => ScopePath,
  ) {
    for (const output of outputs) this.add(output, before);
    this.hasEnded = outputs.some(({ kind }) => kind === 'ended');
    this.isRefused = outputs.some(({ kind }) => kind === 'form_error');
    const last = lastShown(outputs);
    this.waits = last?.kind;
    this.state = last && newPathOf(last.state);
    this.events = JSON.stringify(
      last?.kind === 'form'
        ? last.fields.map(answersOf)
        : last && [last.canChat, last.buttons.map(actionOf).toSorted()],
    );
  }

  private add(output: ConversationOutput, { form }: Waiting): void {
    const { newPathOf } = this;
    switch (output.kind) {
      case 'message': {
        const { text, image, audio, video, sender, suggestedReplies, buttons, canChat } = output;
        const parts = {
          text,
          image,
          audio,
          video,
          canChat,
          sender: sender && [sender.name ?? null, sender.avatar ?? null],
          suggestedReplies,
          buttons: buttons.map((button) => [
            button.content,
            button.description ?? null,
            button.row ?? null,
            actionOf(button),
          ]),
        };
        this.shown.push({ kind: 'message', state: newPathOf(output.state), parts });
        return;
      }
      case 'form': {
        const fields = output.fields.map((field) => [
          field.label,
          field.description ?? null,
          field.default ?? null,
          answersOf(field),
        ]);
        this.shown.push({ kind: 'form', state: newPathOf(output.state), parts: { fields } });
        return;
      }
      case 'form_error': {
        const parts = { message: formatMessage(output.message) };
        this.shown.push({ kind: 'form_error', state: newPathOf(form?.state ?? ROOT_PATH), parts });
        return;
      }
      case 'task': {
        const { moduleType, config } = output;
        const parts = { moduleType, config: sortedJson(withoutNames(config)) };
        this.tasks.push({ kind: 'task', state: newPathOf(output.state), parts });
      }
    }
  }
}

/** What can be entered in a field. */
function answersOf({ type, choices, isRequired }: FormField): Json {
  return [type, choices ?? null, isRequired];
}

/** A configuration without the name of the variable for its result. */
function withoutNames(config: Json): Json {
  if (config === null || typeof config !== 'object' || Array.isArray(config)) return config;
  return Object.fromEntries(Object.entries(config).filter(([name]) => name !== 'output_name'));
}

interface DifferingPart {
  readonly state: ScopePath;
  readonly name: string;
}

function differingParts(old: ShownTurn, now: ShownTurn): DifferingPart[] {
  return [...differingItems(old.shown, now.shown), ...differingItems(old.tasks, now.tasks)];
}

function differingItems(old: readonly ShownItem[], now: readonly ShownItem[]): DifferingPart[] {
  const length = Math.max(old.length, now.length);
  return Array.from({ length }, (_, index) => [old[index], now[index]] as const).flatMap(([one, other]) => {
    const present = other ?? one;
    if (present === undefined) return [];
    const { state } = present;
    if (one?.kind !== other?.kind || !one || !other) return [{ state, name: present.kind }];
    return Object.keys(present.parts)
      .filter((name) => JSON.stringify(one.parts[name]) !== JSON.stringify(other.parts[name]))
      .map((name) => ({ state, name: `${present.kind}.${name}` }));
  });
}
