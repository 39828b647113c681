import type { UnitFacts } from '../../facts/facts';
import type { Project } from '../../project/project';
import { type Source, unitFacts } from '../../project/source';
import type { ScopeEntry } from '../../project/symbols';
import { keptByUnit } from '../../project/unit-results';
import type { Range } from '../../text/range';
import type { Steps } from '../../text/steps';
import { spansLines } from '../../yaml/spot';
import type { Unit } from '../../yaml/unit';
import { mentionsOf } from '../symbols/mentions';
import { colourOf, type NameColour } from './names';

export { TOKEN_MODIFIERS, TOKEN_TYPES } from './legend';

/** A name with its colour; on one line, with offsets of its unit. */
export type Token = Range & NameColour;

interface Remembered {
  readonly tokens: readonly Token[];
  /** What was looked up to come to them, and the moment as of which they are known to be good. */
  readonly keys: ReadonlySet<string>;
  time: number;
}

/** By what was read off a unit: its text may be read as something else once the file has another shape. */
const remembered = new WeakMap<Project, WeakMap<UnitFacts, Remembered>>();

/**
 * The names of a unit that are worth a colour, in the order of the text and without overlap. The same list as
 * before until the unit's text, or something that a name stands for, has changed.
 */
export function tokensOf(project: Project, source: Source, unit: Unit): readonly Token[] {
  return rememberedOf(project, source, unit).tokens;
}

/** The same of all units of a file, in their order, step by step. */
export function* tokensByUnit(project: Project, source: Source): Steps<readonly (readonly Token[])[]> {
  const all = yield* rememberedByUnit(project, source);
  const { table } = project;
  const { units } = source.document;
  const now = table.time;
  for (let index = 0; index < all.length; index++) {
    const unit = units[index];
    const known = all[index];
    if (unit === undefined || known === undefined || known.time === now) continue;
    if (known.time >= table.lastChange || table.isUnchanged(known.keys, known.time)) known.time = now;
    else all[index] = rememberedOf(project, source, unit);
  }
  return all.map(({ tokens }) => tokens);
}

const rememberedByUnit = keptByUnit((project, source, unit) => rememberedOf(project, source, unit));

function rememberedOf(project: Project, source: Source, unit: Unit): Remembered {
  const byFacts = remembered.get(project) ?? new WeakMap<UnitFacts, Remembered>();
  remembered.set(project, byFacts);
  const facts = unitFacts(source, unit);
  const known = byFacts.get(facts);
  if (known && project.table.isUnchanged(known.keys, known.time)) {
    known.time = project.table.time;
    return known;
  }
  const { time } = project.table;
  const { result, keys } = project.table.track(() => makeTokens(project, source, unit, facts));
  const tokens = known && isSame(known.tokens, result) ? known.tokens : result;
  const made = { tokens, keys, time };
  byFacts.set(facts, made);
  return made;
}

function makeTokens(project: Project, source: Source, unit: Unit, facts: UnitFacts): Token[] {
  const prefix = project.member(source.address)?.prefix ?? [];
  const tokens: Token[] = [];
  const expressions = [...facts.expressions].sort((a, b) => a.node.start - b.node.start);
  let next = 0;
  let end = 0;
  for (const mention of mentionsOf(facts)) {
    const { start } = mention;
    if (start < end || mention.end <= start || spansLines(unit.text, mention)) continue;
    // An expression in place of a name has names of its own.
    if (unit.text.slice(start, mention.end).includes('{{')) continue;
    while ((expressions[next]?.node.end ?? start + 1) <= start) next++;
    const candidate = expressions[next];
    const around = candidate && candidate.node.start <= start ? candidate : undefined;
    // Where the service evaluates nothing, braces hold no names of ours.
    if (around && around.place.phase === undefined) continue;
    const { scope } = mention;
    const entry: ScopeEntry = { source: source.address, unit, scope, path: [...prefix, ...scope.path] };
    const colour = colourOf(project, entry, mention, around);
    if (colour === undefined) continue;
    end = mention.end;
    tokens.push({ start, end, ...colour });
  }
  return tokens;
}

function isSame(a: readonly Token[], b: readonly Token[]): boolean {
  return (
    a.length === b.length &&
    a.every((token, index) => {
      const other = b[index];
      return (
        other?.start === token.start &&
        other.end === token.end &&
        other.type === token.type &&
        other.modifiers.join() === token.modifiers.join()
      );
    })
  );
}
