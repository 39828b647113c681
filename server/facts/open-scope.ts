import { compactList } from '../text/compact';
import type {
  ContextFacts,
  EmitFacts,
  HandlerFacts,
  HiddenResult,
  InputFacts,
  NameNode,
  OutputFacts,
  ResultFacts,
  ScopeFacts,
  ScopePart,
} from './facts';
import { finalOf } from './transitions';

/** A scope while it is read. */
export interface OpenScope extends ScopeFacts {
  id: NameNode | undefined;
  initial: NameNode | undefined;
  readonly inputs: InputFacts[];
  readonly tasks: NameNode[];
  readonly results: ResultFacts[];
  readonly hiddenResults: HiddenResult[];
  readonly outputs: OutputFacts[];
  readonly context: ContextFacts[];
  readonly handlers: HandlerFacts[];
  readonly emits: EmitFacts[];
  readonly buttons: NameNode[];
  readonly incomplete: Set<ScopePart>;
}

/** A scope whose contents are not parsed yet. */
export function emptyScope({
  kind,
  path,
  name,
  map,
  incomplete,
}: Pick<OpenScope, 'kind' | 'path' | 'name' | 'map' | 'incomplete'>): OpenScope {
  return {
    kind,
    path,
    name,
    map,
    id: undefined,
    initial: undefined,
    inputs: [],
    tasks: [],
    results: [],
    hiddenResults: [],
    outputs: [],
    context: [],
    handlers: [],
    emits: [],
    buttons: [],
    final: finalOf(map),
    incomplete,
  };
}

/** The final form of a scope, with lists copied to their length. Most of its lists are short, and many are empty. */
export function compactScope(scope: OpenScope): ScopeFacts {
  return {
    kind: scope.kind,
    path: scope.path,
    name: scope.name,
    map: scope.map,
    id: scope.id,
    initial: scope.initial,
    inputs: compactList(scope.inputs),
    tasks: compactList(scope.tasks),
    results: compactList(scope.results),
    hiddenResults: scope.hiddenResults.length === 0 ? NO_RESULTS : scope.hiddenResults,
    outputs: compactList(scope.outputs),
    context: compactList(scope.context),
    handlers: compactList(scope.handlers),
    emits: compactList(scope.emits),
    buttons: compactList(scope.buttons),
    final: scope.final,
    incomplete: scope.incomplete.size === 0 ? NOTHING_INCOMPLETE : scope.incomplete,
  };
}

const NO_RESULTS: readonly HiddenResult[] = [];

const NOTHING_INCOMPLETE: ReadonlySet<ScopePart> = new Set();
