import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { tasks } from 'vscode';
import { waitFor } from '../wait-for';

export function taskSuite(): void {
  describe('tasks', () => {
    it('check all state files without an installed command line', async () => {
      const found = await tasks.fetchTasks({ type: 'atomic-state' });
      const check = found.find(({ name }) => name === 'check');
      assert.ok(check);
      assert.deepEqual(check.problemMatchers, ['$atomic-state']);
      assert.deepEqual(found.find(({ isBackground }) => isBackground)?.problemMatchers, [
        '$atomic-state-watch',
      ]);
      let code: number | undefined;
      const listener = tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
        if (execution.task.name === 'check') {
          code = exitCode;
        }
      });
      try {
        await tasks.executeTask(check);
        // 0 or 1: it ran to the end, with or without errors in the checked files.
        await waitFor(() => assert.ok(code === 0 || code === 1, `exit code ${code}`));
      } finally {
        listener.dispose();
      }
    });
  });
}
