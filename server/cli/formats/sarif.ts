import { URI } from 'vscode-uri';
import type { Severity } from '../../rules/rule';
import { relativeUri } from '../paths';
import { json, type Printable } from '../printer';
import type { Reported } from './reported';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** The findings in the Static Analysis Results Interchange Format, version 2.1.0. */
export function formatSarif({ findings }: Reported, folder: string, version: string): Printable {
  const rules = [...new Map(findings.map(({ rule }) => [rule.code, rule])).values()];
  const index = new Map(rules.map((rule, at) => [rule.code, at]));
  const results = findings.map((finding) => {
    const {
      address,
      line,
      character,
      endLine,
      endCharacter,
      severity,
      code,
      message,
      details = [],
    } = finding;
    const uri = relativeUri(address, folder);
    return {
      ruleId: code,
      ruleIndex: index.get(code),
      level: LEVELS[severity],
      message: { text: [message, ...details].join('\n') },
      locations: [
        {
          physicalLocation: {
            artifactLocation: uri === undefined ? { uri: address } : { uri, uriBaseId: 'ROOT' },
            region: {
              startLine: line + 1,
              startColumn: character + 1,
              endLine: endLine + 1,
              endColumn: endCharacter + 1,
            },
          },
        },
      ],
    };
  });
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Atomic State',
            version,
            rules: rules.map(({ code, title, doc, severity }) => ({
              id: code,
              shortDescription: { text: `${title}.` },
              fullDescription: { text: doc.replaceAll('`', "'"), markdown: doc },
              defaultConfiguration: { level: LEVELS[severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { ROOT: { uri: `${URI.file(folder).toString().replace(/\/$/, '')}/` } },
        results,
      },
    ],
  };
  return json(log, 2);
}
