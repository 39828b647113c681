/**
 * Fixtures are texts with marks. `=== path` begins a file (a text without such a line is one file, `main.yaml`).
 * `‸` is the cursor. A line of carets under a line, `^^^^ code`, is an expected finding: the carets show the
 * range; a range that continues on further lines ends in `>`. Mark lines and cursors are removed from the text.
 * Tests generate `\r` and other invisible characters.
 */
export interface FixtureFile {
  readonly path: string;
  readonly text: string;
}

export interface ExpectedFinding {
  readonly path: string;
  readonly start: number;
  /** Undefined: anywhere after the line. */
  readonly end: number | undefined;
  readonly code: string;
  /** A part of the message, if the mark gives one after the code. */
  readonly message: string;
}

export interface Fixture {
  readonly files: readonly FixtureFile[];
  readonly expected: readonly ExpectedFinding[];
  /** The first file has no header. */
  readonly headless: boolean;
  readonly cursor: { readonly path: string; readonly offset: number } | undefined;
}

export const CURSOR_MARK = '‸';
const MARK = /^( *)(\^+)(>?) ([a-z-]+)(?: (.*))?$/;
/** `< code` is an empty range at the left edge, where there is no space for a caret. */
const FILE = /^=== (.+)$/;

export function parseFixture(text: string): Fixture {
  const files: { path: string; lines: string[] }[] = [];
  const expected: ExpectedFinding[] = [];
  let cursor: Fixture['cursor'];
  for (const line of text.split('\n')) {
    const file = FILE.exec(line);
    if (file?.[1] !== undefined) {
      files.push({ path: file[1], lines: [] });
      continue;
    }
    if (files.length === 0) files.push({ path: 'main.yaml', lines: [] });
    const current = files.at(-1);
    if (current === undefined) continue;
    const mark = MARK.exec(line);
    if (mark) {
      const lineStart = current.lines.slice(0, -1).reduce((sum, one) => sum + one.length + 1, 0);
      const start = lineStart + (mark[1]?.length ?? 0);
      const end = mark[3] === '>' ? undefined : start + (mark[2]?.length ?? 0);
      expected.push({ path: current.path, start, end, code: mark[4] ?? '', message: mark[5] ?? '' });
      continue;
    }
    const at = line.indexOf(CURSOR_MARK);
    if (at >= 0) {
      const before = current.lines.reduce((sum, one) => sum + one.length + 1, 0);
      cursor = { path: current.path, offset: before + at };
    }
    current.lines.push(line.replace(CURSOR_MARK, ''));
  }
  const headless = !text.startsWith('=== ');
  return {
    files: files.map(({ path, lines }) => ({ path, text: lines.join('\n') })),
    expected,
    headless,
    cursor,
  };
}

/** Splits a file of cases: each begins with `## title`. */
export function parseCases(text: string): { title: string; body: string }[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...rest] = part.split('\n');
      return { title: title.trim(), body: rest.join('\n') };
    });
}
