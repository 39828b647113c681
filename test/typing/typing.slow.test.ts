import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sample } from '../support/depth';
import { describeSamples } from '../support/real-files';
import { exampleProjects, realProjects } from './projects';
import { emptyReplay, type ReplayResult, replayLines, replayRange, type TypedProject } from './replay';
import { detailsOf, type Summary, summaryOf, tableOf } from './summary';

/**
 * Types whole files letter by letter, as in an editor, and checks suggestions, findings at other places, and the effects of
 * Enter. `ATOMIC_STATE_TYPING=file npx vitest run test/typing` types all files,
 * also line by line within the finished ones, and writes tables and details to the file.
 */
const WRITTEN_TO = process.env.ATOMIC_STATE_TYPING;

/** Characters of a real file that is typed each time; a longer one takes too long. */
const SHORT = 900;

function typed(project: TypedProject, most: number): ReplayResult {
  const replayed = emptyReplay();
  for (const path of project.paths) {
    const { length } = project.textOf(path);
    if (length < most) replayRange(project, path, 0, length, replayed);
  }
  return replayed;
}

/** Projects with the maximum length of their typed files. */
type Typed = readonly [name: string, project: TypedProject, most: number];

const inRepository = (): Typed[] =>
  exampleProjects().map(([name, project]) => [name, project, Number.POSITIVE_INFINITY]);
const real = (folder: string): Typed[] =>
  sample(realProjects(folder), 2)
    .map(([name, project]): Typed => [name, project, WRITTEN_TO ? Number.POSITIVE_INFINITY : SHORT])
    .filter(([, project, most]) => project.paths.some((path) => project.textOf(path).length < most));

function report(name: string, project: TypedProject, replayed: ReplayResult, summary: Summary): void {
  if (WRITTEN_TO === undefined) return;
  const details = detailsOf(replayed, (path) => project.textOf(path));
  appendFileSync(WRITTEN_TO, `${tableOf(name, summary)}\n${details.replace(/^/gm, '    ')}\n\n`);
}

/** Findings that are correct until more of the file is typed. */
const TRUE_UNTIL_WRITTEN = [
  'missing-payload-key',
  'missing-field',
  'unknown-initial',
  'unknown-target',
  'unknown-target-input',
  'unknown-button',
  'unknown-variable',
  'unknown-context-variable',
  'unhandled-event',
  'unreachable-state',
];

/** Findings about something that is absent in the object that is being written. */
const ABSENT = ['missing-field', 'wrong-type', 'no-fallback-case', 'missing-payload-key'];

/** Findings about the reads of an incomplete value, which last for a letter or two. */
const FOLLOWS_A_VALUE = ['unknown-initial', 'unknown-member', 'contradictory-validation', 'unknown-target'];

/** Findings in scenarios of the finished project while its states are typed again. */
const OF_SCENARIOS = [
  'unknown-task',
  'unknown-form-field',
  'unknown-scenario-event',
  'unknown-scenario-state',
  'unknown-scenario-variable',
];

/** A dash above the other fields of an item makes an item of them, without the field that is typed next. */
const OF_A_DASH = ['missing-field', 'unreachable-case'];

describeSamples(inRepository, real, (projects) => {
  describe.each(projects)('%s', (name, project, most) => {
    const replayed = typed(project, most);
    const summary = summaryOf(replayed);
    report(name, project, replayed, summary);
    const [none, one, two] = summary.words;

    it('has enough words', () => {
      expect(none?.asked).toBeGreaterThan(5);
    });

    it('completes each word, mostly among the first items', () => {
      expect(none?.found).toBeGreaterThan(0.97);
      expect(one?.found).toBeGreaterThan(0.97);
      expect(two?.found).toBeGreaterThan(0.97);
      for (const { found, right } of summary.words) expect(right).toBe(found);
      expect(none?.firstFive).toBeGreaterThan(0.8);
      expect(one?.firstFive).toBeGreaterThan(0.9);
      expect(one?.meanRank).toBeLessThan(2.1);
    });

    it('has no new findings elsewhere while a word is typed', () => {
      for (const [code, { letters, flashes }] of summary.noise) {
        if (OF_SCENARIOS.includes(code)) expect(flashes, code).toBeLessThanOrEqual(4 + summary.letters / 50);
        else if (FOLLOWS_A_VALUE.includes(code))
          expect(flashes, code).toBeLessThanOrEqual(4 + summary.letters / 500);
        else expect(flashes, code).toBe(0);
        if (![...TRUE_UNTIL_WRITTEN, ...OF_SCENARIOS].includes(code)) expect(letters, code).toBe(flashes);
      }
    });

    it('what is not written yet is not reported as absent', () => {
      expect(replayed.pauses.length).toBeGreaterThan(5);
      for (const code of ABSENT)
        expect(summary.pauses.codes.get(code) ?? 0, code).toBeLessThanOrEqual(replayed.pauses.length / 50);
    });

    it('Enter inserts a line break', () => {
      expect(summary.stolenEnters).toBe(0);
      expect(summary.doubleEnters).toBe(0);
    });

    it('new lines have at least the expected indentation', () => {
      expect(summary.indents.shallow).toBeLessThanOrEqual(summary.letters / 1000);
      expect(summary.indents.dashes).toBeLessThanOrEqual(summary.letters / 200);
    });
  });
});

const byLine = (): [string, TypedProject][] =>
  WRITTEN_TO ? exampleProjects() : [...sample(exampleProjects().slice(0, 2), 2)];
const realByLine = (folder: string) => (WRITTEN_TO ? realProjects(folder) : []);

describeSamples(byLine, realByLine, (projects) => {
  describe.each(projects)('%s, line by line', (name, project) => {
    const replayed = emptyReplay();
    for (const path of project.paths) replayLines(project, path, replayed);
    const summary = summaryOf(replayed);
    report(`${name}, line by line`, project, replayed, summary);

    it('completes each word', () => {
      expect(summary.words[1]?.found).toBeGreaterThan(0.97);
    });

    it('has no new findings elsewhere while a word is typed', () => {
      for (const [code, { flashes }] of summary.noise) {
        const isTrue = [...FOLLOWS_A_VALUE, ...OF_A_DASH, ...OF_SCENARIOS].includes(code);
        expect(flashes, code).toBeLessThanOrEqual(isTrue ? 4 + summary.letters / 100 : 0);
      }
    });
  });
});
