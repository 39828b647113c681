import { stateLabel } from '../../format/target-path';
import type {
  ChatMessage,
  ConversationEvent,
  ConversationOutput,
  SourceRange,
} from '../../run/conversation/events';
import { formatMessage } from '../../text/message';
import { eventLines } from './event-lines';

/** The file and the line, from 1, of a place. */
export type PlaceText = (place: SourceRange) => { readonly file: string; readonly line: number };

/** An event of a conversation, or its start, and what follows. */
interface TranscriptTurn {
  /** Undefined for the start. */
  readonly event: ConversationEvent | undefined;
  readonly outputs: readonly ConversationOutput[];
}

/** A conversation for programs and for people. */
export interface Transcript {
  /** The event and the outputs of each turn, as `run` prints them. */
  readonly data: readonly object[];
  /** Texts of messages begin with `| `. They may contain any characters but line breaks. */
  readonly lines: readonly string[];
}

export function transcriptOf(turns: readonly TranscriptTurn[], placeText: PlaceText): Transcript {
  const data = turns.map(({ event, outputs }) => ({
    ...(event === undefined ? {} : { event }),
    outputs: outputs.map((output) => jsonOfOutput(output, placeText)),
  }));
  const lines = turns.flatMap(({ event, outputs }) => [
    ...eventLines(event === undefined ? [] : [event]).map((line) => `> ${line}`),
    ...linesOf(outputs, placeText),
  ]);
  return { data, lines };
}

/** Of more states in a row, such as those of an endless loop, only the number is printed. */
export const MAX_STATES = 20;

function linesOf(outputs: readonly ConversationOutput[], placeText: PlaceText): readonly string[] {
  const lines: string[] = [];
  let states = 0;
  const endStates = () => {
    if (states > MAX_STATES) lines.push(`${states - MAX_STATES} more states`);
    states = 0;
  };
  for (const output of outputs) {
    if (output.kind !== 'state') endStates();
    else if (++states > MAX_STATES) continue;
    for (const line of outputLines(output, placeText)) lines.push(line);
  }
  endStates();
  return lines;
}

/** An output for people, on one or several lines. */
export function outputLines(output: ConversationOutput, placeText: PlaceText): readonly string[] {
  switch (output.kind) {
    case 'state':
      return [`→ ${stateLabel(output.path)}${output.event === undefined ? '' : ` (${output.event})`}`];
    case 'task':
      return [`${output.name ?? output.moduleType}: ${JSON.stringify(output.results)}`];
    case 'ask':
      return [`${output.name ?? output.moduleType} waits for its result`];
    case 'message':
      return messageLines(output);
    case 'form':
      return [`form: ${output.fields.map(({ name }) => name).join(', ')}`];
    case 'form_error':
      return [`${output.field}: ${formatMessage(output.message)}`];
    case 'ended':
      return ['The conversation is over.'];
    default: {
      const place = output.place && placeText(output.place);
      return [
        `${output.kind}: ${formatMessage(output.message)}${place ? ` (${place.file}:${place.line})` : ''}`,
      ];
    }
  }
}

function messageLines({ text, image, audio, video, buttons }: ChatMessage): readonly string[] {
  const media = Object.entries({ image, audio, video }).flatMap(([name, address]) =>
    address === undefined ? [] : [`${name}: ${address}`],
  );
  const shown = text === undefined ? [] : text.trimEnd().split('\n');
  const contents = buttons.map(({ content }) => JSON.stringify(content)).join(', ');
  return [
    ...shown.map((line) => `| ${line}`.trimEnd()),
    ...media,
    ...(contents === '' ? [] : [`buttons: ${contents}`]),
  ];
}

/** An output as one of the objects that `run --format jsonl` prints. */
export function jsonOfOutput(output: ConversationOutput, placeText: PlaceText): object {
  switch (output.kind) {
    case 'state':
      return {
        state: stateLabel(output.path),
        ...(output.event === undefined ? {} : { event: output.event }),
      };
    case 'task':
    case 'ask': {
      const { state, name, moduleType, config } = output;
      const common = { state: stateLabel(state), name, module_type: moduleType, config };
      return output.kind === 'task'
        ? { task: { ...common, results: output.results } }
        : { ask: { ...common, example: output.example } };
    }
    case 'message': {
      const { state, text, image, audio, video, sender, suggestedReplies, context } = output;
      const buttons = output.buttons.map(({ content, event, payload, description, row }) => ({
        content,
        event,
        payload,
        description,
        row,
      }));
      const shown = { text, image, audio, video, buttons, sender, suggested_reply: suggestedReplies };
      return { message: { state: stateLabel(state), ...shown }, context };
    }
    case 'form': {
      const fields = output.fields.map(({ place: _place, isRequired, ...field }) => ({
        ...field,
        required: isRequired,
      }));
      return { form: { state: stateLabel(output.state), fields } };
    }
    case 'form_error':
      return { form_error: { field: output.field, message: formatMessage(output.message) } };
    case 'ended':
      return { ended: true };
    default: {
      const { kind, code, message, place } = output;
      return { [kind]: { code, message: formatMessage(message), ...(place ? placeText(place) : {}) } };
    }
  }
}
