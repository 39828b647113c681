import type { Rule } from '../rule';

/** A comment that switches nothing off. Found when all findings of a file are known, see `../unused.ts`. */
export const unusedSuppression: Rule = {
  code: 'unused-suppression',
  severity: 'hint',
  tag: 'unnecessary',
  textual: true,
  excludeFromFixAll: true,
  title: 'A comment that switches nothing off',
  doc: 'What `# atomic-state-disable …` once switched off is not there any more, or the code is mistyped. Left alone, the comment would hide the next mistake of this kind. Nothing is said while something of the automata cannot be read, as the finding may come back.',
  example: {
    wrong: 'render:\n  # atomic-state-disable-next-line unknown-feld\n  text: Hello!',
    right: 'render:\n  # atomic-state-disable-next-line unknown-field\n  txt: Hello!',
  },
  check() {},
};
