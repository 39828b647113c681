import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { typeDefinition } from '../../server/features/type-definition';
import { checkDefinitions } from '../support/check-definitions';
import { parseCases } from '../support/fixture';
import { casesOf, TEXT_VARIANTS } from '../support/text-variants';
import { addressOf, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/type-definition/automata.txt');

describe('go to the automata', () => {
  const cases = parseCases(readFileSync(FIXTURE, 'utf8'));
  for (const [index, [variant, change]] of TEXT_VARIANTS.entries()) {
    const run = casesOf(cases, index, TEXT_VARIANTS);
    it.each(run.map(({ title, body }) => [title, body]))(`%s (${variant})`, (_title, body) =>
      checkDefinitions(typeDefinition, change(body)),
    );
  }

  it('goes from any place of a shared file to all automata that include it', () => {
    const automata = 'initial: home\nstates: !include shared\n';
    const workspace = workspaceOf([
      { path: 'one.yaml', text: automata },
      { path: 'two.yaml', text: automata },
      { path: 'shared/home.yaml', text: 'home:\n  render:\n    text: some text\n' },
    ]);
    const found = typeDefinition(workspace, addressOf('shared/home.yaml'), 35);
    expect(found?.targets.map(({ address, selection }) => [address, selection])).toEqual([
      [addressOf('one.yaml'), { start: 31, end: 37 }],
      [addressOf('two.yaml'), { start: 31, end: 37 }],
    ]);
  });
});
