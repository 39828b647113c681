import { drawDot } from '../../../server/drawing/dot';
import type { Layout } from '../../../server/drawing/layout';
import { drawMermaid } from '../../../server/drawing/mermaid';
import { movedBy } from '../../../server/drawing/moved-layout';
import { drawSvg } from '../../../server/drawing/svg';
import type { ExportFormat, TextFormat } from '../../graph/messages';
import { boundsOf } from './geometry';
import type { GraphHost } from './host';
import type { Model } from './model';
import type { Scene } from './scene';

/** The scale of a PNG, and its maximum width and height in pixels. */
const png = { scale: 2, most: 12_000 } as const;

/** Serializes the drawing for a file. */
export class Exporter {
  readonly #host: GraphHost;
  readonly #scene: Scene;
  /** A short description of the image. */
  title = '';

  constructor(host: GraphHost, scene: Scene) {
    this.#host = host;
    this.#scene = scene;
  }

  /** Sends the drawing to the panel, which saves it. */
  async save(format: ExportFormat): Promise<void> {
    const { model, layout } = this.#scene;
    if (!model || !layout) return;
    const placed = fromOrigin(layout, model);
    const { title } = this;
    if (format === 'svg') {
      const content = drawSvg(model.graph, placed, { title });
      this.#host.postMessage({ type: 'save', format, content });
      return;
    }
    if (format !== 'png') {
      this.#host.postMessage({ type: 'save', format, content: this.#textOf(format, model) });
      return;
    }
    const isLight = ['vscode-light', 'vscode-high-contrast-light'].some((name) =>
      document.body.classList.contains(name),
    );
    const picture = drawSvg(model.graph, placed, { title, theme: isLight ? 'light' : 'dark' });
    this.#host.postMessage({ type: 'save', format, content: await pngOf(picture) });
  }

  /** Copies the drawing as text; false if there is none yet. */
  copy(format: TextFormat): boolean {
    const { model } = this.#scene;
    if (model) this.#host.postMessage({ type: 'copy', text: this.#textOf(format, model) });
    return model !== undefined;
  }

  #textOf(format: TextFormat, { graph }: Model): string {
    return format === 'dot' ? drawDot(graph, this.title) : drawMermaid(graph, this.title);
  }
}

/** Moves a layout so that all coordinates are positive, as an image requires. */
function fromOrigin(layout: Layout, { graph }: Model): Layout {
  const { x, y, width, height } = boundsOf(layout, graph.edges);
  return { ...movedBy(layout, { x: -x, y: -y }), width, height };
}

/** An image as a base64-encoded PNG. */
async function pngOf(picture: string): Promise<string> {
  const address = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.min(png.scale, png.most / Math.max(naturalWidth, naturalHeight, 1));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(Math.round(naturalWidth * scale), 1);
    canvas.height = Math.max(Math.round(naturalHeight * scale), 1);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
  } finally {
    URL.revokeObjectURL(address);
  }
}
