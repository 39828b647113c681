import { expect, it } from 'vitest';
import { withoutPrivate } from '../../client/commands/private';

const EXTENSION = '/home/ann/.vscode/extensions/atomic-state-1.0.0';

it.each([
  ['Looking at file:///home/ann/secret/main.yaml: Error', 'Looking at <path> Error'],
  ['Looking at vscode-remote://ssh+box/home/ann/a%20b.yaml failed', 'Looking at <path> failed'],
  ['EACCES: open /home/ann/secret bot/main.yaml', 'EACCES: open <path> <path>'],
  ['reading my_bot.yaml again', 'reading <path> again'],
  ['    at process (node:internal/task_queues:95:5)', '    at process (node:internal/task_queues:95:5)'],
  ['in C:\\Users\\Ann\\bot\\main.yaml now', 'in <path> now'],
  [`hover: TypeError: no 'my_state' of "a \\" b" or \`x\``, 'hover: TypeError: no … of … or …'],
  [`    at f (${EXTENSION}/dist/server.js:10:5)`, '    at f (<extension>/dist/server.js:10:5)'],
  [`    at f (file://${EXTENSION}/dist/server.js:10:5)`, '    at f (<extension>/dist/server.js:10:5)'],
  ['12:00:00 info: Restarting the language server.', '12:00:00 info: Restarting the language server.'],
])('replaces private parts of %j: %j', (line, left) => expect(withoutPrivate(line, EXTENSION)).toBe(left));

it('truncates a very long line', () => {
  expect(withoutPrivate('x'.repeat(100_000), EXTENSION).length).toBeLessThan(500);
});
