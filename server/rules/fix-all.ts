import { shiftRange } from '../text/range';
import type { Document } from '../yaml/cut/document';
import type { Edit } from './edits';
import type { FileFinding } from './placed-finding';
import type { Fix } from './rule';

interface FixedAll {
  /** In offsets of the document, in the order of the text, without overlaps. */
  readonly edits: readonly Edit[];
  /** What the edits fix. */
  readonly fixed: readonly FileFinding[];
}

/** The fix to apply without asking: the preferred one, if all of its edits are in its own unit. */
export function fixForAll({ finding }: FileFinding): Fix | undefined {
  const fix = finding.fixes?.find(({ preferred }) => preferred === true);
  const isPlain =
    fix?.create === undefined && fix?.rename === undefined && (fix?.elsewhere ?? []).length === 0;
  return isPlain ? fix : undefined;
}

/** Whether a fix may be applied automatically, such as on save. */
export function isAutomatic(one: FileFinding, fix: Fix): boolean {
  const isExcluded = one.finding.rule.excludeFromFixAll === true || fix.excludeFromFixAll === true;
  return !isExcluded && fixForAll(one) === fix;
}

/** The findings that may be fixed automatically, such as on save. */
export function fixableOnSave(findings: readonly FileFinding[]): readonly FileFinding[] {
  return findings.filter((one) => {
    const fix = fixForAll(one);
    return fix !== undefined && isAutomatic(one, fix);
  });
}

/**
 * The preferred fixes of the findings of one file. Of two fixes that change the same text or insert at the same
 * place, only the first is applied. The remaining findings can be fixed afterwards.
 */
export function fixAll(document: Document, findings: readonly FileFinding[]): FixedAll {
  const taken = new Map<string, Edit>();
  const fixed: FileFinding[] = [];
  for (const one of findings) {
    const base = document.startOf(one.unit);
    const edits = (fixForAll(one)?.edits ?? []).map((edit) => ({
      ...edit,
      range: shiftRange(edit.range, base),
    }));
    if (edits.length === 0) continue;
    // One edit may fix several findings.
    const fresh = edits.filter((edit) => !taken.has(keyOf(edit)));
    if (fresh.length > 0 && fresh.length < edits.length) continue;
    if (fresh.some((edit) => [...taken.values()].some((other) => touch(edit, other)))) continue;
    for (const edit of fresh) taken.set(keyOf(edit), edit);
    fixed.push(one);
  }
  return { edits: [...taken.values()].sort((a, b) => a.range.start - b.range.start), fixed };
}

function keyOf({ range: { start, end }, text }: Edit): string {
  return `${start} ${end} ${text}`;
}

function touch({ range: a }: Edit, { range: b }: Edit): boolean {
  return a.start <= b.end && b.start <= a.end;
}
