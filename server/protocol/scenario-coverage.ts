import { edgeId } from '../features/state-graph/state-at';
import type { Address } from '../project/files/paths';
import { pathKey } from '../project/names/symbols';
import type { CoverageItem } from '../run/scenario/coverage';
import { groupBy } from '../text/group-by';
import type { Services } from './handlers/handler';
import type { AutomataCoverage, FileCoverageData, StatementCoverageData } from './messages';
import type { SourceLocations } from './source-locations';

/** The coverage of an automata by scenarios, in its files and in its graph. */
export function coverageData(
  { toUri }: Pick<Services, 'toUri'>,
  main: Address,
  items: readonly CoverageItem[],
  locations: SourceLocations,
): AutomataCoverage {
  const counts = (kind: CoverageItem['kind'], idOf: (item: CoverageItem) => string) =>
    Object.fromEntries(items.filter((item) => item.kind === kind).map((item) => [idOf(item), item.count]));
  return {
    uri: toUri(main),
    files: [...groupBy(items, ({ place }) => place.address)].map(([address, inFile]) =>
      fileCoverage(toUri(address), inFile, locations),
    ),
    nodes: counts('state', ({ owner }) => pathKey(owner)),
    edges: counts('case', ({ owner, name, branch }) => edgeId(pathKey(owner), name, branch?.index ?? 0)),
  };
}

function fileCoverage(
  uri: string,
  items: readonly CoverageItem[],
  locations: SourceLocations,
): FileCoverageData {
  const cases = groupBy(
    items.filter(({ kind }) => kind === 'case'),
    ({ branch }) => branch?.transition.start ?? -1,
  );
  const statements = items.flatMap(({ kind, name, place, count }): StatementCoverageData[] => {
    const range = locations.of(place)?.range;
    if (range === undefined || kind === 'case') return [];
    const statement = { kind, name, range, count };
    if (kind !== 'transition') return [statement];
    const branches = (cases.get(place.start) ?? []).flatMap((one) => {
      const at = locations.of(one.place)?.range;
      const label = `${one.name} ${(one.branch?.index ?? 0) + 1}`;
      return at ? [{ label, range: at, count: one.count }] : [];
    });
    return [{ ...statement, branches }];
  });
  const unreached = items
    .filter(({ kind, count }) => count === 0 && (kind === 'state' || kind === 'case'))
    .flatMap(({ extent }) => locations.of(extent)?.range ?? []);
  return { uri, statements, unreached };
}
