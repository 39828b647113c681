import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../../scripts/lib/process.mjs';
import { Report } from '../../scripts/lib/report.mjs';

/** What a report prints at its end. */
async function endOf(run: (report: Report) => Promise<void>): Promise<string[]> {
  const exitCode = process.exitCode;
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const error = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    process.exitCode = exitCode;
    vi.restoreAllMocks();
  });
  const report = new Report();
  await run(report);
  log.mockClear();
  report.finish();
  expect(error.mock.calls.length).toBeLessThan(2);
  return log.mock.calls.flatMap(([text]) =>
    String(text)
      .replace(/\d+\.\d s/, '0 s')
      .split('\n'),
  );
}

describe('the report of all suites', () => {
  it('ends with the failed tests, the table and the counts', async () => {
    const lines = await endOf(async (report) => {
      await report.run('lint', async () => ({ passed: 1, failed: 0 }));
      await report.run('unit', async () => ({
        passed: 7,
        failed: 1,
        failures: [
          {
            name: 'test/x.test.ts > one',
            error: '\u001B[31mexpected 1\u001B[39m\n\n  at x.ts:1\n3\n4\n5\n6\n7\n8\n9\n10\n11',
          },
        ],
      }));
      await report.run('editor', async () => 'no browser');
      await report.run('user', async () => {
        throw new Error('The suite broke off.');
      });
    });
    expect(lines).toEqual([
      '',
      'FAILED unit: test/x.test.ts > one',
      '  expected 1',
      '    at x.ts:1',
      '  3',
      '  4',
      '  5',
      '  6',
      '  7',
      '  8',
      '  9',
      '  10',
      '',
      'FAILED user: the suite',
      '  The suite broke off.',
      '',
      'lint                             1 passed, 0 failed                      0 s',
      'unit                             7 passed, 1 failed                      0 s',
      'editor                           0 passed, 0 failed, 1 skipped           0 s  no browser',
      'user                             0 passed, 1 failed                      0 s  The suite broke off.',
      '',
      '8 passed, 2 failed, 1 skipped',
    ]);
  });

  it('is not passed if a suite ran no test', async () => {
    const lines = await endOf((report) => report.run('unit', async () => ({ passed: 0, failed: 0 })));
    expect(lines.slice(0, 3)).toEqual(['', 'FAILED unit: the suite', '  no test ran']);
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
  });

  it('names the lane in each line of suites that run at the same time', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const report = new Report();
    const script =
      "process.stdout.write('one\\ntw'); setTimeout(() => process.stdout.write('o\\n\\nthree'), 50)";
    await report.run(
      'unit',
      async (lane) => {
        const { code } = await run(process.execPath, ['-e', script], { lane });
        return { passed: 1, failed: code };
      },
      'unit',
    );
    expect(log.mock.calls.map(([text]) => text)).toEqual([
      'unit   | == unit',
      'unit   | one',
      'unit   | two',
      'unit   | three',
    ]);
  });
});
