import { exceeds } from '../text/bytes';
import { lineEnd } from '../text/lines';
import { mayConflict } from './conflicts';
import { parseJson } from './json';
import { type Brackets, bracketsOf } from './json-brackets';
import { parseJsonSlice } from './json-part';
import { parseYaml } from './parse';
import type { Parsed, ParseLimits } from './problem';
import { hasContent, hasDocumentMark, type Slice } from './slices';

export type Notation = 'yaml' | 'json';

/**
 * The unit of all caching: a stretch of a document that is parsed on its own. Immutable; offsets inside are
 * relative to it, so an edit elsewhere leaves it as it is. `whole` units are entire documents.
 */
export class Unit {
  private cachedParsed: Parsed | undefined;
  private cachedLines: readonly number[] | undefined;
  private cachedStandsAlone: boolean | undefined;
  private cachedBrackets: Brackets | undefined;
  /** Where it stands in the text that was made last of those that it is in: mostly in the others as well. */
  lastIndex = -1;

  constructor(
    readonly text: string,
    readonly kind: Slice['kind'] | 'whole',
    readonly notation: Notation,
    readonly limits: ParseLimits,
    readonly next: Slice['next'] = 'entry',
    readonly commaBefore = 0,
  ) {}

  get parsed(): Parsed {
    this.cachedParsed ??= this.isTooLarge ? tooLarge(this.text) : parse(this);
    return this.cachedParsed;
  }

  /** The same part of a document with another text. */
  withText(text: string): Unit {
    return new Unit(text, this.kind, this.notation, this.limits, this.next, this.commaBefore);
  }

  /** What the brackets of JSON leave open. */
  get brackets(): Brackets {
    this.cachedBrackets ??= bracketsOf(this.text);
    return this.cachedBrackets;
  }

  /** The text is larger than the limit, and not looked into. */
  get isTooLarge(): boolean {
    return this.kind === 'whole' && exceeds(this.text, this.limits.maxFileSize);
  }

  /** Whether it can be read without the slices around it, as far as its own text tells. */
  get standsAlone(): boolean {
    this.cachedStandsAlone ??= standsAlone(this);
    return this.cachedStandsAlone;
  }

  /** Offsets at which lines begin. */
  get lines(): readonly number[] {
    this.cachedLines ??= lineStarts(this.text);
    return this.cachedLines;
  }
}

function parse({ text, kind, next, notation, limits }: Unit): Parsed {
  if (notation === 'yaml') return parseYaml(text, limits);
  return kind === 'whole' ? parseJson(text, limits) : parseJsonSlice({ text, kind, next }, limits);
}

/** What is known of a text that nobody looks into. */
function tooLarge(text: string): Parsed {
  const message =
    'This file is larger than the limit, so it is not checked. Raise `atomicState.limits.maxFileSize` to have it read.';
  const problem = { kind: 'limit', start: 0, end: lineEnd(text, 0), message } as const;
  return { root: undefined, problems: [problem], openAliases: [] };
}

function standsAlone(unit: Unit): boolean {
  if (unit.notation === 'json')
    return !mayConflict(unit.text) && (unit.kind !== 'head' || opensRoot(unit.text));
  if (unit.kind === 'head' && hasContent(unit.text)) return false;
  if (hasDocumentMark(unit) || mayConflict(unit.text)) return false;
  // An alias without an anchor in its own slice may have it in an earlier one.
  return !unit.text.includes('*') || unit.parsed.openAliases.length === 0;
}

/** Whether a head of JSON holds the opening bracket of the root, and else only comments. */
function opensRoot(text: string): boolean {
  return /^\ufeff?\s*\{\s*$/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n\r]*/g, ' '));
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}
