import { ResponseError } from 'vscode-languageserver';
import type { Translate } from '../text/translation';

/** Parts of answers, and of refusals, that a person reads. All others are names, places and texts of the author. */
const READ = new Set(['message', 'title', 'detail', 'documentation', 'contents', 'tooltip', 'refused']);

/**
 * An answer in the language of the person: what is read of it is translated, at any depth, and all else is left as it
 * is. The answer itself is not changed, as parts of it may be kept.
 */
export function localised<R>(answer: R, translate: Translate): R {
  return inLanguage(answer, translate, false) as R;
}

function inLanguage(part: unknown, translate: Translate, isRead: boolean): unknown {
  if (typeof part === 'string') return isRead ? translate(part) : part;
  // Numbers alone, as semantic tokens are: there may be very many.
  if (Array.isArray(part) && typeof part[0] === 'number') return part;
  if (Array.isArray(part)) return part.map((one) => inLanguage(one, translate, isRead));
  if (typeof part !== 'object' || part === null) return part;
  if (part instanceof ResponseError) return new ResponseError(part.code, translate(part.message), part.data);
  // Of symbols all is named by the author.
  const isSymbol = 'selectionRange' in part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      inLanguage(value, translate, (READ.has(key) && !isSymbol) || (isRead && key === 'value')),
    ]),
  );
}
