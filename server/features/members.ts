import { nameEnd } from '../expression/tokens';
import type { ExpressionPlace } from '../facts/facts';
import { currentNames } from '../inference/current';
import type { NameReader } from '../inference/names';
import { type OriginSite, siteOfOrigin } from '../inference/sites';
import type { Names, Text } from '../inference/written';
import { unitFacts } from '../project/source';
import type { ScopeEntry } from '../project/symbols';
import { memberAt } from '../shapes/at-cursor';
import { type FoundMember, memberOf } from '../shapes/members';
import { type Range, touches } from '../text/range';
import { type Located, type LocatedExpression, locateExpression, scopeAt } from './locate';

/** Members of values whose shape is known, as a cursor in an expression sees them. */

/** What an expression at a cursor reads its values from. */
export interface Surroundings {
  readonly reader: NameReader;
  readonly scope: ScopeEntry;
  readonly place: ExpressionPlace;
  readonly names: Names;
  /** The text of the expression; undefined while nothing else can point into it. */
  readonly of: Text | undefined;
}

/** Undefined where nothing is evaluated. */
export function surroundingsOf(at: Located, expression: LocatedExpression): Surroundings | undefined {
  const scope = at.step && scopeAt(at, at.step);
  if (scope === undefined || expression.place.phase === undefined) return undefined;
  const { workspace, project } = at;
  const reader = currentNames(workspace, project);
  const place = { scope: -1, ...expression.place };
  return { reader, scope, place, names: reader.namesAt(scope, place), of: textOf(at, expression) };
}

function textOf(at: Located, { expression: { body } }: LocatedExpression): Text | undefined {
  const { unit } = at;
  for (const expression of unitFacts(at.source, unit).expressions) {
    if (expression.node.start !== at.spot?.scalar?.start) continue;
    const part = expression.parts.find((one) => one.valueStart === body.start);
    if (part) return { kind: 'expression', source: at.source.address, unit, expression, part };
  }
  return undefined;
}

/** A member that is named under a cursor. */
export interface MemberUnder {
  /** The name, in offsets of the unit. */
  readonly range: Range;
  readonly found: FoundMember;
}

/** The member whose name a cursor touches: behind a dot, in brackets, in a pattern. Undefined if nothing is known of it. */
export function memberUnder(at: Located): MemberUnder | undefined {
  const expression = locateExpression(at);
  const around = expression && surroundingsOf(at, expression);
  if (expression === undefined || around === undefined) return undefined;
  const { body, bodyOffset } = expression;
  const member = memberAt(body, nameEnd(body, bodyOffset), around.names, around.of);
  if (member === undefined) return undefined;
  const name = body.slice(member.name.start, member.name.end);
  const range = expression.toUnit(member.name);
  // The cursor may be on the name before, or in front of the second of two quotes that mean one.
  if (name === '' || name.includes('\\') || !touches(range, at.offset)) return undefined;
  const found = memberOf(member.receiver, name);
  return found.kind === 'found' ? { range, found } : undefined;
}

/** Where a member is written, each place once, in offsets of its file. */
export function placesOf({ project }: Pick<Located, 'project'>, { origins }: FoundMember): OriginSite[] {
  const places = new Map<string, OriginSite>();
  for (const origin of origins) {
    const site = siteOfOrigin(project, origin);
    if (site) places.set(`${site.start} ${site.address}`, site);
  }
  return [...places.values()];
}
