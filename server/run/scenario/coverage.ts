import type { DataOrigin } from '../../exchange/origins';
import { parseTemplate } from '../../expression/template';
import { stateLabel } from '../../format/target-path';
import type { ScopePath } from '../../project/names/scope-path';
import { append } from '../../text/append';
import { countUp } from '../../text/group-by';
import { allCases, caseSources } from '../conversation/cases';
import type { SourceRange } from '../conversation/events';
import type { Program, ProgramScope } from '../conversation/program';
import type { SourceValue } from '../conversation/source-value';
import { expressionSourceRange, type OnReach, sourceRangeOf } from '../sandbox/evaluator';

export type CoverageKind = 'state' | 'transition' | 'case' | 'task' | 'output' | 'expression';

/** Something that a run can reach. */
export interface CoverageItem {
  readonly kind: CoverageKind;
  /** The path of a state, or the event of a transition or case. */
  readonly name: string;
  /** The path of its state or automata. */
  readonly owner: ScopePath;
  readonly place: SourceRange;
  /** The range of the item; for an expression or transition, the same as its place. */
  readonly extent: SourceRange;
  /** The number of times it was reached. */
  readonly count: number;
  /** For a case: the place of its transition, and its zero-based index there. */
  readonly branch?: { readonly transition: SourceRange; readonly index: number };
}

/** Counts what runs reach. */
export class Coverage {
  private readonly counts = new Map<DataOrigin, Map<number, number>>();

  /** To be passed to the counted conversations. */
  readonly onReach: OnReach = (origin, at = WHOLE) => {
    const counts = this.counts.get(origin) ?? new Map<number, number>();
    countUp(counts, at);
    this.counts.set(origin, counts);
  };

  /** Everything that runs can reach, with its counts, in no particular order. */
  items(program: Program): readonly CoverageItem[] {
    const items: CoverageItem[] = [];
    const add = (
      kind: CoverageKind,
      name: string,
      { path }: ProgramScope,
      { origin }: SourceValue,
      more: Partial<CoverageItem> = {},
    ) => {
      const place = startOf(origin);
      if (!origin || !place) return;
      const extent = { ...place, end: Math.max(place.end, origin.node.end) };
      items.push({ kind, name, owner: path, place, extent, count: this.countOf(origin), ...more });
    };
    for (const scope of program.scopes.values()) {
      const { source, kind, path } = scope;
      if (kind === 'state') add('state', stateLabel(path), scope, source);
      for (const task of source.get('tasks').children()) add('task', task.textOf('name'), scope, task);
      for (const [name, output] of source.get('outputs').entries()) add('output', name, scope, output);
      for (const value of evaluatedOf(scope).flatMap((one) => one.scalars()))
        append(items, this.expressionsOf(value, path));
    }
    const transitions = new Map<string, CoverageItem>();
    for (const { owner, event, source, index } of allCases(program)) {
      const place = startOf(owner.source.get('transitions').get(event).origin);
      if (!place) continue;
      add('case', event, owner, source, { branch: { transition: place, index } });
      const key = `${place.address} ${place.start}`;
      const count = (transitions.get(key)?.count ?? 0) + (source.origin ? this.countOf(source.origin) : 0);
      transitions.set(key, {
        kind: 'transition',
        name: event,
        owner: owner.path,
        place,
        extent: place,
        count,
      });
    }
    append(items, transitions.values());
    return items;
  }

  private countOf(origin: DataOrigin, at = WHOLE): number {
    return this.counts.get(origin)?.get(at) ?? 0;
  }

  private expressionsOf({ value, origin }: SourceValue, owner: ScopePath): CoverageItem[] {
    if (typeof value !== 'string' || origin === undefined) return [];
    return parseTemplate(value).expressions.flatMap((expression) => {
      const place = expressionSourceRange(origin, value, expression);
      if (!expression.closed || !place) return [];
      const count = this.countOf(origin, expression.start);
      return [{ kind: 'expression' as const, name: '', owner, place, extent: place, count }];
    });
  }
}

/** The reached item is not an expression. */
const WHOLE = -1;

/** The values of a state or automata whose expressions are evaluated. */
export function evaluatedOf({ source, kind }: ProgramScope): SourceValue[] {
  const members = (located: SourceValue) => located.entries().map(([, one]) => one);
  const parts = (located: SourceValue, names: readonly string[]) => names.map((name) => located.get(name));
  const inputs = members(source.get('inputs')).flatMap((input) =>
    input.isMap ? parts(input, ['value', 'default_value', 'description', 'choices']) : [input],
  );
  const render = source.get('render');
  const buttons = render
    .get('buttons')
    .flatItems()
    .flatMap((one) => [...parts(one, ['content', 'description']), one.get('on_click').get('payload')]);
  const cases = source
    .get('transitions')
    .entries()
    .flatMap(([event, transition]) =>
      caseSources(transition).flatMap((one) =>
        // `target_inputs` of ALWAYS are not evaluated.
        parts(one, event === 'ALWAYS' ? ['condition'] : ['condition', 'target_inputs']),
      ),
    );
  const all = [
    ...(kind === 'automata' ? members(source.get('context')) : []),
    ...inputs,
    ...source
      .get('tasks')
      .children()
      .map((task) => task.get('module_config')),
    ...members(source.get('outputs')),
    ...parts(render, ['text', 'image', 'audio', 'video']),
    ...buttons,
    ...cases,
  ];
  return all.filter(({ isGiven }) => isGiven);
}

/** The key of a member, or the item of a list. */
export function startOf(origin: DataOrigin | undefined): SourceRange | undefined {
  if (origin?.key) return { address: origin.address, start: origin.key.start, end: origin.key.end };
  return sourceRangeOf(origin);
}
