import { sourcesInOrder } from '../features/symbols/occurrences';
import { unitFacts } from '../project/files/source';
import { statePath } from '../project/flow/possible-states';
import { pathKey } from '../project/names/scope-path';
import type { Edit } from '../rules/edits';
import type { Draft } from './draft';
import type { EditRefusal, Moved } from './outcome';

/** Writes the paths of states in scenarios for their new places; a refusal if one would mean something else. */
export function writeScenarioPaths(
  draft: Draft,
  moved: Moved,
  refuseName: (name: string) => EditRefusal,
): EditRefusal | undefined {
  const { original } = draft;
  for (const source of sourcesInOrder(original)) {
    for (const unit of source.document.units) {
      const edits: Edit[] = [];
      for (const { role, path, target, end } of unitFacts(source, unit).scenarios?.names ?? []) {
        if (role !== 'state' || path?.following !== 0 || target === undefined) continue;
        const before = statePath(original, target);
        const wanted = before && moved(before);
        const now = statePath(draft.project, target);
        if ((wanted && pathKey(wanted)) === (now && pathKey(now))) continue;
        const range = { start: end - target.length, end };
        const text = wanted?.join('.') ?? '';
        const found = statePath(draft.project, text);
        const isWritten = unit.text.slice(range.start, end) === target;
        if (!isWritten || wanted === undefined || found === undefined || pathKey(found) !== pathKey(wanted))
          return refuseName(target);
        edits.push({ range, text });
      }
      const refused = draft.edit({ source: source.address, unit }, edits);
      if (refused !== undefined) return refused;
    }
  }
  return undefined;
}
