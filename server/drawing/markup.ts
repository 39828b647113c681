import { visibleLines } from '../text/visible';

/** Elements of an image as text. Everything except results of `xmlElement` is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | undefined;

/** An element. Undefined or false attributes and undefined children are left out. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: readonly Part[]
): Markup {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [` ${key}="${escapeXml(typeof value === 'number' ? roundedText(value) : value)}"`],
  );
  const inside = children.map((child) =>
    child instanceof Markup ? child.text : child === undefined ? '' : escapeXml(child),
  );
  const body = inside.join('');
  return new Markup(`<${name}${written.join('')}${body === '' ? '/>' : `>${body}</${name}>`}`);
}

/** Concatenates elements. */
export function joinMarkup(parts: readonly (Markup | undefined)[]): Markup {
  return new Markup(parts.flatMap((part) => part?.text ?? []).join(''));
}

/** A number with at most one decimal. */
export function roundedText(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/**
 * A text escaped for XML, also in attributes. Characters that XML does not allow become visible, and nothing in it looks
 * like a command for a build server: `##[`, or `::` at the start of a line.
 */
export function escapeXml(text: string): string {
  return visibleLines(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;')
    .replace(/##(?=\w*\[)/g, '#&#35;')
    .replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1&#58;');
}
