import { engine } from '../../engine/engine';
import type { Task } from '../../engine/task';
import type { Address } from '../../project/files/paths';
import { isLongUnit, type Source, unitFacts } from '../../project/files/source';
import { pathBelow, ROOT_PATH } from '../../project/names/scope-path';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { isEqualData } from '../../text/equality';
import { hasLineBreak } from '../../text/lines';
import type { Range } from '../../text/range';
import type { Unit } from '../../yaml/cut/unit';
import { mentionsInScopes, mentionsOf, prepareMentions } from '../symbols/mentions';
import { colourOf, type NameColour } from './names';

export { TOKEN_MODIFIERS, TOKEN_TYPES } from './legend';

/** A name with its token type; on one line, with offsets of its unit. */
export type SemanticToken = Range & NameColour;

/**
 * The names of a unit to highlight, in the order of the text and without overlap. Returns the same list until the
 * unit's text or the meaning of a name changes.
 */
export function tokensOf(project: Project, { address }: Source, unit: Unit): readonly SemanticToken[] {
  return tokensOfUnit(project, address, unit);
}

const tokensOfUnit = engine.slicedQuery('tokens', collectTokens, { equals: isEqualData });

/** The tokens of all units of a file in order, one unit per step, and several steps for a long one. */
export function* tokensByUnit(project: Project, source: Source): Task<readonly (readonly SemanticToken[])[]> {
  const all: (readonly SemanticToken[])[] = [];
  for (const unit of source.document.units) {
    if (isLongUnit(unit)) yield* tokensOfUnit.asTask(project, source.address, unit);
    all.push(tokensOf(project, source, unit));
    yield;
  }
  return all;
}

function* collectTokens(project: Project, address: Address, unit: Unit): Task<readonly SemanticToken[]> {
  const source = project.source(address);
  if (source === undefined) return [];
  const facts = unitFacts(source, unit);
  const prefix = project.member(source.address)?.prefix ?? ROOT_PATH;
  const tokens: SemanticToken[] = [];
  const expressions = [...facts.expressions].sort((a, b) => a.node.start - b.node.start);
  let next = 0;
  let end = 0;
  yield* prepareMentions(facts);
  for (const mention of mentionsOf(facts)) {
    yield;
    const { start } = mention;
    if (start < end || mention.end <= start || hasLineBreak(unit.text, mention.start, mention.end)) continue;
    // An expression in place of a name has names of its own.
    if (unit.text.slice(start, mention.end).includes('{{')) continue;
    while ((expressions[next]?.node.end ?? start + 1) <= start) next++;
    const candidate = expressions[next];
    const around = candidate && candidate.node.start <= start ? candidate : undefined;
    // Where the service evaluates nothing, braces contain no names of the format.
    if (around && around.place.phase === undefined) continue;
    const colours = mentionsInScopes(mention).flatMap((one) => {
      const { scope } = one;
      const entry: ScopeEntry = { source: source.address, unit, scope, path: pathBelow(prefix, scope.path) };
      return colourOf(project, entry, one, around) ?? [];
    });
    // A name that an alias repeats is only unknown if no scope knows it.
    const colour = colours.find(({ modifiers }) => !modifiers.includes('unknown')) ?? colours[0];
    if (colour === undefined) continue;
    end = mention.end;
    tokens.push({ start, end, ...colour });
  }
  return tokens;
}
