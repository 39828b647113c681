import { type ExchangeData, isNumberText } from '../exchange/data';
import type { NameUse } from '../expression/names';
import { parseExpression } from '../expression/parse';
import { pathKey, type ScopePath } from '../project/names/scope-path';
import { targetOf, targetScopeOf } from '../run/conversation/cases';
import {
  handlerFrom,
  initialScopeOf,
  type Program,
  type ProgramAutomata,
  type ProgramScope,
} from '../run/conversation/program';
import type { SourceValue } from '../run/conversation/source-value';
import { resultSpecOf } from '../run/conversation/tasks';
import { expressionForm, type NameReferences } from './expression-form';
import { type Form, type FormReference, unknownName } from './form';

export const CONTEXT_PREFIX = 'context.';

/** A variable of `context`, an input, result or output of a state or automata, or an event that it handles. */
export interface Variable {
  readonly kind: 'context' | 'local' | 'event';
  readonly owner: ScopePath;
  readonly name: string;
}

export function variableKey({ kind, owner, name }: Variable): string {
  return JSON.stringify([kind, owner, name]);
}

/** The names of one version of an automata, and the forms of its values. */
export class Version {
  /** The variables that the references in forms name, by their keys. */
  readonly variables = new Map<string, Variable>();
  private readonly locals = new Map<ProgramScope, ReadonlySet<string>>();
  private readonly textForms = new Map<ProgramScope, Map<string, Form>>();

  constructor(readonly program: Program) {}

  /** The inputs, results of tasks and plain outputs of a state or automata. */
  localsOf(scope: ProgramScope): ReadonlySet<string> {
    const known = this.locals.get(scope);
    if (known) return known;
    const { source } = scope;
    const results = source
      .get('tasks')
      .children()
      .flatMap((task) => {
        const spec = resultSpecOf(
          this.program.catalog,
          task.textOf('module_type'),
          task.get('module_config'),
        );
        return [...(spec.name === undefined ? [] : [spec.name]), ...spec.parameters.map(({ name }) => name)];
      });
    const found = new Set([
      ...namesIn(source.get('inputs')),
      ...results,
      ...namesIn(source.get('outputs')).filter((name) => !name.startsWith(CONTEXT_PREFIX)),
    ]);
    this.locals.set(scope, found);
    return found;
  }

  /** A context variable, of the nearest automata that declares it. */
  contextReference(scope: ProgramScope, name: string): FormReference {
    let owner = scope;
    while (owner.parent && !owner.source.get('context').isMap) owner = owner.parent;
    while (owner.parent && owner.source.get('context').get(name).value === undefined) owner = owner.parent;
    return this.reference({ kind: 'context', owner: owner.path, name });
  }

  localReference(owner: ProgramScope, name: string): FormReference {
    return this.reference({ kind: 'local', owner: owner.path, name });
  }

  /** An event that a state raises, of the innermost scope around it that handles it. */
  eventForm(scope: ProgramScope, name: string): Form {
    const owner = handlerFrom(scope, name);
    return owner ? this.reference({ kind: 'event', owner: owner.path, name }) : unknownName(name);
  }

  handledEvent(owner: ProgramScope, name: string): FormReference {
    return { ...this.reference({ kind: 'event', owner: owner.path, name }), defines: true };
  }

  private reference(variable: Variable): FormReference {
    const key = variableKey(variable);
    this.variables.set(key, variable);
    return { kind: 'variable', key, written: variable.name };
  }

  /** Where a case leads. */
  targetForm(owner: ProgramScope, source: SourceValue): Form {
    const target = targetScopeOf(this.program, { owner, event: '', source, condition: source, index: 0 });
    const written = targetOf({ source }).text ?? '';
    return target ? scopeReference(target, written) : unknownName(written);
  }

  initialForm(automata: ProgramAutomata): Form {
    const initial = initialScopeOf(this.program, automata);
    return initial ? scopeReference(initial, automata.initial) : unknownName(automata.initial);
  }

  /** The form of data, with the expressions in its texts. */
  form(scope: ProgramScope, { value }: SourceValue): Form {
    return this.dataForm(scope, value);
  }

  private dataForm(scope: ProgramScope, data: ExchangeData | undefined): Form {
    if (typeof data === 'string') return this.textForm(scope, data);
    if (data === null || typeof data !== 'object') return `value ${String(data)}`;
    if (isNumberText(data)) return `number ${numberText(data.text)}`;
    if (data instanceof Map)
      return {
        forms: [...data].map(([name, member]) => ({ forms: [name, this.dataForm(scope, member)] })),
        isUnordered: true,
      };
    const items = data as readonly ExchangeData[];
    return { forms: ['list', ...items.map((item) => this.dataForm(scope, item))] };
  }

  private textForm(scope: ProgramScope, text: string): Form {
    if (!text.includes('{{')) return `text ${text}`;
    const known = this.textForms.get(scope) ?? new Map<string, Form>();
    this.textForms.set(scope, known);
    const form = known.get(text) ?? this.templateForm(scope, text);
    known.set(text, form);
    return form;
  }

  private templateForm(scope: ProgramScope, text: string): Form {
    const forms: Form[] = ['template'];
    let at = 0;
    for (const { start, end, body } of this.program.texts.template(text).expressions) {
      const source = text.slice(body.start, body.end);
      const { ast } = parseExpression(source);
      forms.push(text.slice(at, start));
      // What does not parse is compared as it is written.
      forms.push(ast ? expressionForm(ast, (use) => this.resolve(scope, use)) : text.slice(start, end));
      at = end;
    }
    return { forms: [...forms, text.slice(at)] };
  }

  /** What a free name in an expression refers to: a variable, or a state whose output is read. */
  private resolve(scope: ProgramScope, { name, members }: NameUse): NameReferences {
    const [member] = members;
    if (name === 'context')
      return { own: undefined, member: member && this.contextReference(scope, member.name) };
    const owner = this.ownerOf(scope, name);
    if (owner) return { own: this.localReference(owner, name), member: undefined };
    const state = stateNamed(scope.kind === 'automata' ? scope : scope.parent, name);
    if (state === undefined) return NO_REFERENCES;
    return { own: scopeReference(state, name), member: member && this.localReference(state, member.name) };
  }

  /** The scope whose variable this is: the own one, or an automata around it with such an input. */
  private ownerOf(scope: ProgramScope, name: string): ProgramScope | undefined {
    if (this.localsOf(scope).has(name)) return scope;
    let automata = scope.parent;
    while (automata && automata.source.get('inputs').get(name).value === undefined)
      automata = automata.parent;
    return automata;
  }
}

/** The state with a name in the innermost of an automata and those around it that has one. */
function stateNamed(automata: ProgramAutomata | undefined, name: string): ProgramScope | undefined {
  let around = automata;
  while (around && !around.states.has(name)) around = around.parent;
  return around?.states.get(name);
}

const NO_REFERENCES: NameReferences = { own: undefined, member: undefined };

function namesIn(map: SourceValue): string[] {
  return map.entries().map(([name]) => name);
}

function scopeReference({ path }: ProgramScope, written: string): FormReference {
  return { kind: 'scope', key: pathKey(path), written };
}

/** Numbers that differ only in their notation have the same text; those with too many digits are as they are written. */
function numberText(text: string): string {
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : String(value);
}
