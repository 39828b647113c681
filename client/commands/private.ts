/** The maximum length of a line. */
const maxLength = 400;

/**
 * A line of the log without personal data: paths and addresses become `<path>`, text in quotes becomes `…`. Paths
 * inside the extension are preserved, because they show where an error occurred.
 *
 * @param extensionPath the folder of the extension
 */
export function withoutPrivate(line: string, extensionPath: string): string {
  const own = '\u0000';
  return line
    .slice(0, maxLength * 4)
    .replaceAll(`file://${extensionPath}`, own)
    .replaceAll(extensionPath, own)
    .replace(/[a-z][a-z\d+.-]+:\/\/[^\s'"`)]*/gi, '<path>')
    .replace(/(^|[\s'"`(=,])(?:[A-Za-z]:)?[\\/](?![\\/\s'"`])[^\s'"`()]*/g, '$1<path>')
    .replace(/(?<![^\s'"`(=,])(?!node:)[^\s'"`()<>\u0000]+[\\/][^\s'"`()]*/g, '<path>')
    .replace(/[^\s'"`()<>\u0000]+\.(?:ya?ml|jsonc?|txt)\b/gi, '<path>')
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '…')
    .replaceAll(own, '<extension>')
    .slice(0, maxLength);
}
