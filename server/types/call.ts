import { instantiate, type TypeBindings } from './instantiate';
import { libraryType } from './library';
import { elementOf } from './member-lookup';
import type { LibraryTypeRef, Parameter, Signature } from './signature';
import { specialCall } from './special';
import { unionOfTypes, unionType } from './union';
import {
  type ArgumentTypes,
  alternativesOf,
  type FunctionType,
  isNever,
  NEVER,
  type NonUnionType,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from './value-type';

/** The result of calling, or of constructing with `new`. */
type CallLookup =
  | { readonly kind: 'result'; readonly type: ValueType }
  /** No value of the type can be called: it throws. */
  | { readonly kind: 'not-callable' }
  | { readonly kind: 'unknown' };

/** Calls the function. In a union, alternatives that cannot be called throw, and the others determine the result. */
export function resolveCall(callee: ValueType, given: ArgumentTypes, construct = false): CallLookup {
  const results = alternativesOf(callee).map((one) => callOne(one, given, construct));
  const possible = results.filter((result) => result !== NOT_CALLABLE);
  if (possible.length === 0) return { kind: results.length === 0 ? 'unknown' : 'not-callable' };
  const type = unionOfTypes(possible);
  return type.kind === 'unknown' ? { kind: 'unknown' } : { kind: 'result', type };
}

/** Like `resolveCall`, as a type: `NEVER` if the call always throws. */
export function callResult(callee: ValueType, given: ArgumentTypes, construct = false): ValueType {
  const call = resolveCall(callee, given, construct);
  if (call.kind === 'result') return call.type;
  return call.kind === 'unknown' && !isNever(callee) ? UNKNOWN : NEVER;
}

/** The overloads of a callable value; with `construct`, those of `new`. Empty for an author's function. */
export function signaturesOf(callee: ValueType, construct = false): readonly Signature[] {
  for (const one of alternativesOf(callee)) {
    const signatures = one.kind === 'instance' ? classSignatures(one.name, construct) : [];
    if (signatures.length > 0) return signatures;
    if (one.kind === 'function' && one.signatures.length > 0) return one.signatures;
  }
  return [];
}

function classSignatures(name: string, construct: boolean): readonly Signature[] {
  const type = libraryType(name);
  return (construct ? type?.constructs : type?.calls) ?? [];
}

const NOT_CALLABLE: ValueType = { ...NEVER };

function callOne(callee: NonUnionType, given: ArgumentTypes, construct: boolean): ValueType {
  switch (callee.kind) {
    case 'unknown':
      return UNKNOWN;
    case 'function':
      return construct ? UNKNOWN : callFunction(callee, given);
    case 'instance': {
      const signatures = classSignatures(callee.name, construct);
      if (signatures.length === 0) return NOT_CALLABLE;
      const name = construct ? `new ${callee.name}` : callee.name;
      const special = specialCall(name, callee, given, callResult);
      return special ?? callSignatures(signatures, new Map(), given);
    }
    default:
      return NOT_CALLABLE;
  }
}

function callFunction(callee: FunctionType, given: ArgumentTypes): ValueType {
  const { signatures, bound, apply, identity } = callee;
  if (apply) return apply(given);
  if (signatures.length === 0) return UNKNOWN;
  const receiver = bound.get('this') ?? UNKNOWN;
  const special =
    typeof identity === 'string' ? specialCall(identity, receiver, given, callResult) : undefined;
  return special ?? callSignatures(signatures, bound, given);
}

function callSignatures(
  signatures: readonly Signature[],
  bound: TypeBindings,
  given: ArgumentTypes,
): ValueType {
  const matching = signatures.filter((signature) => mayMatchArguments(signature, given));
  return unionOfTypes(
    (matching.length > 0 ? matching : signatures).map((one) => callSignature(one, bound, given)),
  );
}

/** Whether the number and kinds of the arguments may match the overload. */
export function mayMatchArguments({ parameters }: Signature, { types, open }: ArgumentTypes): boolean {
  const needed = parameters.filter(({ optional, rest }) => !optional && !rest).length;
  if (types.length < needed && !open) return false;
  if (types.length > parameters.length && !parameters.at(-1)?.rest) return false;
  return types.every((type, i) => {
    const parameter = parameterAt(parameters, i);
    return (
      parameter === undefined ||
      mayBe(parameter.type, type) ||
      (parameter.optional && mayBe(UNDEFINED_TYPE_REF, type))
    );
  });
}

const UNDEFINED_TYPE_REF: LibraryTypeRef = { kind: 'name', name: 'undefined', of: [] };

function parameterAt(parameters: readonly Parameter[], index: number): Parameter | undefined {
  const last = parameters.at(-1);
  return parameters[index] ?? (last?.rest ? last : undefined);
}

/** False only if no value of the type matches; compares kinds only. */
function mayBe(expected: LibraryTypeRef, type: ValueType): boolean {
  return alternativesOf(type).some((one) => mayBeOne(expected, one));
}

function mayBeOne(expected: LibraryTypeRef, type: NonUnionType): boolean {
  if (type.kind === 'unknown') return true;
  switch (expected.kind) {
    case 'union':
      return expected.of.some((each) => mayBeOne(each, type));
    case 'function':
      return type.kind === 'function' || type.kind === 'instance';
    case 'array':
    case 'tuple':
      return type.kind === 'array' || type.kind === 'instance' || type.kind === 'object';
    case 'literal':
      return (
        type.kind === typeof expected.value || (type.kind === 'literal' && type.value === expected.value)
      );
    default:
      return mayBeNamed(expected.name, type);
  }
}

function mayBeNamed(name: string, type: NonUnionType): boolean {
  const kind = type.kind === 'literal' ? (type.value === null ? 'null' : typeof type.value) : type.kind;
  switch (name) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
      return kind === name;
    case 'Iterable':
      return kind === 'array' || kind === 'string' || kind === 'instance' || kind === 'object';
    case 'RegExp':
    case 'Date':
      return type.kind === 'instance' && type.name === name;
    default:
      return true;
  }
}

