import { type DataOrigin, originRange } from '../exchange/origins';
import type { Address } from '../project/files/paths';
import { caseSources } from '../run/conversation/cases';
import type { SourceRange } from '../run/conversation/events';
import type { PausePoint } from '../run/conversation/points';
import type { Program, ProgramScope } from '../run/conversation/program';
import type { SourceValue } from '../run/conversation/source-value';
import { expressionSourceRange } from '../run/sandbox/evaluator';
import { evaluatedOf, startOf } from '../run/scenario/coverage';
import { append } from '../text/append';

/** A place where a run can stop. */
export interface ProgramPoint {
  readonly place: SourceRange;
  readonly isExpression: boolean;
}

const WHOLE = -1;

/** All places of a program where a run can stop. */
export class ProgramPoints {
  /** By address, in the order of the text. */
  private readonly byFile = new Map<Address, ProgramPoint[]>();
  private readonly byOrigin = new Map<DataOrigin, Map<number, ProgramPoint>>();
  /** A value with several aliases is one place. */
  private readonly byPlace = new Map<string, ProgramPoint>();
  /** Where the text of a file is included that `!oneline` names. */
  private readonly included = new Map<Address, SourceRange>();

  constructor({ scopes, texts }: Program) {
    for (const scope of scopes.values()) {
      for (const { origin } of wholePoints(scope)) if (origin) this.add(origin, WHOLE, startOf(origin));
      for (const { value, origin } of evaluatedOf(scope).flatMap((one) => one.scalars())) {
        if (typeof value !== 'string' || origin === undefined) continue;
        if (origin.file && !this.included.has(origin.file.address))
          this.included.set(origin.file.address, { address: origin.address, ...originRange(origin) });
        if (!value.includes('{{')) continue;
        for (const expression of texts.template(value).expressions)
          if (expression.closed)
            this.add(origin, expression.start, expressionSourceRange(origin, value, expression));
      }
    }
    for (const points of this.byFile.values()) points.sort((a, b) => a.place.start - b.place.start);
  }

  /** The point that a conversation has reached. */
  at({ origin, at = WHOLE }: Pick<PausePoint, 'origin' | 'at'>): ProgramPoint | undefined {
    return origin && this.byOrigin.get(origin)?.get(at);
  }

  get files(): Iterable<Address> {
    return this.byFile.keys();
  }

  in(address: Address): readonly ProgramPoint[] {
    return this.byFile.get(address) ?? [];
  }

  /** The last place before the one that includes a file as a text, such as its task; undefined if nothing does. */
  includerOf(address: Address): SourceRange | undefined {
    const at = this.included.get(address);
    const before = at && this.in(at.address).filter(({ place }) => place.start <= at.start);
    return before?.findLast(({ isExpression }) => !isExpression)?.place;
  }

  private add(origin: DataOrigin, at: number, place: SourceRange | undefined): void {
    if (place === undefined) return;
    const isExpression = at !== WHOLE;
    const key = `${place.address}\n${place.start} ${isExpression}`;
    let point = this.byPlace.get(key);
    if (point === undefined) {
      point = { place, isExpression };
      this.byPlace.set(key, point);
      const points = this.byFile.get(place.address) ?? [];
      points.push(point);
      this.byFile.set(place.address, points);
    }
    const known = this.byOrigin.get(origin) ?? new Map<number, ProgramPoint>();
    known.set(at, point);
    this.byOrigin.set(origin, known);
  }
}

function wholePoints({ source, kind }: ProgramScope): SourceValue[] {
  const members = (name: string) =>
    source
      .get(name)
      .entries()
      .map(([, one]) => one);
  const points = [source, ...members('inputs'), ...source.get('tasks').children(), ...members('outputs')];
  if (kind === 'automata') append(points, members('context'));
  if (source.get('render').isGiven) points.push(source.get('render'));
  for (const transition of members('transitions')) {
    points.push(transition);
    if (transition.isList) append(points, caseSources(transition));
  }
  return points;
}
