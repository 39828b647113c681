/** The page in a panel, as a person sees it and as a program reads it. */

import assert from 'node:assert/strict';
import { source } from 'axe-core';
import type { Frame, FrameLocator, Page } from 'playwright-core';

/** Of axe, where the function that uses it runs. */
declare const axe: {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
};

/** What a person does with the page of the one panel that is open. */
export function panelPage(page: Page): FrameLocator {
  // VS Code puts one frame into another.
  return page.frameLocator('iframe.webview').frameLocator('#active-frame');
}

/**
 * The frame of that page, in which functions can run.
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

/** What axe, which knows what keeps people from reading a page, has to say of a frame; nothing where all is well. */
export async function violations(frame: Frame, options: object = {}): Promise<string[]> {
  await frame.evaluate(source);
  return frame.evaluate(async (given) => {
    const { violations: found } = await axe.run(given);
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}
