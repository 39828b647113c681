import type { WorkloadData } from './state';

/** Writes data as YAML in block style, with quotes only if they are needed. */
export function workloadYaml(data: WorkloadData, indent = ''): string {
  if (typeof data !== 'object') return ` ${scalar(data, indent)}\n`;
  if (isList(data)) return `\n${data.map((item) => `${indent}-${itemText(item, `${indent}  `)}`).join('')}`;
  return `\n${fieldsText(data, indent)}`;
}

/** The fields of a mapping. */
export function fieldsText(data: { readonly [key: string]: WorkloadData }, indent: string): string {
  return Object.entries(data)
    .map(([key, value]) => `${indent}${key}:${workloadYaml(value, `${indent}  `)}`)
    .join('');
}

/** The first field of a mapping is on the line of its dash. */
function itemText(item: WorkloadData, indent: string): string {
  if (typeof item !== 'object' || isList(item)) return workloadYaml(item, indent);
  return ` ${fieldsText(item, indent).slice(indent.length)}`;
}

function isList(data: WorkloadData): data is readonly WorkloadData[] {
  return Array.isArray(data);
}

function scalar(data: string | number | boolean, indent: string): string {
  if (typeof data !== 'string') return String(data);
  if (data.includes('\n')) return `|\n${data.trimEnd().replace(/^/gm, indent)}`;
  if (/^[A-Za-z][\w ,.-]*$/.test(data) || /^!include /.test(data)) return data;
  return `'${data.replaceAll("'", "''")}'`;
}
