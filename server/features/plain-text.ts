/** Markdown syntax outside of code, and its replacements. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^\][\n]*)\]\([^()\n]*\)/g, '$1'],
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  [/^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/gm, ''],
  [/(?<!\\)(\*\*|__|~~)(?=\S)(.+?)(?<=[^\s\\])\1/g, '$2'],
  [/(?<![\w*\\])[*_](?=[^\s*_])([^*_]+?)(?<=[^\s\\])[*_](?![\w*])/g, '$1'],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

/** Markdown as plain text: words, code and lists remain, markup is removed. Linear time. */
export function plainText(markdown: string): string {
  const runs = [...markdown.matchAll(/`+/g)].map((run) => ({ start: run.index, length: run[0].length }));
  const texts: string[] = [];
  let end = 0;
  for (const [index, close] of closingRuns(runs).entries()) {
    const open = runs[index];
    if (open === undefined || close === undefined || open.start < end) continue;
    const inner = markdown.slice(open.start + open.length, close.start);
    texts.push(
      withoutMarks(markdown.slice(end, open.start)),
      open.length < 3 ? unpadded(inner) : fenced(inner),
    );
    end = close.start + close.length;
  }
  texts.push(withoutMarks(markdown.slice(end)));
  return texts
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

interface Run {
  readonly start: number;
  readonly length: number;
}

/** For each run of backticks the next one of the same length, which closes code that begins with it. */
function closingRuns(runs: readonly Run[]): readonly (Run | undefined)[] {
  const next = new Map<number, Run>();
  const closing: (Run | undefined)[] = [];
  for (const run of [...runs].reverse()) {
    closing.push(next.get(run.length));
    next.set(run.length, run);
  }
  return closing.reverse();
}

function withoutMarks(text: string): string {
  return MARKS.reduce((left, [pattern, by]) => left.replace(pattern, by), text);
}

/** Fenced code without the language name and without the final line break. */
function fenced(text: string): string {
  const content = text.slice(text.indexOf('\n') + 1);
  return content.endsWith('\n') ? content.slice(0, -1) : content;
}

/** The spaces next to a backtick at either end of a span are not part of the code. */
function unpadded(span: string): string {
  return span.startsWith(' ') && span.endsWith(' ') && span.trim() !== '' ? span.slice(1, -1) : span;
}
