import { caseSources, targetOf, targetScopeOf } from '../run/conversation/cases';
import type { ProgramScope } from '../run/conversation/program';
import type { SourceValue } from '../run/conversation/source-value';
import { resultSpecOf } from '../run/conversation/tasks';
import type { StructureKind } from './difference';
import { type Form, type FormReference, unknownName } from './form';
import { CONTEXT_PREFIX, type Version } from './version';

/** A part of a state or automata, down to what changes as a whole. */
export interface Part {
  readonly kind: StructureKind;
  /** Its name for readers, within the state or automata. */
  readonly label: string;
  /** What identifies it among its siblings; of no meaning for items of lists. */
  readonly key: Form;
  readonly source: SourceValue;
  readonly form: Form;
  /** Whether it consists of parts, and whether their order has a meaning. */
  readonly shape: 'leaf' | 'map' | 'list';
  readonly parts: readonly Part[];
  /** What distinguishes lists with the same items. */
  readonly layout?: string;
}

type Described = Omit<Part, 'form' | 'shape' | 'parts' | 'layout'>;

const leaf = (part: Described, form: Form): Part => ({ ...part, form, shape: 'leaf', parts: [] });

const mapPart = (part: Described, parts: readonly Part[]): Part => ({
  ...part,
  form: { forms: parts.map(({ key, form }) => ({ forms: [key, form] })), isUnordered: true },
  shape: 'map',
  parts,
});

const listPart = (part: Described, parts: readonly Part[], layout = ''): Part => ({
  ...part,
  form: { forms: [layout, ...parts.map(({ form }) => form)] },
  shape: 'list',
  parts,
  layout,
});

/** The keys whose members are parts; the others are fields. */
const SECTIONS: ReadonlySet<string> = new Set([
  'inputs',
  'context',
  'tasks',
  'outputs',
  'render',
  'transitions',
  'states',
]);

/** The parts of a state or automata, without its states. Its lists of tasks and buttons are always there. */
export function partsOf(version: Version, scope: ProgramScope): readonly Part[] {
  const reader = new PartReader(version, scope);
  return [
    ...reader.fields(),
    ...reader.section('inputs', 'input', (name) => version.localReference(scope, name)),
    ...reader.section('context', 'variable', (name) => version.contextReference(scope, name)),
    reader.tasks(),
    ...reader.section('outputs', 'output', (name) =>
      name.startsWith(CONTEXT_PREFIX)
        ? version.contextReference(scope, name.slice(CONTEXT_PREFIX.length))
        : version.localReference(scope, name),
    ),
    ...reader.texts(),
    reader.buttons(),
    ...reader.transitions(),
  ];
}

class PartReader {
  constructor(
    private readonly version: Version,
    private readonly scope: ProgramScope,
  ) {}

  /** The fields that are no section, each property on its own. */
  fields(): Part[] {
    const { version, scope } = this;
    return scope.source.entries().flatMap(([name, source]): Part[] => {
      if (SECTIONS.has(name) || !source.isGiven) return [];
      if (name === 'initial' && scope.kind === 'automata')
        return [leaf({ kind: 'automata', label: name, key: name, source }, version.initialForm(scope))];
      if (name !== 'properties') return [this.plain(scope.kind, [name], source)];
      return this.flattened(scope.kind, [name], source);
    });
  }

  section(name: string, kind: StructureKind, referenceTo: (member: string) => FormReference): Part[] {
    const source = this.scope.source.get(name);
    if (!source.isGiven) return [];
    if (!source.isMap) return [this.plain(kind, [name], source)];
    return source.entries().map(([member, value]) =>
      leaf(
        {
          kind,
          label: name === 'context' ? `context.${member}` : member,
          key: {
            forms: [
              name,
              member.startsWith(CONTEXT_PREFIX) ? CONTEXT_PREFIX : '',
              { ...referenceTo(member), defines: true },
            ],
          },
          source: value,
        },
        this.form(value),
      ),
    );
  }

  texts(): Part[] {
    const render = this.scope.source.get('render');
    if (render.isGiven && !render.isMap) return [this.plain('text', ['render'], render)];
    return render
      .entries()
      .filter(([name, value]) => name !== 'buttons' && value.isGiven)
      .flatMap(([name, value]) => this.flattened('text', [name], value));
  }

  buttons(): Part {
    const source = this.scope.source.get('render').get('buttons');
    const items = source.isList ? source.flatItems() : source.isGiven ? [source] : [];
    return listPart(
      { kind: 'button', label: 'buttons', key: 'buttons', source },
      items.map((item) => {
        const label = item.textOf('content') || 'button';
        const members = item.entries().flatMap(([name, value]) => {
          if (!value.isGiven) return [];
          return name === 'on_click'
            ? this.click(value, label)
            : this.flattened('button', [name], value, label);
        });
        return this.item({ kind: 'button', label, key: '', source: item }, members);
      }),
      source
        .items()
        .map((row) => (row.isList ? row.items().length : ''))
        .join(),
    );
  }

