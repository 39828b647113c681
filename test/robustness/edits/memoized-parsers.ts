import { vi } from 'vitest';
import { memoizeByText } from './memoize';

// A text that was parsed before is not parsed again by a fresh start, as in `scripts/edits.mjs`.
vi.mock(import('../../../server/yaml/read/parse'), async (original) => {
  const { parseYaml, ...rest } = await original();
  return { ...rest, parseYaml: memoizeByText(parseYaml) };
});
vi.mock(import('../../../server/yaml/json/json'), async (original) => {
  const { parseJson, ...rest } = await original();
  return { ...rest, parseJson: memoizeByText(parseJson) };
});
vi.mock(import('../../../server/expression/parse'), async (original) => {
  const { parseExpression, ...rest } = await original();
  return { ...rest, parseExpression: memoizeByText(parseExpression) };
});
