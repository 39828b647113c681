import { describe, expect, it } from 'vitest';
import {
  type CodeAction,
  type CompletionList,
  type Hover,
  ProgressType,
} from 'vscode-languageserver-protocol';
import type { ExploreAnswer, RunAnswer, ScenarioProgress } from '../../server/protocol/messages';
import type { ConversationEvent } from '../../server/run/conversation/events';
import { startClient } from './started';

const TEXT =
  'type: automata\ninitial: home\nstates:\n  home:\n    render: {text: Hi}\n    transitions: {CHAT: hme}\n';

/** The answers about one file in the language of a locale. */
async function answersIn(locale: string | undefined) {
  // With the bundle of the translations.
  const options = locale === undefined ? {} : { locale, ownProcess: true };
  const editor = await startClient({ 'main.yaml': TEXT }, options);
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

describe('messages', () => {
  it.each(['zh-cn', 'zh-Hans'])('are in Simplified Chinese for the locale %s', async (locale) => {
    const { hover, diagnostics, actions, tasks, refused } = await answersIn(locale);
    expect(hover).toMatch(/^\*\*initial\*\* · 状态名称 · \*\*必需\*\*\n\n第一个状态的名称。/);
    expect(diagnostics).toEqual(['此自动机中不存在状态 `hme`。您是指 `home` 吗？']);
    expect(actions.slice(0, 2)).toEqual(['改为 `home`', '创建状态 `hme`']);
    expect(actions.filter((title) => !/\p{Script=Han}/u.test(title))).toEqual([]);
    expect(tasks).toMatch(/^任务的列表/);
    expect(refused).toBe('`a b` 包含空格。请使用小写字母、数字和单个下划线，例如 `first_page`。');
  });

  it.each(['en', 'zh-tw', undefined])('are in English for the locale %s', async (locale) => {
    const { hover, diagnostics, actions, tasks, refused } = await answersIn(locale);
    expect(hover).toMatch(
      /^\*\*initial\*\* · state name · \*\*required\*\*\n\nThe name of the first state\./,
    );
    expect(diagnostics).toEqual(['State `hme` does not exist in this automata. Did you mean `home`?']);
    expect(actions.slice(0, 2)).toEqual(['Change to `home`', 'Create the state `hme`']);
    expect(tasks).toMatch(/^list of tasks/);
    expect(refused).toBe(
      '`a b` contains a space. Use lower-case letters, digits and single underscores, such as `first_page`.',
    );
  });
});

const BOT = `type: automata
initial: home
states:
  home:
    outputs: { greeting: '{{missing.name}}' }
    render:
      text: 'Hello {{null}}'
      buttons: [{ content: Go, on_click: go }]
    transitions: { go: ask }
  ask:
    inputs:
      size: { type: number, user_input: true, name: Size }
    tasks:
      - name: judge
        module_type: LLMModule
        module_config: { system_prompt: Judge }
    render: { text: Bye }
    transitions: { CHAT: home }
`;
const SCENARIO =
  'scenarios:\n  - name: wrong\n    steps:\n      - expect: { text: Bye, error: { not: nothing } }\n';

/** The texts of runs of an automata in the language of a locale. */
async function runTextsIn(locale: string) {
  const editor = await startClient({ 'main.yaml': BOT, 'main.scenario.yaml': SCENARIO }, { locale });
  const uri = editor.uri('main.yaml');
  const events: readonly ConversationEvent[] = [
    { click: 'Stay' },
    { click: 'Go' },
    { form: { size: 'x' } },
    { form: { size: 1 } },
  ];
  const answers = [{ task: JSON.stringify([['ask'], 'judge']), answer: { error: 'No credits' } }];
  const { conversation } = await editor.connection.sendRequest<RunAnswer>('atomicState/run', {
    uri,
    run: 'one',
    script: { start: {}, seed: 1, time: 0, tasks: 'ask', events: events.slice(1), answers },
  });
  const { conversation: refused } = await editor.connection.sendRequest<RunAnswer>('atomicState/run', {
    uri,
    run: 'two',
    script: { start: {}, seed: 1, time: 0, tasks: 'ask', events: events.slice(0, 1), answers: [] },
  });
  const failures: string[] = [];
  const listener = editor.connection.onProgress(
    new ProgressType<ScenarioProgress>(),
    'scenarios',
    (progress) => {
      if (progress.kind === 'ended') failures.push(...progress.failures.map(({ message }) => message));
    },
  );
  await editor.connection.sendRequest('atomicState/runScenarios', {
    chosen: [{ uri: editor.uri('main.scenario.yaml') }],
    coverage: false,
    progressToken: 'scenarios',
  });
  listener.dispose();
  const explored = await editor.connection.sendRequest<ExploreAnswer>('atomicState/explore', { uri });
  return {
    chat: [...(refused?.turns ?? []), ...(conversation?.turns ?? [])].flatMap(({ outputs }) =>
      outputs.flatMap((one) => ('message' in one ? [one.message] : [])),
    ),
    failures,
    findings: 'findings' in explored ? explored.findings.map(({ message }) => message) : [],
  };
}

describe('messages of runs', () => {
  it('are in Simplified Chinese', async () => {
    const { chat, failures, findings } = await runTextsIn('zh-cn');
    expect(new Set(chat)).toEqual(
      new Set([
        "ReferenceError: 'missing' is not defined",
        '`{{null}}` 的值为 null，因此在文本中按原样显示。',
        '假定：文本中的值为 `null` 或 `undefined` 时，表达式按原样保留。',
        '没有按钮 `Stay`。现有按钮为 `Go`。',
        '`Size` 必须是数字。',
        '任务 `judge` 失败：No credits.',
      ]),
    );
    expect(failures).toEqual(['`text` 与预期不同。']);
    expect(findings).toContain("`{{missing.name}}` 求值失败：ReferenceError: 'missing' is not defined.");
  });

  it('are in English for other locales', async () => {
    const { chat, failures } = await runTextsIn('zh-tw');
    expect(chat).toContain('There is no button `Stay`. The buttons are `Go`.');
    expect(failures).toEqual(['`text` differs.']);
  });
});
