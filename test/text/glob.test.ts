import { expect, it } from 'vitest';
import { matchesGlob } from '../../server/text/glob';

it.each<[string, string, boolean]>([
  ['*.bot.yaml', 'a.bot.yaml', true],
  ['*.bot.yaml', 'deep/er/a.bot.yaml', true],
  ['*.bot.yaml', 'deep/er/a.bot.yml', false],
  ['main.yaml', 'domain.yaml', false],
  ['bots/*.yaml', 'bots/a.yaml', true],
  ['/bots/*.yaml', 'bots/a.yaml', true],
  ['./bots/*.yaml', 'bots/a.yaml', true],
  ['bots/*.yaml', 'more/bots/a.yaml', false],
  ['bots/*.yaml', 'bots/a/b.yaml', false],
  ['bots/**', 'bots/a/b.yaml', true],
  ['bots/**/a.yaml', 'bots/a.yaml', true],
  ['bots/**/a.yaml', 'bots/x/y/a.yaml', true],
  ['bots/**/a.yaml', 'bots/x/ba.yaml', false],
  ['**/*.{bot,agent}.{yaml,json}', 'x/a.agent.json', true],
  ['**/*.{bot,agent}.{yaml,json}', 'x/a.agent.yml', false],
  ['{bots,agents/{a,b}}/*.yaml', 'agents/b/x.yaml', true],
  ['a?c.yaml', 'abc.yaml', true],
  ['a?c.yaml', 'ac.yaml', false],
  ['x/a?c.yaml', 'x/a/c.yaml', false],
  ['a.yaml', 'axyaml', false],
  ['(a+).yaml', '(a+).yaml', true],
  ['{a', '{a', true],
  ['', 'a.yaml', false],
])('%s %s %s', (pattern, path, expected) => {
  expect(matchesGlob(pattern, path)).toBe(expected);
});

it('matches any pattern in reasonable time', () => {
  const path = `${'a'.repeat(500)}/`.repeat(4);
  const start = performance.now();
  for (const pattern of ['**/'.repeat(50), '*a'.repeat(60), '{a,b}'.repeat(40)])
    expect(matchesGlob(`${pattern}x`, path)).toBe(false);
  expect(performance.now() - start).toBeLessThan(2000);
});
