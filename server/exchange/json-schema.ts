import { OBJECTS } from '../format/objects';
import { releaseAddress } from '../format/pages';
import type { EnumValue, Field, ObjectId, ObjectRef, ObjectSpec, Type, Variant } from '../format/types';

/** A value of JSON. */
type Json = string | number | boolean | null | readonly Json[] | Schema;

/** A JSON Schema of draft 7, or a part of one. */
interface Schema {
  readonly [keyword: string]: Json;
}

/** Every value. */
const ANY: Schema = {};
const EXPRESSION: Schema = { type: 'string', pattern: '\\{\\{' };
const SECTIONS = ['tasks', 'render', 'transitions', 'inputs', 'outputs'];

/**
 * The format as a JSON Schema, for editors without the language server. It describes fields and the types of their
 * values, but does not resolve names. Everything that it rejects is wrong, but it does not reject everything that is
 * wrong.
 */
export function formatSchema(id = releaseAddress('atomic-state.schema.json')): Schema {
  const used = new Map<ObjectId, Schema>();
  const writer = new SchemaWriter(used);
  const automata = writer.object('automata');
  const state = writer.object('state');
  const child = writer.type({
    kind: 'variant',
    variants: [{ type: { kind: 'object', object: 'automata' }, hasAny: ['states', 'initial'] }],
    otherwise: { kind: 'object', object: 'state' },
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...(id !== undefined && { $id: id }),
    title: 'Atomic State',
    description:
      'State files (Pro Config) of chat agents: an automata, a state, or the states of an included file.',
    ...conditional(
      { anyOf: [hasKey('states'), hasKey('initial'), hasValue('type', 'automata')] },
      automata,
      conditional({ anyOf: [...SECTIONS.map(hasKey), hasValue('type', 'state')] }, state, {
        type: ['object', 'null'],
        additionalProperties: child,
      }),
    ),
    definitions: Object.fromEntries(used),
  };
}

/** The JSON Schema of scenario files, see `formatSchema`. */
export function scenarioSchema(id = releaseAddress('scenario.schema.json')): Schema {
  const used = new Map<ObjectId, Schema>();
  const file = new SchemaWriter(used).object('scenario-file');
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...(id !== undefined && { $id: id }),
    title: 'Atomic State scenarios',
    description:
      'Scenario files (`*.scenario.yaml`): conversations with an automata, and what is expected of them.',
    allOf: [file],
    definitions: Object.fromEntries(used),
  };
}

/**
 * The JSON Schema of configuration files, see `formatSchema`.
 *
 * @param rules the titles of all rules by their codes
 */
export function configurationSchema(rules: ReadonlyMap<string, string>): Schema {
  const used = new Map<ObjectId, Schema>();
  const file = new SchemaWriter(used, rules).object('configuration');
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Atomic State configuration',
    description:
      'Configuration files (`atomic-state.config.yaml`): settings that editors and the command line share.',
    allOf: [file],
    definitions: Object.fromEntries(used),
  };
}

class SchemaWriter {
  constructor(
    private readonly used: Map<ObjectId, Schema>,
    private readonly rules: ReadonlyMap<string, string> = new Map(),
  ) {}

  /** A reference to an object of the format; objects that users describe are inlined. */
  object(object: ObjectRef): Schema {
    if (typeof object !== 'string') return this.spec(object);
    if (!this.used.has(object)) {
      // Objects can be recursive, so the definition is registered before its content is complete.
      this.used.set(object, ANY);
      const spec = this.spec(OBJECTS[object]);
      const mayBeWidget = object === 'state' || object === 'automata';
      // The types name `widget`, but nothing describes it.
      this.used.set(object, mayBeWidget ? { if: hasValue('type', 'widget'), else: spec } : spec);
    }
    return { $ref: `#/definitions/${object}` };
  }

  /** An empty value is allowed everywhere, because the author is still typing. */
  type(type: Type): Schema {
    switch (type.kind) {
      case 'any':
        return ANY;
      case 'string':
        if (type.expressionOnly) return EXPRESSION;
        if (type.anyScalar) return { type: ['string', 'number', 'boolean', 'null'] };
        return { type: ['string', 'null'], ...examplesOf(type.suggestions) };
      case 'number':
        return orExpression({ type: [type.integer ? 'integer' : 'number', 'null'] }, type.template);
      case 'boolean':
        if (type.literalText) return { type: ['boolean', 'string', 'null'] };
        return orExpression({ type: ['boolean', 'null'] }, type.template);
      case 'enum':
        return enumeration(type);
      case 'object':
        return this.object(type.object);
      case 'map':
        return this.map(type);
      case 'list':
        return { type: ['array', 'null'], items: this.type(type.item) };
      case 'union':
        return { anyOf: type.of.map((one) => this.type(one)) };
      case 'variant':
        return this.variants(type.variants, type.otherwise);
      case 'sibling':
        return ANY; // Described by `dependent`, because it depends on another field.
    }
  }

