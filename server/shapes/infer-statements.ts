import type { AnyNode, BlockStatement, Statement, VariableDeclaration } from 'acorn';
import type { Evaluator } from './infer';
import { elementOf } from './members';
import { bindPattern } from './patterns';
import { Scope } from './scope';
import { isNever, NEVER, type Shape, STRING, UNDEFINED, UNKNOWN } from './shape';
import { truthiness } from './truth';
import { union } from './union';

/** What a stretch of statements does. */
interface Outcome {
  /** What it returns where it does; `NEVER` if it does not. */
  readonly returns: Shape;
  /** Whether what stands behind may be reached. */
  readonly completes: boolean;
  /** What holds behind it. */
  readonly scope: Scope;
}

/** What a function with this body returns. */
export function evaluateBody(evaluator: Evaluator, body: BlockStatement, scope: Scope): Shape {
  const { returns, completes } = block(evaluator, body.body, scope);
  return completes ? union(returns, UNDEFINED) : returns;
}

function block(evaluator: Evaluator, statements: readonly Statement[], outer: Scope): Outcome {
  let scope = new Scope(outer);
  for (const each of statements) {
    if (each.type !== 'FunctionDeclaration') continue;
    evaluator.loosen(each, scope);
    scope.declare(
      each.id.name,
      evaluator.effects.assigned.has(each.id.name) ? UNKNOWN : evaluator.functionShape(each, scope),
    );
  }
  let returns: Shape = NEVER;
  let completes = true;
  for (const each of statements) {
    const outcome = statement(evaluator, each, scope);
    // What cannot be reached returns nothing, but is looked at.
    if (completes) returns = union(returns, outcome.returns);
    completes &&= outcome.completes;
    scope = outcome.scope;
  }
  return { returns, completes, scope: outer };
}

function statement(evaluator: Evaluator, node: Statement, scope: Scope): Outcome {
  const goOn = (returns: Shape = NEVER): Outcome => ({ returns, completes: true, scope });
  const stop = (returns: Shape = NEVER): Outcome => ({ returns, completes: false, scope });
  switch (node.type) {
    case 'ReturnStatement':
      return stop(node.argument ? evaluator.evaluate(node.argument, scope) : UNDEFINED);
    case 'ThrowStatement':
      evaluator.evaluate(node.argument, scope);
      return stop();
    case 'BreakStatement':
    case 'ContinueStatement':
      return stop();
    case 'VariableDeclaration':
      return declare(evaluator, node, scope) ? goOn() : stop();
    case 'ExpressionStatement':
      return isNever(evaluator.evaluate(node.expression, scope)) ? stop() : goOn();
    case 'BlockStatement':
      return block(evaluator, node.body, scope);
    case 'IfStatement':
      return choice(evaluator, node.test, node.consequent, node.alternate ?? undefined, scope);
    case 'LabeledStatement':
      return goOn(statement(evaluator, node.body, scope).returns);
    case 'WhileStatement':
    case 'DoWhileStatement': {
      const tested = evaluator.evaluate(node.test, scope);
      const first = node.type === 'DoWhileStatement';
      const inner = first ? scope : evaluator.narrowed(node.test, true, scope);
      const { returns } = statement(evaluator, node.body, inner);
      if (isNever(tested)) return stop(first ? returns : NEVER);
      return goOn(returns);
    }
    case 'ForStatement': {
      const inner = new Scope(scope);
      if (node.init?.type === 'VariableDeclaration') declare(evaluator, node.init, inner);
      else if (node.init) evaluator.evaluate(node.init, inner);
      if (node.test) evaluator.evaluate(node.test, inner);
      if (node.update) evaluator.evaluate(node.update, inner);
      return goOn(statement(evaluator, node.body, new Scope(inner)).returns);
    }
    case 'ForInStatement':
    case 'ForOfStatement': {
      const source = evaluator.evaluate(node.right, scope);
      const inner = new Scope(scope);
      const element = node.type === 'ForInStatement' ? STRING : elementOf(source);
      if (node.left.type === 'VariableDeclaration') {
        const [first] = node.left.declarations;
        if (first) bindPattern(evaluator, first.id, element, inner);
      }
      const { returns } = statement(evaluator, node.body, new Scope(inner));
      return isNever(source) ? stop() : goOn(returns);
    }
    case 'SwitchStatement': {
      const chosen = evaluator.evaluate(node.discriminant, scope);
      const inner = new Scope(scope);
      let returns: Shape = NEVER;
      for (const each of node.cases) {
        if (each.test) evaluator.evaluate(each.test, inner);
        // What one case declares, another may find without a value.
        const own = new Scope(inner);
        returns = union(returns, ...each.consequent.map((one) => statement(evaluator, one, own).returns));
      }
      return isNever(chosen) ? stop() : goOn(returns);
    }
    case 'TryStatement': {
      const tried = block(evaluator, node.block.body, scope);
      const handler = node.handler && caught(evaluator, node.handler.param, node.handler.body, scope);
      const last = node.finalizer && block(evaluator, node.finalizer.body, scope);
      const returns = union(tried.returns, handler?.returns ?? NEVER, last?.returns ?? NEVER);
      const completes = (tried.completes || handler?.completes === true) && last?.completes !== false;
      return { returns, completes, scope };
    }
    case 'FunctionDeclaration':
    case 'EmptyStatement':
    case 'DebuggerStatement':
      return goOn();
    case 'ClassDeclaration':
      scope.declare(node.id.name, UNKNOWN);
      return goOn();
    default:
      return goOn(UNKNOWN);
  }
}

