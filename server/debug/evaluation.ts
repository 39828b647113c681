import type { AstNode } from '../expression/parse';
import { parseExpression } from '../expression/parse';
import { allNodes } from '../expression/walk';
import type { ParsedTexts } from '../run/conversation/parsed-texts';
import type { Stop } from '../run/conversation/player';
import { variablesOf } from '../run/conversation/visit';
import type { Sandbox, ValueRef } from '../run/sandbox/sandbox';
import { isSandboxError } from '../run/sandbox/sandbox';
import type { TextOrMessage } from '../text/message';

export type Evaluated = { readonly value: ValueRef } | { readonly problem: TextOrMessage };

/** The variables that are visible to an expression at a stop. */
export function variablesAt({ point, moment }: Stop): ReadonlyMap<string, ValueRef> {
  if (point?.variables || moment === undefined) return point?.variables ?? new Map();
  const variables = variablesOf(moment.chain, moment.locals);
  if (moment.payload !== undefined) variables.set('payload', moment.payload);
  return variables;
}

/** Evaluates JavaScript in the sandbox. Surrounding braces are allowed, as in files. */
export function evaluate(
  written: string,
  variables: ReadonlyMap<string, ValueRef>,
  texts: ParsedTexts,
  sandbox: Sandbox,
): Evaluated {
  const source = withoutBraces(written);
  const { names, problem } = texts.expression(source);
  if (problem) return { problem: problem.message };
  const visible = names.filter((name) => variables.has(name));
  const value = sandbox.evaluate(
    source,
    visible,
    visible.flatMap((name) => variables.get(name) ?? []),
  );
  return isSandboxError(value) ? { problem: value.message } : { value };
}

/** Like `evaluate`, without affecting later random numbers. */
export function look(
  written: string,
  variables: ReadonlyMap<string, ValueRef>,
  texts: ParsedTexts,
  sandbox: Sandbox,
): Evaluated {
  const saved = sandbox.save([]);
  const evaluated = evaluate(written, variables, texts, sandbox);
  if (saved) sandbox.load(saved);
  return evaluated;
}

const EFFECTS = new Set(['AssignmentExpression', 'UpdateExpression']);
const UNCERTAIN = new Set([
  'CallExpression',
  'NewExpression',
  'TaggedTemplateExpression',
  'ImportExpression',
]);

/** Whether an expression changes values: certainly (`changes`), or possibly, depending on what it calls. */
export function effectOf(written: string): 'changes' | 'may change' | 'none' {
  const { ast } = parseExpression(withoutBraces(written));
  const nodes = ast ? allNodes(ast) : [];
  const isEffect = (node: AstNode) =>
    EFFECTS.has(node.type) || (node.type === 'UnaryExpression' && node.operator === 'delete');
  if (nodes.some(isEffect)) return 'changes';
  return nodes.some(({ type }) => UNCERTAIN.has(type)) ? 'may change' : 'none';
}

/** The variable that `name = value` assigns, and the value; undefined for other expressions. */
export function localAssignment(
  written: string,
): { readonly name: string; readonly value: string } | undefined {
  const source = withoutBraces(written);
  const { ast } = parseExpression(source);
  if (ast?.type !== 'AssignmentExpression' || ast.operator !== '=' || ast.left.type !== 'Identifier')
    return undefined;
  return { name: ast.left.name, value: source.slice(ast.right.start, ast.right.end) };
}

function withoutBraces(written: string): string {
  const [, inner] = /^\s*\{\{([\s\S]*)\}\}\s*$/.exec(written) ?? [];
  return inner ?? written;
}
