import type {
  AnyNode,
  BlockStatement,
  ForStatement,
  Pattern,
  Statement,
  SwitchStatement,
  TryStatement,
  VariableDeclaration,
} from 'acorn';
import type { TypeEvaluator } from './infer';
import { elementOf } from './member-lookup';
import { bindPattern } from './patterns';
import { truthiness } from './truth';
import { TypeScope } from './type-scope';
import { unionOfTypes, unionType } from './union';
import { isNever, NEVER, STRING_TYPE, UNDEFINED_TYPE, UNKNOWN, type ValueType } from './value-type';

/** The result of a sequence of statements. */
interface Outcome {
  /** The returned type; `NEVER` if nothing is returned. */
  readonly returns: ValueType;
  /** Whether the following statement may be reached. */
  readonly completes: boolean;
  /** The scope after it. */
  readonly scope: TypeScope;
}

/** The type that a function with this body returns. */
export function evaluateBody(evaluator: TypeEvaluator, body: BlockStatement, scope: TypeScope): ValueType {
  const { returns, completes } = block(evaluator, body.body, scope);
  return completes ? unionType(returns, UNDEFINED_TYPE) : returns;
}

function block(evaluator: TypeEvaluator, statements: readonly Statement[], outer: TypeScope): Outcome {
  let scope = new TypeScope(outer);
  for (const each of statements) {
    if (each.type !== 'FunctionDeclaration') continue;
    evaluator.loosen(each, scope);
    scope.declare(
      each.id.name,
      evaluator.effects.assigned.has(each.id.name) ? UNKNOWN : evaluator.functionType(each, scope),
    );
  }
  let returns: ValueType = NEVER;
  let completes = true;
  for (const each of statements) {
    const outcome = statement(evaluator, each, scope);
    // Unreachable statements return nothing, but are evaluated for their parts.
    if (completes) returns = unionType(returns, outcome.returns);
    completes &&= outcome.completes;
    scope = outcome.scope;
  }
  return { returns, completes, scope: outer };
}

function statement(evaluator: TypeEvaluator, node: Statement, scope: TypeScope): Outcome {
  const outcome = (completes: boolean, returns: ValueType = NEVER): Outcome => ({
    returns,
    completes,
    scope,
  });
  switch (node.type) {
    case 'ReturnStatement':
      return outcome(false, node.argument ? evaluator.evaluate(node.argument, scope) : UNDEFINED_TYPE);
    case 'ThrowStatement':
      evaluator.evaluate(node.argument, scope);
      return outcome(false);
    case 'BreakStatement':
    case 'ContinueStatement':
      return outcome(false);
    case 'VariableDeclaration':
      return outcome(declare(evaluator, node, scope));
    case 'ExpressionStatement':
      return outcome(!isNever(evaluator.evaluate(node.expression, scope)));
    case 'BlockStatement':
      return block(evaluator, node.body, scope);
    case 'IfStatement':
      return choice(evaluator, node.test, node.consequent, node.alternate ?? undefined, scope);
    case 'LabeledStatement':
      return outcome(true, statement(evaluator, node.body, scope).returns);
    case 'WhileStatement':
    case 'DoWhileStatement': {
      const tested = evaluator.evaluate(node.test, scope);
      const first = node.type === 'DoWhileStatement';
      const inner = first ? scope : evaluator.narrowed(node.test, true, scope);
      const { returns } = statement(evaluator, node.body, inner);
      return isNever(tested) ? outcome(false, first ? returns : NEVER) : outcome(true, returns);
    }
    case 'ForStatement':
      return outcome(true, forLoop(evaluator, node, scope));
    case 'ForInStatement':
    case 'ForOfStatement': {
      const source = evaluator.evaluate(node.right, scope);
      const inner = new TypeScope(scope);
      const element = node.type === 'ForInStatement' ? STRING_TYPE : elementOf(source);
      const [first] = node.left.type === 'VariableDeclaration' ? node.left.declarations : [];
      if (first) bindPattern(evaluator, first.id, element, inner);
      const { returns } = statement(evaluator, node.body, new TypeScope(inner));
      return isNever(source) ? outcome(false) : outcome(true, returns);
    }
    case 'SwitchStatement': {
      const chosen = evaluator.evaluate(node.discriminant, scope);
      const returns = switchCases(evaluator, node, new TypeScope(scope));
      return isNever(chosen) ? outcome(false) : outcome(true, returns);
    }
    case 'TryStatement':
      return tryStatement(evaluator, node, scope);
    case 'FunctionDeclaration':
    case 'EmptyStatement':
    case 'DebuggerStatement':
      return outcome(true);
    case 'ClassDeclaration':
      scope.declare(node.id.name, UNKNOWN);
      return outcome(true);
    default:
      return outcome(true, UNKNOWN);
  }
}

