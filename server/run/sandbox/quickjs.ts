import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { msg } from '../../text/message';
import { OUT_OF_MEMORY, type StackPointer, withEngineLimits } from './engine-limits';
import { MemoryImage } from './memory-image';
import { type GrowingMemory, MemoryLimit } from './memory-limit';
import { PRELUDE } from './prelude';
import {
  newStepTime,
  SANDBOX_LIMITS,
  type Sandbox,
  type SandboxError,
  type SandboxOptions,
  type SavedValues,
  type StepTime,
  type ValueDescription,
  type ValueRef,
} from './sandbox';

type Variant = Parameters<typeof newQuickJSWASMModuleFromVariant>[0];

/**
 * Creates sandboxes. Preparing a context takes several milliseconds. Therefore, from the second one on, a sandbox
 * that is alone in the memory of the engine restores an image of the prepared memory, which is much faster and leaves
 * nothing of earlier sandboxes.
 */
export class QuickJs {
  private image:
    | { readonly prepared: Prepared; readonly memory: MemoryImage; readonly recognizesData: boolean }
    | undefined;
  private isFirst = true;
  /** Sandboxes that are not disposed. */
  private alive = 0;
  private readonly stackStart: number;
  private readonly memoryLimit: MemoryLimit;

  private constructor(
    private readonly module: QuickJSWASMModule,
    private readonly stackPointer: StackPointer,
  ) {
    this.stackStart = stackPointer.value;
    const memory = module.getWasmMemory() as unknown as GrowingMemory;
    this.memoryLimit = new MemoryLimit(memory, () => this.alive * SANDBOX_LIMITS.MAX_MEMORY_BYTES);
  }

  static async load(variant: Variant): Promise<QuickJs> {
    const { loaded, stackPointer } = await withEngineLimits(() => newQuickJSWASMModuleFromVariant(variant));
    return new QuickJs(loaded, stackPointer);
  }

  sandbox({ seed, now, recognizesData = false }: SandboxOptions): Sandbox {
    const isImage = this.alive === 0 && !this.isFirst;
    this.isFirst = false;
    this.alive++;
    const prepared = isImage ? this.restored(recognizesData) : Prepared.alone(this.module, recognizesData);
    return new QuickJsSandbox(prepared, seed, now, {
      memoryLimit: this.memoryLimit,
      fail: () => this.fail(),
      reset: () => {
        const canReset = isImage && this.alive === 1;
        if (canReset) this.restored(recognizesData);
        return canReset;
      },
      dispose: (isBroken) => {
        this.alive--;
        // After a failure of the engine its memory cannot be freed.
        if (!isImage && !isBroken && !prepared.dispose()) this.fail();
      },
    });
  }

  /** Frees what calls had on the stack that ended with a failure of the engine; it is not part of an image. */
  private fail(): void {
    this.stackPointer.value = this.stackStart;
  }

  private restored(recognizesData: boolean): Prepared {
    this.image?.memory.restore();
    if (this.image === undefined || (recognizesData && !this.image.recognizesData)) {
      const prepared = Prepared.alone(this.module, recognizesData);
      this.image = { prepared, memory: new MemoryImage(this.module.getWasmMemory()), recognizesData };
    }
    return this.image.prepared;
  }
}

const METHODS = [
  'begin',
  'compile',
  'run',
  'nothing',
  'fromJson',
  'object',
  'list',
  'get',
  'set',
  'has',
  'isGiven',
  'names',
  'plainJson',
  'realm',
  'contextOf',
  'describe',
  'described',
  'explain',
  'setTime',
  'mark',
  'release',
  'keep',
  'drop',
  'save',
  'load',
] as const;

type Method = (typeof METHODS)[number];

/** Methods that may take long because of code of authors, and may be stopped. */
const RUNS_CODE: ReadonlySet<Method> = new Set(['run', 'get', 'describe', 'plainJson']);

const TOO_DEEP: SandboxError = {
  kind: 'limit',
  message: msg('The expression recurses or nests too deeply.'),
};

const OUT_OF_SPACE: SandboxError = {
  kind: 'limit',
  message: msg('The expression needs more than 64 MB of memory.'),
};

