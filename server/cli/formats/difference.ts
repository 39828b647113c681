import { behaviourTitle, structureTitle } from '../../compare/describe';
import type { BehaviourKind, StructureChange, StructureKind } from '../../compare/difference';
import type { Json } from '../../run/conversation/events';
import { comparedLines } from '../../text/line-diff';
import { formatMessage } from '../../text/message';
import { counted, joined, json, type Printable, plain, styled, workflowCommand } from '../printer';
import { pathLines } from './event-lines';

export const DIFF_FORMATS = ['text', 'json', 'markdown', 'github', 'html'] as const;

/** The two versions of an automata, compared. */
export interface ShownDifference {
  /** The main file, in the new version if it is there. */
  readonly file: string;
  readonly status: 'added' | 'removed' | 'changed' | 'same' | 'unknown';
  readonly structure: readonly ShownChange[];
  readonly behaviour: readonly ShownBehaviour[];
  readonly undecided: { readonly conversations: number; readonly why: readonly string[] };
}

/** A change of what is written. */
export interface ShownChange {
  readonly change: StructureChange['change'];
  readonly kind: StructureKind;
  readonly name: string;
  readonly was?: string;
  /** Of something removed, in the old version. */
  readonly file: string;
  readonly line: number;
  /** The values as texts, where a value changed. */
  readonly before?: string;
  readonly after?: string;
}

/** A change that people notice. */
export interface ShownBehaviour {
  readonly kind: BehaviourKind;
  readonly state: string;
  readonly file: string;
  readonly line: number;
  /** The events of the conversation, as `run --format jsonl` reads them. */
  readonly events: readonly Json[];
  /** Results of tasks that it needs. */
  readonly tasks: { readonly [task: string]: Json };
  readonly before: ShownOutputs;
  readonly after: ShownOutputs;
  readonly conversations: number;
}

/** What follows the last event of a conversation. */
export interface ShownOutputs {
  /** As `run --format jsonl` prints it. */
  readonly data: readonly object[];
  /** For people. */
  readonly lines: readonly string[];
}

/** Longer values are cut in the middle of a text; in lines. */
const MAX_LINES = 20;

/** What a change means to people, with names between backticks. */
export function behaviourSentence(change: ShownBehaviour): string {
  return formatMessage(behaviourTitle(change));
}

/** What changed in the text, such as "state `home` renamed from `start`". */
export function changeSentence(change: ShownChange): string {
  return formatMessage(structureTitle(change));
}

/** The conversation that shows a change, for people; none for a state that is not reached any more. */
export function changeLines({ kind, events, tasks }: ShownBehaviour): readonly string[] {
  return kind === 'unreachable' ? [] : pathLines({ tasks, steps: events });
}

/** The lines of two versions, with those that both have once, each with `-`, `+` or a space before it. */
export function signedLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const lines = comparedLines(before, after).map(({ version, line }) => `${SIGNS[version]} ${line}`);
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), `… and ${counted(lines.length - MAX_LINES + 1, 'more line')}`];
}

const SIGNS = { before: '-', after: '+', both: ' ' } as const;

/** The changed values of a change; empty if it has none. */
export function valueLines({ before, after }: ShownChange): readonly string[] {
  if (before === undefined && after === undefined) return [];
  return signedLines(before?.split('\n') ?? [], after?.split('\n') ?? []);
}

/** The number of automata with each status, as words. */
export function statusSummary(differences: readonly ShownDifference[]): string {
  const count = (status: ShownDifference['status']) =>
    differences.filter((one) => one.status === status).length;
  const parts = (['changed', 'added', 'removed', 'unknown', 'same'] as const).flatMap((status) => {
    const number = count(status);
    const word = status === 'unknown' ? 'not comparable' : status === 'same' ? 'the same' : status;
    return number === 0 ? [] : [`${number} ${word}`];
  });
  return `${counted(differences.length, 'automata', 'automata')} compared: ${parts.join(', ')}`;
}

/** What was not decided, as a sentence; undefined if everything was. */
export function undecidedText({ undecided: { conversations, why } }: ShownDifference): string | undefined {
  if (conversations === 0 && why.length === 0) return undefined;
  const number = conversations === 0 ? '' : ` (${counted(conversations, 'conversation')})`;
  return [`Not everything was compared${number}.`, ...why].join(' ');
}

export function differenceData(differences: readonly ShownDifference[]): Printable {
  const same = differences.every(({ status }) => status === 'same');
  const automata = differences.map(({ behaviour, ...one }) => ({
    ...one,
    behaviour: behaviour.map(({ before, after, tasks, ...change }) => ({
      ...change,
      ...(Object.keys(tasks).length > 0 ? { tasks } : {}),
      before: before.data,
      after: after.data,
    })),
  }));
  return json({ same, automata }, 2);
}

export function differenceText(differences: readonly ShownDifference[], colour: boolean): Printable {
  const paint = (style: string, part: Printable | string) => styled(colour ? style : undefined, part);
  const signed = (lines: readonly string[], indent: string) =>
    lines.map((line) => plain`${indent}${paint(STYLES[line.charAt(0)] ?? '0', line)}\n`);
  const sections = differences
    .filter(({ status }) => status !== 'same')
    .map((one) => {
      const head = plain`${paint('1', one.file)}: ${STATUS_WORDS[one.status]}\n`;
      const structure = one.structure.flatMap((change) => [
        plain`  ${change.file}:${change.line}: ${changeSentence(change)}\n`,
        ...signed(valueLines(change), '      '),
      ]);
      const behaviour = one.behaviour.flatMap((change) => [
        plain`\n  ${change.file}:${change.line}: ${behaviourSentence(change)} (${change.kind}, ${counted(change.conversations, 'conversation')})\n`,
        ...changeLines(change).map((line) => plain`    > ${line}\n`),
        ...signed(signedLines(change.before.lines, change.after.lines), '    '),
      ]);
      const open = undecidedText(one);
      return joined([
        head,
        ...structure,
        ...behaviour,
        ...(open === undefined ? [] : [plain`\n  ${open}\n`]),
        plain`\n`,
      ]);
    });
  return joined([...sections, plain`${statusSummary(differences)}\n`]);
}

export const STATUS_WORDS: Readonly<Record<ShownDifference['status'], string>> = {
  added: 'a new automata',
  removed: 'removed',
  changed: 'changed',
  same: 'the same',
  unknown: 'cannot be compared',
};

const STYLES: Readonly<Record<string, string>> = { '-': '31', '+': '32', ' ': '2', '…': '2' };

/** Annotations of a pull request: faults that appear are warnings, other changes that people notice are notices. */
export function differenceCommands(differences: readonly ShownDifference[]): Printable {
  const commands = differences.flatMap(({ behaviour }) =>
    behaviour.map((change) =>
      workflowCommand(
        change.kind === 'fault-appears' ? 'warning' : 'notice',
        { file: change.file, line: change.line },
        [
          behaviourSentence(change),
          ...changeLines(change),
          ...signedLines(change.before.lines, change.after.lines),
        ].join('\n'),
      ),
    ),
  );
  return joined(commands);
}
