import { nameOf } from '../facts/name';
import { type Step, stepIntoItem, stepIntoPair } from '../format/walk';
import { type MapNode, type Node, pairOf, resolveAlias, textOf } from '../yaml/tree/tree';
import type { OutlineEntry } from './document-symbols';

/** The outline of a scenario file: its promises, and its scenarios by name, each with its steps. */

/** The entries below the root of a unit. */
export function scenarioEntries(root: Step, text: string): OutlineEntry[] {
  const { node } = root;
  if (node?.kind !== 'map') return [];
  return node.pairs.flatMap((pair) => {
    const section = stepIntoPair(root, node, pair);
    const list = section.node;
    if (list?.kind !== 'seq') return [];
    if (pair.name === 'promises') return list.items.flatMap((item) => fieldEntry(item));
    if (pair.name !== 'scenarios') return [];
    return list.items.flatMap((item, index) =>
      item.kind === 'map' ? [scenarioEntry(stepIntoItem(section, list, index), item, text)] : [],
    );
  });
}

function scenarioEntry({ index }: Step, map: MapNode, text: string): OutlineEntry {
  const name = nameOf(pairOf(map, 'name')?.value, text);
  const start = pairOf(map, 'start')?.value;
  const startMap = start && resolveAlias(start);
  const state = startMap?.kind === 'map' ? textOf(startMap, 'state') : undefined;
  const steps = pairOf(map, 'steps')?.value;
  return {
    kind: 'scenario',
    name: name?.text.trim() || `scenario ${index + 1}`,
    detail: state === undefined ? '' : `from ${state}`,
    range: map,
    selection: name ?? map.pairs[0]?.key ?? map,
    children: steps?.kind === 'seq' ? steps.items.flatMap((item) => fieldEntry(item)) : [],
  };
}

/** A step or promise by its field, with the clicked, sent, expected or promised value. */
function fieldEntry(item: Node): OutlineEntry[] {
  const pair = item.kind === 'map' ? item.pairs[0] : undefined;
  if (item.kind !== 'map' || pair === undefined || pair.name === '') return [];
  return [
    {
      kind: 'step',
      name: pair.name,
      detail: detailOf(pair.value),
      range: item,
      selection: pair.key,
      children: [],
    },
  ];
}

function detailOf(value: Node): string {
  const node = resolveAlias(value);
  if (node?.kind === 'scalar') return node.empty ? '' : node.value;
  if (node?.kind !== 'map') return '';
  return textOf(node, 'state') ?? textOf(node, 'event') ?? node.pairs.map(({ name }) => name).join(', ');
}
