import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

/** The time in which `yaml` itself parses texts, in a new process, in milliseconds. */
export function parsingTime(texts: readonly string[]): number {
  const script = 'require(process.argv[1]).parseInput()';
  const { stdout } = spawnSync(process.execPath, ['-e', script, __filename], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
  });
  return Number(stdout);
}

/** Parses the texts on the standard input and writes the time it took. Run by `parsingTime`. */
export function parseInput(): void {
  const texts: string[] = JSON.parse(readFileSync(0, 'utf8'));
  const begin = performance.now();
  const customTags = ['!include', '!oneline'].map((tag) => ({ tag, resolve: (value: string) => value }));
  for (const text of texts) parseDocument(text, { customTags });
  process.stdout.write(String(performance.now() - begin));
}
