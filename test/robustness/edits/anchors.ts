import type { EditingActions } from './editing-actions';
import { blockAt, indentOf, lengthOf, linesOf } from './lines';
import type { Random } from './random';

/** Names of anchors. */
const NAMES = ['base', 'b', 'home', 'x'];

/** Templates, which are next to the states or before them. */
const TEMPLATES = [
  "x-base: &base\n  outputs: {context.x: '{{1}}'}\n  transitions: {go: home}\n",
  'x-b: &b {target: quiz, target_inputs: {name: 1}}\n',
  "x-x: &x\n  - {content: A, on_click: go}\n  - {content: '{{context.x}}', on_click: next}\n",
  "x-home: &home {key: '{{context.score}}'}\n",
];

/** Inserts, removes or moves an anchor, an alias or a merge key. */
export function changeAnchors(actions: EditingActions, path: string, text: string): void {
  if (path.endsWith('.json')) return;
  actions.random.one([template, anchor, alias, merge, merge, remove, moveAnchored])(actions, path, text);
}

type Change = (actions: EditingActions, path: string, text: string) => void;

const template: Change = (actions, path, text) => {
  const { random } = actions;
  const lines = linesOf(text);
  const starts = [...lines.keys()].filter((line) => /^\w/.test(lines[line] ?? ''));
  const line = random.percent(60) ? 0 : random.one([0, ...starts, lines.length]);
  const at = lengthOf(lines.slice(0, line));
  actions.write(path, at, at, random.one(TEMPLATES));
};

const anchor: Change = (actions, path, text) => {
  const { random } = actions;
  const keys = [...text.matchAll(/^ *[\w.-]+:(?= ?[^&*\s]|$)/gm)];
  if (keys.length === 0) return;
  const { index, 0: key } = random.one(keys);
  actions.write(path, index + key.length, index + key.length, ` &${random.one(NAMES)}`);
};

const alias: Change = (actions, path, text) => {
  const { random } = actions;
  const lines = linesOf(text);
  const keys = [...lines.keys()].filter((line) => /^ *[\w.-]+:/.test(lines[line] ?? ''));
  if (keys.length === 0) return;
  const line = random.one(keys);
  const block = blockAt(lines, line);
  const key = /^ *[\w.-]+:/.exec(block)?.[0] ?? '';
  const start = lengthOf(lines.slice(0, line)) + key.length;
  const end = start - key.length + block.length - (block.endsWith('\n') ? 1 : 0);
  actions.write(path, start, end, ` *${anchorIn(text, random)}`);
};

const merge: Change = (actions, path, text) => {
  const { random } = actions;
  const name = anchorIn(text, random);
  const value = random.percent(80) ? `*${name}` : `[*${name}, *${anchorIn(text, random)}]`;
  const braces = [...text.matchAll(/(?<!\{)\{(?![{}])/g)];
  if (random.percent(25) && braces.length > 0) {
    const at = random.one(braces).index + 1;
    actions.write(path, at, at, `<<: ${value}, `);
    return;
  }
  const lines = linesOf(text);
  const places = [...lines.keys()].filter((line) => /^ *[\w.-]+:/.test(lines[line] ?? ''));
  if (places.length === 0) return;
  const line = random.one(places);
  // Before a key, or after its value.
  const before = random.percent(60) ? '' : blockAt(lines, line);
  const at = lengthOf(lines.slice(0, line)) + before.length;
  const indent = ' '.repeat(indentOf(lines[line]));
  actions.write(path, at, at, `${indent}<<: ${value}\n`);
};

const remove: Change = (actions, path, text) => {
  const found = [...text.matchAll(/^ *<<: .*\n|<<: \*\w+, | ?&\w+|\*\w+/gm)];
  if (found.length === 0) return;
  const { index, 0: removed } = actions.random.one(found);
  actions.write(path, index, index + removed.length, '');
};

/** Moves a node with an anchor or alias on its level: before or after its uses. */
const moveAnchored: Change = (actions, path, text) => {
  const { random } = actions;
  const lines = linesOf(text);
  const found = [...lines.keys()].filter((line) => /[&*]\w+/.test(lines[line] ?? ''));
  if (found.length === 0 || !text.endsWith('\n')) return;
  let first = random.one(found);
  // A whole state, or the whole template.
  const top = random.one([0, 2, 4]);
  while (first > 0 && indentOf(lines[first]) > top) first--;
  const block = blockAt(lines, first);
  const rest = lines.toSpliced(first, linesOf(block).length);
  const indent = indentOf(lines[first]);
  const places = [...rest.keys()].filter(
    (line) => rest[line]?.trim() !== '' && indentOf(rest[line]) === indent,
  );
  if (places.length === 0) return;
  const start = lengthOf(lines.slice(0, first));
  const at = lengthOf(rest.slice(0, random.one(places)));
  actions.paste(path, start, start + block.length, '');
  actions.paste(path, at, at, block);
};

function anchorIn(text: string, random: Random): string {
  const names = [...text.matchAll(/&(\w+)/g)].map(([, name = '']) => name);
  return random.one(names.length > 0 && random.percent(85) ? names : NAMES);
}
