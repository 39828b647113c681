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
import { type Node, pairOf, resolveAlias } from '../yaml/tree/tree';

/** A scenario or promise of a file; nothing is run. */
export interface PlacedScenario {
  /** Unique in the file, also among scenarios and promises together. */
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
  /** Changes with every text that the results of the scenarios and promises depend on. */
  readonly version: string;
  readonly scenarios: readonly PlacedScenario[];
  /** All items of `promises`, in their order. */
  readonly promises: readonly PlacedScenario[];
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
        return {
          address,
          automata,
          version: hashOf(version),
          scenarios: placedIn(project, address, scenariosOfUnit),
          promises: promisesIn(project, address),
        };
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

/** All items of `promises` of a file of a project, in their order. */
export function promisesIn(project: Project, address: Address): readonly PlacedScenario[] {
  return placedIn(project, address, promisesOfUnit);
}

function placedIn(
  project: Project,
  address: Address,
  ofUnit: (unit: Unit) => readonly PlacedScenario[],
): readonly PlacedScenario[] {
  const document = project.member(address)?.source.document;
  if (document === undefined) return [];
  return project
    .unitsOf(address)
    .flatMap((unit, index) =>
      ofUnit(unit).map((one) => ({ ...one, range: shiftRange(one.range, document.startAt(index)) })),
    );
}

const scenariosOfUnit = engine.query('scenarios of a unit', (unit: Unit): readonly PlacedScenario[] => {
  const named = itemsOf(unit, 'scenarios').map((item, index) => {
    const map = resolveAlias(item);
    const name = map?.kind === 'map' ? nameOf(pairOf(map, 'name')?.value, unit.text)?.text : undefined;
    return { item, name: scenarioName(name, index) };
  });
  return withUniqueNames(named, ({ name }) => name).flatMap(([{ item, name }, id]) =>
    item.kind === 'map' ? [{ id, name, range: rangeOf(item, unit) }] : [],
  );
});

const promisesOfUnit = engine.query('promises of a unit', (unit: Unit): readonly PlacedScenario[] => {
  const titled = itemsOf(unit, 'promises').map((item) => ({ item, title: promiseTitle(item, unit) }));
  return withUniqueNames(titled, ({ title }) => title).map(([{ item, title }, id]) => ({
    // The names of scenarios are trimmed, so none begins with a space.
    id: ` ${id}`,
    name: title,
    range: rangeOf(item, unit),
  }));
});

function itemsOf({ parsed: { root } }: Unit, section: string): readonly Node[] {
  const pair = root?.kind === 'map' ? pairOf(root, section) : undefined;
  const list = pair && resolveAlias(pair.value);
  return list?.kind === 'seq' ? list.items : [];
}

function rangeOf({ start, end }: Range, { text }: Unit): Range {
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** A promise in one line, as the command line shows it. An item that is no promise is shown as it is written. */
function promiseTitle(item: Node, { text }: Unit): string {
  const map = resolveAlias(item);
  const [pair] = map?.kind === 'map' ? map.pairs : [];
  const title = pair ? `${pair.name} ${shownNode(pair.value)}` : text.slice(item.start, item.end);
  return title.replace(/\s+/g, ' ').trim();
}

function shownNode(written: Node): string {
  const node = resolveAlias(written);
  if (node?.kind === 'seq') return `[${node.items.map(shownNode).join(', ')}]`;
  if (node?.kind !== 'map') return node?.kind === 'scalar' ? node.value : '';
  return node.pairs
    .map(({ name, value }) => {
      const isMap = resolveAlias(value)?.kind === 'map';
      return `${name}: ${isMap ? `{ ${shownNode(value)} }` : shownNode(value)}`;
    })
    .join(', ');
}

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
