import type { Field, ObjectSpec, Type } from '../../server/format/types';

/**
 * A notation for the description of the format that can be compared with the tables of the format:
 * `text` is plain text, `|E` may contain or be an expression, `E` must be one, `#role` is a name,
 * `<object>`, `[list]`, `{keys: value}`, `a / b` alternatives; `!` is required.
 */
export function notationOf(id: string, spec: ObjectSpec): string {
  return [`${id} (${spec.extra})`, ...spec.fields.map((field) => `  ${fieldNotation(field)}`)].join('\n');
}

function fieldNotation(field: Field): string {
  const notes = [
    field.default === undefined ? '' : `= ${field.default}`,
    field.phase ? `@${field.phase}` : '',
    field.hidden ? 'hidden' : '',
    field.notYet ? 'not yet' : '',
    field.deprecated === undefined ? '' : 'deprecated',
  ].filter((note) => note !== '');
  return [`${field.name}${field.required ? '!' : ''}: ${typeNotation(field.type)}`, ...notes].join('; ');
}

function typeNotation(type: Type): string {
  switch (type.kind) {
    case 'any':
    case 'number':
      return evaluated(type.kind, type.template);
    case 'boolean':
      return evaluated(type.literalText ? 'boolean or text' : 'boolean', type.template);
    case 'string': {
      if (type.expressionOnly) return 'E';
      const role = type.role ? `#${type.role}` : '';
      const notes = [type.displayed ? ' displayed' : '', type.code ? ' code' : ''].join('');
      return evaluated(`text${role}`, type.template) + notes + (type.suggestions ? ' suggested' : '');
    }
    case 'enum':
      return type.values.map(({ value, hidden }) => (hidden ? `(${value})` : value)).join(' ');
    case 'object':
      return `<${type.object}>`;
    case 'map':
      return `{${type.keys}: ${typeNotation(type.value)}}`;
    case 'list':
      return `[${typeNotation(type.item)}]`;
    case 'union':
      return type.of.map(typeNotation).join(' / ');
    case 'variant': {
      const variants = type.variants.map((variant) => {
        const tests = [variant.hasAny?.join(' or ') ?? '', variant.hasValue?.join('=') ?? ''].join('');
        const within = variant.within ? ` within ${variant.within.join(' ')}` : '';
        return `${typeNotation(variant.type)} if ${tests}${within}`;
      });
      return [...variants, `else ${typeNotation(type.otherwise)}`].join(', ');
    }
    case 'sibling': {
      const cases = Object.entries(type.cases).map(([value, each]) => `${value} ${typeNotation(each)}`);
      return `by ${type.key}: ${[...cases, `else ${typeNotation(type.otherwise)}`].join(', ')}`;
    }
  }
}

function evaluated(text: string, template: boolean): string {
  return template ? `${text}|E` : text;
}
