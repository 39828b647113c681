import { describe, expect, it } from 'vitest';
import { STATE_TEMPLATES } from '../server/features/completion/state-templates';
import { BlockWriter, textOfPieces } from '../server/yaml/write/values';
import { BACKGROUND } from './support/background';
import { inEnglish } from './support/english';
import { findingsOf, workspaceOf } from './support/workspace';

describe('snippets', () => {
  it.each(STATE_TEMPLATES)('$label inserts a state without findings', ({ template, label }) => {
    const states = `home:\n  render:\n    text: Home\nother:\n  render:\n    text: Other\n${textOfPieces(new BlockWriter().fields(template.value, ''))}`;
    const text = `type: automata\nid: agent\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n${states.replace(/^(?=.)/gm, '  ')}\n`;
    expect(text).not.toMatch(/\$/);
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
