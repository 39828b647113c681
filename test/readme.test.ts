import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { completeAt } from '../server/features/completion';
import { definitionAt } from '../server/features/definition';
import { addressOf, workspaceOf } from './support/workspace';

const ROOT = join(import.meta.dirname, '..');
const EXAMPLES = join(ROOT, 'examples');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8').replace(/\s+/g, ' ');

const files = readdirSync(EXAMPLES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path: path.slice(EXAMPLES.length + 1).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') };
  });
const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? '';
const workspace = workspaceOf(files);

/** The file, the text of the line and the offset of the definition. */
function goTo(path: string, offset: number) {
  const [first, ...more] = definitionAt(workspace, addressOf(path), offset)?.targets ?? [];
  expect(more).toEqual([]);
  const to = files.find((file) => addressOf(file.path) === first?.address);
  const at = first?.selection.start ?? 0;
  const text = to?.text ?? '';
  const end = text.indexOf('\n', at);
  return { path: to?.path ?? '', line: text.slice(text.lastIndexOf('\n', at) + 1, end), end };
}

it('the first minute of the README works', () => {
  const [, path = '', word = ''] =
    /open `([^`]+)`, put the cursor on `(\w+)` and press F12/.exec(README) ?? [];
  expect(README).toContain(
    'you are at the transition in another file that handles it. End and F12 lead to its state.',
  );
  const transition = goTo(path, textOf(path).indexOf(word) + 1);
  expect(transition.path).not.toBe(path);
  expect(transition.line.trim()).toMatch(new RegExp(`^${word}: (\\w+)$`));
  const state = goTo(transition.path, transition.end);
  expect(state.line).toBe(`${transition.line.split(': ')[1]}:`);
});

it('the Chinese README has the same first minute', () => {
  const text = readFileSync(join(ROOT, 'README.zh-CN.md'), 'utf8');
  const [, path, word] = /open `([^`]+)`, put the cursor on `(\w+)` and press F12/.exec(README) ?? [];
  expect(text).toContain(`打开 \`${path}\`，将光标放在 \`${word}\` 上并按 F12`);
  expect(text).toContain('再按 End 和 F12');
  expect(text).toContain('`atomic-state-`');
});

it('the README names the walkthrough by its title', () => {
  const { contributes } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    contributes: { walkthroughs: readonly { title: string }[] };
  };
  const [title] = contributes.walkthroughs.map((one) => one.title);
  expect(README).toContain(`*Welcome: Open Walkthrough...* lead to *${title}*.`);
  const manifest = JSON.parse(readFileSync(join(ROOT, 'l10n/manifest.zh-cn.json'), 'utf8'));
  const chinese = readFileSync(join(ROOT, 'README.zh-CN.md'), 'utf8');
  expect(chinese).toContain(`*欢迎: 打开演练...*，选择*${manifest[title ?? '']}*。`);
});

it('the templates of the README exist', () => {
  expect(README).toContain(
    'Typing `atomic-state-` where a state can begin offers templates of whole states.',
  );
  const path = 'trivia/state/1_home.yaml';
  const text = `${textOf(path)}atomic-state-`;
  const changed = workspaceOf(files.map((file) => (file.path === path ? { path, text } : file)));
  const { items } = completeAt(changed, addressOf(path), text.length);
  expect(items.filter(({ label }) => label.startsWith('atomic-state-')).length).toBeGreaterThan(3);
});
