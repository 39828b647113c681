import { readData } from '../../server/exchange/read-data';
import { writeJson } from '../../server/exchange/write-json';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Keywords that do not affect validity. */
const NOTES = new Set(['$schema', 'title', 'description', 'definitions', 'examples', 'deprecated']);

/** The places at which data does not match a schema; throws for unknown keywords. */
export function schemaFaults(root: unknown, data: unknown): string[] {
  return faults(root, root, data, '');
}

function faults(root: unknown, schema: unknown, data: unknown, at: string): string[] {
  if (schema === true) return [];
  if (schema === false) return [at];
  if (!isObject(schema)) throw new Error(`no schema: ${JSON.stringify(schema)}`);
  const fits = (one: unknown) => faults(root, one, data, at).length === 0;
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
  const wrong = (isWrong: boolean) => (isWrong ? [at] : []);
  return Object.entries(schema).flatMap(([keyword, value]): string[] => {
    if (NOTES.has(keyword)) return [];
    switch (keyword) {
      case '$ref': {
        const target = String(value).replace('#/definitions/', '');
        const definitions = isObject(root) && isObject(root.definitions) ? root.definitions : {};
        if (!(target in definitions)) throw new Error(`no definition: ${target}`);
        return faults(root, definitions[target], data, at);
      }
      case 'type':
        return wrong(
          !list(value).some((one) => one === typeOf(data) || (one === 'integer' && Number.isInteger(data))),
        );
      case 'pattern':
        return wrong(typeof data === 'string' && !new RegExp(String(value)).test(data));
      case 'enum':
        return wrong(!list(value).includes(data));
      case 'const':
        return wrong(data !== value);
      case 'anyOf':
        return wrong(!list(value).some(fits));
      case 'allOf':
        return list(value).flatMap((one) => faults(root, one, data, at));
      case 'if':
        return faults(root, (fits(value) ? schema.then : schema.else) ?? {}, data, at);
      case 'then':
      case 'else':
        return [];
      case 'required':
        return wrong(isObject(data) && list(value).some((key) => !(String(key) in data)));
      case 'propertyNames':
        return isObject(data)
          ? Object.keys(data).flatMap((key) => faults(root, value, key, `${at}/${key}`))
          : [];
      case 'properties':
        if (!isObject(data) || !isObject(value)) return [];
        return Object.entries(value).flatMap(([key, one]) =>
          Object.hasOwn(data, key) ? faults(root, one, data[key], `${at}/${key}`) : [],
        );
      case 'additionalProperties': {
        const known = isObject(schema.properties) ? schema.properties : {};
        if (!isObject(data)) return [];
        const others = Object.keys(data).filter((key) => !Object.hasOwn(known, key));
        return others.flatMap((key) => faults(root, value, data[key], `${at}/${key}`));
      }
      case 'items':
        return Array.isArray(data)
          ? data.flatMap((one, index) => faults(root, value, one, `${at}/${index}`))
          : [];
      case 'minProperties':
        return wrong(isObject(data) && Object.keys(data).length < Number(value));
      case 'maxProperties':
        return wrong(isObject(data) && Object.keys(data).length > Number(value));
      default:
        throw new Error(`unknown keyword: ${keyword}`);
    }
  });
}

/** The data of a text; a tag gives its path as text, as for readers that do not know it. */
export function dataOf(text: string, notation: 'yaml' | 'json' = 'yaml'): unknown {
  const read = readData(
    text,
    notation,
    (node) => (node.kind === 'scalar' ? node.value : undefined),
    () => undefined,
  );
  return JSON.parse(writeJson(read ?? null));
}
