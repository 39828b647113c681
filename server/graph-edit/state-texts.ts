import { edgesOf } from '../features/state-graph/state-at';
import { conditionCode } from '../features/state-transitions';
import { pathOfKey } from '../project/names/scope-path';
import type { Project } from '../project/project';
import { type Node, pairOf } from '../yaml/tree/tree';
import type { StateTexts } from './operation';
import { isRefusal } from './outcome';
import { definitionOf, edgeOf, eventOfButton, writtenButtons } from './places';

/** The texts of a node; undefined if it is not written at its place. */
export function stateTexts(project: Project, id: string): StateTexts | undefined {
  const entry = definitionOf(project, id);
  if (isRefusal(entry)) return undefined;
  const { map } = entry;
  const buttons = writtenButtons(map).map(({ node }) => ({
    text: textOf(node, 'content'),
    event: eventOfButton(node),
  }));
  return {
    text: textOf(pairOf(map, 'render')?.value, 'text'),
    buttons,
    conditions: conditionsOf(project, id),
  };
}

function conditionsOf(project: Project, id: string): StateTexts['conditions'] {
  const edges = edgesOf(project, project.scopes(pathOfKey(id))).flatMap((edge) => {
    const found = edgeOf(project, edge.id);
    if (isRefusal(found) || 'initialOf' in found) return [];
    const condition = conditionCode(found.case);
    return condition === undefined ? [] : [[edge.id, condition.trim()] as const];
  });
  return Object.fromEntries(edges);
}

function textOf(node: Node | undefined, name: string): string | undefined {
  const value = node?.kind === 'map' ? pairOf(node, name)?.value : undefined;
  return value?.kind === 'scalar' && !value.empty ? value.value : undefined;
}
