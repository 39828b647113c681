import { resolve } from 'node:path';
import { URI } from 'vscode-uri';
import { type CheckReport, check } from './check';
import { nodeWorld } from './world-node';

const USAGE = `Usage: atomic-state check [--pcc] [path ...]

Checks the state files below the given folders (or the current one) with the rules of the editor.

  --pcc   also report what the tool pcc rejects though the service takes it

Exit codes: 0 nothing of severity error, 1 errors found, 2 wrong usage.
`;

async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  if (command === '--help' || command === '-h') {
    process.stdout.write(USAGE);
    return 0;
  }
  const flags = rest.filter((arg) => arg.startsWith('-'));
  const named = rest.filter((arg) => !arg.startsWith('-'));
  if (command !== 'check' || flags.some((flag) => flag !== '--pcc')) {
    process.stderr.write(USAGE);
    return 2;
  }
  const paths = (named.length > 0 ? named : ['.']).map((path) => URI.file(resolve(path)).toString());
  const report = await check(nodeWorld, paths, { pccRules: flags.includes('--pcc') });
  if (report.unreadable.length > 0) {
    for (const path of report.unreadable) process.stderr.write(`${path}: there is no such file or folder\n`);
    return 2;
  }
  process.stdout.write(render(report));
  return report.findings.some((finding) => finding.severity === 'error') ? 1 : 0;
}

function render({ findings, files }: CheckReport): string {
  const cwd = URI.file(process.cwd()).toString();
  const lines = findings.map(({ address, line, character, severity, code, message }) => {
    const path = address.startsWith(`${cwd}/`) ? address.slice(cwd.length + 1) : URI.parse(address).fsPath;
    return `${decodeURIComponent(path)}:${line + 1}:${character + 1}: ${severity}: ${message} [${code}]\n`;
  });
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const summary = `${files} state files, ${count('error')} errors, ${count('warning')} warnings, ${count('information')} informations, ${count('hint')} hints\n`;
  return lines.join('') + summary;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 2;
  },
);
