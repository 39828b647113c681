import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { type Message, msg } from '../text/message';
import type { Range } from '../text/range';
import { type CallCursor, callAt } from '../types/at-cursor';
import { mayMatchArguments } from '../types/call';
import { type Callable, callableOf } from '../types/callable';
import { parameterNames } from '../types/function-node';
import type { Signature } from '../types/signature';
import { typeText } from '../types/type-text';
import { expressionAtLocation, locateCursor } from './cursor-location';
import { expressionContextAt } from './expression-context';
import { bulletList, inlineCode, paragraphs } from './markdown';

/** One signature of a function. */
interface CallSignature {
  /** `padStart(targetLength: number, padString?: string): string` */
  readonly label: string;
  /** The parameters, as ranges of the label. */
  readonly parameters: readonly Range[];
  /** The last parameter takes all further arguments. */
  readonly rest: boolean;
}

export interface SignatureHelp {
  /** At least one. */
  readonly signatures: readonly CallSignature[];
  /** The first one that matches the existing arguments. */
  readonly active: number;
  /** The index of the active parameter; after the last one if there are too many arguments. */
  readonly parameter: number;
  /** Markdown; may be empty. */
  readonly documentation: Message;
}

/** The signatures of the function whose arguments are being written; undefined if it is not known. */
export function signatureHelp(
  workspace: Workspace,
  address: Address,
  offset: number,
): SignatureHelp | undefined {
  const at = locateCursor(workspace, address, offset);
  const expression = at && expressionAtLocation(at);
  const around = expression && expressionContextAt(at, expression);
  const call = around && callAt(expression.body, expression.bodyOffset, around.names);
  const callable = call && callableOf(call.callee, call.construct);
  return callable && (callable.kind === 'author' ? authorHelp(call, callable) : libraryHelp(call, callable));
}

function libraryHelp(call: CallCursor, callable: Extract<Callable, { kind: 'library' }>): SignatureHelp {
  const signatures = callable.signatures.map((one) => toSignature(call, one));
  const fitting = callable.signatures.findIndex((one, i) => {
    return hasRoom(signatures[i], call) && mayMatchArguments(one, call.given);
  });
  const active = Math.max(fitting, 0);
  return {
    signatures,
    active,
    parameter: parameterOf(signatures[active], call),
    documentation: paragraphs(
      msg`${callable.doc}`,
      bulletList(...typeArguments(callable.signatures[active], callable)),
    ),
  };
}

function authorHelp(call: CallCursor, { node }: Extract<Callable, { kind: 'author' }>): SignatureHelp {
  const texts = parameterNames(node);
  const text = `(${texts.join(', ')})`;
  const signature = withParameters(call, text, texts, texts.at(-1)?.startsWith('...') === true);
  return {
    signatures: [signature],
    active: 0,
    parameter: parameterOf(signature, call),
    documentation: msg(''),
  };
}

function toSignature(call: CallCursor, { text, parameters }: Signature): CallSignature {
  const texts = parameters.map((one) => one.text);
  return withParameters(call, text, texts, parameters.at(-1)?.rest === true);
}

/** The text of a signature after the name, which contains the parameters in order. */
function withParameters(
  { name, construct }: CallCursor,
  text: string,
  parameters: readonly string[],
  rest: boolean,
): CallSignature {
  const label = `${construct ? 'new ' : ''}${name ?? 'function'}${text}`;
  let from = label.length - text.length + text.indexOf('(') + 1;
  const ranges = parameters.map((parameter): Range => {
    const start = label.indexOf(parameter, from);
    from = start + parameter.length;
    return { start, end: from };
  });
  return { label, parameters: ranges, rest };
}

function hasRoom(signature: CallSignature | undefined, { argument }: CallCursor): boolean {
  if (signature === undefined) return false;
  return argument === 0 || signature.rest || argument < signature.parameters.length;
}

function parameterOf(signature: CallSignature | undefined, { argument }: CallCursor): number {
  const count = signature?.parameters.length ?? 0;
  return Math.min(argument, signature?.rest ? count - 1 : count);
}

/** The meaning of type parameters for this value: the types of a list's elements. */
function typeArguments(
  signature: Signature | undefined,
  { bound }: Extract<Callable, { kind: 'library' }>,
): Message[] {
  return [...bound].flatMap(([name, type]) => {
    const isNamed = signature && new RegExp(`\\b${name}\\b`).test(signature.text);
    return isNamed && name !== 'this' && type.kind !== 'unknown'
      ? [msg`${inlineCode(name)} is ${inlineCode(typeText(type))}`]
      : [];
  });
}
