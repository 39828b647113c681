import { stateLabel } from '../format/target-path';
import { contextOf } from '../inference/context';
import type { Address } from '../project/files/paths';
import { type ScopePath, toScopePath } from '../project/names/scope-path';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { type Range, shiftRange } from '../text/range';
import { typeText } from '../types/type-text';
import { widen } from '../types/union';
import { textOf } from '../yaml/tree/tree';
import { stateGraph } from './state-graph';
import type { NamedSymbol } from './symbols/named';

/** A name where it is written, as a range of the document. */
export interface Place {
  readonly address: Address;
  readonly range: Range;
}

/** What is known of a state or automata, in the order of files and text. */
export interface DescribedState {
  /** The names from the root, joined by dots; empty for the automata itself. */
  readonly state: string;
  readonly kind: 'automata' | 'state';
  readonly place: Place | undefined;
  /** The first line of its message, without markup. */
  readonly text: string | undefined;
  readonly initial: boolean;
  readonly final: boolean;
  /** False only if no path from the initial state leads to it. */
  readonly reachable: boolean;
  readonly inputs: readonly string[];
  /** The labels of its tasks. */
  readonly tasks: readonly string[];
  readonly buttons: readonly { readonly content: string | undefined; readonly event: string }[];
  readonly transitions: readonly {
    readonly event: string;
    readonly target: string;
    readonly condition: string | undefined;
  }[];
}

export interface DescribedVariable {
  readonly name: string;
  readonly type: string;
}

export interface DescribedAutomata {
  readonly states: readonly DescribedState[];
  /** Those that the automata, or nested ones, declare or assign. */
  readonly variables: readonly DescribedVariable[];
}

/** The states, transitions and variables of a project, for a reader without its files. */
export function describeAutomata(workspace: Workspace, project: Project): DescribedAutomata {
  const { graph, places } = stateGraph(project);
  const names = new Map(graph.nodes.map(({ id, parent, name }) => [id, { parent, name }]));
  const namesOf = (id: string | undefined): readonly string[] => {
    const node = id === undefined ? undefined : names.get(id);
    // The root has no name.
    return node?.parent === undefined ? [] : [...namesOf(node.parent), node.name];
  };
  const label = (id: string) => stateLabel(namesOf(id));
  const states = graph.nodes.flatMap((node): DescribedState[] => {
    if (node.kind !== 'automata' && node.kind !== 'state') return [];
    const site = places.get(node.id);
    return [
      {
        state: label(node.id),
        kind: node.kind,
        place: site && { address: site.address, range: site.selection },
        text: node.text,
        initial: node.isInitial,
        final: node.isFinal,
        reachable: node.isReachable,
        inputs: node.inputs,
        tasks: node.tasks,
        buttons: buttonsOf(project, toScopePath(namesOf(node.id))),
        transitions: graph.edges
          .filter((edge) => edge.from === node.id && edge.kind !== 'initial')
          .map(({ event, to, condition }) => ({ event, target: label(to), condition })),
      },
    ];
  });
  const context = contextOf(workspace, project);
  const variables = [...context.names()].map((name) => ({
    name,
    type: typeText(widen(context.typeOf(name))),
  }));
  return { states, variables };
}

function buttonsOf(project: Project, path: ScopePath): DescribedState['buttons'] {
  return project.scopes(path).flatMap(({ scope }) =>
    scope.emits.map(({ event, node }) => {
      const map = node.parent?.kind === 'pair' ? node.parent.parent : undefined;
      return { content: map && textOf(map, 'content'), event: event.text };
    }),
  );
}

export interface DescribedSymbol {
  readonly definitions: readonly Place[];
  readonly uses: readonly Place[];
  /** The type of a context variable, with the values that are known. */
  readonly type: string | undefined;
}

/** Where a symbol is defined and used. */
export function describeSymbol(
  workspace: Workspace,
  { project, symbol, uses }: NamedSymbol,
): DescribedSymbol {
  const placeOf = ({ source, unit, mention }: NamedSymbol['uses'][number]): Place => ({
    address: source.address,
    range: shiftRange(mention, source.document.startOf(unit)),
  });
  const isDefinition = ({ mention }: NamedSymbol['uses'][number]) => mention.access === 'definition';
  return {
    definitions: uses.filter(isDefinition).map(placeOf),
    uses: uses.filter((use) => !isDefinition(use)).map(placeOf),
    type: symbol.kind === 'context' ? typeText(contextOf(workspace, project).typeOf(symbol.name)) : undefined,
  };
}
