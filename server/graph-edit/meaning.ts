import { findOccurrences, type Occurrence } from '../features/symbols/occurrences';
import { symbolKey } from '../features/symbols/symbol';
import { lastSegmentOf } from '../project/files/paths';
import type { ScopePath } from '../project/names/scope-path';
import { msg } from '../text/message';
import type { Draft } from './draft';
import { type EditRefusal, refuse } from './outcome';

/** Whether the text that an operation does not write keeps its meaning. */

/** A name elsewhere that meant something else before a state was added. */
export function capturedName(draft: Draft, path: ScopePath): EditRefusal | undefined {
  const { workspace, original, project } = draft;
  const name = path.at(-1) ?? '';
  const added = symbolKey({ kind: 'state', path });
  const before = new Map(
    findOccurrences(workspace, original, name).occurrences.map((one) => [one.mention, one]),
  );
  const captured = findOccurrences(workspace, project, name).occurrences.find((one) => {
    const old = before.get(one.mention);
    return one.key === added && old !== undefined && old.key !== '' && old.key !== added;
  });
  return (
    captured &&
    refuse(
      msg`With the name \`${name}\`, ${placeOf(draft, captured)} would mean the new state. Enter another name.`,
    )
  );
}

/** The file and line of a name, for people. */
function placeOf({ original }: Draft, { source, unit, mention }: Occurrence) {
  const { address } = source;
  const document = original.source(address)?.document;
  const offset = (document?.startOf(unit) ?? 0) + mention.start;
  return msg`${lastSegmentOf(address)}, line ${(document?.positionAt(offset).line ?? 0) + 1}`;
}