const STEP_TOO_LONG: SandboxError = {
  kind: 'limit',
  message: msg`The expressions of this step took more than ${SANDBOX_LIMITS.MAX_STEP_MILLISECONDS / 1000} s.`,
};

const BROKEN: SandboxError = {
  kind: 'limit',
  message: msg('The sandbox stopped after an error that it cannot recover from. Restart the conversation.'),
};

/** Why a value has no JSON, by the codes of the prelude. */
const NO_JSON = {
  bigint: msg('JSON has no such integers'),
  none: msg('it has no JSON'),
  'long-json': msg`its JSON is longer than ${SANDBOX_LIMITS.MAX_TEXT_LENGTH} characters`,
  cycle: msg('it refers to itself'),
  long: msg('it is too long'),
  unreadable: msg('it cannot be read'),
};

/** Additional memory for reading an error, as the expression may have used all of its own. */
const ERROR_MEMORY_BYTES = 8 * 1024 * 1024;

/** Longer values are cut in messages, in UTF-16 code units. */
const MAX_SHOWN_LENGTH = 200;

/** The same for messages of errors. */
const MAX_MESSAGE_LENGTH = 500;

/** Messages of the engine about its stack. */
const TOO_DEEP_MESSAGES = new Set(['stack overflow', 'Maximum call stack size exceeded']);

/** A context prepared for sandboxes, before any evaluation. */
class Prepared {
  readonly methods = new Map<Method, QuickJSHandle>();
  /** Whether an evaluation has exceeded its time. */
  isLate = () => false;

  /** @param isShared whether several evaluations share its global variables, so that none may change them */
  constructor(
    readonly context: QuickJSContext,
    recognizesData: boolean,
    isShared: boolean,
  ) {
    const prelude = context.unwrapResult(context.evalCode(PRELUDE, 'prelude.js'));
    const limits = [
      SANDBOX_LIMITS.MAX_TEXT_LENGTH,
      SANDBOX_LIMITS.MAX_LIST_LENGTH,
      SANDBOX_LIMITS.MAX_SORTED_LENGTH,
      SANDBOX_LIMITS.MAX_LONG_TEXT_LENGTH,
      SANDBOX_LIMITS.MAX_SEARCH,
    ];
    const made = context.unwrapResult(
      context.callFunction(
        prelude,
        context.undefined,
        ...limits.map((limit) => context.newNumber(limit)),
        recognizesData ? context.true : context.false,
        isShared ? context.true : context.false,
      ),
    );
    for (const name of METHODS) this.methods.set(name, context.getProp(made, name));
    made.dispose();
    prelude.dispose();
  }

  /** The only one in its memory. */
  static alone(module: QuickJSWASMModule, recognizesData: boolean): Prepared {
    const context = module.newContext();
    const { runtime } = context;
    runtime.setMemoryLimit(SANDBOX_LIMITS.MAX_MEMORY_BYTES);
    runtime.setMaxStackSize(SANDBOX_LIMITS.MAX_STACK_BYTES);
    const prepared = new Prepared(context, recognizesData, true);
    runtime.setInterruptHandler(() => prepared.isLate());
    return prepared;
  }

  /** Returns false if the engine failed. */
  dispose(): boolean {
    try {
      for (const handle of this.methods.values()) handle.dispose();
      this.context.dispose();
      return true;
    } catch {
      return false;
    }
  }
}

/** Operations that affect other sandboxes in the same memory. */
interface Owner {
  readonly memoryLimit: MemoryLimit;
  /** Restores the memory before any evaluation; false if that is not possible. */
  reset(): boolean;
  /** The engine itself failed. */
  fail(): void;
  dispose(isBroken: boolean): void;
}

class QuickJsSandbox implements Sandbox {
  /** The compiled functions, by names and source. */
  private readonly compiled = new Map<string, QuickJSHandle>();
  private deadline = 0;
  /** The milliseconds until the deadline, at first. */
  private timeLimit = 0;
  private stepTime: StepTime | undefined;
  /** The engine itself failed; nothing in it can be used any more. */
  private isBroken = false;
  private isDisposed = false;

  /** @param realm the context in which calls run */
  constructor(
    private realm: Prepared,
    private readonly seed: number,
    private readonly now: () => number,
    private readonly owner: Owner,
  ) {
    realm.isLate = () => this.now() > this.deadline;
    this.forget('begin', [seed]);
  }

