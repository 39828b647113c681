import { engine } from '../../engine/engine';
import { RevisionValue } from '../../engine/revision-value';
import { guardedChains } from '../../expression/guards';
import type { ExpressionFacts, ExpressionPart, UnitFacts } from '../../facts/facts';
import { contextOf } from '../../inference/context';
import { contextNamesIn } from '../../inference/context-reads';
import { NameReader } from '../../inference/name-reader';
import { isAssigned } from '../../project/names/scope';
import type { ScopeEntry } from '../../project/names/symbols';
import { type Inference, infer, inferElements } from '../../types/infer';
import { isEqualType } from '../../types/subtyping';
import { UNKNOWN, type ValueType } from '../../types/value-type';
import { evaluatedScalars, isSound } from '../expressions/uses';
import type { InferredExpression, Subject } from '../rule';

/** An expression that is evaluated, as a key of queries. */
export interface EvaluatedExpression {
  readonly expression: ExpressionFacts;
  readonly part: ExpressionPart;
}

/** The evaluated expressions of a unit, each list in the order of the text. */
interface EvaluatedExpressions {
  /** Expressions that name `context`: their types depend on other units. */
  readonly contextReaders: readonly EvaluatedExpression[];
  readonly others: readonly EvaluatedExpression[];
}

export const evaluatedExpressions = engine.query(
  'expressions with types',
  (expressions: readonly ExpressionFacts[]): EvaluatedExpressions => {
    const contextReaders: EvaluatedExpression[] = [];
    const others: EvaluatedExpression[] = [];
    for (const expression of evaluatedScalars(expressions)) {
      for (const part of expression.parts) {
        if (part.ast === undefined || !isSound(part)) continue;
        const list = part.uses.some(({ name }) => name === 'context') ? contextReaders : others;
        list.push({ expression, part });
      }
    }
    return { contextReaders: contextReaders, others };
  },
);

/** Infers and checks expressions of a unit. */
export class TypeChecker {
  private readonly reader: NameReader;

  /** @param isCorrect checks an expression */
  constructor(
    private readonly subject: Subject,
    private readonly isCorrect: (inferred: InferredExpression) => boolean,
  ) {
    const { workspace, project } = subject;
    this.reader = new NameReader(workspace, project, contextOf(workspace, project));
  }

  check(one: EvaluatedExpression, environment = this.environmentOf(one)): boolean {
    const { expression, part } = one;
    const { ast } = part;
    if (ast === undefined || environment === undefined) return true;
    let elements: Inference | undefined;
    return this.isCorrect({
      subject: this.subject,
      expression,
      part,
      inference: infer(ast, environment),
      elements: () => {
        elements ??= inferElements(ast, environment);
        return elements;
      },
    });
  }

  /**
   * Skips the check if an expression with the same text and types was already found correct in this revision: many
   * states read a variable in the same way, and all of them are checked when its type changes.
   */
  checkOnce(one: EvaluatedExpression): void {
    const names = this.environmentOf(one);
    if (names === undefined) return;
    const reads = new Map<string, ValueType | undefined>();
    const environment = (name: string): ValueType | undefined => {
      if (!reads.has(name)) reads.set(name, names(name));
      return reads.get(name);
    };
    const text = textOf(one);
    const known = correct.value?.get(text) ?? [];
    if (known.some((other) => hasTypes(other, environment))) return;
    reads.clear();
    // Findings in an expression that is a whole string also depend on its field.
    if (!this.check(one, environment) || one.expression.whole || known.length >= MAX_VARIANTS) return;
    correct.value ??= new Map();
    correct.value.set(text, [...known, reads]);
  }

  private environmentOf({ expression, part }: EvaluatedExpression) {
    const entry = this.subject.resolvedScopes[expression.place.scope];
    const names = entry && this.reader.namesAt(entry, expression.place);
    if (names === undefined) return undefined;
    const isOther = expression.place.phase === 'where' && readsSetVariable(this.subject.facts, part);
    return (name: string) => (isOther && name === 'context' ? UNKNOWN : names(name, part));
  }
}

/** Whether an expression of a scenario reads a context variable whose type its scenario may change. */
function readsSetVariable(facts: UnitFacts, { uses }: ExpressionPart): boolean {
  return uses.some(({ members: [member] }) => member && setVariables(facts).has(member.start));
}

const setVariables = engine.query('variables that scenarios set', ({ scenarios }: UnitFacts) => {
  const names = scenarios?.names ?? [];
  return new Set(names.flatMap(({ member, run }) => (member && run.setsValues ? [member.start] : [])));
});

/** The names that an expression has read, in order, with their types. */
type Reads = ReadonlyMap<string, ValueType | undefined>;

/** Correct expressions by their texts. */
const correct = new RevisionValue<Map<string, readonly Reads[]>>(engine);

/** Limit of type combinations that are cached for one text. */
const MAX_VARIANTS = 8;

/** Which names are read may depend on the types of earlier ones. */
function hasTypes(reads: Reads, typeOf: (name: string) => ValueType | undefined): boolean {
  for (const [name, type] of reads) {
    const other = typeOf(name);
    if (type !== other && !(type && other && isEqualType(type, other))) return false;
  }
  return true;
}

/**
 * The text of an expression that has the same findings in any state: it is part of a text and reads only variables of
 * `context` that its state, `entry`, has not assigned before. Undefined for other expressions.
 */
export function textOnlyReadingContext(
  one: EvaluatedExpression,
  entry: ScopeEntry | undefined,
): string | undefined {
  const { uses } = one.part;
  const { whole, code, place } = one.expression;
  if (entry === undefined || whole || code || uses.some(({ name }) => name !== 'context')) return undefined;
  const names = contextNamesIn(uses);
  const isAssignedBefore = entry.scope.outputs.some(
    (output) => output.context && isAssigned(output, place) && names?.has(output.context.text),
  );
  return names === undefined || isAssignedBefore ? undefined : textOf(one);
}

function textOf({ expression, part: { ast, valueStart } }: EvaluatedExpression): string {
  return ast ? expression.node.value.slice(valueStart + ast.start, valueStart + ast.end) : '';
}

/** Whether an expression tests that a member exists before using it. */
export function isGuarded(part: ExpressionPart, chain: string): boolean {
  return part.ast !== undefined && guardsIn(part.ast).has(chain);
}

const guardsIn = engine.query('guarded chains', guardedChains);
