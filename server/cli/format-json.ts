import type { CheckReport } from '../check';
import { displayPath } from './paths';

/** The findings as JSON. Lines and columns count from one, columns in UTF-16 code units. */
export function formatFindingsJson({ findings, files }: CheckReport, folder: string): string {
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
  return `${JSON.stringify({ files, findings: list }, undefined, 2)}\n`;
}
