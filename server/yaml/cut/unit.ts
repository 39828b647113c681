import { engine } from '../../engine/engine';
import { countLeading } from '../../text/binary-search';
import { lineBreakIn, lineEnd, lineStarts, nextLine } from '../../text/lines';
import { outermostRanges, type Range } from '../../text/range';
import { parseJsonPart } from '../json/json';
import { mayConflict } from '../mistakes/conflicts';
import { parseWithLikelyChange } from '../mistakes/likely-change-search';
import { misplacedState, misplacedStates } from '../mistakes/misplaced-states';
import type { Mistake } from '../mistakes/mistake';
import { parseYaml } from '../read/parse';
import { DEFAULT_LIMITS, type ParseLimits, type ParseResult } from '../read/problem';
import { openQuoteOf } from '../read/quotes';
import { type AliasNode, indexOfPair, isEmptyOrNull, type MapNode, type Node, type Pair } from '../tree/tree';
import { descendantsOf } from '../tree/visit';
import { type Level, ROOT_LEVEL } from './levels';
import { type SkipReason, skippedResult, skipReason } from './skipped';
import { hasContent, hasDocumentMark, type Slice } from './slices';

export type Notation = 'yaml' | 'json';

/**
 * The unit of all caching: a part of a document that is parsed independently. Immutable; offsets inside are relative
 * to it, so edits elsewhere do not affect it. `whole` units are entire documents.
 */
export class Unit {
  private cachedParsed: ParseResult | undefined;
  private cachedLines: readonly number[] | undefined;
  private cachedIndependent: boolean | undefined;
  private cachedAnchors: readonly string[] | undefined;
  private cachedHasStar: boolean | undefined;
  private cachedOpenQuote: string | undefined | null = null;
  /** Its index in the latest document that contains it: usually also in the others. */
  lastIndex = -1;

  constructor(
    readonly text: string,
    readonly kind: Slice['kind'] | 'whole',
    readonly notation: Notation,
    readonly limits: ParseLimits,
    readonly next: Slice['next'] = 'entry',
    readonly commaBefore = 0,
    readonly level: Level = ROOT_LEVEL,
    readonly opened: Level | undefined = undefined,
    /** The line break of its file; undefined if that has only one line. */
    readonly lineBreak = lineBreakIn(text),
  ) {}

  /** Names of the enclosing states, from the root of the document down. */
  get path(): readonly string[] {
    return this.level.path;
  }

  /** It is part of a nested automata. */
  get isNested(): boolean {
    return this.level.outer !== undefined;
  }

  get parsed(): ParseResult {
    const reason = this.cachedParsed ? undefined : this.skipped;
    this.cachedParsed ??= reason ? skippedResult(this.text, reason) : parse(this);
    return this.cachedParsed;
  }

  /** The tree without a second parse, for a text from which an incomplete word was removed. */
  get firstRoot(): ParseResult['root'] {
    if (this.skipped) return this.parsed.root;
    const { text, notation, limits } = this;
    return (notation === 'json' ? parseJsonPart(this, limits, true) : parseYaml(text, limits)).root;
  }

  /** The same part of a document with another text. */
  withText(text: string): Unit {
    const { kind, notation, limits, next, commaBefore, level, opened, lineBreak } = this;
    return new Unit(text, kind, notation, limits, next, commaBefore, level, opened, lineBreak);
  }

  /** The names of the anchors. */
  get anchors(): readonly string[] {
    this.cachedAnchors ??= anchorsOf(this);
    return this.cachedAnchors;
  }

  /** Whether there may be aliases, judging by the characters: asked for each of many names. */
  get mayHaveAliases(): boolean {
    this.cachedHasStar ??= this.notation === 'yaml' && this.text.includes('*');
    return this.cachedHasStar;
  }

  /** The quote of a scalar that may continue after the text. */
  get openQuote(): string | undefined {
    if (this.cachedOpenQuote === null) this.cachedOpenQuote = openQuoteOf(this.text);
    return this.cachedOpenQuote;
  }

  /** Why the text is not parsed; undefined if it is. */
  get skipped(): SkipReason | undefined {
    return this.kind === 'whole' ? skipReason(this.text, this.limits) : undefined;
  }

  /** Whether it can be parsed without the slices around it, judging by its own text. */
  get isIndependent(): boolean {
    this.cachedIndependent ??= isIndependent(this);
    return this.cachedIndependent;
  }

  /** Start offsets of the lines. */
  get lines(): readonly number[] {
    this.cachedLines ??= lineStarts(this.text);
    return this.cachedLines;
  }
}

function parse(unit: Unit): ParseResult {
  const { text, notation, limits } = unit;
  if (notation === 'json') return parseJsonPart(unit, limits);
  const known = misplacedIn(unit);
  return parseWithLikelyChange(text, (effort, change) =>
    parseYaml(text, limits, effort, change ? [...known, change] : known),
  );
}

function misplacedIn({ text, kind, level }: Unit): readonly Mistake[] {
  if (kind === 'state') return misplacedState(text, { start: 0, end: text.length }, level.column);
  return kind === 'whole' ? misplacedStates(text) : [];
}

/** Whether a unit contains aliases, which repeat values at other places. */
export function hasAliases(unit: Unit): boolean {
  return unit.mayHaveAliases && aliasesOf(unit).length > 0;
}

