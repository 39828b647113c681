import type { Case } from './run';

/** What is known to go wrong, and would fail many random edits. */
export const OPEN_FAULTS = [
  // Outside of all folders of the workspace, a file stays known when it is closed, and a new one is read when the
  // client notifies of it.
  'files outside of folders',
] as const;

/**
 * Random edits neither do nor compare what shows these faults; `npm run edits -- --open` and `ATOMIC_STATE_OPEN=1` do.
 * Whoever repairs one removes it above, and moves its cases from `OPEN_CASES` to `cases.ts`.
 */
export const LEFT_OUT = new Set<(typeof OPEN_FAULTS)[number]>(
  process.env.ATOMIC_STATE_OPEN === '1' ? [] : OPEN_FAULTS,
);

const compare = { do: 'compare', path: 'main.yaml', place: 0, all: true } as const;

/** Cases that fail for now, each by its fault. */
export const OPEN_CASES: Readonly<Record<string, Case>> = {
  'a file outside of all folders is closed': {
    files: { '../more/main.yaml': 'initial: home\nstates:\n    render:\n' },
    steps: [{ do: 'open', path: '../more/main.yaml' }, { do: 'close', path: '../more/main.yaml' }, compare],
  },
  'a file outside of all folders is new, beside one that is open': {
    files: {
      'main.yaml': 'initial: a\ncontext: {d: !oneline data.json}\nstates:\n  a: {}\n',
    },
    steps: [
      { do: 'open', path: 'main.yaml' },
      { do: 'workspace', folders: ['../more'] },
      { do: 'tell' },
      { do: 'disk', path: 'new.yaml', text: 'initial: b\nstates:\n  a: {}\n' },
      compare,
    ],
  },
};
