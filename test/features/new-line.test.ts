import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onNewLine } from '../../server/features/new-line';
import { applyChanges } from '../../server/text/apply';
import { CURSOR_MARK, parseCases } from '../support/fixture';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf, workspaceOf } from '../support/workspace';

/** The text after Enter with the cursor on the new line, three dashes, and the result; nothing if it is unchanged. */
const CASES = parseCases(readFileSync(join(import.meta.dirname, '../fixtures/new-line.txt'), 'utf8'));

describe.each(LINE_BREAKS)('a new line in a list (%s)', (_, convert) => {
  it.each(CASES)('$title', ({ body }) => {
    const [before = '', after = ''] = body.split(/^---\n/m).map(convert);
    const offset = before.indexOf(CURSOR_MARK);
    const text = before.replace(CURSOR_MARK, '');
    const files = [{ path: 'main.state.yaml', text }];
    const change = onNewLine(workspaceOf(files), addressOf('main.state.yaml'), offset);
    const cursor = change && change.range.start + change.text.length;
    const changed = change && applyChanges(text, [change]);
    expect(changed?.slice(0, cursor).concat(CURSOR_MARK, changed.slice(cursor))).toBe(
      after === '' ? undefined : after,
    );
  });
});
