/** The page in a panel. */

import assert from 'node:assert/strict';
import { source } from 'axe-core';
import type { Frame, FrameLocator, Page } from 'playwright-core';

/** The global of axe, in the page in which the function that uses it runs. */
declare const axe: {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
};

/** The actions of a user in the page of the only open panel. */
export function panelPage(page: Page): FrameLocator {
  // VS Code nests two frames.
  return page.frameLocator('iframe.webview').frameLocator('#active-frame');
}

/**
 * The frame of the page, in which functions can run.
 *
 * @param shown a selector: waits until the page shows something of this kind
 */
export async function panelFrame(page: Page, shown: string): Promise<Frame> {
  await panelPage(page).locator(shown).first().waitFor();
  const element = await panelPage(page).locator('html').elementHandle();
  const frame = await element?.ownerFrame();
  assert.ok(frame);
  return frame;
}

/** The accessibility problems that axe finds in a frame. */
export async function violations(frame: Frame, options: object = {}): Promise<string[]> {
  await frame.evaluate(source);
  return frame.evaluate(async (given) => {
    const { violations: found } = await axe.run(given);
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}