function callSignature(signature: Signature, bound: TypeBindings, given: ArgumentTypes): ValueType {
  const solver = new Solver(signature, bound);
  solver.solve(given);
  return instantiate(signature.returns, solver.bindings());
}

/** Infers the type arguments of a call. */
class Solver {
  private readonly found = new Map<string, ValueType>();

  constructor(
    private readonly signature: Signature,
    private readonly bound: TypeBindings,
  ) {}

  /** Plain arguments come first, as they determine the parameters of callbacks. */
  solve({ types, open }: ArgumentTypes): void {
    const { parameters } = this.signature;
    for (const callbacks of [false, true]) {
      for (const [i, type] of types.entries()) {
        const expected = parameterAt(parameters, i)?.type;
        if (expected && (expected.kind === 'function') === callbacks) this.match(expected, type);
      }
    }
    if (!open) return;
    for (const { type, rest } of parameters.slice(firstOpen(parameters, types.length))) {
      if (rest || type.kind !== 'function') this.match(type, UNKNOWN);
    }
  }

  bindings(): TypeBindings {
    const all = new Map(this.bound);
    for (const name of this.signature.typeParameters) all.set(name, this.found.get(name) ?? UNKNOWN);
    return all;
  }

  private match(expected: LibraryTypeRef, type: ValueType): void {
    switch (expected.kind) {
      case 'name':
        if (this.signature.typeParameters.includes(expected.name)) this.bind(expected.name, type);
        else if (expected.name === 'Iterable' && expected.of[0]) this.match(expected.of[0], elementOf(type));
        break;
      case 'array':
        this.match(expected.element, elementOf(type));
        break;
      case 'tuple':
        for (const [i, item] of expected.items.entries()) this.match(item, itemAt(type, i));
        break;
      case 'union':
        for (const each of expected.of) this.match(each, type);
        break;
      case 'function': {
        const { parameters, returns } = expected.signature;
        const bindings = this.bindings();
        // The number of arguments in a rest parameter is unknown.
        const types = parameters.filter(({ rest }) => !rest).map((each) => instantiate(each.type, bindings));
        const result = callResult(type, { types, open: types.length < parameters.length });
        this.match(returns, result);
        break;
      }
    }
  }

  private bind(name: string, type: ValueType): void {
    const known = this.found.get(name);
    this.found.set(name, known ? unionType(known, type) : type);
  }
}

/** The parameters that a spread after this many arguments may fill. */
function firstOpen(parameters: readonly Parameter[], given: number): number {
  return parameters.at(-1)?.rest ? Math.min(given, parameters.length - 1) : given;
}

function itemAt(type: ValueType, index: number): ValueType {
  return unionType(
    ...alternativesOf(type).map((one) => {
      if (one.kind !== 'array')
        return one.kind === 'unknown' || one.kind === 'object' ? UNKNOWN : UNDEFINED_TYPE;
      return one.items ? (one.items[index] ?? UNDEFINED_TYPE) : one.element;
    }),
  );
}
