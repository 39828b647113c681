import type { CheckReport } from '../../check';
import type { Severity } from '../../rules/rule';
import { displayPath } from '../paths';
import { joined, type Printable, workflowCommand } from '../printer';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** The findings as commands of GitHub Actions, which shows them in the changes of a pull request. */
export function formatGithub({ findings }: CheckReport, folder: string): Printable {
  const commands = findings.map(
    ({ address, line, character, endLine, endCharacter, severity, code, message }) => {
      const isOneLine = endLine === line;
      const properties = {
        file: displayPath(address, folder),
        line: line + 1,
        col: character + 1,
        endLine: isOneLine ? undefined : endLine + 1,
        // Columns are only supported within one line.
        endColumn: isOneLine ? endCharacter + 1 : undefined,
      };
      return workflowCommand(LEVELS[severity], properties, `${message} [${code}]`);
    },
  );
  return joined(commands);
}
