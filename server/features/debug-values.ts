import { isGlobal } from '../expression/globals';
import { isIdentifier } from '../expression/identifier';
import type { NameUse } from '../expression/names';
import type { ScopeFacts, UnitFacts } from '../facts/facts';
import type { Address } from '../project/files/paths';
import { unitFacts } from '../project/files/source';
import { samePath } from '../project/names/scope-path';
import type { Workspace } from '../project/workspace';
import { type Range, shiftRange, touchesRange } from '../text/range';

/** A value that a debugger can evaluate: a variable with its members. */
interface DebugValue {
  /** In the document. */
  readonly range: Range;
  readonly expression: string;
}

/** The variable at an offset of a document, in an expression or where it is defined. */
export function debugValueAt(workspace: Workspace, address: Address, offset: number): DebugValue | undefined {
  for (const { facts, start } of unitsIn(workspace, address, { start: offset, end: offset })) {
    const at = offset - start;
    for (const { name, range } of facts.scopes.flatMap(definitions))
      if (touchesRange(range, at)) return { range: shiftRange(range, start), expression: name };
    for (const use of facts.expressions.flatMap(usesOf)) {
      const found = touchesRange({ start: use.start, end: endOf(use) }, at) ? partOf(use, at) : undefined;
      if (found) return { ...found, range: shiftRange(found.range, start) };
    }
  }
  return undefined;
}

/**
 * The variables to show in a range of a document while a conversation is stopped at an offset of it: those of the
 * state or automata there, each once per line.
 */
export function debugValuesIn(
  workspace: Workspace,
  address: Address,
  range: Range,
  stoppedAt: number,
): readonly DebugValue[] {
  const scope = pathAt(workspace, address, stoppedAt);
  const document = workspace.document(address);
  if (scope === undefined || document === undefined) return [];
  const values = new Map<string, DebugValue>();
  for (const { facts, start } of unitsIn(workspace, address, range)) {
    const indices = new Set(
      facts.scopes.flatMap(({ path }, index) => (samePath(path, scope) ? [index] : [])),
    );
    const uses = facts.expressions.filter(({ place }) => indices.has(place.scope)).flatMap(usesOf);
    const found = [
      ...[...indices].flatMap((index) => definitions(facts.scopes[index])),
      ...uses
        .filter(({ name, called, members }) => !isGlobal(name) && (!called || members.length > 0))
        .map(withMembers),
    ];
    for (const { name, range: place } of found) {
      const here = shiftRange(place, start);
      if (name === 'context' || here.start < range.start || here.start > range.end) continue;
      const key = `${document.positionAt(here.start).line} ${name}`;
      if (!values.has(key)) values.set(key, { range: here, expression: name });
    }
  }
  return [...values.values()].sort((a, b) => a.range.start - b.range.start);
}

interface NamedRange {
  readonly name: string;
  /** In the unit. */
  readonly range: Range;
}

/** The variables that a scope defines, with the ranges of their names. */
function definitions(scope: ScopeFacts | undefined): NamedRange[] {
  if (scope === undefined) return [];
  const { inputs, results, outputs, context } = scope;
  const plain = [...inputs, ...results, ...outputs.filter((one) => one.context === undefined)];
  const ofContext = [
    ...context.map(({ name }) => ({ text: name.text, range: name })),
    ...outputs.flatMap(({ name, context: of }) => (of ? [{ text: of.text, range: name }] : [])),
  ];
  return [
    ...plain.flatMap(({ name }) => (isIdentifier(name.text) ? [{ name: name.text, range: name }] : [])),
    ...ofContext.map(({ text, range }) => ({ name: `context${memberText(text)}`, range })),
  ];
}

function usesOf({ parts, place, code }: UnitFacts['expressions'][number]): readonly NameUse[] {
  return place.phase === undefined || code ? [] : parts.flatMap(({ uses }) => uses);
}

/** A name with all of its members, without a called method. */
function withMembers({ name, start, end, members, called }: NameUse): NamedRange {
  const kept = called ? members.slice(0, -1) : members;
  const text = name + kept.map((one) => memberText(one.name)).join('');
  return { name: text, range: { start, end: kept.at(-1)?.end ?? end } };
}

/** A name with its members up to the one at an offset; undefined for a called one. */
function partOf(use: NameUse, at: number): DebugValue | undefined {
  const { name, start, end, members, called } = use;
  const count = at <= end ? 0 : members.findIndex((member) => at <= member.end) + 1;
  if (called && count === members.length) return undefined;
  const kept = members.slice(0, count);
  const expression = name + kept.map((one) => memberText(one.name)).join('');
  return { range: { start, end: kept.at(-1)?.end ?? end }, expression };
}

function endOf({ end, members }: NameUse): number {
  return members.at(-1)?.end ?? end;
}

function memberText(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** The path of the innermost state or automata at an offset. */
function pathAt(workspace: Workspace, address: Address, offset: number): readonly string[] | undefined {
  for (const { facts, start } of unitsIn(workspace, address, { start: offset, end: offset })) {
    const around = facts.scopes.findLast(({ name, map }) => {
      const from = name ? name.start - 1 : 0;
      return map !== undefined && from <= offset - start && offset - start <= map.end;
    });
    if (around) return around.path;
  }
  return undefined;
}

/** The units of a document that a range touches, with their offsets. */
function* unitsIn(
  workspace: Workspace,
  address: Address,
  range: Range,
): Iterable<{ readonly facts: UnitFacts; readonly start: number }> {
  const source = workspace.source(address);
  if (source === undefined) return;
  for (const { unit, start } of source.document.unitsIn(range))
    yield { facts: unitFacts(source, unit), start };
}
