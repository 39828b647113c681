import { expect, it } from 'vitest';
import { textCommand } from '../../client/webview/text-keys';

const pressed = (written: string) => {
  const keys = written.split('+');
  return {
    key: keys.at(-1) ?? '',
    ctrlKey: keys.includes('Ctrl'),
    metaKey: keys.includes('Cmd'),
    altKey: keys.includes('Alt'),
    shiftKey: keys.includes('Shift'),
  };
};

it.each([
  ['Ctrl+a', false, 'selectAll'],
  ['Cmd+a', true, 'selectAll'],
  ['Ctrl+A', false, 'selectAll'],
  ['Ctrl+z', false, 'undo'],
  ['Cmd+z', true, 'undo'],
  ['Ctrl+Shift+Z', false, 'redo'],
  ['Cmd+Shift+z', true, 'redo'],
  ['Ctrl+y', false, 'redo'],
  // Elsewhere these keys have another meaning, or write a letter.
  ['Ctrl+a', true, undefined],
  ['Cmd+a', false, undefined],
  ['Cmd+y', true, undefined],
  ['Ctrl+Alt+a', false, undefined],
  ['Ctrl+Shift+a', false, undefined],
  ['a', false, undefined],
  ['Ctrl+c', false, undefined],
] as const)('the key %s of a text field (macOS: %s): %s', (key, isMac, command) => {
  expect(textCommand(pressed(key), isMac)).toBe(command);
});
