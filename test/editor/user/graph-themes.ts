import assert from 'node:assert/strict';
import { it } from 'mocha';
import type { Editor } from './editor';
import { panelFrame, violations } from './panel-page';
import { userSuite } from './suite';

/** The themes, by their names in VS Code. */
const themes = ['Light Modern', 'Dark Modern', 'Dark High Contrast', 'Light High Contrast'];

/** The minimum contrast of text (WCAG AA). */
const enough = 4.5;

interface Found {
  readonly text: string;
  readonly ratio: number;
}

/** Tests the accessibility of the state graph in the themes of VS Code. */
export function graphThemesSuite(editor: Editor): void {
  const { page } = editor;

  userSuite(editor, 'the state graph', () => {
    it('is readable and accessible in every theme', async () => {
      await editor.openStates('quiz-bot/state/0_home.yaml');
      await editor.typeAtEndOf(12, 'x');
      await editor.press('Escape');
      await page.locator('.editor-actions [aria-label*="Open State Graph"]').first().click();
      for (const theme of themes) {
        await editor.theme(theme);
        const frame = await panelFrame(page, '.node.missing');
        await editor.picture(`graph-${theme.toLowerCase().replaceAll(' ', '-')}`);
        const texts = await frame.evaluate(contrasts);
        assert.ok(texts.length > 8, `texts in ${theme}: ${texts.length}`);
        assert.deepEqual(
          texts.filter(({ ratio }) => ratio < enough),
          [],
          theme,
        );
        // The label of a state contains its name and special properties; its texts are shortened.
        const rules = { 'label-content-name-mismatch': { enabled: false } };
        assert.deepEqual(await violations(frame, { rules }), [], theme);
      }
      await editor.theme('Light Modern');
    });

    it('has one colour for one meaning in every theme', async () => {
      await editor.openStates('quiz-bot/state/0_home.yaml');
      await page.locator('.editor-actions [aria-label*="Open State Graph"]').first().click();
      await panelFrame(page, '.node.selected');
      await page.frameLocator('iframe.webview').frameLocator('#active-frame').locator('.canvas').focus();
      await page.keyboard.press('l');
      for (const theme of themes) {
        await editor.theme(theme);
        const frame = await panelFrame(page, '.legend .sample');
        await editor.picture(`graph-legend-${theme.toLowerCase().replaceAll(' ', '-')}`);
        const strokes = await frame.evaluate(legendColours);
        const colours = ['event', 'chat', 'selected', 'has-errors', 'has-warnings', 'walked'];
        const found = new Set(colours.map((meaning) => strokes[meaning]));
        assert.equal(found.size, colours.length, `${theme}: ${JSON.stringify(strokes)}`);
        // The same meaning has the same colour on nodes and lines.
        assert.equal(strokes.related, strokes.selected, theme);
        assert.equal(strokes['walked open'], strokes.walked, theme);
      }
      await editor.theme('Light Modern');
    });
  });
}

/** Globals of the page, in which the functions below run. */
interface Shape {
  closest(selector: string): Shape | null;
  querySelector(selector: string): Shape | null;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
}
declare const document: { querySelectorAll(selector: string): Iterable<Shape>; readonly body: Shape };
declare function getComputedStyle(element: Shape): { fill: string; stroke: string; backgroundColor: string };

/** Runs in the page: the colour of the line or border of each sample in the legend. */
function legendColours(): Record<string, string> {
  return Object.fromEntries(
    [...document.querySelectorAll('.legend [data-meaning]')].map((sample) => {
      const line = sample.querySelector('.line, .body');
      return [sample.getAttribute('data-meaning') ?? '', line ? getComputedStyle(line).stroke : ''];
    }),
  );
}

/** Runs in the page: the contrast of each text of the drawing with its background. */
function contrasts(): Found[] {
  const channels = (colour: string): number[] => {
    const numbers = (/\((?:srgb )?([^)]*)\)/.exec(colour)?.[1] ?? '').split(/[\s,/]+/).map(Number);
    return numbers.slice(0, 3).map((number) => (colour.startsWith('color') ? number : number / 255));
  };
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((part) =>
      part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const after = (text: Shape): string => {
    const shape =
      text.closest('.chip')?.querySelector('rect') ?? text.closest('.node')?.querySelector('.body');
    const fill = shape ? getComputedStyle(shape).fill : 'none';
    return fill === 'none' ? getComputedStyle(document.body).backgroundColor : fill;
  };
  return [...document.querySelectorAll('.drawing text')].map((text) => {
    const [one, other] = [luminance(getComputedStyle(text).fill), luminance(after(text))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return { text: text.textContent ?? '', ratio };
  });
}
