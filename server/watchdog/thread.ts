import { spawnSync } from 'node:child_process';
import { openSync, writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { lengthOfHash } from '../text/hash';
import { isAlive, noteText } from './notes';
import type { ProcessedText } from './processed-text';
import { EXIT_FUNCTION, type NamedText, SHARED, type ThreadData, UNREAD_VARIABLE, WORK } from './shared';

/** The thread that watches its process. It sleeps while there is no work. */

const TICK_MS = 50;
/** The time without a sign of life after which the process is ended. A tick counts once, however long it took. */
const HANG_MS = 5_000;
/**
 * The time of the processor that must have been used meanwhile: a process that is stopped or waits does not hang. Work on
 * a whole project, such as its export, may take longer the more has been read.
 */
const HANG_CPU_MS = 4_000;
const HANG_CPU_MS_PER_CHARACTER = 0.004;
/** The time without a sign of life after which the process is ended if its client has gone. */
const ORPHAN_MS = 2_000;
/** The note is cleared after this number of ticks without work, as work in slices is interrupted all the time. */
const TICKS_UNTIL_IDLE = 4;
/** Time limit for stopping the main thread, and for its exit. */
const STOP_MS = 5_000;

const { shared, note, parent, client, restart, unread, failure }: ThreadData = workerData;
const state = new Int32Array(shared);
const names = new Map<number, ProcessedText>();
/** The last known length of each text, by address. */
const lengths = new Map<string, number>();
const noteFile = note === undefined ? undefined : openNote(note);

function openNote(path: string): number | undefined {
  try {
    return openSync(path, 'w', 0o600);
  } catch {
    return undefined;
  }
}

function writeNote(text: ProcessedText | undefined, isReason = false): void {
  try {
    if (noteFile !== undefined) writeSync(noteFile, noteText(text, isReason), 0);
  } catch {
    // Without the note, the file is processed again after a restart; all else works.
  }
}

/** The text with a number, which the process has sent before. */
function nameOf(number: number): ProcessedText | undefined {
  for (;;) {
    const received: { message: NamedText } | undefined = parentPort
      ? receiveMessageOnPort(parentPort)
      : undefined;
    if (received === undefined) return names.get(number);
    const { number: named, text } = received.message;
    names.set(named, text);
    if (text.hash !== '') lengths.set(text.uri, lengthOfHash(text.hash));
  }
}

/** Whether nobody needs this process: its client has ended, or what has started it. */
function isOrphan(): boolean {
  return process.ppid !== parent || (client !== undefined && !isAlive(client));
}

function hangProcessorMs(): number {
  let characters = 0;
  for (const length of lengths.values()) characters += length;
  return HANG_CPU_MS + characters * HANG_CPU_MS_PER_CHARACTER;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Waits until the process hangs, and returns the text that it was processing; or until it is an orphan. */
function watch(): { readonly isOrphan: boolean; readonly text: ProcessedText | undefined } {
  for (;;) {
    Atomics.wait(state, SHARED.work, WORK.none);
    let noted: ProcessedText | undefined;
    let beats: number | undefined;
    let silentMs = 0;
    let processorAtBeat = 0;
    for (let idleTicks = 0; idleTicks < TICKS_UNTIL_IDLE; Atomics.wait(state, SHARED.sleep, 0, TICK_MS)) {
      const work = Atomics.load(state, SHARED.work);
      const counted = Atomics.load(state, SHARED.beats);
      idleTicks = work === WORK.none ? idleTicks + 1 : 0;
      const text = work > 0 ? nameOf(work) : undefined;
      if (work !== WORK.none && text !== noted) {
        noted = text;
        writeNote(text);
      }
      if (work === WORK.none || counted !== beats) {
        beats = counted;
        silentMs = 0;
        processorAtBeat = processorMs();
        continue;
      }
      silentMs += TICK_MS;
      if (silentMs >= ORPHAN_MS && isOrphan()) return { isOrphan: true, text };
      if (silentMs >= HANG_MS && processorMs() - processorAtBeat >= hangProcessorMs())
        return { isOrphan: false, text };
    }
    if (noted !== undefined) writeNote(undefined);
  }
}

/** Ends the process immediately. */
function kill(): void {
  process.kill(process.pid, 'SIGKILL');
}

/**
 * Stops the main thread where it is, as a debugger does. No other way reaches a thread in an endless loop.
 *
 * @param then called with the names of the running functions, and with a function that evaluates an expression in that
 *   thread; without any if it could not be stopped
 */
function stopMainThread(
  then: (functions: readonly string[], evaluate?: (code: string) => void) => void,
): void {
  const session = new Session();
  session.connectToMainThread();
  const failed = setTimeout(() => then([]), STOP_MS);
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    clearTimeout(failed);
    const names = callFrames.map(({ functionName }) => functionName).filter((name) => name !== '');
    const callFrameId = callFrames[0]?.callFrameId ?? '';
    then(names, (expression) => session.post('Debugger.evaluateOnCallFrame', { callFrameId, expression }));
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function log(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Nobody reads it.
  }
}

/** Starts this process again without a text, and returns its exit code. */
function startAgain(args: readonly string[], text: ProcessedText): number {
  const environment = { ...process.env, [UNREAD_VARIABLE]: JSON.stringify([...unread, text]) };
  return spawnSync(process.execPath, args, { stdio: 'inherit', env: environment }).status ?? failure;
}

/** Ends a process that hangs, with the exit code of the one that was started again if that is possible. */
function endHanging(text: ProcessedText | undefined): void {
  writeNote(text, true);
  stopMainThread((functions, evaluate) => {
    let exitCode = failure;
    if (restart !== undefined && text !== undefined) exitCode = startAgain(restart, text);
    else {
      const place = text === undefined ? '' : ` while it processed ${JSON.stringify(text.uri)}`;
      log(`Ended, because there was no sign of life for several seconds${place}.`);
      log(` Running functions: ${functions.slice(0, 10).join(', ')}\n`);
    }
    if (evaluate === undefined) kill();
    setTimeout(kill, STOP_MS);
    evaluate?.(`globalThis.${EXIT_FUNCTION}(${exitCode})`);
  });
}

const { isOrphan: isOver, text } = watch();
if (isOver) {
  // It may only be slow.
  writeNote(undefined);
  kill();
} else endHanging(text);
