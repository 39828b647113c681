/** What is known of the value that a module or widget gives back; whatever is not certain is `any`. */
export type ResultType =
  | { readonly kind: 'any' | 'string' | 'number' | 'boolean' }
  | { readonly kind: 'list'; readonly item: ResultType }
  /** There may be members besides. */
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, ResultType> };

/** Members that are named before the rest is left out. */
const MOST_MEMBERS = 8;

/** A shape as a person reads it, on one line: `{ city: string, days: number[] }`. */
export function resultTypeText(shape: ResultType): string {
  switch (shape.kind) {
    case 'list':
      return `${resultTypeText(shape.item)}[]`;
    case 'object': {
      const members = [...shape.members].map(
        ([name, member]) => `${nameText(name)}: ${resultTypeText(member)}`,
      );
      const shown = members.length > MOST_MEMBERS ? [...members.slice(0, MOST_MEMBERS), '…'] : members;
      return shown.length === 0 ? 'object' : `{ ${shown.join(', ')} }`;
    }
    default:
      return shape.kind;
  }
}

/** Without backticks, as the text of a shape is shown between two. */
function nameText(name: string): string {
  return /^[\w$]+$/.test(name) ? name : JSON.stringify(name).replaceAll('`', "'");
}
