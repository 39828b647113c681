import { nameEnd } from '../expression/tokens';
import type { ExpressionPlace } from '../facts/facts';
import { currentNames } from '../inference/context';
import type { NameReader } from '../inference/name-reader';
import type { NameTypes, OriginText } from '../inference/node-types';
import { type OriginSite, siteOfOrigin } from '../inference/origin-sites';
import { namesWithOrigins } from '../inference/provenance';
import { unitFacts } from '../project/files/source';
import { promisedInput } from '../project/names/promised-inputs';
import type { ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import { type Range, touchesRange } from '../text/range';
import { memberAt } from '../types/at-cursor';
import { type FoundMember, lookUpMember } from '../types/member-lookup';
import { type MemberOrigin, memberType, objectType, UNKNOWN, type ValueType } from '../types/value-type';
import {
  type CursorLocation,
  expressionAtLocation,
  type LocatedExpression,
  scopeAt,
} from './cursor-location';
import { ownerOf, stateNamed } from './variables';

/** Members of values with known types at a cursor in an expression. */

/** The names that an expression at a cursor can read. */
export interface ExpressionContext {
  readonly reader: NameReader;
  readonly scope: ScopeEntry;
  readonly place: ExpressionPlace;
  /** With all context variables, whether they are read or not: any may be suggested. */
  readonly names: NameTypes;
}

/** Undefined where nothing is evaluated. */
export function expressionContextAt(
  at: CursorLocation,
  expression: LocatedExpression,
): ExpressionContext | undefined {
  const reader = currentNames(at.workspace, at.project);
  const evaluated = evaluatedAt(at, expression, reader);
  return evaluated && { ...evaluated, reader, names: (name) => evaluated.names(name) };
}

/** The names in an expression and their types; undefined where nothing is evaluated. */
function evaluatedAt(
  at: CursorLocation,
  { place }: LocatedExpression,
  reader: NameReader,
): Omit<ExpressionContext, 'reader'> | undefined {
  const scope = at.step && scopeAt(at, at.step);
  if (scope === undefined || place.phase === undefined) return undefined;
  const here = { scope: -1, ...place };
  const variables = reader.namesAt(scope, here);
  const names: NameTypes = (name, expression) => {
    const type = variables(name, expression);
    if (type?.kind !== 'unknown' || promisedInput(at.project, here, name)) return type;
    return typeInState(reader, scope, name) ?? type;
  };
  return { scope, place: here, names };
}

/** The type of `<state>` in `<state>.<output>`: the state may have been left with other outputs, or never entered. */
function typeInState(reader: NameReader, from: ScopeEntry, name: string): ValueType | undefined {
  const { project } = reader;
  const path = ownerOf(project, from, name) ? undefined : stateNamed(project, from, name);
  const outputs = (path ? project.scopes(path) : []).flatMap((entry) =>
    entry.scope.outputs.flatMap((output) =>
      output.context ? [] : [[output.name.text, memberType(reader.outputType(entry, output))] as const],
    ),
  );
  return outputs.length > 0 ? objectType(new Map(outputs), false) : undefined;
}

function textOf(at: CursorLocation, { expression: { body } }: LocatedExpression): OriginText | undefined {
  const { unit } = at;
  for (const expression of unitFacts(at.source, unit).expressions) {
    if (expression.node.start !== at.cursor?.scalar?.start) continue;
    const part = expression.parts.find((one) => one.valueStart === body.start);
    if (part) return { kind: 'expression', source: at.source.address, unit, expression, part };
  }
  return undefined;
}

/** A member whose name is at the cursor. */
interface MemberUnder {
  /** The name, in offsets of the unit. */
  readonly range: Range;
  readonly found: FoundMember;
  /** Its definitions, without duplicates, in offsets of their files. */
  places(): readonly OriginSite[];
}

/** The member whose name the cursor touches: after a dot, in brackets, in a pattern. Undefined if it is not known. */
export function memberAtCursor(at: CursorLocation): MemberUnder | undefined {
  const expression = expressionAtLocation(at);
  const around = expression && expressionContextAt(at, expression);
  if (expression === undefined || around === undefined) return undefined;
  const { body, bodyOffset } = expression;
  const end = nameEnd(body, bodyOffset);
  const written = memberAt(body, end, around.names);
  if (written === undefined) return undefined;
  const name = body.slice(written.name.start, written.name.end);
  const range = expression.toUnit(written.name);
  // The cursor may be on the preceding name, or before the second of two quotes that represent one.
  if (name === '' || name.includes('\\') || !touchesRange(range, at.offset)) return undefined;
  const found = lookUpMember(written.receiver, name);
  if (found.kind !== 'found') return undefined;
  return { range, found, places: () => memberPlaces(at, expression, end)(name) };
}

/**
 * Returns the definitions of members of the value before an offset of an expression's body. The value is inferred
 * again with origins on first use.
 */
export function memberPlaces(
  at: CursorLocation,
  expression: LocatedExpression,
  bodyOffset: number,
): (name: string) => readonly OriginSite[] {
  let receiver: ValueType | undefined;
  return (name) => {
    receiver ??= receiverWithOrigins(at, expression, bodyOffset);
    const found = lookUpMember(receiver, name);
    return found.kind === 'found' ? sitesOf(at.project, found.origins) : [];
  };
}

function receiverWithOrigins(
  at: CursorLocation,
  expression: LocatedExpression,
  bodyOffset: number,
): ValueType {
  const evaluated = evaluatedAt(at, expression, namesWithOrigins(at.workspace, at.project));
  if (evaluated === undefined) return UNKNOWN;
  return memberAt(expression.body, bodyOffset, evaluated.names, textOf(at, expression))?.receiver ?? UNKNOWN;
}

function sitesOf(project: Project, origins: readonly MemberOrigin[]): OriginSite[] {
  const places = new Map<string, OriginSite>();
  for (const origin of origins) {
    const site = siteOfOrigin(project, origin);
    if (site) places.set(`${site.start} ${site.address}`, site);
  }
  return [...places.values()];
}
