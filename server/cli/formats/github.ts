import type { Severity } from '../../rules/rule';
import { displayPath } from '../paths';
import { joined, type Printable, workflowCommand } from '../printer';
import type { Reported } from './reported';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** The findings as commands of GitHub Actions, which shows them in the changes of a pull request. */
export function formatGithub({ findings }: Reported, folder: string): Printable {
  const commands = findings.map(
    ({ address, line, character, endLine, endCharacter, severity, code, message, details = [] }) => {
      const isOneLine = endLine === line;
      const properties = {
        file: displayPath(address, folder),
        line: line + 1,
        col: character + 1,
        endLine: isOneLine ? undefined : endLine + 1,
        // Columns are only supported within one line.
        endColumn: isOneLine ? endCharacter + 1 : undefined,
      };
      const content = [`${message} [${code}]`, ...details].join('\n');
      return workflowCommand(LEVELS[severity], properties, content);
    },
  );
  return joined(commands);
}
