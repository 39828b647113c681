// Records a page as an animated picture, for the readme.

import sharp from 'sharp';

/** The maximum duration of one frame, in milliseconds: longer pauses are shortened. */
const MAX_FRAME_MS = 1200;

/** The minimum duration of one frame, in milliseconds. A frame that follows faster replaces the previous one. */
const MIN_FRAME_MS = 80;

/** The maximum duration of a picture, in milliseconds: one that was recorded on a busy machine is shown faster. */
const MAX_PICTURE_MS = 40_000;

/** Records a page of Chromium from its creation on. */
export class Recorder {
  /** @type {{ data: Buffer, time: number }[]} */
  #frames = [];
  #session;

  /** @param {import('playwright-core').CDPSession} session of the page */
  constructor(session) {
    this.#session = session;
    session.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
      this.#add(Buffer.from(data, 'base64'), (metadata.timestamp ?? 0) * 1000);
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => {}); // The page may be closed by now.
    });
  }

  /** @param {import('playwright-core').Page} page */
  static async start(page) {
    const recorder = new Recorder(await page.context().newCDPSession(page));
    await recorder.#session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
    return recorder;
  }

  /**
   * Stops recording, and returns the animation as WebP, which loops.
   *
   * @param {{ width: number, quality: number }} options the width in pixels, and 1 to 100
   */
  async finish({ width, quality }) {
    await this.#session.send('Page.stopScreencast');
    const pictures = await Promise.all(
      this.#frames.map(({ data }) => sharp(data).resize({ width }).png({ compressionLevel: 1 }).toBuffer()),
    );
    const durations = this.#frames.map(({ time }, at) => {
      const next = this.#frames[at + 1]?.time ?? time + MAX_FRAME_MS;
      return Math.min(Math.max(next - time, MIN_FRAME_MS), MAX_FRAME_MS);
    });
    const whole = durations.reduce((sum, one) => sum + one, 0);
    const delay = durations.map((one) => Math.round(one * Math.min(1, MAX_PICTURE_MS / whole)));
    return sharp(pictures, { join: { animated: true } })
      .webp({ quality, loop: 0, delay, effort: 6, minSize: true })
      .toBuffer();
  }

  #add(/** @type {Buffer} */ data, /** @type {number} */ time) {
    const last = this.#frames.at(-1);
    if (last && time - last.time < MIN_FRAME_MS) last.data = data;
    else this.#frames.push({ data, time });
  }
}
