import { engine } from '../../engine/engine';
import { hasLineBreak, lineStart, matchedText } from '../../text/lines';
import { childNodesOf } from '../cursor/cursor';
import type { Document } from '../cut/document';
import type { Notation, Unit } from '../cut/unit';
import { isSlice, type Node } from '../tree/tree';
import { DetectedQuoting, enclosingKeys, type Keys, type Quoting } from './quoting';
import type { LinesStyle, QuoteStyle } from './scalars';

/** The layout of a document, as far as new text must match it. */
export interface TextLayout extends Quoting {
  readonly notation: Notation;
  readonly lineBreak: string;
  /** The text that one level of indentation adds. */
  readonly step: string;
  /** The indentation of a list's dashes relative to its key. */
  readonly listOffset: string;
  /** The dash of list items with the spaces after it. */
  readonly dash: string;
  /** The style of the first text of several lines. */
  readonly linesStyle: LinesStyle;
  /** The text between the braces of a map on one line and its fields. */
  readonly padding: string;
  /** The text after a colon or comma in brackets; compact JSON has none. */
  readonly gap: string;
  /** The indentation of entries in brackets, where even short maps have a line for each of them. */
  readonly entryStep: string | undefined;
  /** In JSON, another unit has a following entry of the map around the unit. */
  readonly isFollowed: boolean;
  /** Whether a key comes before another one in the first map with both, in a list or else anywhere. */
  isBefore(name: string, other: string, near?: Node): boolean;
  /** Whether the first filled map or list of a key is in brackets; without one, the first in a map of the key `outer`. */
  isInBrackets(name: string, outer?: string): boolean;
  /** Whether the items of the first block list of a key are in brackets. */
  hasItemsInBrackets(name: string): boolean;
}

/** The indentation of new files. */
export const DEFAULT_STEP = '  ';

/** The dash of the items of new files. */
export const DEFAULT_DASH = '- ';

/** The text inside of the braces of new files, and after their colons. */
export const DEFAULT_PADDING = ' ';

/**
 * Detects the layout from a unit, otherwise from other units that may be read: the rest of its document, then similar
 * documents.
 */
export function detectLayout(unit: Unit, ...documents: readonly (Document | undefined)[]): TextLayout {
  return new DetectedLayout(unit, documents);
}

/** Computes each value on request: a completion within one line needs none of them. */
class DetectedLayout implements TextLayout {
  private knownStep: string | undefined;
  readonly lineBreak: string;

  constructor(
    private readonly unit: Unit,
    private readonly documents: readonly (Document | undefined)[],
  ) {
    this.lineBreak = this.firstOf(({ lineBreak }) => lineBreak) ?? '\n';
  }

  get isFollowed(): boolean {
    return this.unit.notation === 'json' && this.unit.kind !== 'whole' && this.unit.next === 'entry';
  }

  get notation(): Notation {
    return this.unit.notation;
  }

  get step(): string {
    this.knownStep ??= this.firstOf(stepOf) ?? this.firstOf(stepOfStates) ?? DEFAULT_STEP;
    return this.knownStep;
  }

  get listOffset(): string {
    return this.firstOf(listOffsetOf) ?? this.step;
  }

  private get quoting(): DetectedQuoting {
    const documents = this.documents.flatMap((document) => (document ? [document.units] : []));
    return new DetectedQuoting([...(documents.length > 0 ? [] : [[this.unit]]), ...documents]);
  }

  get dash(): string {
    return (
      this.firstOf(({ text, parsed }) => find(parsed.root, (node) => dashOf(text, node))) ?? DEFAULT_DASH
    );
  }

  get keyQuotes(): QuoteStyle | undefined {
    return this.quoting.keyQuotes;
  }

  quotesOf(name: string, outer: string): QuoteStyle | undefined {
    return this.quoting.quotesOf(name, outer);
  }

  isBefore(name: string, other: string, near?: Node): boolean {
    const answer = (node: Node) => {
      if (node.kind !== 'map') return undefined;
      const at = [name, other].map((one) => node.pairs.findIndex((pair) => pair.name === one));
      return at.includes(-1) ? undefined : Number(at[0]) < Number(at[1]);
    };
    return find(near, answer) ?? this.firstOf(({ parsed }) => find(parsed.root, answer)) ?? false;
  }

  isInBrackets(name: string, outer?: string): boolean {
    const first = (isSimilar: (keys: Keys) => boolean) =>
      this.firstOf(({ kind, parsed }) =>
        find(parsed.root, (one) => {
          const isFilled =
            (one.kind === 'map' && one.pairs.length) || (one.kind === 'seq' && one.items.length);
          const isOther = isFilled && one.parent?.kind === 'pair' && kind === this.unit.kind;
          return isOther && isSimilar(enclosingKeys(one)) ? one.flow : undefined;
        }),
      );
    const around = outer === undefined ? undefined : (keys: Keys) => keys.outer === outer;
    return first((keys) => keys.name === name) ?? (around && first(around)) ?? false;
  }

  hasItemsInBrackets(name: string): boolean {
    const answer = (node: Node) => {
      const [item] = node.kind === 'seq' && !node.flow ? node.items : [];
      return item?.kind === 'map' && enclosingKeys(node).name === name ? item.flow : undefined;
    };
    return this.firstOf(({ parsed }) => find(parsed.root, answer)) ?? false;
  }

