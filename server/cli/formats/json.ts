import type { CheckReport } from '../../check';
import { displayPath } from '../paths';
import { json, type Printable } from '../printer';

/** The findings as JSON. Lines and columns count from one, columns in UTF-16 code units. */
export function formatFindingsJson({ findings, files }: CheckReport, folder: string): Printable {
  const list = findings.map(
    ({ address, line, character, endLine, endCharacter, severity, code, message }) => ({
      file: displayPath(address, folder),
      line: line + 1,
      column: character + 1,
      endLine: endLine + 1,
      endColumn: endCharacter + 1,
      severity,
      code,
      message,
    }),
  );
  return json({ files, findings: list }, 2);
}