  evaluate(source: string, names: readonly string[], values: readonly ValueRef[]): ValueRef | SandboxError {
    if (this.isSpent()) return STEP_TOO_LONG;
    const key = `(${names.join()})${source}`;
    let compiled = this.compiled.get(key);
    if (compiled === undefined) {
      const made = this.call('compile', [names.join(), source, false]);
      if ('kind' in made) return made;
      compiled = made.value;
      this.compiled.set(key, compiled);
    }
    return this.ref('run', [compiled, values]);
  }

  runCode(body: string, params: string): ValueDescription | SandboxError {
    if (this.isSpent()) return STEP_TOO_LONG;
    const shared = this.realm;
    const realm = this.newRealm();
    if (realm === undefined) return this.isBroken ? BROKEN : OUT_OF_SPACE;
    const { time = 0, seed = 1 } = JSON.parse(this.text('realm', []) ?? '{}') as Partial<Realm>;
    this.realm = realm;
    try {
      this.forget('begin', [seed]);
      this.forget('setTime', [time]);
      const made = this.call('compile', ['params', body, true]);
      if ('kind' in made) return made;
      const value = this.ref('run', [made.value, [this.fromJson(params)]]);
      made.value.dispose();
      return typeof value === 'number' ? this.describe(value) : value;
    } finally {
      if (!this.isBroken && !realm.dispose()) this.fail();
      this.realm = shared;
    }
  }

  /** Another realm in the same memory; undefined if there is too little. */
  private newRealm(): Prepared | undefined {
    if (this.isBroken || this.isDisposed) return undefined;
    this.deadline = this.now() + SANDBOX_LIMITS.MAX_MILLISECONDS;
    this.owner.memoryLimit.isExceeded = false;
    let context: QuickJSContext | undefined;
    try {
      context = this.realm.context.runtime.newContext();
      return new Prepared(context, false, false);
    } catch {
      context?.dispose();
      return undefined;
    }
  }

  step<T>(run: () => T, time = newStepTime()): T {
    this.stepTime = time;
    try {
      return run();
    } finally {
      this.stepTime = undefined;
    }
  }

  /** What is left of the step; values can be read after it too, which takes little time. */
  private timeLimitNow(): number {
    const { MAX_MILLISECONDS, MIN_SLOW_MILLISECONDS } = SANDBOX_LIMITS;
    const left = this.stepTime?.milliseconds ?? MAX_MILLISECONDS;
    return Math.min(MAX_MILLISECONDS, Math.max(MIN_SLOW_MILLISECONDS, left));
  }

  private isSpent(): boolean {
    return this.stepTime !== undefined && this.stepTime.milliseconds <= 0;
  }

  nothing(): ValueRef {
    return this.certain(this.ref('nothing', []));
  }

  fromJson(json: string): ValueRef {
    return this.certain(this.ref('fromJson', [json]));
  }

  object(entries: readonly (readonly [string, ValueRef])[]): ValueRef {
    return this.certain(
      this.ref('object', [entries.map(([name]) => name), entries.map(([, value]) => value)]),
    );
  }

  list(items: readonly ValueRef[]): ValueRef {
    return this.certain(this.ref('list', [items]));
  }

  get(object: ValueRef, name: string): ValueRef | SandboxError {
    return this.isSpent() ? STEP_TOO_LONG : this.ref('get', [object, name]);
  }

  set(object: ValueRef, name: string, value: ValueRef): SandboxError | undefined {
    const made = this.call('set', [object, name, value]);
    if ('kind' in made) return made;
    made.value.dispose();
    return undefined;
  }

  has(object: ValueRef, name: string): boolean {
    return this.ref('has', [object, name]) === 1;
  }

  names(object: ValueRef): readonly string[] {
    return JSON.parse(this.text('names', [object]) ?? '[]') as readonly string[];
  }

  isGiven(value: ValueRef): boolean {
    return this.ref('isGiven', [value]) !== 0;
  }

  plainJson(object: ValueRef): string | undefined {
    return this.text('plainJson', [object]) || undefined;
  }

  contextOf(contexts: readonly ValueRef[]): ValueRef {
    return this.certain(this.ref('contextOf', [contexts]));
  }

