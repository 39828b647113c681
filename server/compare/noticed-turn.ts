import { ROOT_PATH, type ScopePath } from '../project/names/scope-path';
import { actionOf, sortedJson } from '../run/conversation/clicked-button';
import type { ConversationOutput, FormField, Json, MessageButton } from '../run/conversation/events';
import { formatMessage } from '../text/message';
import { lastShown, type Waiting } from './waiting';

/** The name of an event in the new version, by a state that raises it. */
export type NewEvents = (state: ScopePath, event: string) => string;

/** A turn that was played on one version. */
export interface VersionTurn {
  readonly outputs: readonly ConversationOutput[];
  /** What the conversation showed before it. */
  readonly before: Waiting;
  /** The event that it raised; undefined if it began the conversation or filled in a form. */
  readonly raised: string | undefined;
  /** The codes of its faults. */
  readonly faults: readonly string[];
}

/** A message, form or task of a turn, by the names of its parts. */
interface ShownItem {
  readonly kind: 'message' | 'form' | 'form_error' | 'task';
  /** In the new version if it is known there. */
  readonly state: ScopePath;
  readonly parts: { readonly [name: string]: Json | undefined };
}

/** A state that a turn enters, or whose form it opens, and the event that leads there, if it is known. */
interface EnteredState {
  readonly state: ScopePath;
  readonly event: string | undefined;
}

/** What people see of a turn, and the states that it enters. */
export class NoticedTurn {
  readonly entered: EnteredState[] = [];
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
    private readonly newEventOf: NewEvents,
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
        : last && [last.canChat, last.buttons.map((one) => this.actionIn(last.state, one)).toSorted()],
    );
  }

  /** What a button raises, with the name of its event in the new version. */
  private actionIn(state: ScopePath, { event, payload }: MessageButton): string {
    return actionOf({ event: event === undefined ? undefined : this.newEventOf(state, event), payload });
  }

  private add(output: ConversationOutput, { form }: Waiting): void {
    const { newPathOf } = this;
    switch (output.kind) {
      case 'state':
        this.entered.push({ state: newPathOf(output.path), event: output.event });
        return;
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
            this.actionIn(output.state, button),
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
        const state = newPathOf(output.state);
        this.entered.push({ state, event: undefined });
        this.shown.push({ kind: 'form', state, parts: { fields } });
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

/** The parts of messages, forms and tasks that differ. */
export function differingParts(old: NoticedTurn, now: NoticedTurn): readonly DifferingPart[] {
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
