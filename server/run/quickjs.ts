import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import {
  type Described,
  type Fault,
  LIMITS,
  PRELUDE,
  type Ref,
  type Sandbox,
  type SandboxOptions,
  type SavedValues,
} from './sandbox';

type Variant = Parameters<typeof newQuickJSWASMModuleFromVariant>[0];

/** Makes sandboxes. Loading the engine takes some 50 ms. */
export class QuickJs {
  private constructor(private readonly module: QuickJSWASMModule) {}

  static async load(variant: Variant): Promise<QuickJs> {
    return new QuickJs(await newQuickJSWASMModuleFromVariant(variant));
  }

  sandbox(options: SandboxOptions): Sandbox {
    return new QuickJsSandbox(this.module, options);
  }
}

const METHODS = [
  'compile',
  'run',
  'fromJson',
  'object',
  'list',
  'get',
  'set',
  'contextOf',
  'describe',
  'setTime',
  'mark',
  'release',
  'keep',
  'drop',
  'save',
  'load',
  'reset',
] as const;

type Method = (typeof METHODS)[number];

const BROKEN: Fault = {
  kind: 'limit',
  message: 'The sandbox ran out of memory. Restart the conversation.',
};

class QuickJsSandbox implements Sandbox {
  private readonly context: QuickJSContext;
  private readonly methods = new Map<Method, QuickJSHandle>();
  /** The number of the compiled function, by names and source. */
  private readonly compiled = new Map<string, QuickJSHandle>();
  private readonly now: () => number;
  private deadline = 0;
  /** The engine itself failed; nothing in it can be used any more. */
  private isBroken = false;

  constructor(module: QuickJSWASMModule, { seed, now, canSave = false }: SandboxOptions) {
    this.now = now;
    this.context = module.newContext();
    const { runtime } = this.context;
    runtime.setMemoryLimit(LIMITS.MAX_MEMORY_BYTES);
    runtime.setMaxStackSize(LIMITS.MAX_STACK_BYTES);
    runtime.setInterruptHandler(() => this.now() > this.deadline);
    this.deadline = Number.POSITIVE_INFINITY;
    const { context } = this;
    const prelude = context.unwrapResult(context.evalCode(PRELUDE, 'prelude.js'));
    const made = context.unwrapResult(
      context.callFunction(
        prelude,
        context.undefined,
        context.newNumber(seed),
        context.newNumber(LIMITS.MAX_TEXT_LENGTH),
        canSave ? context.true : context.false,
        context.newNumber(LIMITS.MAX_LIST_LENGTH),
        context.newNumber(LIMITS.MAX_SEARCH),
      ),
    );
    for (const name of METHODS) this.methods.set(name, context.getProp(made, name));
    made.dispose();
    prelude.dispose();
  }

  evaluate(source: string, names: readonly string[], values: readonly Ref[], isBody = false): Ref | Fault {
    const key = `${isBody ? 'body' : ''}(${names.join()})${source}`;
    let compiled = this.compiled.get(key);
    if (compiled === undefined) {
      const made = this.call('compile', [names.join(), source, isBody]);
      if ('kind' in made) return made;
      compiled = made.value;
      this.compiled.set(key, compiled);
    }
    return this.ref('run', [compiled, values]);
  }

  fromJson(json: string): Ref {
    return this.certain(this.ref('fromJson', [json]));
  }

  object(entries: readonly (readonly [string, Ref])[]): Ref {
    return this.certain(
      this.ref('object', [entries.map(([name]) => name), entries.map(([, value]) => value)]),
    );
  }

  list(items: readonly Ref[]): Ref {
    return this.certain(this.ref('list', [items]));
  }

  get(object: Ref, name: string): Ref | Fault {
    return this.ref('get', [object, name]);
  }

  set(object: Ref, name: string, value: Ref): Fault | undefined {
    const made = this.call('set', [object, name, value]);
    if ('kind' in made) return made;
    made.value.dispose();
    return undefined;
  }

  contextOf(contexts: readonly Ref[]): Ref {
    return this.certain(this.ref('contextOf', [contexts]));
  }