  describe(value: ValueRef): ValueDescription {
    const made = this.call('describe', [value]);
    if (!('kind' in made)) return descriptionOf(this.taken(made.value));
    // Reading the value exceeded a limit. What was read before is certain.
    const known = this.text('described', []);
    const part: Partial<ValueDescription> = known === undefined ? {} : descriptionOf(known);
    return {
      kind: 'undefined',
      isTruthy: false,
      text: '',
      ...(part.text === undefined ? { textFault: made } : {}),
      ...part,
      json: undefined,
      problem: NO_JSON.unreadable,
    };
  }

  setTime(milliseconds: number): void {
    this.forget('setTime', [milliseconds]);
  }

  mark(): number {
    return this.certain(this.ref('mark', []));
  }

  release(mark: number): void {
    this.forget('release', [mark]);
  }

  keep(value: ValueRef): ValueRef {
    return this.certain(this.ref('keep', [value]));
  }

  drop(kept: ValueRef): void {
    this.forget('drop', [kept]);
  }

  save(values: readonly ValueRef[]): SavedValues | undefined {
    const text = this.text('save', [values]) ?? '';
    const end = text.indexOf('\n');
    if (end < 0) return undefined;
    return { ...(JSON.parse(text.slice(0, end)) as Omit<SavedValues, 'graph'>), graph: text.slice(end + 1) };
  }

  load({ graph, random, time }: SavedValues): readonly ValueRef[] {
    return JSON.parse(this.text('load', [graph, random, time]) ?? '[]') as readonly ValueRef[];
  }

  reset(): boolean {
    if (this.isBroken || this.isDisposed || !this.owner.reset()) return false;
    this.compiled.clear();
    this.forget('begin', [this.seed]);
    return true;
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    try {
      if (!this.isBroken) for (const handle of this.compiled.values()) handle.dispose();
    } catch {
      this.fail();
    }
    this.owner.dispose(this.isBroken);
  }

  /** The value of a call that cannot fail because of an author's code, but may run out of memory. */
  private certain(made: ValueRef | SandboxError): ValueRef {
    return typeof made === 'number' ? made : (0 as ValueRef);
  }

  private text(method: Method, args: readonly Argument[]): string | undefined {
    const made = this.call(method, args);
    return 'kind' in made ? undefined : this.taken(made.value);
  }

  private taken(value: QuickJSHandle): string {
    const text = this.realm.context.getString(value);
    value.dispose();
    return text;
  }

  private forget(method: Method, args: readonly Argument[]): void {
    const made = this.call(method, args);
    if (!('kind' in made)) made.value.dispose();
  }

  private ref(method: Method, args: readonly Argument[]): ValueRef | SandboxError {
    const made = this.call(method, args);
    if ('kind' in made) return made;
    const ref = this.realm.context.getNumber(made.value);
    made.value.dispose();
    return ref as ValueRef;
  }

  private call(method: Method, args: readonly Argument[]): { readonly value: QuickJSHandle } | SandboxError {
    if (this.isBroken || this.isDisposed) return BROKEN;
    const { context, methods } = this.realm;
    const handle = methods.get(method);
    if (handle === undefined) return BROKEN;
    const own: QuickJSHandle[] = [];
    const start = this.now();
    try {
      const given = args.map((arg) => {
        if (typeof arg === 'object' && 'dispose' in arg) return arg;
        const made = this.toHandle(arg);
        own.push(made);
        return made;
      });
      this.timeLimit = RUNS_CODE.has(method) ? this.timeLimitNow() : SANDBOX_LIMITS.MAX_MILLISECONDS;
      this.deadline = start + this.timeLimit;
      this.owner.memoryLimit.isExceeded = false;
      const result = context.callFunction(handle, context.undefined, ...given);
      if (result.error) {
        const fault = this.faultOf(result.error);
        result.error.dispose();
        return fault;
      }
      return { value: result.value };
    } catch (error) {
      this.fail();
      // The stack of the surrounding engine overflowed.
      return error instanceof RangeError ? TOO_DEEP : BROKEN;
    } finally {
      if (!this.isBroken) for (const one of own) one.dispose();
      const taken = this.now() - start;
      if (this.stepTime && taken >= SANDBOX_LIMITS.MIN_SLOW_MILLISECONDS) this.stepTime.milliseconds -= taken;
    }
  }

