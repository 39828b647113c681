import { codeSpan } from '../text/markdown-text';
/** The type of the result of a module or widget; anything uncertain is `any`. */
export type ResultType =
  | { readonly kind: 'any' | 'string' | 'number' | 'boolean' }
  | { readonly kind: 'list'; readonly item: ResultType }
  /** There may be further members. */
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, ResultType> };

/** Limit of displayed members. */
const MAX_MEMBERS = 8;

/** A type on one line, for display: `{ city: string, days: number[] }`. */
export function resultTypeText(resultType: ResultType): string {
  switch (resultType.kind) {
    case 'list':
      return `${resultTypeText(resultType.item)}[]`;
    case 'object': {
      const members = [...resultType.members].map(
        ([name, member]) => `${nameText(name)}: ${resultTypeText(member)}`,
      );
      const shown = members.length > MAX_MEMBERS ? [...members.slice(0, MAX_MEMBERS), '…'] : members;
      return shown.length === 0 ? 'object' : `{ ${shown.join(', ')} }`;
    }
    default:
      return resultType.kind;
  }
}

/** Without backticks, as the type is displayed between two. */
function nameText(name: string): string {
  return /^[\w$]+$/.test(name) ? name : JSON.stringify(name).replaceAll('`', "'");
}

/** The same as Markdown. */
export function resultTypeMarkdown(resultType: ResultType): string {
  return codeSpan(resultTypeText(resultType));
}
