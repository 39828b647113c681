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

/** A text escaped for XML, also in attributes, without characters that XML does not allow. */
export function escapeXml(text: string): string {
  return text
    .replace(NOT_XML, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

const NOT_XML =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
