import { nameEnd } from '../expression/tokens';
import type { ExpressionPlace } from '../facts/facts';
import { currentNames } from '../inference/current';
import type { NameReader } from '../inference/names';
import { namesWithOrigins } from '../inference/provenance';
import { type OriginSite, siteOfOrigin } from '../inference/sites';
import type { Names, Text } from '../inference/written';
import type { Project } from '../project/project';
import { unitFacts } from '../project/source';
import type { ScopeEntry } from '../project/symbols';
import { memberAt } from '../shapes/at-cursor';
import { type FoundMember, memberOf } from '../shapes/members';
import { member, type Origin, objectOf, type Shape, UNKNOWN } from '../shapes/shape';
import { type Range, touches } from '../text/range';
import { type Located, type LocatedExpression, locateExpression, scopeAt } from './locate';
import { ownerOf, stateNamed } from './variables';

/** Members of values whose shape is known, as a cursor in an expression sees them. */

/** What an expression at a cursor reads its values from. */
export interface Surroundings {
  readonly reader: NameReader;
  readonly scope: ScopeEntry;
  readonly place: ExpressionPlace;
  /** With all variables of the context, whichever of them are read: any may be offered. */
  readonly names: Names;
}

/** Undefined where nothing is evaluated. */
export function surroundingsOf(at: Located, expression: LocatedExpression): Surroundings | undefined {
  const reader = currentNames(at.workspace, at.project);
  const evaluated = evaluatedAt(at, expression, reader);
  return evaluated && { ...evaluated, reader, names: (name) => evaluated.names(name) };
}

/** What names stand for in an expression, as a reader knows it; undefined where nothing is evaluated. */
function evaluatedAt(
  at: Located,
  { place }: LocatedExpression,
  reader: NameReader,
): Omit<Surroundings, 'reader'> | undefined {
  const scope = at.step && scopeAt(at, at.step);
  if (scope === undefined || place.phase === undefined) return undefined;
  const here = { scope: -1, ...place };
  const variables = reader.namesAt(scope, here);
  const names: Names = (name, expression) => {
    const shape = variables(name, expression);
    return shape?.kind === 'unknown' ? (shapeOfState(reader, scope, name) ?? shape) : shape;
  };
  return { scope, place: here, names };
}

/** What `<state>` is in `<state>.<output>`; it may have been left with other outputs, or never been entered. */
function shapeOfState(reader: NameReader, from: ScopeEntry, name: string): Shape | undefined {
  const { project } = reader;
  const path = ownerOf(project, from, name) ? undefined : stateNamed(project, from, name);
  const outputs = (path ? project.scopes(path) : []).flatMap((entry) =>
    entry.scope.outputs.flatMap((output) =>
      output.context ? [] : [[output.name.text, member(reader.outputShape(entry, output))] as const],
    ),
  );
  return outputs.length > 0 ? objectOf(new Map(outputs), false) : undefined;
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
interface MemberUnder {
  /** The name, in offsets of the unit. */
  readonly range: Range;
  readonly found: FoundMember;
  /** Where it is written, each place once, in offsets of its file. */
  places(): readonly OriginSite[];
}

/** The member whose name a cursor touches: behind a dot, in brackets, in a pattern. Undefined if nothing is known of it. */
export function memberUnder(at: Located): MemberUnder | undefined {
  const expression = locateExpression(at);
  const around = expression && surroundingsOf(at, expression);
  if (expression === undefined || around === undefined) return undefined;
  const { body, bodyOffset } = expression;
  const end = nameEnd(body, bodyOffset);
  const written = memberAt(body, end, around.names);
  if (written === undefined) return undefined;
  const name = body.slice(written.name.start, written.name.end);
  const range = expression.toUnit(written.name);
  // The cursor may be on the name before, or in front of the second of two quotes that mean one.
  if (name === '' || name.includes('\\') || !touches(range, at.offset)) return undefined;
  const found = memberOf(written.receiver, name);
  if (found.kind !== 'found') return undefined;
  return { range, found, places: () => memberPlaces(at, expression, end)(name) };
}

/**
 * Tells where members of the value before an offset of an expression's body are written. The value is inferred once
 * more for that, with origins, when this is first asked for.
 */
export function memberPlaces(
  at: Located,
  expression: LocatedExpression,
  bodyOffset: number,
): (name: string) => readonly OriginSite[] {
  let receiver: Shape | undefined;
  return (name) => {
    receiver ??= receiverWithOrigins(at, expression, bodyOffset);
    const found = memberOf(receiver, name);
    return found.kind === 'found' ? sitesOf(at.project, found.origins) : [];
  };
}

function receiverWithOrigins(at: Located, expression: LocatedExpression, bodyOffset: number): Shape {
  const evaluated = evaluatedAt(at, expression, namesWithOrigins(at.workspace, at.project));
  if (evaluated === undefined) return UNKNOWN;
  return memberAt(expression.body, bodyOffset, evaluated.names, textOf(at, expression))?.receiver ?? UNKNOWN;
}

function sitesOf(project: Project, origins: readonly Origin[]): OriginSite[] {
  const places = new Map<string, OriginSite>();
  for (const origin of origins) {
    const site = siteOfOrigin(project, origin);
    if (site) places.set(`${site.start} ${site.address}`, site);
  }
  return [...places.values()];
}
