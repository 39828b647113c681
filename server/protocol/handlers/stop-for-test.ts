import type { TestStop } from '../messages';
import { ownRequest } from '../own-messages';
import type { Handler } from './handler';

/** Works long enough for a busy machine to note the text. */
function work(): void {
  for (const end = performance.now() + 500; performance.now() < end; );
}

/** What nobody foresaw, for tests of the watchdog and of restarts. Each ends the server, or never ends. */
const STOPS: Readonly<Record<TestStop, () => void>> = {
  loop() {
    for (;;);
  },
  exception() {
    setTimeout(() => {
      throw new Error('Thrown for a test.');
    });
    work();
  },
  memory() {
    for (const all: string[][] = []; ; ) all.push(Array.from({ length: 100_000 }, (_, at) => `${at}`));
  },
  abort() {
    work();
    process.abort();
  },
};

const stopForTest = ownRequest(
  'atomicState/stopForTest',
  () => null,
  (_services, { how }) => {
    STOPS[how]();
    return null;
  },
);

/** Registered for clients that ask for requests of tests (`client-options.ts`). */
export const STOP_FOR_TEST: Handler = {
  register(services) {
    if (services.options.testRequests === true) stopForTest.register(services);
  },
};
