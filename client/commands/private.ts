/** More of a line than anybody reads. */
const longest = 400;

/**
 * A line of the log without what belongs to the person: paths and addresses become `<path>`, whatever is in quotes
 * becomes `…`. Those of the extension's own files stay, as they say where something went wrong.
 *
 * @param extensionPath the folder of the extension
 */
export function withoutPrivate(line: string, extensionPath: string): string {
  const own = '\u0000';
  return line
    .slice(0, longest * 4)
    .replaceAll(`file://${extensionPath}`, own)
    .replaceAll(extensionPath, own)
    .replace(/[a-z][a-z\d+.-]+:\/\/[^\s'"`)]*/gi, '<path>')
    .replace(/(^|[\s'"`(=,])(?:[A-Za-z]:)?[\\/](?![\\/\s'"`])[^\s'"`()]*/g, '$1<path>')
    .replace(/(?<![^\s'"`(=,])(?!node:)[^\s'"`()<>\u0000]+[\\/][^\s'"`()]*/g, '<path>')
    .replace(/[^\s'"`()<>\u0000]+\.(?:ya?ml|jsonc?|txt)\b/gi, '<path>')
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '…')
    .replaceAll(own, '<extension>')
    .slice(0, longest);
}
