import fc from 'fast-check';
import { expect, it } from 'vitest';
import { definitionAt } from '../../server/features/definition';
import { highlights } from '../../server/features/highlight';
import { type Reference, references } from '../../server/features/references';
import { renameSymbol } from '../../server/features/rename';
import { type Mention, mentionsOf } from '../../server/features/symbols/mentions';
import { symbolKey, symbolRefOf } from '../../server/features/symbols/symbol';
import { type Source, unitFacts } from '../../server/project/files/source';
import type { Project } from '../../server/project/project';
import type { Workspace } from '../../server/project/workspace';
import type { Unit } from '../../server/yaml/cut/unit';
import { applyEdits } from '../support/apply-edits';
import { draws } from '../support/depth';
import { inEnglish } from '../support/english';
import type { FixtureFile } from '../support/fixture';
import { projects } from '../support/projects';
import { findingsOf, workspaceOf } from '../support/workspace';

/** More runs: `ATOMIC_STATE_RUNS=10000`. */
const RUNS = draws(10, 15);
const FRESH = 'fresh_name';

interface Place {
  readonly project: Project;
  readonly source: Source;
  readonly unit: Unit;
  readonly mention: Mention;
  /** Of the document. */
  readonly start: number;
}

function placesOf(workspace: Workspace): Place[] {
  return [...workspace.allProjects].flatMap((project) =>
    [...project.members].flatMap(({ source }) =>
      source.document.units.flatMap((unit, index) =>
        mentionsOf(unitFacts(source, unit)).map((mention) => {
          const start = source.document.startAt(index) + mention.start;
          return { project, source, unit, mention, start };
        }),
      ),
    ),
  );
}

function keyAt(workspace: Workspace, { project, source, unit, mention }: Place): string | undefined {
  const ref = symbolRefOf(workspace, project, { source, unit }, mention);
  return ref && symbolKey(ref.symbol);
}

const show = ({ address, range }: Pick<Reference, 'address' | 'range'>) =>
  `${address} ${range.start}-${range.end}`;

it('definition, references and highlights agree on symbols', () => {
  fc.assert(
    fc.property(projects, (files) => {
      const workspace = workspaceOf(files);
      const places = placesOf(workspace);
      // Text with a syntax error at its root may belong to several projects, which share no symbol.
      const byProject = new Map<Place['project'], Map<string, Place[]>>();
      for (const place of places) {
        const key = keyAt(workspace, place);
        const found = references(workspace, place.source.address, place.start);
        const byKey = byProject.get(place.project) ?? new Map<string, Place[]>();
        byProject.set(place.project, byKey);
        if (key === undefined) expect(found).toEqual([]);
        else byKey.set(key, [...(byKey.get(key) ?? []), place]);
      }
      for (const byKey of byProject.values())
        for (const [key, same] of byKey) checkSymbol(workspace, key, same);
    }),
    { numRuns: RUNS },
  );
}, 120_000);

function checkSymbol(workspace: Workspace, key: string, same: readonly Place[]): void {
  const all = same.map(({ source, mention, start }) => {
    const range = { start, end: start + mention.end - mention.start };
    return { address: source.address, range };
  });
  const wanted = all.map(show).sort();
  const definitions = new Set<string>();
  for (const { source, mention, start } of same) {
    const { address } = source;
    const found = references(workspace, address, start).map(show);
    // The references of a state include those of its id.
    if (key.startsWith('state\n')) expect(found).toEqual(expect.arrayContaining(wanted));
    else expect(found.sort(), key).toEqual(wanted);
    const lit = highlights(workspace, address, start).map(({ range }) => show({ address, range }));
    expect(lit.sort(), key).toEqual(wanted.filter((one) => one.startsWith(`${address} `)));
    if (mention.access === 'definition') continue;
    const targets = definitionAt(workspace, address, start)?.targets ?? [];
    const leadsTo = targets.map(({ address: file, selection }) => show({ address: file, range: selection }));
    if (!/^(?:id|local|file)\n/.test(key)) definitions.add(leadsTo.join('\n'));
    // The path of an id refers to the state; default names of results are not written.
    if (!/^(?:id|file)\n/.test(key)) for (const one of leadsTo) expect(wanted, key).toContain(one);
  }
  expect(definitions.size, key).toBeLessThanOrEqual(1);
}

/** Whether a word names exactly one symbol. */
function onlyMeaning(workspace: Workspace, place: Place): boolean {
  const word = place.mention.name;
  const same = placesOf(workspace).filter(({ mention }) => mention.name === word);
  return new Set(same.map((one) => keyAt(workspace, one))).size === 1;
}

/** The findings, independent of the name, and without suggested names. */
function findings(files: readonly FixtureFile[], workspace: Workspace, names: readonly string[]): string[] {
  const word = new RegExp(`(?<![\\w$])(?:${names.join('|')})(?![\\w$])`, 'g');
  return findingsOf(workspace, files)
    .map(({ path, finding }) => {
      return `${path} ${finding.rule.code} ${inEnglish(finding.message)
        .replace(/ Did you mean .*/, '')
        .replace(word, '§')}`;
    })
    .sort();
}

it('renaming changes only names and can be reversed', () => {
  let renamed = 0;
  let compared = 0;
  fc.assert(
    fc.property(projects, fc.nat(), (files, choice) => {
      const workspace = workspaceOf(files);
      const places = placesOf(workspace).filter((place) => keyAt(workspace, place) !== undefined);
      const place = places[choice % places.length];
      if (place === undefined) return;
      const { address } = place.source;
      const old = place.source.document.text.slice(
        place.start,
        place.start + place.mention.end - place.mention.start,
      );
      const found = renameSymbol(workspace, address, place.start, FRESH);
      if (found.kind === 'refused' || !/^[\w.]+$/.test(old)) return;
      renamed++;
      const after = applyEdits(files, found.changes);
      const then = workspaceOf(after);
      // If a word has several meanings, some findings appear only after it has a single one.
      const isClear = !/[.#]/.test(old) && onlyMeaning(workspace, place);
      if (isClear) {
        compared++;
        expect(findings(after, then, [FRESH, old])).toEqual(findings(files, workspace, [FRESH, old]));
      }
      const before = [...(found.changes.get(address) ?? [])].filter(({ range }) => range.start < place.start);
      const moved = before.reduce((sum, { range, text }) => sum + text.length - (range.end - range.start), 0);
      const back = renameSymbol(then, address, place.start + moved, old);
      expect(back).toMatchObject({ kind: 'edits' });
      if (back.kind === 'refused') return;
      // Escapes are not written again.
      const isEscaped = files.some(({ text }) => /\\[ux]/.test(text));
      if (!isEscaped) expect(applyEdits(after, back.changes)).toEqual(files);
    }),
    { numRuns: RUNS * 3 },
  );
  expect(renamed).toBeGreaterThan(RUNS);
  expect(compared).toBeGreaterThan(RUNS / 2);
}, 120_000);
