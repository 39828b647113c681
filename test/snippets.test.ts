import { describe, expect, it } from 'vitest';
import { STATE_TEMPLATES } from '../server/features/completion/state-templates';
import { BACKGROUND } from './support/background';
import { inEnglish } from './support/english';
import { findingsOf, workspaceOf } from './support/workspace';

/** What a snippet inserts if each of its places is left as it is. */
function inserted(text: string): string {
  const words = new Map([...text.matchAll(/\$\{(\d+):([^}]*)\}/g)].map(([, place, word]) => [place, word]));
  return text
    .replace(/\$\{(\d+):[^}]*\}/g, (_, place) => words.get(place) ?? '')
    .replace(/\$(?:(\d+)|\{(\d+)\})/g, (_, bare, braced) => words.get(bare ?? braced) ?? '?');
}

describe('snippets', () => {
  it.each(STATE_TEMPLATES)('$label inserts a state without findings', ({ text: body, label }) => {
    const states = `home:\n  render:\n    text: Home\nother:\n  render:\n    text: Other\n${inserted(body.trim())}`;
    const text = `type: automata\nid: agent\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n${states.replace(/^(?=.)/gm, '  ')}\n`;
    const files = [{ path: 'main.yaml', text }];
    const found = findingsOf(workspaceOf(files), files).filter(
      ({ finding }) => !BACKGROUND.has(finding.rule.code),
    );
    expect(found.map(({ finding }) => `${finding.rule.code} ${inEnglish(finding.message)}\n${text}`)).toEqual(
      [],
    );
    // Nobody types this by chance.
    expect(label).toMatch(/^atomic-state-/);
  });
});