/** The aliases of a unit, in the order of the text. */
const aliasesOf = engine.query('aliases', ({ parsed: { root } }: Unit): readonly AliasNode[] =>
  [...descendantsOf(root)].filter((node) => node.kind === 'alias'),
);

/** Whether an alias names an anchor in a node. An alias is always in the unit of its anchor. */
export function hasNamedAnchor(unit: Unit, node: Node | undefined): boolean {
  if (!hasAliases(unit)) return false;
  const names = namesOfAliases(unit);
  return [...descendantsOf(node)].some(({ anchor }) => anchor !== undefined && names.has(anchor));
}

const namesOfAliases = engine.query(
  'names of aliases',
  (unit: Unit): ReadonlySet<string> => new Set(aliasesOf(unit).map(({ name }) => name)),
);

/** Whether an alias outside of a pair repeats a part of it. */
export function isReusedElsewhere(unit: Unit, { key, value, start, end }: Pair): boolean {
  if (!hasAliases(unit)) return false;
  const anchors = new Set([key, ...descendantsOf(value)].map(({ anchor }) => anchor));
  return aliasesOf(unit).some((alias) => anchors.has(alias.name) && (alias.start < start || alias.end > end));
}

/** Whether an alias or a merge key repeats the text of a range elsewhere. */
export function isRepeated(unit: Unit, { start, end }: Range): boolean {
  if (!hasAliases(unit)) return false;
  const ranges = repeatedRanges(unit);
  const last = ranges[countLeading(ranges, (one) => one.start <= start) - 1];
  return last !== undefined && end <= last.end;
}

/** Whether an edit changes text that an alias or a merge key repeats elsewhere. */
export function changesRepeated(unit: Unit, { start, end }: Range): boolean {
  if (isRepeated(unit, { start, end })) return true;
  return hasAliases(unit) && repeatedRanges(unit).some((one) => start < one.end && one.start < end);
}

/** The targets of aliases that are in no other target, in the order of the text. */
const repeatedRanges = engine.query('repeated ranges', (unit: Unit): readonly Range[] => {
  const targets = new Set<Node>();
  for (const { target } of aliasesOf(unit)) if (target !== undefined) targets.add(target);
  return outermostRanges(targets);
});

/** The joined text of units. */
export function joinUnits(units: readonly Unit[]): string {
  return units.map((unit) => unit.text).join('');
}

/** The start offset of each unit in the joined text. */
export function unitStarts(units: readonly Unit[]): number[] {
  let end = 0;
  return units.map(({ text }) => {
    end += text.length;
    return end - text.length;
  });
}

/** Joins YAML units to one of the kind of the first of them. */
export function unitedUnit(units: readonly Unit[]): Unit {
  const { kind = 'state', level, limits } = units[0] ?? {};
  return new Unit(joinUnits(units), kind, 'yaml', limits ?? DEFAULT_LIMITS, 'entry', 0, level);
}

/** For a state whose `states:` ends the unit: the map whose other keys are in other units. */
export function openedMap({ opened, parsed: { root } }: Unit): MapNode | undefined {
  const value = opened && root?.kind === 'map' ? root.pairs.at(-1)?.value : undefined;
  return value?.kind === 'map' && value.pairs.at(-1)?.name === 'states' ? value : undefined;
}

/**
 * Whether a key has no value: nothing is written, or `null`. A tag or an anchor has a meaning of its own, a syntax
 * error may have lost the value, and the entries of `states:` may be in other units.
 */
export function hasNoValue(unit: Unit, pair: Pair): boolean {
  const { parent, key, name, colon, value } = pair;
  if (colon < 0 || !isEmptyOrNull(value) || value.tag !== undefined || value.anchor !== undefined)
    return false;
  if (name === 'states' && (unit.kind === 'states' || openedMap(unit) === parent)) return false;
  const next = parent.pairs[indexOfPair(pair) + 1];
  let line = nextLine(unit.text, value.end);
  while (isComment(unit.text, line)) line = nextLine(unit.text, line);
  // The value may be on a line that is indented with tabs: that error begins at the start of the line.
  const end = next?.start ?? (unit.text[line] === '\t' ? line : lineEnd(unit.text, value.end)) + 1;
  return !unit.parsed.problems.some(
    ({ kind, start }) => kind !== 'comment' && kind !== 'limit' && start >= key.end && start < end,
  );
}

function isComment(text: string, line: number): boolean {
  return text.slice(line, lineEnd(text, line)).trimStart().startsWith('#');
}

function isIndependent(unit: Unit): boolean {
  if (unit.notation === 'json')
    return !mayConflict(unit.text) && (unit.kind !== 'head' || opensRoot(unit.text));
  if (unit.kind === 'head' && hasContent(unit.text)) return false;
  if (hasDocumentMark(unit) || mayConflict(unit.text)) return false;
  // An alias without an anchor in its own slice may have it in an earlier one.
  return !unit.text.includes('*') || unit.parsed.openAliases.length === 0;
}

function anchorsOf(unit: Unit): readonly string[] {
  if (unit.notation === 'json' || !/(?:^|[\s,[{])&\S/.test(unit.text)) return [];
  return [...descendantsOf(unit.parsed.root)].flatMap(({ anchor }) => anchor ?? []);
}

/** Whether a JSON head consists of the opening bracket of the root and comments. */
function opensRoot(text: string): boolean {
  return /^\ufeff?\s*\{\s*$/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n\r]*/g, ' '));
}