  private fail(): void {
    this.isBroken = true;
    this.owner.fail();
  }

  private toHandle(arg: Exclude<Argument, QuickJSHandle>): QuickJSHandle {
    const { context } = this.realm;
    if (typeof arg === 'number') return context.newNumber(arg);
    if (typeof arg === 'string') return context.newString(arg);
    if (typeof arg === 'boolean') return arg ? context.true : context.false;
    // Setting items of a list would call setters of its prototype.
    return context.newString(JSON.stringify(arg));
  }

  private faultOf(error: QuickJSHandle): SandboxError {
    if (this.now() > this.deadline) {
      if (this.timeLimit < SANDBOX_LIMITS.MAX_MILLISECONDS) return STEP_TOO_LONG;
      const seconds = SANDBOX_LIMITS.MAX_MILLISECONDS / 1000;
      return { kind: 'limit', message: msg`The expression did not end within ${seconds} s.` };
    }
    // Reading the error may call code of the author.
    this.deadline = this.now() + SANDBOX_LIMITS.MAX_MILLISECONDS;
    const { memoryLimit } = this.owner;
    const { isExceeded } = memoryLimit;
    memoryLimit.reserve = ERROR_MEMORY_BYTES;
    const explained = this.explain(error);
    memoryLimit.reserve = 0;
    // There may be too little memory for a description.
    return explained ?? (isExceeded ? OUT_OF_SPACE : faultOfThrown({}));
  }

  /** Undefined if reading the error fails. */
  private explain(error: QuickJSHandle): SandboxError | undefined {
    const { context, methods } = this.realm;
    if (context.typeof(error) === 'number' && context.getNumber(error) === OUT_OF_MEMORY) return OUT_OF_SPACE;
    const explain = methods.get('explain');
    const result = explain && context.callFunction(explain, context.undefined, error);
    if (result === undefined || result.error) {
      result?.error?.dispose();
      return undefined;
    }
    return faultOfThrown(JSON.parse(this.taken(result.value)) as ThrownValue);
  }
}

/** What another realm continues with. */
interface Realm {
  readonly time: number;
  readonly seed: number;
}

type Argument = string | number | boolean | readonly (string | number)[] | QuickJSHandle;

/** The name and message of an error, or a value as text; neither if it cannot be read. */
interface ThrownValue {
  readonly name?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly shown?: string;
}

/** The engine adds so many lines before a function's body. */
const LINES_BEFORE_BODY = 2;

function faultOfThrown({ name = '', message, stack = '', shown }: ThrownValue): SandboxError {
  if (message === undefined) {
    const value = shown === undefined ? msg('a value that cannot be shown') : cutAt(shown, MAX_SHOWN_LENGTH);
    return { kind: 'thrown', message: msg`The expression threw ${value}.` };
  }
  if (name === 'InternalError' && message === 'out of memory') return OUT_OF_SPACE;
  if (TOO_DEEP_MESSAGES.has(message)) return TOO_DEEP;
  if (name === 'RangeError' && message.startsWith('BigInt is too large')) {
    const digits = SANDBOX_LIMITS.MAX_DIGITS;
    return {
      kind: 'thrown',
      message: msg`RangeError: an integer of more than ${digits} digits cannot be used`,
    };
  }
  const text = [name, message].filter((part) => part !== '').join(': ');
  const line = Number(/<input>:(\d+)/.exec(stack)?.[1] ?? 0) - LINES_BEFORE_BODY;
  return { kind: 'thrown', message: cutAt(text, MAX_MESSAGE_LENGTH), ...(line > 0 && { line }) };
}

function cutAt(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function descriptionOf(text: string): ValueDescription {
  const { problem, textFault, ...described } = JSON.parse(text) as Omit<
    ValueDescription,
    'json' | 'problem' | 'textFault'
  > & { readonly problem?: keyof typeof NO_JSON; readonly textFault?: ThrownValue };
  return {
    json: undefined,
    ...described,
    ...(problem === undefined ? {} : { problem: NO_JSON[problem] }),
    ...(textFault === undefined ? {} : { textFault: faultOfThrown(textFault) }),
  };
}
