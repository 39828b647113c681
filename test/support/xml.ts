export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All text in it, also of its children. */
  readonly text: string;
}

const TOKEN = /<\?[^?]*\?>|<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|[\s\S]/gy;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Parses XML strictly: throws an error if it is not well-formed. Knows no comments and sections. */
export function parseXml(source: string): XmlElement {
  const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u.exec(source);
  if (forbidden) throw new Error(`character ${forbidden[0].charCodeAt(0)} at ${forbidden.index}`);
  type Open = { name: string; attributes: Map<string, string>; children: XmlElement[]; text: string };
  const root: Open = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  for (const { 0: token, 1: end, 2: name, 3: written = '', 4: isEmpty, 5: text, index } of source.matchAll(
    TOKEN,
  )) {
    const inner = open.at(-1) ?? root;
    if (text !== undefined) inner.text += decoded(text);
    else if (name === undefined) {
      if (!token.startsWith('<?')) throw new Error(`${JSON.stringify(token)} at ${index}`);
    } else if (end) {
      if (inner.name !== name) throw new Error(`${name} ends ${inner.name}`);
      open.pop();
      const outer = open.at(-1);
      if (outer && outer !== root) outer.text += inner.text;
    } else {
      const attributes = new Map<string, string>();
      for (const [, key = '', value = ''] of written.matchAll(/([\w:-]+)="([^"]*)"/g)) {
        if (attributes.has(key)) throw new Error(`two attributes ${key}`);
        attributes.set(key, decoded(value));
      }
      const element: Open = { name, attributes, children: [], text: '' };
      inner.children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  const [element, ...others] = root.children;
  if (element === undefined || others.length > 0 || open.length > 1 || root.text.trim() !== '')
    throw new Error('there is not one root element');
  return element;
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));|&/g, (whole, code?: string, name?: string) => {
    const char = code === undefined ? ENTITIES[name ?? ''] : String.fromCodePoint(Number(code));
    if (char === undefined) throw new Error(`${whole} is not an entity`);
    return char;
  });
}
