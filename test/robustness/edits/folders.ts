import type { EditingActions } from './editing-actions';

/** Folders of a workspace that are open together; `..` is outside of the first one. */
export const WORKSPACES: readonly (readonly string[])[] = [
  ...[['.'], ['.'], ['.', '../more'], ['.', '../more'], ['../more', '.'], ['../more'], []],
  ...[
    ['.', 'bots'],
    ['.', 'state'],
    ['bots', '.', '../more'],
    ['../more/state', '.'],
  ],
];

/** Opens or closes folders of the workspace. */
export function changeFolders(actions: EditingActions): void {
  const { random } = actions;
  const before = actions.folders;
  actions.do({ do: 'workspace', folders: random.one(WORKSPACES) });
  if (random.percent(50)) return;
  actions.compare('main.yaml');
  actions.do({ do: 'workspace', folders: before });
}

const FOLDERS = ['', '', 'state/', 'bots/', 'bots/state/', '../more/', '../more/state/', 'moved/'];

/** Moves or renames a file, and possibly restores it. */
export function moveFile(actions: EditingActions, path: string): void {
  const { random } = actions;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const own = path.slice(0, path.length - name.length);
  const renamed = name.replace(/(?=\.\w+$)/, random.one(['2', '_b']));
  const target = random.percent(60) ? random.one(FOLDERS) + name : own + renamed;
  move(actions, path, target);
  if (random.percent(40)) return;
  if (random.percent(60)) actions.compare(target);
  move(actions, target, path);
}

/** Moves by an editor, a version control system or a file manager, in any order. */
function move(actions: EditingActions, from: string, to: string): void {
  const { random, texts } = actions;
  const text = texts.text(from);
  if (text === undefined || from === to) return;
  const wasOpen = texts.open.has(from);
  const steps = [
    () => wasOpen && actions.do({ do: 'close', path: from }),
    () => actions.do({ do: 'disk', path: from }),
    () => actions.do({ do: 'disk', path: to, text }),
  ];
  while (steps.length > 0) steps.splice(random.below(steps.length), 1)[0]?.();
  if (wasOpen && random.percent(70)) actions.open(to);
}
