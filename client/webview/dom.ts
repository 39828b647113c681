/** Creation of elements. Text from a project is only set as text or as an attribute. */

const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element of a drawing. */
export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[Name] {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** An element of the page. */
export function htmlElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children);
}

function filled<E extends Element>(
  element: E,
  attributes: Attributes,
  children: readonly (Node | string)[],
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}
