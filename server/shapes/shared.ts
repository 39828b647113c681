import type { Shape } from './shape';

/** Gives one object for all shapes that are the same and say nothing of where they are written. */
export class SharedShapes {
  private readonly byKey = new Map<string, Shape>();

  /** The shape itself, or the one like it that was given before. */
  share(shape: Shape): Shape {
    const key = keyOf(shape);
    if (key === undefined) return shape;
    const known = this.byKey.get(key);
    if (known) return known;
    if (this.byKey.size >= MOST) this.byKey.clear();
    this.byKey.set(key, shape);
    return shape;
  }
}

const MOST = 10_000;

/** A text that is the same for equal shapes only; undefined for one that may name places. */
function keyOf(shape: Shape): string | undefined {
  switch (shape.kind) {
    case 'literal':
      if (shape.of !== undefined) return undefined;
      return typeof shape.value === 'string' ? JSON.stringify(shape.value) : `=${shape.value}`;
    case 'array': {
      const items = shape.items && together(shape.items);
      const element = keyOf(shape.element);
      return element && (shape.items === undefined || items !== undefined)
        ? `[${element};${items}]`
        : undefined;
    }
    case 'instance': {
      const of = together(shape.of);
      return of === undefined ? undefined : `${shape.type}<${of}>`;
    }
    case 'union': {
      const of = together(shape.of);
      return of === undefined ? undefined : `(${of})`;
    }
    case 'object':
    case 'function':
      return undefined;
    default:
      return shape.kind;
  }
}

function together(shapes: readonly Shape[]): string | undefined {
  const keys: string[] = [];
  for (const shape of shapes) {
    const key = keyOf(shape);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return keys.join();
}