function caught(
  evaluator: Evaluator,
  parameter: AnyNode | null | undefined,
  body: BlockStatement,
  outer: Scope,
): Outcome {
  const scope = new Scope(outer);
  if (parameter) bindAny(evaluator, parameter, scope);
  return block(evaluator, body.body, scope);
}

function bindAny(evaluator: Evaluator, parameter: AnyNode, scope: Scope): void {
  if (
    parameter.type === 'Identifier' ||
    parameter.type === 'ObjectPattern' ||
    parameter.type === 'ArrayPattern'
  ) {
    bindPattern(evaluator, parameter, UNKNOWN, scope);
  }
}

/** False where an initial value always throws. */
function declare(evaluator: Evaluator, node: VariableDeclaration, scope: Scope): boolean {
  let reached = true;
  for (const { id, init } of node.declarations) {
    const value = init ? evaluator.evaluate(init, scope) : UNDEFINED;
    reached &&= !isNever(value);
    bindPattern(evaluator, id, value, scope);
  }
  return reached;
}

function choice(
  evaluator: Evaluator,
  test: AnyNode,
  consequent: Statement,
  alternate: Statement | undefined,
  scope: Scope,
): Outcome {
  const tested = evaluator.evaluate(test, scope);
  const truth = truthiness(tested);
  const scopes = { yes: evaluator.narrowed(test, true, scope), no: evaluator.narrowed(test, false, scope) };
  const yes = statement(evaluator, consequent, new Scope(scopes.yes));
  const no = alternate && statement(evaluator, alternate, new Scope(scopes.no));
  const skipped: Outcome = no ?? { returns: NEVER, completes: true, scope };
  if (isNever(tested)) return { returns: NEVER, completes: false, scope };
  if (truth !== undefined) return { ...(truth ? yes : skipped), scope };
  const returns = union(yes.returns, skipped.returns);
  // Behind `if (!x) return`, x is something.
  if (!yes.completes && skipped.completes) return { returns, completes: true, scope: scopes.no };
  if (yes.completes && !skipped.completes) return { returns, completes: true, scope: scopes.yes };
  return { returns, completes: yes.completes || skipped.completes, scope };
}
