import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { repository, webAddress } from '../scripts/lib/repository.mjs';

const ROOT = join(import.meta.dirname, '..');

/** The files that the product consists of; tests and benchmarks contain made-up addresses. */
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)))
  .filter((path) => !/^(?:test|bench)\/|^package-lock\.json$|\.(?:png|webp|gif)$/.test(path));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Addresses that were opened by hand, and what is in an address only as a name, a sample or a variable. */
const KNOWN =
  /^https?:\/\/(?:(?:[\w-]+\.)?example\.(?:com|org)\b|localhost\b|127\.0\.0\.1\b|x\b|json-schema\.org\/draft-07\/|json\.schemastore\.org\/|www\.w3\.org\/|www\.apache\.org\/licenses\/|api\.openai\.com\/v1|docs\.rs\/zed_extension_api|modelcontextprotocol\.io|pre-commit\.com|registry\.npmjs\.org|github\.com\/redhat-developer\/yaml-language-server)/;

interface Link {
  readonly from: string;
  readonly to: string;
}

/** Links of Markdown, and attributes of HTML in it. Code is no link. */
function linksIn(path: string): Link[] {
  const text = textOf(path)
    .replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '')
    .replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)|\b(?:href|src)="([^"]+)"/g)].map(
    ([, link, attribute]) => ({ from: path, to: link ?? attribute ?? '' }),
  );
}

/** The anchors that GitHub gives to headings, and those that are written as HTML. */
function anchorsOf(path: string): ReadonlySet<string> {
  const text = textOf(path).replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '');
  const anchors = [...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, anchor = '']) => anchor);
  const counts = new Map<string, number>();
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+)$/gm)) {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    anchors.push(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return new Set(anchors);
}

const PAGES = FILES.filter((path) => path.endsWith('.md'));
const LINKS = PAGES.flatMap(linksIn);

/** Why a link in a page leads nowhere; `undefined` if it leads somewhere. */
function problemOf({ from, to }: Link): string | undefined {
  if (/^[a-z]+:/.test(to)) return /^(?:https?|mailto|command):/.test(to) ? undefined : 'unknown scheme';
  const [path = '', anchor] = to.split('#');
  const target = path === '' ? from : relative(ROOT, join(ROOT, dirname(from), decodeURIComponent(path)));
  if (target.startsWith('..')) return 'leads out of the repository';
  if (!existsSync(join(ROOT, target))) return 'does not exist';
  if (anchor === undefined || statSync(join(ROOT, target)).isDirectory()) return undefined;
  return anchorsOf(target).has(decodeURIComponent(anchor)) ? undefined : 'has no such heading';
}

describe('links', () => {
  it('are in files without the marks of a conflict that was not resolved', () => {
    const marked = FILES.filter((path) => /^(?:<{7}|>{7}) /m.test(textOf(path)));
    expect(marked).toEqual([]);
  });

  it('in pages lead to files and headings that exist', () => {
    expect(LINKS.length).toBeGreaterThan(300);
    const broken = LINKS.flatMap((link) => {
      const problem = problemOf(link);
      return problem === undefined ? [] : [{ ...link, problem }];
    });
    expect(broken).toEqual([]);
  });

  it('to the web are known, and none leads to a repository that is not published', () => {
    const all = FILES.flatMap((path) =>
      [...textOf(path).matchAll(/https?:\/\/[\w./%#?=&:@-]+/g)].map(([to]) => ({ from: path, to })),
    );
    expect(all.length).toBeGreaterThan(20);
    const isOwn = (to: string) => repository !== undefined && to.startsWith(repository);
    expect(all.filter(({ to }) => !KNOWN.test(to) && !isOwn(to))).toEqual([]);
  });

  it('to the repository come from `repository` in the manifest only', () => {
    expect(Object.keys(manifest)).not.toContain('homepage');
    expect(Object.keys(manifest)).not.toContain('bugs');
    expect(repository === undefined).toBe(!('repository' in manifest));
  });

  it.each([
    [undefined, undefined],
    ['', undefined],
    [{ type: 'git' }, undefined],
    ['example/state', 'https://github.com/example/state'],
    ['github:example/state', 'https://github.com/example/state'],
    [{ url: 'git+https://github.com/example/state.git' }, 'https://github.com/example/state'],
    ['git@github.com:example/state.git', 'https://github.com/example/state'],
    [{ url: 'ssh://git@github.com/example/state.git' }, 'https://github.com/example/state'],
    ['https://example.org/state/', 'https://example.org/state'],
  ])('of `repository` are for browsers: %j', (written, address) => {
    expect(webAddress(written)).toBe(address);
  });
});
