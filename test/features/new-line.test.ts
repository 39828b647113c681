import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onNewLine, onSecondDash } from '../../server/features/new-line';
import { applyChanges } from '../../server/text/apply';
import { shiftRange } from '../../server/text/range';
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

describe('a dash that is typed after another one', () => {
  const change = (text: string, isAutomatic = false) => {
    const files = [{ path: 'main.state.yaml', text: `render:\n  suggested_reply:\n${text}\n` }];
    const offset = `render:\n  suggested_reply:\n${text}`.length;
    const found = onSecondDash(workspaceOf(files), addressOf('main.state.yaml'), offset, isAutomatic);
    return found && applyChanges(text, [{ ...found, range: shiftRange(found.range, text.length - offset) }]);
  };

  it('is removed after an automatic one', () => {
    expect(change('    - - ', true)).toBe('    - ');
    // Editors continue a list of scalars themselves.
    expect(change('    - Yes\n    - - ')).toBe('    - Yes\n    - ');
    expect(change("    - 'a: b'\n    - - ")).toBeUndefined();
  });

  it('is kept where a list in a list may begin', () => {
    expect(change('    - - ')).toBeUndefined();
    expect(change('    - a: b\n    - - ')).toBeUndefined();
    expect(change('    - - a\n    - - ')).toBeUndefined();
    expect(change('  - Yes\n    - - ')).toBeUndefined();
    expect(change('    - - a', true)).toBeUndefined();
  });
});