  get padding(): string {
    return this.firstOf(paddingOf) ?? this.gap;
  }

  get gap(): string {
    if (this.notation === 'yaml') return DEFAULT_PADDING;
    return this.firstOf(({ text }) => /":( ?)/.exec(text)?.[1]) ?? DEFAULT_PADDING;
  }

  get entryStep(): string | undefined {
    // Without a map to go by, entries with a line of their own have some in them.
    const isExpanded = this.firstOf(isOnLines) ?? /^[ \t]+"/.test(this.unit.text);
    return this.notation === 'json' && isExpanded ? this.step : undefined;
  }

  get quote(): '"' | "'" {
    const written = this.firstOf(quoteOf);
    return written === '"' ? '"' : "'";
  }

  get linesStyle(): LinesStyle {
    return this.firstOf(linesStyleOf) ?? 'literal';
  }

  private firstOf<T>(read: (unit: Unit) => T | undefined): T | undefined {
    const own = read(this.unit);
    if (own !== undefined) return own;
    for (const document of this.documents) {
      for (const unit of document?.units ?? []) {
        const found = unit === this.unit ? undefined : read(unit);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}

// Each of many fixes asks for these.
const quoteOf = engine.query(
  'first quote',
  ({ text }: Unit) => /^[^#\n\r]*?[:-][ \t]+(["'])/m.exec(text)?.[1],
);

const stepOf = engine.query('indentation', (unit: Unit): string | undefined => {
  if (unit.notation === 'json') return jsonStepOf(unit.text);
  const width = find(unit.parsed.root, (node) => {
    if (node.kind !== 'map' || node.flow) return undefined;
    const below = node.pairs.find(({ value }) => value.kind === 'map' && value.indent > node.indent);
    return below?.value.kind === 'map' ? below.value.indent - node.indent : undefined;
  });
  return width === undefined ? undefined : ' '.repeat(width);
});

/** The children of `states` are in other units than their key. What is in them may be indented less. */
function stepOfStates({ kind, level, parsed: { root } }: Unit): string | undefined {
  const isIndented = kind === 'state' && root?.kind === 'map' && root.indent > level.keys;
  return isIndented ? ' '.repeat(root.indent - level.keys) : undefined;
}

/** The difference in indentation between the line of an opening bracket and the next one. */
function jsonStepOf(text: string): string | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '');
  for (const [index, line] of lines.entries()) {
    const end = line.trimEnd();
    const inner = matchedText(lines[index + 1] ?? '', /^[ \t]*/);
    if (inner === '' || !(end.endsWith('{') || end.endsWith('['))) continue;
    const outer = matchedText(line, /^[ \t]*/);
    return inner.length > outer.length && inner.startsWith(outer) ? inner.slice(outer.length) : undefined;
  }
  return undefined;
}

const listOffsetOf = engine.query('indentation of lists', ({ parsed: { root } }: Unit) => {
  const width = find(root, (node) => {
    if (node.kind !== 'map' || node.flow) return undefined;
    const below = node.pairs.find(({ value }) => value.kind === 'seq' && !value.flow);
    return below?.value.kind === 'seq' ? Math.max(0, below.value.indent - node.indent) : undefined;
  });
  return width === undefined ? undefined : ' '.repeat(width);
});

function linesStyleOf({ parsed }: Unit): LinesStyle | undefined {
  return find(parsed.root, (node) => {
    if (node.kind !== 'scalar' || !/\n./.test(node.value)) return undefined;
    const { style } = node;
    return style === 'literal' || style === 'folded' || style === 'double' ? style : undefined;
  });
}

function paddingOf({ text, parsed }: Unit): string | undefined {
  return find(parsed.root, (node) => {
    const [first] = node.kind === 'map' && node.flow && !isSlice(node) ? node.pairs : [];
    const gap = first && text.slice(node.start + 1, first.start);
    return gap === undefined || /[^ ]/.test(gap) ? undefined : gap.slice(0, 1);
  });
}

/** Whether the first map with nothing but scalars has lines for them, without maps that need some for comments. */
function isOnLines({ text, parsed }: Unit): boolean | undefined {
  return find(parsed.root, (node) => {
    const [first] = node.kind === 'map' && !isSlice(node) ? node.pairs : [];
    const isShort = node.kind === 'map' && node.pairs.every(({ value }) => value.kind === 'scalar');
    if (!first || !isShort || /"\s*,?\s*\/\/|^\s*\/\//m.test(text.slice(node.start, node.end)))
      return undefined;
    return hasLineBreak(text, node.start, first.start);
  });
}

/** The dash of the last item of a block list with the spaces after it. */
export function dashOf(text: string, list: Node): string | undefined {
  const item = list.kind === 'seq' && !list.flow ? list.items.at(-1) : undefined;
  return item && /- +$/.exec(text.slice(lineStart(text, item.start), item.start))?.[0];
}

/** The first result of `answer` for a node, outer nodes before inner ones. */
function find<T>(root: Node | undefined, answer: (node: Node) => T | undefined): T | undefined {
  const queue: Node[] = root ? [root] : [];
  for (let next = 0; next < queue.length; next++) {
    const node = queue[next];
    const found = node && answer(node);
    if (found !== undefined) return found;
    if (node?.kind === 'map' || node?.kind === 'seq')
      for (const child of childNodesOf(node)) queue.push(child);
  }
  return undefined;
}