function forLoop(evaluator: TypeEvaluator, node: ForStatement, outer: TypeScope): ValueType {
  const scope = new TypeScope(outer);
  if (node.init?.type === 'VariableDeclaration') declare(evaluator, node.init, scope);
  else if (node.init) evaluator.evaluate(node.init, scope);
  if (node.test) evaluator.evaluate(node.test, scope);
  if (node.update) evaluator.evaluate(node.update, scope);
  return statement(evaluator, node.body, new TypeScope(scope)).returns;
}

function switchCases(evaluator: TypeEvaluator, { cases }: SwitchStatement, scope: TypeScope): ValueType {
  const returns: ValueType[] = [];
  for (const { test, consequent } of cases) {
    if (test) evaluator.evaluate(test, scope);
    // A variable that one case declares may have no value in another case.
    const own = new TypeScope(scope);
    for (const one of consequent) returns.push(statement(evaluator, one, own).returns);
  }
  return unionOfTypes(returns);
}

function tryStatement(evaluator: TypeEvaluator, node: TryStatement, scope: TypeScope): Outcome {
  const tried = block(evaluator, node.block.body, scope);
  const handler = node.handler && caught(evaluator, node.handler.param, node.handler.body, scope);
  const last = node.finalizer && block(evaluator, node.finalizer.body, scope);
  const returns = unionType(tried.returns, handler?.returns ?? NEVER, last?.returns ?? NEVER);
  const completes = (tried.completes || handler?.completes === true) && last?.completes !== false;
  return { returns, completes, scope };
}

function caught(
  evaluator: TypeEvaluator,
  parameter: Pattern | null | undefined,
  body: BlockStatement,
  outer: TypeScope,
): Outcome {
  const scope = new TypeScope(outer);
  if (parameter) bindPattern(evaluator, parameter, UNKNOWN, scope);
  return block(evaluator, body.body, scope);
}

/** False if an initial value always throws. */
function declare(evaluator: TypeEvaluator, node: VariableDeclaration, scope: TypeScope): boolean {
  let reached = true;
  for (const { id, init } of node.declarations) {
    const value = init ? evaluator.evaluate(init, scope) : UNDEFINED_TYPE;
    reached &&= !isNever(value);
    bindPattern(evaluator, id, value, scope);
  }
  return reached;
}

function choice(
  evaluator: TypeEvaluator,
  test: AnyNode,
  consequent: Statement,
  alternate: Statement | undefined,
  scope: TypeScope,
): Outcome {
  const tested = evaluator.evaluate(test, scope);
  const truth = truthiness(tested);
  const scopes = { yes: evaluator.narrowed(test, true, scope), no: evaluator.narrowed(test, false, scope) };
  const yes = statement(evaluator, consequent, new TypeScope(scopes.yes));
  const no = alternate && statement(evaluator, alternate, new TypeScope(scopes.no));
  const skipped: Outcome = no ?? { returns: NEVER, completes: true, scope };
  if (isNever(tested)) return { returns: NEVER, completes: false, scope };
  if (truth !== undefined) return { ...(truth ? yes : skipped), scope };
  const returns = unionType(yes.returns, skipped.returns);
  // After `if (!x) return`, x is truthy.
  if (!yes.completes && skipped.completes) return { returns, completes: true, scope: scopes.no };
  if (yes.completes && !skipped.completes) return { returns, completes: true, scope: scopes.yes };
  return { returns, completes: yes.completes || skipped.completes, scope };
}
