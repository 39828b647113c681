import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  CodeLens,
  InlayHint,
} from 'vscode-languageserver-protocol';
import { Client } from './client';

const MAIN = 'initial: home\nstates: !include state\ntransitions:\n  go: quiz\n';
const HOME = 'home:\n  render:\n    buttons:\n      - { content: x, on_click: go }\n';
const QUIZ = 'quiz:\n  transitions:\n    CHAT: home\n';
const SUM = "sum:\n  outputs:\n    context.count: '{{1 + 1}}'\n";
const line = (at: number, start: number, end: number) => {
  return { start: { line: at, character: start }, end: { line: at, character: end } };
};

let editor: Client;

beforeAll(async () => {
  editor = await Client.start(
    { 'main.yaml': MAIN, 'state/home.yaml': HOME, 'state/quiz.yaml': QUIZ, 'state/sum.yaml': SUM },
    {
      settings: {},
      options: { showReferences: 'test.showReferences' },
      workspace: { codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true } },
    },
  );
  await editor.open('state/home.yaml', HOME);
  await editor.open('state/quiz.yaml', QUIZ);
  await editor.open('state/sum.yaml', SUM);
  await editor.until(() => editor.refreshed.includes('codeLens'));
});

afterAll(() => editor.stop());

describe('transitions', () => {
  it('are a call hierarchy of states, with events and ranges', async () => {
    const items = await editor.connection.sendRequest<CallHierarchyItem[]>(
      'textDocument/prepareCallHierarchy',
      editor.at('state/quiz.yaml', 2, 11),
    );
    expect(items).toMatchObject([
      {
        name: 'home',
        detail: 'state/home.yaml',
        uri: editor.uri('state/home.yaml'),
        selectionRange: line(0, 0, 4),
      },
    ]);
    const [item] = items;
    const incoming = await editor.connection.sendRequest<CallHierarchyIncomingCall[]>(
      'callHierarchy/incomingCalls',
      { item },
    );
    expect(incoming).toMatchObject([
      { from: { name: 'main.yaml', detail: 'initial' }, fromRanges: [line(0, 9, 13)] },
      { from: { name: 'quiz', detail: 'CHAT' }, fromRanges: [line(2, 10, 14)] },
    ]);
    const outgoing = await editor.connection.sendRequest<CallHierarchyOutgoingCall[]>(
      'callHierarchy/outgoingCalls',
      { item },
    );
    expect(outgoing).toMatchObject([{ to: { name: 'quiz', detail: 'go' }, fromRanges: [line(3, 32, 34)] }]);
    const nothing = await editor.connection.sendRequest(
      'textDocument/prepareCallHierarchy',
      editor.at('state/home.yaml', 1, 3),
    );
    expect(nothing).toBeNull();
  });

  const lenses = () =>
    editor.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
      textDocument: { uri: editor.uri('state/quiz.yaml') },
    });

  it('are counted in a code lens, with a command that shows them', async () => {
    const [lens] = await lenses();
    expect(lens?.range).toEqual(line(0, 0, 4));
    expect(lens?.command).toBeUndefined();
    const resolved = await editor.connection.sendRequest<CodeLens>('codeLens/resolve', lens);
    expect(resolved.command).toEqual({
      title: '1 incoming · 1 outgoing',
      command: 'test.showReferences',
      arguments: [
        editor.uri('state/quiz.yaml'),
        { line: 0, character: 0 },
        [{ uri: editor.uri('main.yaml'), range: line(3, 6, 10) }],
      ],
    });
  });

  const hints = () =>
    editor.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri: editor.uri('state/home.yaml') },
      range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
    });

  it('are shown by settings that take effect immediately', async () => {
    expect(await hints()).toEqual([]);
    const before = editor.refreshed.length;
    await editor.configure({ codeLens: { enabled: false }, inlayHints: { eventTargets: true } });
    await editor.until(() => editor.refreshed.slice(before).includes('inlayHint'));
    expect(await lenses()).toEqual([]);
    expect(await hints()).toEqual([
      {
        position: { line: 3, character: 34 },
        label: [
          { value: ' → ' },
          {
            value: 'quiz',
            location: { uri: editor.uri('state/quiz.yaml'), range: line(0, 0, 4) },
            tooltip: 'State quiz in state/quiz.yaml',
          },
        ],
      },
    ]);
  });

  it('inlay hints of types have a setting of their own', async () => {
    const types = () =>
      editor.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', {
        textDocument: { uri: editor.uri('state/sum.yaml') },
        range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
      });
    expect(await types()).toEqual([]);
    const before = editor.refreshed.length;
    await editor.configure({ inlayHints: { eventTargets: true, contextTypes: true } });
    await editor.until(() => editor.refreshed.slice(before).includes('inlayHint'));
    expect(await types()).toEqual([
      { position: { line: 2, character: 17 }, label: [{ value: ': number | undefined' }] },
    ]);
  });

  it('are refreshed when another file changes', async () => {
    const before = editor.refreshed.length;
    // An edit that does not affect other files does not change their answers.
    await editor.change('state/quiz.yaml', [{ range: line(0, 5, 5), text: ' # the quiz' }]);
    await hints();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(editor.refreshed.length).toBe(before);
    await editor.change('state/quiz.yaml', [{ range: line(0, 0, 4), text: 'game' }]);
    await editor.until(() => editor.refreshed.slice(before).includes('inlayHint'));
    expect((await hints())[0]?.label).toEqual([{ value: ' → ' }, { value: 'quiz' }]);
  });
});
