import { describe, expect, it } from 'vitest';
import type { CodeAction, CompletionList, Hover } from 'vscode-languageserver-protocol';
import { startClient } from './started';

const TEXT =
  'type: automata\ninitial: home\nstates:\n  home:\n    render: {text: Hi}\n    transitions: {CHAT: hme}\n';

/** What is said of one file, in the language of a locale. */
async function said(locale: string | undefined) {
  const editor = await startClient({ 'main.yaml': TEXT }, { ...(locale !== undefined && { locale }) });
  await editor.open('main.yaml', TEXT);
  const textDocument = { uri: editor.uri('main.yaml') };
  const target = { line: 5, character: 27 };
  const hover: Hover = await editor.connection.sendRequest('textDocument/hover', {
    textDocument,
    position: { line: 1, character: 2 },
  });
  const diagnostics = (await editor.diagnostics('main.yaml')).map(({ message }) => message);
  const actions: CodeAction[] = await editor.connection.sendRequest('textDocument/codeAction', {
    textDocument,
    range: { start: target, end: target },
    context: { diagnostics: [] },
  });
  const list: CompletionList = await editor.connection.sendRequest('textDocument/completion', {
    textDocument,
    position: { line: 4, character: 4 },
  });
  const renamed: Promise<unknown> = editor.connection.sendRequest('textDocument/rename', {
    textDocument,
    position: { line: 3, character: 4 },
    newName: 'a b',
  });
  const refused = await renamed.then(
    () => undefined,
    (error: Error) => error.message,
  );
  const { value } = hover.contents as { value: string };
  const tasks = list.items.find(({ label }) => label === 'tasks');
  return {
    hover: value,
    diagnostics,
    actions: actions.map(({ title }) => title),
    tasks: tasks?.detail,
    refused,
  };
}

describe('to who reads', () => {
  it.each(['zh-cn', 'zh-Hans'])('Simplified Chinese (%s), everything is said in it', async (locale) => {
    const { hover, diagnostics, actions, tasks, refused } = await said(locale);
    expect(hover).toMatch(/^\*\*initial\*\* · 状态名称 · \*\*必需\*\*\n\n第一个状态的名称。/);
    expect(diagnostics).toEqual(['此自动机中不存在状态 `hme`。您是指 `home` 吗？']);
    expect(actions.slice(0, 2)).toEqual(['改为 `home`', '创建状态 `hme`']);
    expect(actions.filter((title) => !/\p{Script=Han}/u.test(title))).toEqual([]);
    expect(tasks).toMatch(/^任务的列表/);
    expect(refused).toBe('状态的名称不能包含空格。');
  });

  it.each(['en', 'zh-tw', undefined])('something else (%s), it is said in English', async (locale) => {
    const { hover, diagnostics, actions, tasks, refused } = await said(locale);
    expect(hover).toMatch(
      /^\*\*initial\*\* · state name · \*\*required\*\*\n\nThe name of the first state\./,
    );
    expect(diagnostics).toEqual(['State `hme` does not exist in this automata. Did you mean `home`?']);
    expect(actions.slice(0, 2)).toEqual(['Change to `home`', 'Create the state `hme`']);
    expect(tasks).toMatch(/^list of tasks/);
    expect(refused).toBe('The name of a state cannot contain spaces.');
  });
});
