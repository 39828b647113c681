// Compares the messages of the server with their Simplified Chinese texts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled } from './bundled.mjs';
import { hasWords, templatesOf, wordsOf } from './messages.mjs';
import { root } from './paths.mjs';

/** The problems of the translations, one line per text. */
export async function problemsOfTranslations() {
  const server = join(root, 'server');
  const { tableTexts } = await bundled('server/features/table-texts.ts', 'table-texts');
  const tables = /** @type {ReadonlySet<string>} */ (tableTexts());
  const templates = templatesOf(server);
  for (const text of tables) if (!templates.has(text)) templates.set(text, 'a table');
  const texts = JSON.parse(readFileSync(join(root, 'l10n/server.zh-cn.json'), 'utf8'));
  const known = (/** @type {string} */ text) => Object.hasOwn(texts, text);
  const missing = [...templates]
    .filter(([text]) => hasWords(text) && !known(text) && !known(text.trim()))
    .map(([text, file]) => `No Simplified Chinese for ${JSON.stringify(text)} of ${file}.`);
  // Texts that are inserted into templates are string literals somewhere in the source.
  const used = new Set([...templates.keys(), ...wordsOf(server)].flatMap((text) => [text, text.trim()]));
  // Plurals are formed with a final "s".
  const unused = Object.keys(texts)
    .filter((text) => !used.has(text) && !used.has(text.replace(/s$/, '')))
    .map((text) => `Nothing uses ${JSON.stringify(text)}.`);
  const places = Object.entries(texts)
    // Single words that are also names of the format may be code in a translation.
    .filter(([text, other]) => text.includes(' ') && placesOf(text) !== placesOf(other))
    .map(([text]) => `Other places or code than in the English: ${JSON.stringify(text)}.`);
  return [...missing, ...unused, ...places];
}

/** The placeholders and the code of a template, sorted. @param {string} text */
function placesOf(text) {
  return [...new Set(text.match(/`[^`]*`|\{\d+\}/g))].sort().join();
}