  describe(value: Ref): Described {
    const made = this.call('describe', [value]);
    if ('kind' in made)
      return { kind: 'undefined', isTruthy: false, text: '', json: undefined, problem: made.message };
    const json = this.context.getString(made.value);
    made.value.dispose();
    return { json: undefined, ...(JSON.parse(json) as Omit<Described, 'json'>) };
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

  keep(value: Ref): Ref {
    return this.certain(this.ref('keep', [value]));
  }

  drop(kept: Ref): void {
    this.forget('drop', [kept]);
  }

  save(values: readonly Ref[]): SavedValues | undefined {
    const text = this.text('save', [values]) ?? '';
    const end = text.indexOf('\n');
    if (end < 0) return undefined;
    return { ...(JSON.parse(text.slice(0, end)) as Omit<SavedValues, 'graph'>), graph: text.slice(end + 1) };
  }

  load({ graph, random, time }: SavedValues): readonly Ref[] {
    return JSON.parse(this.text('load', [graph, random, time]) ?? '[]') as readonly Ref[];
  }

  reset(): boolean {
    const made = this.call('reset', []);
    if ('kind' in made) return false;
    const isAsNew = this.context.dump(made.value) === true;
    made.value.dispose();
    return isAsNew;
  }

  dispose(): void {
    if (this.isBroken) return;
    try {
      for (const handle of [...this.methods.values(), ...this.compiled.values()]) handle.dispose();
      this.context.dispose();
    } catch {
      // After a fault of the engine its memory cannot be freed; the module is not used again for it.
      this.isBroken = true;
    }
  }

  /** A call that nothing of an author's can make fail, but for the memory: then it has no value to give. */
  private certain(made: Ref | Fault): Ref {
    return typeof made === 'number' ? made : (0 as Ref);
  }

  private text(method: Method, args: readonly Argument[]): string | undefined {
    const made = this.call(method, args);
    if ('kind' in made) return undefined;
    const text = this.context.getString(made.value);
    made.value.dispose();
    return text;
  }

  private forget(method: Method, args: readonly Argument[]): void {
    const made = this.call(method, args);
    if (!('kind' in made)) made.value.dispose();
  }

  private ref(method: Method, args: readonly Argument[]): Ref | Fault {
    const made = this.call(method, args);
    if ('kind' in made) return made;
    const ref = this.context.getNumber(made.value);
    made.value.dispose();
    return ref as Ref;
  }

  private call(method: Method, args: readonly Argument[]): { readonly value: QuickJSHandle } | Fault {
    if (this.isBroken) return BROKEN;
    const { context } = this;
    const handle = this.methods.get(method);
    if (handle === undefined) return BROKEN;
    const own: QuickJSHandle[] = [];
    try {
      const given = args.map((arg) => {
        if (typeof arg === 'object' && 'dispose' in arg) return arg;
        const made = this.toHandle(arg);
        own.push(made);
        return made;
      });
      this.deadline = this.now() + LIMITS.MAX_MILLISECONDS;
      const result = context.callFunction(handle, context.undefined, ...given);
      if (result.error) {
        const fault = this.faultOf(result.error);
        result.error.dispose();
        return fault;
      }
      return { value: result.value };
    } catch {
      this.isBroken = true;
      return BROKEN;
    } finally {
      if (!this.isBroken) for (const one of own) one.dispose();
    }
  }

  private toHandle(arg: Exclude<Argument, QuickJSHandle>): QuickJSHandle {
    const { context } = this;
    if (typeof arg === 'number') return context.newNumber(arg);
    if (typeof arg === 'string') return context.newString(arg);
    if (typeof arg === 'boolean') return arg ? context.true : context.false;
    const list = context.newArray();
    for (const [index, item] of arg.entries()) {
      const made = typeof item === 'number' ? context.newNumber(item) : context.newString(item);
      context.setProp(list, index, made);
      made.dispose();
    }
    return list;
  }

  private faultOf(error: QuickJSHandle): Fault {
    if (this.now() > this.deadline) {
      const seconds = LIMITS.MAX_MILLISECONDS / 1000;
      return { kind: 'limit', message: `The expression did not end within ${seconds} s.` };
    }
    // Reading the error may call code of the author's.
    this.deadline = this.now() + LIMITS.MAX_MILLISECONDS;
    const dumped: unknown = this.context.dump(error);
    const { name, message } = partsOf(dumped);
    if (name === 'InternalError' && /out of memory/.test(message))
      return { kind: 'limit', message: 'The expression needs more than 64 MB of memory.' };
    if (/stack overflow|call stack/i.test(message))
      return { kind: 'limit', message: 'The expression calls itself too often.' };
    return { kind: 'thrown', message: name === '' ? message : `${name}: ${message}` };
  }
}

type Argument = string | number | boolean | readonly (string | number)[] | QuickJSHandle;

/** Anything can be thrown. */
function partsOf(error: unknown): { readonly name: string; readonly message: string } {
  if (error === null) return { name: 'InternalError', message: 'out of memory' };
  if (typeof error === 'object' && error !== null) {
    const { name, message } = error as { name?: unknown; message?: unknown };
    if (typeof message === 'string') return { name: typeof name === 'string' ? name : '', message };
    return { name: '', message: `${JSON.stringify(error)} was thrown` };
  }
  return { name: '', message: `${String(error)} was thrown` };
}
