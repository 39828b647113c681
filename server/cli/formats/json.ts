import type { CheckReport, PrintedFinding, PrintedRange } from '../../check';
import type { FixReport } from '../../fix-files';
import { type ChangedText, unifiedDiff } from '../../text/unified-diff';
import { plainReason } from '../failure';
import { displayPath } from '../paths';
import { json, type Printable } from '../printer';

/**
 * The findings as JSON, with the edits of their fixes. Lines and columns count from one, columns in UTF-16 code units.
 */
export function formatFindingsJson({ findings, files, skipped }: CheckReport, folder: string): Printable {
  const counts = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { severity } of findings) counts[severity]++;
  const unchecked = [...skipped].map(([address, reason]) => ({
    file: displayPath(address, folder),
    why: plainReason(reason),
  }));
  const list = findings.map((finding) => jsonOfFinding(finding, folder));
  return json({ files, counts, skipped: unchecked, findings: list }, 2);
}

function jsonOfFinding(finding: PrintedFinding, folder: string) {
  const { severity, code, message, fixes } = finding;
  return {
    ...jsonOfRange(finding, folder),
    severity,
    code,
    message,
    fixes: fixes.map(({ title, certain, edits }) => ({
      title,
      certain,
      edits: edits.map((edit) => ({ ...jsonOfRange(edit, folder), text: edit.text })),
    })),
  };
}

function jsonOfRange({ address, line, character, endLine, endCharacter }: PrintedRange, folder: string) {
  return {
    file: displayPath(address, folder),
    line: line + 1,
    column: character + 1,
    endLine: endLine + 1,
    endColumn: endCharacter + 1,
  };
}

/** The fixes that were applied, what is left and why, and the changes. */
export function formatFixesJson({ fixed, refused, left }: FixReport, folder: string): Printable {
  const changed = changedTexts({ fixed }, folder);
  return json(
    {
      files: changed.map(({ path }) => path),
      applied: fixed.flatMap(({ address, applied }) =>
        applied.map(({ code, title }) => ({ file: displayPath(address, folder), code, title })),
      ),
      left: left.findings.map((finding) => ({
        file: displayPath(finding.address, folder),
        line: finding.line + 1,
        code: finding.code,
        why: whyLeft(finding, refused.has(finding.address)),
      })),
      diff: unifiedDiff(changed),
    },
    2,
  );
}

export function changedTexts({ fixed }: Pick<FixReport, 'fixed'>, folder: string): readonly ChangedText[] {
  return fixed.map(({ address, before, after }) => ({ path: displayPath(address, folder), before, after }));
}

function whyLeft({ code, fixes }: PrintedFinding, isRefused: boolean): string {
  const preferred = fixes.find((fix) => fix.preferred);
  if (isRefused && preferred) return 'The fixes of this file together would cause errors of syntax.';
  if (preferred) return `The fix is likely, but not certain; \`--only ${code}\` applies it.`;
  if (fixes.length === 0) return 'No fix is known.';
  return fixes.length === 1
    ? 'The fix is a decision of the author.'
    : 'The author has to decide between several fixes.';
}
