import variant from '@jitl/quickjs-singlefile-cjs-release-sync';
import { BUILT_IN_CATALOG } from '../../server/format/catalog';
import { Conversation, type ConversationOptions } from '../../server/run/conversation/conversation';
import type { ConversationEvent, ConversationOutput } from '../../server/run/conversation/events';
import { programOf } from '../../server/run/conversation/program';
import { QuickJs } from '../../server/run/sandbox/quickjs';
import { formatMessage } from '../../server/text/message';
import { exportOf } from '../support/exported';
import { type FixtureFile, parseFixture } from '../support/fixture';

/** As in the product, sandboxes that end before the next one starts share no memory with those that tests leave open. */
let engine: Promise<QuickJs> | undefined;
let batchEngine: Promise<QuickJs> | undefined;

/** Makes fresh sandboxes without waiting; each should be disposed before the next one is made. */
export async function sandboxMaker() {
  batchEngine ??= QuickJs.load(variant);
  const loaded = await batchEngine;
  return () => loaded.sandbox({ seed: 1, now: () => 0, recognizesData: true });
}

/** A sandbox in which nothing was evaluated yet. */
export async function freshSandbox(seed = 1, now = () => performance.now()) {
  engine ??= QuickJs.load(variant);
  return (await engine).sandbox({ seed, now, recognizesData: true });
}

/**
 * The log of a conversation as lines, without assumptions. The automata is a fixture of one or more files.
 */
export async function transcriptOf(
  fixture: string,
  events: readonly ConversationEvent[] = [],
  options: ConversationOptions = {},
  now?: () => number,
): Promise<string[]> {
  const lines = await allLinesOf(fixture, events, options, now);
  return lines.filter((line) => !line.startsWith(ASSUMED));
}

/** The assumptions of a conversation. */
export async function assumedIn(
  fixture: string,
  events: readonly ConversationEvent[] = [],
): Promise<string[]> {
  const lines = await allLinesOf(fixture, events, {});
  return lines.filter((line) => line.startsWith(ASSUMED)).map((line) => line.slice(ASSUMED.length));
}

const ASSUMED = 'note assumed: assumed: ';

async function allLinesOf(
  fixture: string,
  events: readonly ConversationEvent[],
  options: ConversationOptions,
  now?: () => number,
): Promise<string[]> {
  const { files } = parseFixture(fixture.startsWith('===') ? fixture : `=== main.yaml\n${fixture}`);
  const sandbox = await freshSandbox(1, now);
  const conversation = new Conversation(programOfFiles(files), sandbox, options);
  const outputs = [...conversation.begin()];
  for (const event of events) outputs.push(...conversation.handle(event));
  sandbox.dispose();
  return outputs.map((output) => lineOf(output, files));
}

export function programOfFiles(files: readonly FixtureFile[]) {
  const main = files.find(({ path }) => path === 'main.yaml') ?? files[0];
  const result = exportOf(files, main?.path);
  if (!('text' in result)) throw new Error(result.conversionErrors.map(({ message }) => message).join('\n'));
  return programOf({ ...result, catalog: BUILT_IN_CATALOG });
}

function lineOf(output: ConversationOutput, files: readonly FixtureFile[]): string {
  switch (output.kind) {
    case 'state':
      return `state ${output.path.join('.')}${output.event === undefined ? '' : ` by ${output.event}`}`;
    case 'task':
      return `task ${output.name ?? output.moduleType} ${JSON.stringify(output.results)}`;
    case 'ask':
      return `ask ${output.name ?? output.moduleType} ${JSON.stringify(output.example)}`;
    case 'message':
      return `message ${messageOf(output)}`;
    case 'form':
      return `form ${output.fields.map(({ name, choices }) => (choices ? `${name}=${choices.join('|')}` : name)).join(' ')}`;
    case 'form_error':
      return `form error ${formatMessage(output.message)}`;
    case 'ended':
      return 'ended';
    default:
      return `${output.kind} ${output.code}: ${formatMessage(output.message)}${placeOf(output, files)}`;
  }
}

function messageOf({
  text,
  buttons,
  image,
  audio,
}: Extract<ConversationOutput, { kind: 'message' }>): string {
  const shown = buttons.map(({ content, event, payload }) => {
    const carried = payload === undefined ? '' : ` ${JSON.stringify(payload)}`;
    return ` [${content} -> ${event ?? ''}${carried}]`;
  });
  const media = [image, audio].map((one) => (one === undefined ? '' : ` <${one}>`));
  return `${JSON.stringify(text ?? '')}${media.join('')}${shown.join('')}`;
}

function placeOf(
  { place }: { readonly place?: { address: string; start: number; end: number } | undefined },
  files: readonly FixtureFile[],
): string {
  const file = files.find(({ path }) => place?.address.endsWith(`/${path}`));
  return place && file ? ` «${file.text.slice(place.start, place.end)}»` : '';
}
