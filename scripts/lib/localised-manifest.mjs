// The manifest in several languages. In the checkout it contains the English texts, which are also the keys of the
// translations. In a package they are replaced by keys, as VS Code requires.

/** Properties of the manifest that are displayed. */
const READ = new Set([
  'altText',
  'category',
  'contents',
  'description',
  'displayName',
  'enumDescriptions',
  'label',
  'markdownDescription',
  'markdownEnumDescriptions',
  'patternErrorMessage',
  'title',
]);

/**
 * Calls `change` for each displayed text of a manifest, and returns the manifest with the results.
 *
 * @template T
 * @param {T} part
 * @param {(english: string, path: string) => string} change
 * @param {string} [path] where the part is in the manifest
 * @param {boolean} [isRead]
 * @returns {T}
 */
export function mapTexts(part, change, path = '', isRead = false) {
  if (typeof part === 'string') return /** @type {T} */ (isRead ? change(part, path) : part);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    mapTexts(
      value,
      change,
      path === '' ? key : `${path}.${key}`,
      Array.isArray(part) ? isRead : READ.has(key),
    ),
  ]);
  return /** @type {T} */ (
    Array.isArray(part) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
  );
}

/**
 * The manifest with keys for texts, and the files with the texts by their names in the package.
 *
 * @param {object} manifest
 * @param {Readonly<Record<string, Readonly<Record<string, string>>>>} catalogs by language: texts by their English
 */
export function localisedManifest(manifest, catalogs) {
  /** @type {Record<string, string>} */
  const english = {};
  const published = mapTexts(manifest, (text, path) => {
    english[path] = text;
    return `%${path}%`;
  });
  const inLanguage = (/** @type {Readonly<Record<string, string>>} */ catalog) =>
    Object.fromEntries(Object.entries(english).map(([path, text]) => [path, catalog[text] ?? text]));
  const files = Object.entries(catalogs).map(([language, catalog]) => [
    `package.nls.${language}.json`,
    inLanguage(catalog),
  ]);
  return { published, files: Object.fromEntries([['package.nls.json', english], ...files]) };
}
