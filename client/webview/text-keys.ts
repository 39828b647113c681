/** A pressed key, as the browser describes it. */
interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * What a key does in a text field, of what VS Code does as well some time later: when the user types on after Ctrl+A,
 * the next letter would replace what was typed until then.
 *
 * @returns a command of `document.execCommand`; undefined for other keys
 */
export function textCommand(
  { key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey,
  isMac: boolean,
): 'selectAll' | 'undo' | 'redo' | undefined {
  const isCommand = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (!isCommand || altKey) return undefined;
  switch (`${shiftKey ? 'Shift+' : ''}${key.toLowerCase()}`) {
    case 'a':
      return 'selectAll';
    case 'z':
      return 'undo';
    case 'Shift+z':
      return 'redo';
    case 'y':
      return isMac ? undefined : 'redo';
  }
  return undefined;
}
