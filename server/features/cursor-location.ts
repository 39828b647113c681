import { expressionAt, parseTemplate, type TemplateExpression } from '../expression/template';
import { toValueOffset } from '../facts/expressions';
import type { ExpressionPlace } from '../facts/facts';
import { namesInUnit, placeOf } from '../facts/place';
import { rootTypeOf, STATES } from '../format/document-kind';
import type { Type } from '../format/types';
import { rootStep, type Step, stepOfSlot } from '../format/walk';
import type { Address } from '../project/files/paths';
import type { Source } from '../project/files/source';
import type { ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import type { Range } from '../text/range';
import { type CursorContext, cursorContextAt } from '../yaml/cursor/cursor';
import type { Document } from '../yaml/cut/document';
import type { Level } from '../yaml/cut/levels';
import { openedMap, type Unit } from '../yaml/cut/unit';
import { valueOffsets } from '../yaml/tree/scalar-map';
import type { Node } from '../yaml/tree/tree';

/** A cursor in a state file. Offsets are those of the unit unless stated otherwise. */
export interface CursorLocation {
  readonly workspace: Workspace;
  readonly project: Project;
  readonly source: Source;
  readonly unit: Unit;
  /** Offset of the unit in the document. */
  readonly unitStart: number;
  readonly offset: number;
  /** The format's description of the unit's root. */
  readonly root: Step;
  /** The cursor context; undefined in comments and where nothing can be written. */
  readonly cursor: CursorContext | undefined;
  /** The format's type of the slot at the cursor: of a value, or of the map of a key. */
  readonly step: Step | undefined;
  /** Names of the scopes around the root of `step`, from the root of the document down. */
  readonly path: readonly string[];
}

/** The location of an offset of a document; undefined for files of other formats. */
export function locateCursor(
  workspace: Workspace,
  address: Address,
  offset: number,
): CursorLocation | undefined {
  const project = workspace.projectsOf(address)[0];
  const source = project?.source(address);
  if (project === undefined || source === undefined || source.documentKind === 'successor') return undefined;
  const { document } = source;
  const index = document.unitIndexAt(offset);
  const unit = document.units[index];
  if (unit === undefined) return undefined;
  const unitStart = document.startAt(index);
  const inside = Math.min(Math.max(0, offset - unitStart), unit.text.length);
  const { tree, cursor: found } = contextInUnit(unit, inside);
  const cursor = found && hasRoom(found, document, index) ? found : undefined;
  const root = rootStep(tree, rootTypeOf(unit, source.documentKind), source.catalog);
  const around = cursor?.outside ? placeAround(unit, cursor.column) : undefined;
  const step =
    cursor && (around ? rootStep(undefined, around.type, source.catalog) : stepOfSlot(root, cursor.slot));
  const { path } = around ?? unit;
  return { workspace, project, source, unit, unitStart, offset: inside, root, cursor, step, path };
}

const AUTOMATA: Type = { kind: 'object', object: 'automata' };

/** The map around a unit to which a key in a column belongs: an automata, or its states. */
function placeAround(unit: Unit, column: number): { type: Type; path: readonly string[] } | undefined {
  for (let level: Level | undefined = unit.level; level !== undefined; level = level.outer) {
    const { path } = level;
    if (column === level.column) return { type: STATES, path };
    if (column === level.keys)
      return unit.kind === 'state' || unit.isNested ? { type: AUTOMATA, path } : undefined;
  }
  return undefined;
}

/**
 * The cursor context in a unit. An incomplete key in flow style makes its neighbours unreadable, as only brackets and
 * commas end them: such text is parsed again without it.
 */
function contextInUnit(
  unit: Unit,
  offset: number,
): { tree: Node | undefined; cursor: CursorContext | undefined } {
  const { text, notation } = unit;
  const tree = unit.parsed.root;
  const cursor = cursorContextAt(text, tree, offset, notation);
  const halfTyped =
    cursor?.role === 'key' &&
    cursor.flow &&
    cursor.replace.end > cursor.replace.start &&
    !hasColon(text, cursor);
  if (!halfTyped) return { tree, cursor };
  const quotes = cursor.quote === 'none' ? 0 : 1;
  const start = cursor.replace.start - quotes;
  const end = cursor.replace.end + (cursor.closed ? 1 : 0);
  const without = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  const root = unit.withText(without).firstRoot;
  const again = cursorContextAt(without, root, start, notation);
  if (again?.role !== 'key') return { tree, cursor };
  const { replace, prefix, quote, closed, scalar } = cursor;
  return { tree: root, cursor: { ...again, replace, prefix, quote, closed, scalar } };
}

/** Whether the key at a cursor already has a colon. */
export function hasColon(text: string, cursor: CursorContext): boolean {
  const end = cursor.replace.end + (cursor.closed ? 1 : 0);
  return /^[ \t]*:/.test(text.slice(end, end + 100));
}

/** Whether the context that the unit allows is also possible in the whole document. */
function hasRoom(cursor: CursorContext, document: Document, index: number): boolean {
  const unit = document.units[index];
  // Left of a state's key, only keys of the enclosing automata and of its states are possible.
  if (cursor.outside) return unit !== undefined && placeAround(unit, cursor.column) !== undefined;
  // Nothing can be written in the closing brackets of the document.
  if (unit?.kind === 'tail') return false;
  if (unit?.kind === 'head') return cursor.flow || cursor.column === 0;
  const states = unit && openedMap(unit)?.pairs.at(-1);
  if (states ? cursor.replace.start <= states.colon : unit?.kind !== 'states') return true;
  if (cursor.flow || (cursor.pair !== undefined && cursor.pair.colon >= 0)) return true;
  // Between `states:` and its first child, only another child is possible.
  const below = document.units[index + 1]?.text.search(/\S/);
  return cursor.column === below;
}

/** The automata or state around a step. */
export function scopeAt(at: CursorLocation, step: Step): ScopeEntry | undefined {
  const path = at.project.pathIn(at.source.address, [...at.path, ...namesInUnit(step)]);
  const scopes = at.project.scopes(path);
  return scopes.find((entry) => entry.unit === at.unit) ?? scopes[0];
}

/** The cursor inside an expression. */
export interface LocatedExpression {
  readonly expression: TemplateExpression;
  /** The text between the braces, and the cursor in it. */
  readonly body: string;
  readonly bodyOffset: number;
  readonly place: Omit<ExpressionPlace, 'scope'>;
  /** Converts a range of the body to a range of the unit. */
  toUnit(range: Range): Range;
}

/** The expression that contains the cursor, complete or not. */
export function expressionAtLocation(at: CursorLocation): LocatedExpression | undefined {
  const scalar = at.cursor?.role === 'key' ? undefined : at.cursor?.scalar;
  if (scalar === undefined || at.step === undefined || !scalar.value.includes('{{')) return undefined;
  const offsets = valueOffsets(at.unit.text, scalar);
  const offset = toValueOffset(at.offset, offsets);
  const expression = expressionAt(parseTemplate(scalar.value), offset);
  if (expression === undefined) return undefined;
  const { start, end } = expression.body;
  return {
    expression,
    body: scalar.value.slice(start, end),
    bodyOffset: Math.min(Math.max(0, offset - start), end - start),
    place: placeOf(at.step),
    toUnit: (range) => {
      const from = offsets[start + range.start] ?? scalar.end;
      const to = range.end > range.start ? (offsets[start + range.end] ?? scalar.end) : from;
      // There may be spaces between the last written character and the cursor.
      return from < at.offset && start + range.start >= scalar.value.length
        ? { start: at.offset, end: at.offset }
        : { start: from, end: to };
    },
  };
}
