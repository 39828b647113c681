import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SignatureHelp, signatureHelp } from '../../server/features/signature-help';
import { inEnglish } from '../support/english';
import { parseCases } from '../support/fixture';
import { TEXT_VARIANTS } from '../support/text-variants';
import { addressOf, openFixture } from '../support/workspace';

/**
 * Cases: files with a cursor, then the expected help for the call around it:
 *
 *     >>> call a(«b», c) 1/2   the active signature and parameter; its number and their count
 *     >>> doc text             a part of the documentation
 *     >>> nothing
 */
const FIXTURE = join(import.meta.dirname, '../fixtures/signature-help.txt');
const cases = parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]);

describe.each(TEXT_VARIANTS)('%s', (_variant, change) => {
  it.each(cases)('%s', (_title, body = '') => {
    const [text = '', ...checks] = body.split(/^>>> /m);
    const { fixture, workspace } = openFixture(change(text));
    const { cursor } = fixture;
    if (cursor === undefined) throw new Error('A case needs a cursor');
    const found = signatureHelp(workspace, addressOf(cursor.path), cursor.offset);
    expect(checks).not.toEqual([]);
    for (const line of checks) {
      const [, verb, rest = ''] = /^(\w+) ?(.*)$/m.exec(line) ?? [];
      if (verb === 'doc') expect(inEnglish(found?.documentation)).toContain(rest);
      else expect(found ? `call ${callText(found)}` : 'nothing').toBe(line.trim());
    }
  });
});

function callText({ signatures, active, parameter }: SignatureHelp): string {
  const signature = signatures[active];
  const range = signature?.parameters[parameter];
  const label = signature?.label ?? '';
  const marked = range
    ? `${label.slice(0, range.start)}«${label.slice(range.start, range.end)}»${label.slice(range.end)}`
    : label;
  return signatures.length > 1 ? `${marked} ${active + 1}/${signatures.length}` : marked;
}
