import { spawnSync } from 'node:child_process';
import { openSync, writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { isAlive, noteText } from './notes';
import type { ProcessedText } from './processed-text';
import { EXIT_FUNCTION, type NamedText, SHARED, type ThreadData, UNREAD_VARIABLE, WORK } from './shared';

/** The thread that watches its process. It sleeps while there is no work. */

const TICK_MS = 50;
/** The time without a sign of life after which the process is ended. A tick counts once, however long it took. */
const HANG_MS = 5_000;
/** The time of the processor that must have been used meanwhile: a process that is stopped or waits does not hang. */
const HANG_CPU_MS = 3_000;
/** The time without a sign of life after which the process is ended if its client has gone. */
const ORPHAN_MS = 2_000;
/** The note is cleared after this number of ticks without work, as work in slices is interrupted all the time. */
const TICKS_UNTIL_IDLE = 4;
/** Time limit for stopping the main thread. */
const STOP_MS = 5_000;

const { shared, note, parent, client, restart, unread, failure }: ThreadData = workerData;
const state = new Int32Array(shared);
const names = new Map<number, ProcessedText>();
const noteFile = note === undefined ? undefined : openNote(note);

function openNote(path: string): number | undefined {
  try {
    return openSync(path, 'w', 0o600);
  } catch {
    return undefined;
  }
}

function writeNote(text: ProcessedText | undefined): void {
  try {
    if (noteFile !== undefined) writeSync(noteFile, noteText(text), 0);
  } catch {
    // Without the note, the file is processed again after a restart; all else works.
  }
}

/** The text with a number, of which the process has sent the name before. */
function nameOf(number: number): ProcessedText | undefined {
  for (;;) {
    const received: { message: NamedText } | undefined = parentPort
      ? receiveMessageOnPort(parentPort)
      : undefined;
    if (received === undefined) return names.get(number);
    names.set(received.message.number, received.message.text);
  }
}

/** Whether nobody needs this process: its client has ended, or what has started it. */
function isOrphan(): boolean {
  return process.ppid !== parent || (client !== undefined && !isAlive(client));
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
      if (silentMs >= HANG_MS && processorMs() - processorAtBeat >= HANG_CPU_MS)
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
 * Stops the main thread where it is, as a debugger does, and calls `then` with the names of the running functions and
 * a function that evaluates an expression in that thread. No other way reaches a thread in an endless loop.
 */
function stopMainThread(
  then: (functions: readonly string[], evaluate: (code: string) => void) => void,
): void {
  setTimeout(kill, STOP_MS);
  const session = new Session();
  session.connectToMainThread();
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    const [top] = callFrames;
    const callFrameId = top?.callFrameId ?? '';
    then(
      callFrames.map(({ functionName }) => functionName).filter((name) => name !== ''),
      (expression) => session.post('Debugger.evaluateOnCallFrame', { callFrameId, expression }),
    );
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

/** Ends a process that hangs, with the exit code of the one that was started again if that is possible. */
function endHanging(text: ProcessedText | undefined): void {
  let exitCode: number | null = failure;
  let report = '';
  if (restart !== undefined && text !== undefined) {
    const environment = { ...process.env, [UNREAD_VARIABLE]: JSON.stringify([...unread, text]) };
    exitCode = spawnSync(process.execPath, restart, { stdio: 'inherit', env: environment }).status;
  } else {
    const place = text === undefined ? '' : ` while it processed ${JSON.stringify(text.uri)}`;
    report = `Ended, because there was no sign of life for ${HANG_MS / 1000} seconds${place}.`;
  }
  stopMainThread((functions, evaluate) => {
    if (report !== '') log(`${report} Running functions: ${functions.slice(0, 10).join(', ')}\n`);
    evaluate(`globalThis.${EXIT_FUNCTION}(${exitCode ?? failure})`);
  });
}

const { isOrphan: isOver, text } = watch();
if (isOver) {
  // It may only be slow.
  writeNote(undefined);
  kill();
} else endHanging(text);
