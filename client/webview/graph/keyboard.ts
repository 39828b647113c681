import type { Editing } from './editing';
import type { Direction } from './move';

/** The actions of keys while the drawing has the focus. */
export interface KeyboardActions {
  /** @param isExtended whether what is selected stays selected */
  move(direction: Direction, isExtended: boolean): void;
  /** Selects the next or previous outgoing transition of the selected state. */
  cycle(step: 1 | -1): void;
  first(): void;
  last(): void;
  open(): void;
  search(): void;
  fit(): void;
  zoom(direction: 1 | -1): void;
  clear(): void;
  neighbours(): void;
  path(): void;
  automata(): void;
  minimap(): void;
  legend(): void;
  /** Edits of the text; undefined if the drawing only shows it. */
  readonly editing: Pick<Editing, 'edit' | 'editAny' | 'menu' | 'undo'> | undefined;
}

const moves: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Runs the action of a key; false if it has none. */
export function handleKey(event: KeyboardEvent, actions: KeyboardActions): boolean {
  const { key } = event;
  const edit = actions.editing && editingAction(event, actions.editing);
  if (edit) {
    edit();
    return true;
  }
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() !== 'f' || event.altKey || event.shiftKey) return false;
    actions.search();
    return true;
  }
  if (event.altKey) return false;
  const direction = moves[key];
  if (direction !== undefined) {
    actions.move(direction, event.shiftKey);
    return true;
  }
  const action = plain(key, event.shiftKey, actions);
  action?.();
  return action !== undefined;
}

function editingAction(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  editing: NonNullable<KeyboardActions['editing']>,
): (() => void) | undefined {
  const keys = [ctrlKey || metaKey ? 'Ctrl+' : '', altKey ? 'Alt+' : '', shiftKey ? 'Shift+' : ''].join('');
  switch (`${keys}${key.length === 1 ? key.toLowerCase() : key}`) {
    case 'e':
      return () => editing.edit();
    case 'F2':
      return () => editing.editAny('renameState', 'renameEvent');
    case 'c':
      return () => editing.editAny('setText', 'setCondition');
    case 'b':
      return () => editing.edit('setButtonText');
    case 'Ctrl+d':
      return () => editing.edit('duplicateState');
    case 'Delete':
    case 'Ctrl+Backspace':
      return () => editing.editAny('deleteState', 'deleteTransition');
    // Not every system has it for the whole page. The key for menus is an event of its own.
    case 'Shift+F10':
      return () => editing.menu();
    case 'Alt+ArrowUp':
      return () => editing.edit('moveUp');
    case 'Alt+ArrowDown':
      return () => editing.edit('moveDown');
    case 'Ctrl+z':
      return () => editing.undo('undo');
    case 'Ctrl+y':
    case 'Ctrl+Shift+z':
      return () => editing.undo('redo');
  }
  return undefined;
}

function plain(key: string, isShifted: boolean, actions: KeyboardActions): (() => void) | undefined {
  switch (key) {
    case 'Enter':
      return () => actions.open();
    case 'Escape':
      return () => actions.clear();
    case 'Home':
      return () => actions.first();
    case 'End':
      return () => actions.last();
    case '/':
      return () => actions.search();
    case '0':
      return () => actions.fit();
    case '+':
    case '=':
      return () => actions.zoom(1);
    case '-':
      return () => actions.zoom(-1);
  }
  switch (key.toLowerCase()) {
    case 'f':
      return () => actions.fit();
    case 't':
      return () => actions.cycle(isShifted ? -1 : 1);
    case 'n':
      return () => actions.neighbours();
    case 'p':
      return () => actions.path();
    case 'a':
      return () => actions.automata();
    case 'm':
      return () => actions.minimap();
    case 'l':
      return () => actions.legend();
  }
  return undefined;
}
