import { type FixtureFile, parseFixture } from './fixture';

/**
 * Names marked in a fixture. `‹a|home›` is a name whose targets are all `«a|home»`; marks may be nested.
 * `‹-|home›` has no target, and `‹@one.yaml @two.yaml|path›` has the starts of files as its targets.
 */
export interface MarkedName {
  readonly path: string;
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

export interface Marked {
  readonly files: readonly FixtureFile[];
  readonly names: readonly MarkedName[];
  readonly targets: readonly MarkedName[];
}

const OPEN = /^([‹«])([^|‹«›»]*)\|/;

/** Removes the marks from a fixture. Throws if a mark is not closed, or closed twice. */
export function parseMarks(fixture: string): Marked {
  const names: MarkedName[] = [];
  const targets: MarkedName[] = [];
  const files = parseFixture(fixture).files.map(({ path, text }) => {
    let plain = '';
    const open: { label: string; start: number; isName: boolean }[] = [];
    for (let at = 0; at < text.length; ) {
      const begin = OPEN.exec(text.slice(at, at + 200));
      if (begin) {
        open.push({ label: begin[2] ?? '', start: plain.length, isName: begin[1] === '‹' });
        at += begin[0].length;
        continue;
      }
      const char = text[at++] ?? '';
      if (char !== '›' && char !== '»') {
        plain += char;
        continue;
      }
      const mark = open.pop();
      if (mark?.isName !== (char === '›'))
        throw new Error(`unbalanced mark in ${path}: ${text.slice(at - 20, at)}`);
      const { label, start } = mark;
      (mark.isName ? names : targets).push({ path, label, start, end: plain.length });
    }
    if (open.length > 0) throw new Error(`a mark is not closed in ${path}`);
    return { path, text: plain };
  });
  return { files, names, targets };
}
