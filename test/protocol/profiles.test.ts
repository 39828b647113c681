import { describe, expect, it } from 'vitest';
import type * as lsp from 'vscode-languageserver-protocol';
import { parse } from 'yaml';
import { Client } from './client';
import { PROFILES, type Profile } from './profiles';

/** One session with each recorded client: the server only uses the client's capabilities. */

const PATH = 'main.automata.yaml';
const TEXT = `type: automata
initial: home
context:
  who: ''
states:
  home:
    tasks:
      - name: greet
        mod
    render:
      text: 'Hello {{context.who.padStart()}}'
      buttons:
        - content: Go
          on_click: go
    transitions:
      go: quizz
  quiz:
    render: {text:   hi}
`;

describe.each(PROFILES)('$name', (profile) => {
  it('completes a session', () => session(profile), 120_000);
});

async function session(profile: Profile): Promise<void> {
  const { capabilities } = profile;
  const { textDocument, workspace } = capabilities;
  const editor = await Client.start({ [PATH]: TEXT }, { profile, ownProcess: true });
  const ask = <R>(method: string, params: object = {}) =>
    editor.connection.sendRequest<R>(method, { textDocument: { uri: editor.uri(PATH) }, ...params });
  const at = (word: string, within = 0): lsp.Position => positionIn(TEXT, TEXT.indexOf(word) + within);
  const version = { current: 1 };
  const write = (text: string) => editor.change(PATH, [{ text }], ++version.current);
  await editor.open(PATH, TEXT);

  // Diagnostics are either pushed or pulled.
  const pulls = textDocument?.diagnostic !== undefined && profile.name !== 'codemirror-lsp-client-6.3';
  const codes = async () => (pulls ? editor.codes(PATH) : editor.pushedCodes(PATH)) ?? [];
  await editor.until(async () => (await codes()).includes('15 unknown-target'));
  if (pulls) expect(editor.pushedCodes(PATH)).toBeUndefined();

  // Several lines that are completed have the indentation of the document.
  await checkCompletion(editor, profile, at('mod\n', 3));
  await write(TEXT.replace('quizz', 'quiz').replace('        mod\n', ''));
  await editor.until(async () => !(await codes()).includes('15 unknown-target'));
  // The file is indented by two columns, independent of the editor's settings.
  const formatted = await ask<lsp.TextEdit[]>('textDocument/formatting', {
    options: { tabSize: 8, insertSpaces: true },
  });
  expect(formatted).toEqual([
    { range: { start: { line: 16, character: 19 }, end: { line: 16, character: 21 } }, newText: '' },
  ]);
  await write(TEXT);

  const hover = await ask<lsp.Hover>('textDocument/hover', { position: at('transitions', 2) });
  const plain = (formats: lsp.MarkupKind[] | undefined) => formats?.[0] === 'plaintext';
  expect(hover.contents).toMatchObject({
    kind: plain(textDocument?.hover?.contentFormat) ? 'plaintext' : 'markdown',
    value: expect.stringMatching(plain(textDocument?.hover?.contentFormat) ? /^[^*`]+$/ : /[*`]/),
  });
  const call = await ask<lsp.SignatureHelp>('textDocument/signatureHelp', { position: at('padStart(', 9) });
  const signature = textDocument?.signatureHelp?.signatureInformation;
  expect(call.signatures[0]).toMatchObject({
    documentation: { kind: plain(signature?.documentationFormat) ? 'plaintext' : 'markdown' },
    parameters: [
      { label: signature?.parameterInformation?.labelOffsetSupport ? [9, 29] : expect.any(String) },
      expect.anything(),
    ],
  });

  const [link] = await ask<object[]>('textDocument/definition', { position: at('on_click: go', 11) });
  expect(link).toHaveProperty(textDocument?.definition?.linkSupport ? 'targetUri' : 'uri');
  const references = { position: at('go: quizz'), context: { includeDeclaration: true } };
  expect(await ask<unknown[]>('textDocument/references', references)).toHaveLength(2);
  const edit = await ask<lsp.WorkspaceEdit>('textDocument/rename', {
    position: at('quiz:\n'),
    newName: 'riddle',
  });
  expect(Object.keys(edit)).toEqual([
    workspace?.workspaceEdit?.documentChanges ? 'documentChanges' : 'changes',
  ]);

  const { capabilities: server } = editor;
  const isExtension = profile.name === 'vscode';
  // With the extension, VS Code has other formatters for YAML, and the language of its own for state files.
  expect(server.documentFormattingProvider).toBe(isExtension ? undefined : true);
  const symbols = await ask<object[]>('textDocument/documentSymbol');
  const isTree = textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true;
  expect(symbols[0]).toHaveProperty(isTree ? 'selectionRange' : 'location');
  expect((await ask<lsp.SemanticTokens>('textDocument/semanticTokens/full')).data.length).toBeGreaterThan(0);
  const context = { diagnostics: [], triggerKind: 1 };
  const actions = await ask<(lsp.CodeAction | lsp.Command)[]>('textDocument/codeAction', {
    range: { start: at('quizz'), end: at('quizz') },
    context,
  });
  expect(actions.length > 0).toBe(textDocument?.codeAction?.codeActionLiteralSupport !== undefined);

  // Each lens has a command.
  const lenses = await ask<lsp.CodeLens[]>('textDocument/codeLens');
  const commands = new Set(server.executeCommandProvider?.commands ?? ['atomicState.showReferences', '']);
  for (const lens of lenses) {
    const { command } = await editor.connection.sendRequest<lsp.CodeLens>('codeLens/resolve', lens);
    expect(commands).toContain(command?.command);
    if (!isExtension && command)
      await editor.connection.sendRequest('workspace/executeCommand', {
        command: command.command,
        arguments: command.arguments ?? [],
      });
  }
  expect(lenses).toHaveLength(2);

  // Undeclared capabilities are not used.
  const own = editor.notes.filter(({ method }) => method.startsWith('atomicState/'));
  if (isExtension) expect(own).not.toEqual([]);
  else expect(own).toEqual([]);
  expect(editor.requests.filter((method) => !takes(capabilities, method))).toEqual([]);
  expect(editor.registrations.filter(({ method }) => !registers(capabilities, method))).toEqual([]);

  // A request that waits for changes is answered before the end.
  const pending = pulls ? await waitingReport(editor) : undefined;
  await editor.stop();
  expect((await pending?.report)?.size ?? 0).toBe(0);
}

