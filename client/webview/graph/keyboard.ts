import type { Direction } from './move';

/** The actions of keys while the drawing has the focus. */
export interface KeyboardActions {
  move(direction: Direction): void;
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
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() !== 'f' || event.altKey || event.shiftKey) return false;
    actions.search();
    return true;
  }
  if (event.altKey) return false;
  const direction = moves[key];
  if (direction !== undefined) {
    actions.move(direction);
    return true;
  }
  const action = plain(key, event.shiftKey, actions);
  action?.();
  return action !== undefined;
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
