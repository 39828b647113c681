import { expect, it } from 'vitest';
import { CancellableWait } from '../../../client/webview/graph/cancellable-wait';

it('ends the wait for a layout that a newer one has cancelled', async () => {
  const wait = new CancellableWait();
  const first = wait.waitFor(new Promise<string>(() => {}));
  expect(wait.isWaiting).toBe(true);
  wait.cancel();
  let answer = (_layout: string) => {};
  const second = wait.waitFor(new Promise<string>((resolve) => (answer = resolve)));
  expect(await first).toBeUndefined();
  expect(wait.isWaiting, 'for the second one').toBe(true);
  answer('layout');
  expect([await second, wait.isWaiting]).toEqual(['layout', false]);
});
