/**
 * The documents that the description of the format is based on. Where they disagree, everything that one of them
 * allows is valid, and the documentation of the field says so.
 */

export type DocumentId = 'seed' | 'types' | 'successor' | 'docs' | 'tool' | 'runtime' | 'files' | 'manual';

interface SourceDocument {
  /** The full title, for reference pages. */
  readonly title: string;
  /** Its name in source notes. */
  readonly phrase: string;
}

export const DOCUMENTS: Readonly<Record<DocumentId, SourceDocument>> = {
  seed: { title: 'Atomic State Configuration Specification', phrase: 'Atomic State specification' },
  types: { title: 'Published TypeScript types of Pro Config', phrase: 'Pro Config types' },
  successor: {
    title: 'Published TypeScript types of the successor format, ShellAgent',
    phrase: 'ShellAgent types',
  },
  docs: {
    title: 'Pro Config documentation and tutorials, versions 0.6 to 0.8',
    phrase: 'Pro Config documentation',
  },
  tool: { title: 'pcc, the community tool for Pro Config in YAML', phrase: 'pcc' },
  runtime: {
    title: 'ShellAgent, the open-source runtime of the successor format',
    phrase: 'ShellAgent runtime',
  },
  files: { title: 'Configuration files of real agents', phrase: 'real configuration files' },
  manual: { title: 'The manual of Atomic State', phrase: 'Atomic State manual' },
};

/** The source note of a field: the names of its documents, in the given order, separated by commas. */
export function citeSources(...documents: readonly DocumentId[]): string {
  return documents.map((id) => DOCUMENTS[id].phrase).join(', ');
}
