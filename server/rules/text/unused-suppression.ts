import type { Rule } from '../rule';

/** A comment that suppresses nothing. Reported after all other findings of a file are known, see `../unused.ts`. */
export const unusedSuppression: Rule = {
  code: 'unused-suppression',
  severity: 'hint',
  tag: 'unnecessary',
  textual: true,
  excludeFromFixAll: true,
  title: 'Comment disables nothing',
  doc: 'No finding remains that `# atomic-state-disable …` disables, or the code is misspelt. The comment could hide a future mistake. Nothing is reported while a part of the automata cannot be read, because the finding may come back.',
  example: {
    wrong: 'render:\n  # atomic-state-disable-next-line unknown-feld\n  text: Hello!',
    right: 'render:\n  # atomic-state-disable-next-line unknown-field\n  txt: Hello!',
  },
  check() {},
};