/** Inserts all suggestions with several lines as the client does; if that is unknown, in each possible way. */
async function checkCompletion(editor: Client, profile: Profile, position: lsp.Position): Promise<void> {
  const client = profile.capabilities.textDocument?.completion?.completionItem;
  const list = await editor.connection.sendRequest<lsp.CompletionList>('textDocument/completion', {
    textDocument: { uri: editor.uri(PATH) },
    position,
  });
  let hasLines = false;
  for (const item of list.items.filter(({ label }) => label.startsWith('mod'))) {
    const mode = item.insertTextMode ?? list.itemDefaults?.insertTextMode;
    const format = item.insertTextFormat ?? list.itemDefaults?.insertTextFormat;
    const text = item.textEdit?.newText ?? item.textEditText ?? item.label;
    const isSnippet = format === 2;
    hasLines ||= text.includes('\n');
    if (mode !== undefined) expect(client?.insertTextModeSupport?.valueSet).toContain(mode);
    if (isSnippet) expect(client?.snippetSupport).toBe(true);
    // By default, all clients adjust the lines of a snippet.
    const adjusts = mode === undefined ? (isSnippet ? [true] : [true, false]) : [mode === 2];
    for (const isAdjusted of adjusts) {
      const result = inserted(position, isSnippet ? withoutHoles(text) : text, isAdjusted);
      const { tasks } = parse(result).states.home;
      expect([item.label, tasks.length, 'greet']).toEqual([item.label, 1, tasks[0].name]);
      const lines = result.split('\n').slice(position.line, position.line + text.split('\n').length);
      const columns = lines.map((line) => line.search(/\S|$/));
      // Each level is two columns deeper than the one before, and the first is where it was.
      expect(columns).toEqual(columns.map((_, index) => 8 + 2 * index));
    }
  }
  expect(hasLines).toBe(client?.snippetSupport === true || client?.insertTextModeSupport !== undefined);
}

function inserted({ line, character }: lsp.Position, text: string, isAdjusted: boolean): string {
  const lines = TEXT.split('\n');
  const before = lines[line] ?? '';
  const indent = /^ */.exec(before)?.[0] ?? '';
  const added = isAdjusted ? text.replaceAll('\n', `\n${indent}`) : text;
  // The word under the cursor is replaced.
  lines[line] = before.slice(0, character - 3) + added + before.slice(character);
  return lines.join('\n');
}

function withoutHoles(snippet: string): string {
  return snippet.replace(/\$\{\d+:([^}]*)\}|\$\{?\d+\}?/g, '$1').replace(/\\([\\$}])/g, '$1');
}

function positionIn(text: string, offset: number): lsp.Position {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** The pending report for a client that has all results, which is sent only when something changes. */
async function waitingReport(
  editor: Client,
): Promise<{ readonly report: ReturnType<Client['workspaceReports']> }> {
  const reports = await editor.workspaceReports();
  const known = [...reports].flatMap(([path, { resultId }]): [string, string][] =>
    resultId === undefined ? [] : [[path, resultId]],
  );
  const report = editor.workspaceReports(new Map(known));
  // It is being processed once a later request is answered.
  await editor.codes(PATH);
  return { report };
}

type Capabilities = lsp.InitializeParams['capabilities'];

/** Whether a client answers a request of the server. */
function takes({ workspace, window }: Capabilities, method: string): boolean {
  switch (method) {
    case 'workspace/configuration':
      return workspace?.configuration === true;
    case 'workspace/diagnostic/refresh':
      return workspace?.diagnostics?.refreshSupport === true;
    case 'workspace/codeLens/refresh':
      return workspace?.codeLens?.refreshSupport === true;
    case 'workspace/inlayHint/refresh':
      return workspace?.inlayHint?.refreshSupport === true;
    case 'workspace/semanticTokens/refresh':
      return workspace?.semanticTokens?.refreshSupport === true;
    case 'window/showDocument':
      return window?.showDocument?.support === true;
    case 'window/workDoneProgress/create':
      return window?.workDoneProgress === true;
    default:
      return method === 'client/registerCapability';
  }
}

/** Whether a client supports the registration of a method. */
function registers(capabilities: Capabilities, method: string): boolean {
  const [area = '', name = ''] = method.split('/');
  const part = Reflect.get(Reflect.get(capabilities, area) ?? {}, name);
  return part?.dynamicRegistration === true;
}
