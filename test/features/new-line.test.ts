import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterNewLine } from '../../server/features/new-line';
import { applyChanges } from '../../server/text/apply';
import { LINE_BREAKS } from '../support/dress';
import { CURSOR, parseCases } from '../support/fixture';
import { addressOf, workspaceOf } from '../support/workspace';

/** The text after Enter with the cursor on the new line, three dashes, and what becomes of it; nothing: it stays. */
const CASES = parseCases(readFileSync(join(import.meta.dirname, '../fixtures/new-line.txt'), 'utf8'));

describe.each(LINE_BREAKS)('a new line in a list (%s)', (_, dress) => {
  it.each(CASES)('$title', ({ body }) => {
    const [before = '', after = ''] = body.split(/^---\n/m).map(dress);
    const offset = before.indexOf(CURSOR);
    const text = before.replace(CURSOR, '');
    const files = [{ path: 'main.state.yaml', text }];
    const change = afterNewLine(workspaceOf(files), addressOf('main.state.yaml'), offset);
    const cursor = change && change.range.start + change.text.length;
    const changed = change && applyChanges(text, [change]);
    expect(changed?.slice(0, cursor).concat(CURSOR, changed.slice(cursor))).toBe(
      after === '' ? undefined : after,
    );
  });
});
