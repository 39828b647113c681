import { engine } from '../../engine/engine';
import type { Unit } from '../../yaml/cut/unit';
import { descendantsOf } from '../../yaml/tree/visit';
import { sourcesInOrder } from '../symbols/occurrences';
import type { CompletionContext } from './completion-context';

/** Fields whose values are often repeated and tedious to type: ids, URLs. */
const REPEATED: ReadonlySet<string> = new Set(['widget_id', 'model', 'tts_widget_url', 'tts_id']);

/**
 * The values that the field at the cursor has elsewhere in the project, in the order of files and text, each once,
 * without those with expressions. None for fields whose values are unrelated to one another.
 */
export function usedValues({ at, step, cursor }: CompletionContext): readonly string[] {
  const name = step.field?.name;
  if (name === undefined || !REPEATED.has(name)) return [];
  const values = new Set<string>();
  for (const source of sourcesInOrder(at.project)) {
    for (const unit of source.document.units) {
      for (const { field, value, start } of valuesOf(unit)) {
        const isHere = unit === at.unit && start === cursor.scalar?.start;
        if (field === name && !isHere) values.add(value);
      }
    }
  }
  return [...values];
}

interface Written {
  readonly field: string;
  readonly value: string;
  readonly start: number;
}

const valuesOf = engine.query('repeated values', (unit: Unit): readonly Written[] => {
  const values: Written[] = [];
  for (const node of descendantsOf(unit.parsed.root)) {
    if (node.kind !== 'map') continue;
    for (const { name, value } of node.pairs) {
      if (!REPEATED.has(name) || value.kind !== 'scalar' || value.empty || value.tag) continue;
      if (!value.value.includes('{{')) values.push({ field: name, value: value.value, start: value.start });
    }
  }
  return values;
});
