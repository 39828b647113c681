import { Random } from './random';
import type { EditSession } from './session';
import type { Compare, EditorTexts } from './steps';
import { addressOf } from './steps';
import { serialized, type TestedServer } from './tested-server';

/** Answers by request, as texts for comparison. */
export type Answers = ReadonlyMap<string, string>;

/** The most frequent requests at a position. */
const COMMON = ['completion', 'hover', 'definition'];

/** Sends the requests of an editor while the user types; their answers are not compared. */
export function requestAnswers({ server, texts }: EditSession, path: string, place: number): void {
  const random = new Random(`ask ${place}`);
  const text = texts.text(path);
  if (text === undefined) return;
  const address = addressOf(path);
  server.diagnostics(address);
  if (random.percent(60)) server.semanticTokens(address);
  if (random.percent(20)) for (const other of texts.open.keys()) server.diagnostics(addressOf(other));
  if (random.percent(25)) server.ofFile[random.one(Object.keys(server.ofFile))]?.(address, text.length);
  if (random.percent(40)) server.atPosition[drawQuestion(server, random)]?.(address, placeIn(text, random));
}

function drawQuestion({ atPosition }: TestedServer, random: Random): string {
  return random.one(random.percent(60) ? COMMON : Object.keys(atPosition));
}

/**
 * Answers for the files of a workspace: all findings, and all other requests or some that `place` selects. Requests
 * may make the server read more files.
 */
export function collectAnswers(server: TestedServer, texts: EditorTexts, asked: Compare): Answers {
  let answers = answersOf(server, texts, asked);
  for (let round = 0; round < 5 && server.load(texts.diskByAddress()); round++)
    answers = answersOf(server, texts, asked);
  return answers;
}

function answersOf(server: TestedServer, texts: EditorTexts, { path, place, all, at }: Compare): Answers {
  const answers = new Map<string, string>();
  const note = (what: string, answer: unknown) => answers.set(what, serialized(answer));
  const random = new Random(`say ${place}`);
  for (const one of texts.paths) {
    const address = addressOf(one);
    const text = texts.text(one) ?? '';
    note(`${one}: findings`, server.diagnostics(address));
    note(`${one}: layout`, server.layout(address));
    if (one !== path && !all) continue;
    note(`${one}: tokens`, server.semanticTokens(address));
    const files = Object.keys(server.ofFile);
    for (const what of all ? files : [random.one(files)])
      note(`${one}: ${what}`, server.ofFile[what]?.(address, text.length));
    const atPosition = (what: string, offset: number) =>
      note(`${one}: ${what} at ${offset}`, server.atPosition[what]?.(address, offset));
    const kinds = Object.keys(server.atPosition);
    if (one === path && at !== undefined) for (const what of kinds) atPosition(what, at);
    const chosen = all ? [...COMMON, random.one(kinds), random.one(kinds)] : [drawQuestion(server, random)];
    for (const what of chosen) atPosition(what, placeIn(text, random));
  }
  if (all || random.percent(20))
    for (const [what, request] of Object.entries(server.ofWorkspace))
      if (all || random.percent(30)) note(`workspace: ${what}`, request());
  return answers;
}

/** A random offset in a text; names in expressions are more likely, as most features apply to them. */
function placeIn(text: string, random: Random): number {
  const expressions = random.percent(40) ? [...text.matchAll(/\{\{.*?\}\}/gs)] : [];
  if (expressions.length === 0) return random.below(text.length + 1);
  const { 0: body, index } = random.one(expressions);
  const names = [...body.matchAll(/\w+/g)];
  const name = names.length > 0 ? random.one(names) : { index: 2 };
  return index + name.index;
}
