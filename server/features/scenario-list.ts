import { engine } from '../engine/engine';
import { nameOf } from '../facts/name';
import { exportSource } from '../project/files/exports';
import type { Address } from '../project/files/paths';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { countUp } from '../text/group-by';
import { hashOf } from '../text/hash';
import { type Range, shiftRange } from '../text/range';
import type { Unit } from '../yaml/cut/unit';
import { pairOf, resolveAlias } from '../yaml/tree/tree';

/** A scenario of a file; nothing is run. */
interface PlacedScenario {
  readonly id: string;
  readonly name: string;
  /** In offsets of the document. */
  readonly range: Range;
}

/** A file of scenarios. */
interface ScenarioFileEntry {
  readonly address: Address;
  /** The main file of the automata; undefined if it is not known. */
  readonly automata: Address | undefined;
  /** Changes with every text that the results of the scenarios depend on. */
  readonly version: string;
  readonly scenarios: readonly PlacedScenario[];
}

/** An automata that is not the export of another. */
interface AutomataEntry {
  readonly main: Address;
  readonly version: string;
}

/** All scenario files of a workspace, in the order of their addresses. */
export function scenarioFiles(workspace: Workspace): readonly ScenarioFileEntry[] {
  const files = [...workspace.allProjects].flatMap((project) =>
    [...project.members]
      .filter(({ source }) => source.documentKind === 'scenarios')
      .map(({ source: { address } }): ScenarioFileEntry => {
        const automata = project.isAutomata ? project.root : undefined;
        const own = project.unitsOf(address).map(unitVersion).join();
        const version = `${automata === undefined ? '' : automataVersion(workspace, project)}\n${own}`;
        return { address, automata, version: hashOf(version), scenarios: scenariosIn(project, address) };
      }),
  );
  return files.sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** All automata of a workspace that can be run, in the order of their addresses. */
export function runnableAutomata(workspace: Workspace): readonly AutomataEntry[] {
  return [...workspace.allProjects]
    .filter(({ isAutomata, root }) => isAutomata && exportSource(workspace, root) === undefined)
    .map((project) => ({ main: project.root, version: automataVersion(workspace, project) }))
    .sort((a, b) => (a.main < b.main ? -1 : 1));
}

/** The name of a scenario, otherwise its number in the file. */
export function scenarioName(written: string | undefined, index: number): string {
  return written?.trim() || `scenario ${index + 1}`;
}

/**
 * Items with their names as ids: duplicate ones have numbers, so that earlier ids are stable while others are added.
 */
export function withUniqueNames<T>(
  items: readonly T[],
  nameOf: (item: T, index: number) => string,
): readonly (readonly [item: T, id: string])[] {
  const counts = new Map<string, number>();
  return items.map((item, index) => {
    const name = nameOf(item, index);
    const count = countUp(counts, name);
    return [item, count === 1 ? name : `${name} (${count})`];
  });
}

function scenariosIn(project: Project, address: Address): readonly PlacedScenario[] {
  const document = project.member(address)?.source.document;
  if (document === undefined) return [];
  return project
    .unitsOf(address)
    .flatMap((unit, index) =>
      scenariosOfUnit(unit).map((one) => ({ ...one, range: shiftRange(one.range, document.startAt(index)) })),
    );
}

const scenariosOfUnit = engine.query('scenarios of a unit', (unit: Unit): readonly PlacedScenario[] => {
  const { root } = unit.parsed;
  const pair = root?.kind === 'map' ? pairOf(root, 'scenarios') : undefined;
  const list = pair && resolveAlias(pair.value);
  if (list?.kind !== 'seq') return [];
  const named = list.items.map((item, index) => {
    const map = resolveAlias(item);
    const name = map?.kind === 'map' ? nameOf(pairOf(map, 'name')?.value, unit.text)?.text : undefined;
    return { item, name: scenarioName(name, index) };
  });
  return withUniqueNames(named, ({ name }) => name).flatMap(([{ item, name }, id]) => {
    if (item.kind !== 'map') return [];
    return [
      {
        id,
        name,
        range: {
          start: item.start,
          end: item.start + unit.text.slice(item.start, item.end).trimEnd().length,
        },
      },
    ];
  });
});

const unitVersion = engine.query('version of a unit', (unit: Unit): string => hashOf(unit.text));

/** Changes with every text that conversations with an automata depend on. */
export const automataVersion = engine.query(
  'version of an automata',
  (workspace: Workspace, project: Project): string => {
    const texts = project.stateFiles.flatMap(({ source: { address } }) => [
      address,
      ...project.unitsOf(address).map(unitVersion),
      ...project.table
        .get('file', address)
        .map((file) => hashOf(workspace.dataFile(workspace.resolvePath(project, file).address)?.text ?? '')),
    ]);
    return hashOf(texts.join('\n'));
  },
);
