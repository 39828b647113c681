import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BACKGROUND } from './support/background';
import { findingsOf, workspaceOf } from './support/workspace';

interface Snippet {
  readonly prefix: string;
  readonly description: string;
  readonly body: readonly string[];
}

const FILE = join(import.meta.dirname, '../snippets/atomic-state.json');
const snippets: Record<string, Snippet> = JSON.parse(readFileSync(FILE, 'utf8'));

/** What a snippet inserts if each of its places is left as it is. */
function inserted(body: readonly string[]): string {
  const text = body.join('\n');
  const words = new Map([...text.matchAll(/\$\{(\d+):([^}]*)\}/g)].map(([, place, word]) => [place, word]));
  return text
    .replace(/\$\{(\d+):[^}]*\}/g, (_, place) => words.get(place) ?? '')
    .replace(/\$(?:(\d+)|\{(\d+)\})/g, (_, bare, braced) => words.get(bare ?? braced) ?? '?');
}

describe('snippets', () => {
  it.each(Object.entries(snippets))('%s is a state in which nothing is found', (_, { body, prefix }) => {
    const states = `home:\n  render:\n    text: Home\nother:\n  render:\n    text: Other\n${inserted(body)}`;
    const text = `type: automata\nid: agent\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n${states.replace(/^(?=.)/gm, '  ')}\n`;
    const files = [{ path: 'main.yaml', text }];
    const found = findingsOf(workspaceOf(files), files).filter(
      ({ finding }) => !BACKGROUND.has(finding.rule.code),
    );
    expect(found.map(({ finding }) => `${finding.rule.code} ${finding.message}\n${text}`)).toEqual([]);
    // Nobody types this by chance.
    expect(prefix).toMatch(/^atomic-state-/);
  });
});