  /** An event, or a map with the event. */
  private click(value: SourceValue, prefix: string): Part[] {
    const event = value.isMap ? value.get('event') : value;
    const others = value.entries().filter(([name, one]) => name !== 'event' && one.isGiven);
    const form = event.text === undefined ? this.form(event) : this.version.eventForm(this.scope, event.text);
    return [
      leaf({ kind: 'button', label: `${prefix}.on_click`, key: 'on_click', source: event }, form),
      ...others.flatMap(([name, one]) => this.flattened('button', ['on_click', name], one, prefix)),
    ];
  }

  tasks(): Part {
    const source = this.scope.source.get('tasks');
    const items = source.isGiven && !source.isMap && !source.isList ? [source] : source.children();
    return listPart(
      { kind: 'task', label: 'tasks', key: 'tasks', source },
      items.map((item) => this.task(item)),
    );
  }

  transitions(): Part[] {
    const { source } = this.scope;
    return source
      .get('transitions')
      .entries()
      .filter(([, transition]) => transition.isGiven)
      .map(([event, transition]) =>
        listPart(
          {
            kind: 'transition',
            label: event,
            key: { forms: ['transitions', this.version.handledEvent(this.scope, event)] },
            source: transition,
          },
          caseSources(transition).map((one) => this.case(event, one)),
        ),
      );
  }

  private task(source: SourceValue): Part {
    const config = source.get('module_config');
    const type = source.textOf('module_type');
    const label =
      source.get('name').text ?? resultSpecOf(this.version.program.catalog, type, config).name ?? type;
    const members = source.entries().flatMap(([name, value]): Part[] => {
      if (name === 'module_config' && value.isMap)
        return value
          .entries()
          .map(([field, one]) =>
            leaf(
              { kind: 'task', label: `${label}.${field}`, key: { forms: [name, field] }, source: one },
              this.configForm(field, one),
            ),
          );
      return value.isGiven ? [this.plain('task', [name], value, label)] : [];
    });
    return this.item({ kind: 'task', label, key: '', source }, members);
  }

  /** Results of tasks are variables. */
  private configForm(field: string, value: SourceValue): Form {
    if (field === 'output_name') return this.resultForm(value.isMap ? value.get('name') : value);
    if (field !== 'function_parameters') return this.form(value);
    return {
      forms: value.items().map((parameter) => ({
        forms: parameter
          .entries()
          .map(([name, one]) => ({ forms: [name, name === 'name' ? this.resultForm(one) : this.form(one)] })),
        isUnordered: true,
      })),
    };
  }

  private resultForm(name: SourceValue): Form {
    if (name.text === undefined) return this.form(name);
    return { ...this.version.localReference(this.scope, name.text), defines: true };
  }

  private case(event: string, source: SourceValue): Part {
    const { version, scope } = this;
    const target: Part = leaf(
      { kind: 'transition', label: event, key: 'target', source: targetOf({ source }) },
      version.targetForm(scope, source),
    );
    const others = source.entries().flatMap(([name, value]): Part[] => {
      if (name === 'target' || !value.isGiven) return [];
      if (name === 'condition') return [{ ...this.plain('condition', [name], value), label: event }];
      if (name === 'target_inputs' && value.isMap) return this.passedInputs(event, source, value);
      return [this.plain('transition', [name], value, event)];
    });
    return mapPart({ kind: 'condition', label: event, key: '', source }, [target, ...others]);
  }

  /** The inputs of the target that a case passes. */
  private passedInputs(event: string, source: SourceValue, passed: SourceValue): Part[] {
    const { version, scope } = this;
    const target = targetScopeOf(version.program, {
      owner: scope,
      event,
      source,
      condition: source,
      index: 0,
    });
    return passed.entries().map(([name, value]) =>
      leaf(
        {
          kind: 'transition',
          label: `${event}.${name}`,
          key: {
            forms: ['target_inputs', target ? version.localReference(target, name) : unknownName(name)],
          },
          source: value,
        },
        this.form(value),
      ),
    );
  }

  /** An item of a list; one that is no map has no members. */
  private item(part: Described, members: readonly Part[]): Part {
    return part.source.isMap ? mapPart(part, members) : leaf(part, this.form(part.source));
  }

  /** The scalars and lists in a map at any depth, each with the path of its keys. */
  private flattened(kind: StructureKind, path: readonly string[], source: SourceValue, prefix = ''): Part[] {
    if (!source.isMap || source.entries().length === 0) return [this.plain(kind, path, source, prefix)];
    return source.entries().flatMap(([key, value]) => this.flattened(kind, [...path, key], value, prefix));
  }

  private plain(kind: StructureKind, path: readonly string[], source: SourceValue, prefix = ''): Part {
    const label = [...(prefix === '' ? [] : [prefix]), ...path].join('.');
    return leaf({ kind, label, key: { forms: path }, source }, this.form(source));
  }

  private form(source: SourceValue): Form {
    return this.version.form(this.scope, source);
  }
}
