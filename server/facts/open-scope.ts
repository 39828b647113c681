import { exact } from '../text/exact';
import type {
  ContextFacts,
  EmitFacts,
  HandlerFacts,
  HiddenResult,
  InputFacts,
  Name,
  OutputFacts,
  Part,
  ResultFacts,
  ScopeFacts,
} from './facts';
import { finalOf } from './transitions';

/** A scope while it is read. */
export interface OpenScope extends ScopeFacts {
  id: Name | undefined;
  initial: Name | undefined;
  readonly inputs: InputFacts[];
  readonly tasks: Name[];
  readonly results: ResultFacts[];
  readonly hiddenResults: HiddenResult[];
  readonly outputs: OutputFacts[];
  readonly context: ContextFacts[];
  readonly handlers: HandlerFacts[];
  readonly emits: EmitFacts[];
  readonly incomplete: Set<Part>;
}

/** A scope of which nothing but its beginning is read. */
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
    final: finalOf(map),
    incomplete,
  };
}

/** A scope as it is kept: without room for more. Most of its lists are short, and many are empty. */
export function compact(scope: OpenScope): ScopeFacts {
  return {
    kind: scope.kind,
    path: scope.path,
    name: scope.name,
    map: scope.map,
    id: scope.id,
    initial: scope.initial,
    inputs: exact(scope.inputs),
    tasks: exact(scope.tasks),
    results: exact(scope.results),
    hiddenResults: scope.hiddenResults.length === 0 ? NO_RESULTS : scope.hiddenResults,
    outputs: exact(scope.outputs),
    context: exact(scope.context),
    handlers: exact(scope.handlers),
    emits: exact(scope.emits),
    final: scope.final,
    incomplete: scope.incomplete.size === 0 ? ALL_IN_SIGHT : scope.incomplete,
  };
}

const NO_RESULTS: readonly HiddenResult[] = [];

const ALL_IN_SIGHT: ReadonlySet<Part> = new Set();
