import type { CheckReport } from '../check';
import type { Severity } from '../rules/rule';
import { displayPath } from './paths';

const LEVELS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** The findings as commands of GitHub Actions, which shows them in the changes of a pull request. */
export function formatGithub({ findings }: CheckReport, folder: string): string {
  const lines = findings.map(
    ({ address, line, character, endLine, endCharacter, severity, code, message }) => {
      const properties = [
        `file=${property(displayPath(address, folder))}`,
        `line=${line + 1}`,
        `col=${character + 1}`,
        // Columns are only supported within one line.
        ...(endLine > line ? [`endLine=${endLine + 1}`] : [`endColumn=${endCharacter + 1}`]),
      ];
      return `::${LEVELS[severity]} ${properties.join(',')}::${data(`${message} [${code}]`)}\n`;
    },
  );
  return lines.join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
