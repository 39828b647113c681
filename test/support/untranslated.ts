import catalog from '../../l10n/server.zh-cn.json' with { type: 'json' };
import { translator } from '../../server/text/translation';

/** What a value holds, in the notation of JavaScript, and ways from state to state: nobody translates them. */
const CODE =
  /^(?:["'{[(…]|(?:string|number|boolean|function|unknown|object|null|undefined)\b(?! \w)|-?\d)| → |^\w+\(.*\)/;

/** A file of the fixtures. */
const FILE = /^[\w/.-]+\.(?:ya?ml|json|js|txt)$/;

/** The texts that are not said in Simplified Chinese, of all that are handed over, but for those of `authors`. */
export function untranslated(texts: Iterable<string>, authors: ReadonlySet<string> = new Set()): string[] {
  const missing = new Set<string>();
  const translate = translator(catalog, (text) => {
    if (!CODE.test(text) && !FILE.test(text) && !authors.has(text)) missing.add(text);
  });
  for (const text of texts) translate(text);
  return [...missing];
}
