import { signaturesOf } from './call';
import type { FunctionNode } from './function-node';
import { libraryGlobal, libraryType } from './library';
import type { Signature } from './signature';
import { alternativesOf, type FunctionType, type ValueType } from './value-type';

/** The description of a callable value for hovers and signature help. */
export type Callable =
  | {
      readonly kind: 'library';
      /** The overloads; at least one. */
      readonly signatures: readonly Signature[];
      /** One or two sentences; may be empty. */
      readonly doc: string;
      /** The type arguments of the signatures. */
      readonly bound: ReadonlyMap<string, ValueType>;
    }
  /** Written in an expression. */
  | { readonly kind: 'author'; readonly node: FunctionNode };

/** Undefined for values that cannot be called or are not known well enough. */
export function callableOf(callee: ValueType, construct: boolean): Callable | undefined {
  const signatures = signaturesOf(callee, construct);
  const called = alternativesOf(callee).find((one): one is FunctionType => one.kind === 'function');
  if (signatures.length > 0)
    return { kind: 'library', signatures, doc: docOf(callee), bound: called?.bound ?? new Map() };
  const node = called?.identity;
  return isFunctionNode(node) ? { kind: 'author', node } : undefined;
}

function docOf(callee: ValueType): string {
  for (const one of alternativesOf(callee)) {
    if (one.kind === 'instance') return libraryGlobal(one.name.replace(/Constructor$/, ''))?.doc ?? '';
    if (one.kind !== 'function' || typeof one.identity !== 'string') continue;
    const [type = '', name = ''] = one.identity.split('.');
    const found = type === '' ? libraryGlobal(name) : libraryType(type)?.members.get(name);
    return found?.doc ?? '';
  }
  return '';
}

/** Functions of an expression are identified by their nodes. */
function isFunctionNode(identity: unknown): identity is FunctionNode {
  return typeof identity === 'object' && identity !== null && 'type' in identity && 'params' in identity;
}
