import { rangeInUnit, toSource } from '../facts/expressions';
import type { Address } from '../project/files/paths';
import type { Project } from '../project/project';
import { type Range, shiftRange } from '../text/range';
import type { MemberOrigin } from '../types/value-type';
import type { Unit } from '../yaml/cut/unit';
import { valueOffsets } from '../yaml/tree/scalar-map';
import type { OriginText } from './node-types';

/** A range of a file. */
export interface OriginSite extends Range {
  readonly address: Address;
}

/** The place of a member of a type; undefined if the text has changed since. */
export function siteOfOrigin(project: Project, { start, end, of }: MemberOrigin): OriginSite | undefined {
  if (!isOriginText(of)) return undefined;
  switch (of.kind) {
    case 'file':
      return { address: of.address, start, end };
    case 'unit':
      return inDocument(project, of, { start, end });
    case 'scalar':
      return inDocument(
        project,
        of,
        toSource(of.unit.text, { start, end }, valueOffsets(of.unit.text, of.node)),
      );
    case 'expression':
      return inDocument(project, of, rangeInUnit(of.unit.text, of.expression, of.part, { start, end }));
  }
}

/** True for all origins in the types of a project; the type of origins in `types/` does not know texts. */
function isOriginText(of: unknown): of is OriginText {
  return typeof of === 'object' && of !== null && 'kind' in of;
}

function inDocument(
  project: Project,
  { source, unit }: { readonly source: Address; readonly unit: Unit },
  range: Range,
): OriginSite | undefined {
  const document = project.source(source)?.document;
  if (document === undefined || !document.holds(unit)) return undefined;
  return { address: source, ...shiftRange(range, document.startOf(unit)) };
}
