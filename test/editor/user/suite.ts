import { afterEach, describe } from 'mocha';
import type { Editor } from './editor';

/** Tests of one user in one window, each of which leaves it with nothing open. */
export function userSuite(editor: Editor, title: string, tests: () => void): void {
  describe(title, () => {
    afterEach(async function () {
      await editor.tidy(this.currentTest?.state === 'failed');
    });
    tests();
  });
}
