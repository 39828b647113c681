import { engine } from '../../engine/engine';
import { lastSegmentOf } from '../../project/files/paths';
import type { Document } from '../../yaml/cut/document';
import type { Unit } from '../../yaml/cut/unit';
import { ownRequest } from '../own-messages';
import { type PositionRequest, resolvePosition, type Services } from './handler';

/** The trace of findings. Computes nothing, because a trace must not update stale results. */
export const traceHandler = ownRequest(
  'atomicState/trace',
  () => null,
  (services, params) => {
    const position = resolvePosition(services, params);
    return position ? traceAt(services, position) : null;
  },
);

function traceAt(
  { workspace, findings }: Services,
  { address, document, offset }: PositionRequest,
): string | null {
  const unit = document.units[document.unitIndexAt(offset)];
  const projects = workspace.projectsOf(address);
  if (unit === undefined || projects.length === 0) return null;
  const traces = projects.map((project, index) => {
    const title = `Project ${index + 1} of ${projects.length}: ${lastSegmentOf(project.root)}`;
    return `${title}\n${findings.trace(project, address, unit)}\n`;
  });
  const place = `${lastSegmentOf(address)}, ${linesOf(document, unit)}, revision ${engine.revision}`;
  return [`${place}\n`, ...traces].join('\n');
}

/** The lines of a unit, starting at 1. */
function linesOf(document: Document, unit: Unit): string {
  const start = document.startOf(unit);
  // The line break at the end is a part of the last line.
  const end = start + Math.max(0, unit.text.length - 1);
  const [first, last] = [start, end].map((offset) => document.positionAt(offset).line + 1);
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}
