import { afterEach, describe } from 'mocha';
import type { Editor } from './editor';

/** Tests of one user in one window; each closes all editors at its end. */
export function userSuite(editor: Editor, title: string, tests: () => void): void {
  describe(title, () => {
    afterEach(async function () {
      await editor.tidy(this.currentTest?.state === 'failed');
    });
    tests();
  });
}
