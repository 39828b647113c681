import { MAIN, stateName } from './automata';
import type { Session } from './session';

/** Questions after a letter was typed: what they are called, and the text behind which it is typed. */
export function afterLetters(chapter: number): readonly (readonly [string, string, string])[] {
  return [
    ['completion of a target', 'textDocument/completion', `target: ask_${chapter}`],
    ['completion in an expression', 'textDocument/completion', `context.answer_${chapter}: '{{`],
    ['outline', 'textDocument/documentSymbol', `to question ${chapter}`],
    ['colours', 'textDocument/semanticTokens/full', `to question ${chapter}`],
    ['lenses', 'textDocument/codeLens', `to question ${chapter}`],
  ];
}

/** Places to type in. */
export function places(chapter: number, path: string): readonly (readonly [string, string])[] {
  return [
    ['a text', `to question ${chapter}`],
    ['an expression', `context.answer_${chapter}.includes`],
    ['an output', `context.answer_${chapter}: '{{verdict`],
    ['a target', `target: ask_${chapter}`],
    ['a button', `on_click: next_${chapter}`],
    ["a state's name", `\n${path === MAIN ? '  ' : ''}${stateName(chapter * 5 + 2)}`],
  ];
}

/** The time that the diagnostics take after a letter, and after it is taken away. */
export async function keystroke(session: Session, mark: string, letter: string): Promise<number[]> {
  await session.type(mark, letter);
  const typed = await session.diagnostics();
  await session.erase(mark, letter.length);
  return [typed, await session.diagnostics()];
}

/** The time of a question asked right after a letter, many times. */
export async function afterLetter(
  session: Session,
  method: string,
  mark: string,
  rounds: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const position = await session.type(mark, 'x');
    const more = method.endsWith('completion') ? { position } : {};
    times.push((await session.ask(method, more)).time);
    await session.erase(mark, 1);
  }
  return times;
}

/**
 * Opens a file and asks about one place, behind the first `mark`, again and again until its diagnostics are there: the
 * longest wait for it.
 */
export async function longestWait(
  session: Session,
  path: string,
  text: string,
  mark: string,
): Promise<number> {
  await session.open(path, text);
  let isDone = false;
  const diagnostics = session.diagnostics().finally(() => {
    isDone = true;
  });
  let longest = 0;
  const position = session.positionOf(mark);
  while (!isDone) longest = Math.max(longest, (await session.ask('textDocument/hover', { position })).time);
  await diagnostics;
  return longest;
}