  private map({ keys, value }: Extract<Type, { kind: 'map' }>): Schema {
    const each = this.type(value);
    const map = { type: ['object', 'null'], additionalProperties: each };
    if (keys === 'rule') {
      const named = [...this.rules].map(([code, description]) => [code, { ...each, description }] as const);
      return { ...map, properties: Object.fromEntries(named) };
    }
    // For editors that do not know the tag, `!include state` is a text.
    return keys === 'state' ? { anyOf: [map, { type: 'string' }] } : map;
  }

  private variants(variants: readonly Variant[], otherwise: Type): Schema {
    return variants.reduceRight(
      (rest: Schema, variant) => conditional(conditionOf(variant), this.type(variant.type), rest),
      this.type(otherwise),
    );
  }

  private spec({ title, doc, extra, fields, oneOf, others, isExclusive }: ObjectSpec): Schema {
    const needed = fields.filter((field) => field.required).map((field) => field.name);
    const dependent = fields.map((field) => this.dependent(field)).filter((one) => one !== undefined);
    const rest = others ? this.type(others) : ANY;
    return {
      title,
      description: doc,
      type: ['object', 'null'],
      properties: Object.fromEntries(fields.map((field) => [field.name, this.field(field)])),
      ...(extra === 'closed' ? { additionalProperties: false } : { additionalProperties: rest }),
      ...(needed.length > 0 ? { required: needed } : {}),
      ...(oneOf ? { anyOf: [{ type: 'null' }, ...oneOf.map(hasKey)] } : {}),
      ...(isExclusive ? { minProperties: 1, maxProperties: 1 } : {}),
      ...(dependent.length > 0 ? { allOf: dependent } : {}),
    };
  }

  private field({ type, doc, deprecated, default: usual }: Field): Schema {
    const about = [doc, ...(usual ? [`Default: ${usual}.`] : []), ...(deprecated ? [deprecated] : [])];
    const schema = this.type(type);
    // Draft 7 ignores all keywords next to a reference.
    const own = '$ref' in schema ? { allOf: [schema] } : schema;
    return { ...own, description: about.join('\n\n'), ...(deprecated ? { deprecated: true } : {}) };
  }

  /** The type of a field that another field decides. */
  private dependent({ name, type }: Field): Schema | undefined {
    if (type.kind !== 'sibling') return undefined;
    const here = (one: Type): Schema => ({ properties: { [name]: this.type(one) } });
    return Object.entries(type.cases).reduceRight(
      (rest: Schema, [value, one]) => conditional(hasValue(type.key, value), here(one), rest),
      here(type.otherwise),
    );
  }
}

function enumeration({ values, open, template }: Extract<Type, { kind: 'enum' }>): Schema {
  if (open) return examplesOf(values);
  const listed: Schema = { enum: [...values.map(({ value }) => value), null] };
  return orExpression(listed, template === true);
}

/** Values that editors may suggest; other values are valid as well. */
function examplesOf(values: readonly EnumValue[] | undefined): Schema {
  return values === undefined
    ? ANY
    : { examples: values.filter((one) => !one.hidden).map(({ value }) => value) };
}

function orExpression(schema: Schema, template: boolean): Schema {
  return template ? { anyOf: [schema, EXPRESSION] } : schema;
}

function conditional(condition: Schema, holds: Schema, otherwise: Schema): Schema {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: holds, else: otherwise };
}

function conditionOf({ hasAny = [], hasValue: value, within }: Variant): Schema {
  const has = [...hasAny.map(hasKey), ...(value ? [hasValue(...value)] : [])];
  return { anyOf: has, ...(within ? { propertyNames: { enum: within } } : {}) };
}

function hasKey(key: string): Schema {
  return { type: 'object', required: [key] };
}

function hasValue(key: string, value: string): Schema {
  return { type: 'object', required: [key], properties: { [key]: { const: value } } };
}
