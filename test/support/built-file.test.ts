import { expect, it } from 'vitest';
import { builtFile } from './built-file';

it('a test of a program that is not built fails at once, and says what to do', () => {
  expect(() => builtFile('none.js')).toThrow('dist/none.js is missing; run `npm run build` first.');
});
