// A pointer that recordings show: pictures of a browser have none.

/** @typedef {{ x: number, y: number }} Point */

/** The looks of the pointer, whose point is in the upper left corner. */
const STYLE = `
  position: fixed; z-index: 1000000; top: 0; left: 0; width: 14px; height: 22px; background: white;
  clip-path: polygon(0 0, 0 80%, 27% 62%, 48% 100%, 70% 92%, 50% 57%, 86% 57%); pointer-events: none`;

/** The time of a movement, and of a click, in milliseconds. */
const MOVE_MS = 500;
const CLICK_MS = 150;

/** The mouse of a page, which is drawn where it is. */
export class Pointer {
  #page;
  /** @type {Point} */
  #at = { x: 0, y: 0 };

  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** Adds a pointer to a page. */
  static async in(/** @type {import('playwright-core').Page} */ page) {
    await page.locator('body').evaluate((body, style) => {
      const element = body.ownerDocument.createElement('div');
      element.id = 'recorded-pointer';
      element.style.cssText = style;
      body.append(element);
    }, STYLE);
    return new Pointer(page);
  }

  async moveTo(/** @type {Point} */ to) {
    const from = this.#at;
    const steps = 10;
    for (let step = 1; step <= steps; step++) {
      const at = {
        x: from.x + ((to.x - from.x) * step) / steps,
        y: from.y + ((to.y - from.y) * step) / steps,
      };
      await this.#page.mouse.move(at.x, at.y);
      await this.#page.locator('#recorded-pointer').evaluate((element, { x, y }) => {
        element.style.transform = `translate(${x}px, ${y}px)`;
      }, at);
      await this.#page.waitForTimeout(MOVE_MS / steps);
    }
    this.#at = to;
  }

  async doubleClick() {
    await this.#page.waitForTimeout(CLICK_MS);
    await this.#page.mouse.dblclick(this.#at.x, this.#at.y);
  }

  /** Presses the button here, and releases it elsewhere. */
  async dragTo(/** @type {Point} */ to) {
    await this.#page.mouse.down();
    await this.moveTo(to);
    await this.#page.waitForTimeout(CLICK_MS);
    await this.#page.mouse.up();
  }
}
