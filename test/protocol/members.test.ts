import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionList, DefinitionLink, SignatureHelp } from 'vscode-languageserver-protocol';
import { Client } from './client';

const MAIN = `type: automata
initial: home
context:
  questions_string: !oneline data/questions.json
states:
  home:
    render:
      text: '{{JSON.parse(context.questions_string)[1].answer}}'
      image: '{{parseInt("1", 2)}}'
`;
const QUESTIONS = '[\n  { "question": "a?" },\n  { "question": "b?", "answer": "b" }\n]\n';

let editor: Client;

beforeAll(async () => {
  editor = await Client.start(
    { 'main.yaml': MAIN, 'data/questions.json': QUESTIONS },
    {
      settings: {},
      textDocument: {
        signatureHelp: { signatureInformation: { parameterInformation: { labelOffsetSupport: true } } },
      },
    },
  );
  await editor.open('main.yaml', MAIN);
  await editor.until(async () => (await definition()).length > 0);
});

afterAll(() => editor.stop());

function definition(): Promise<DefinitionLink[]> {
  return editor.connection.sendRequest('textDocument/definition', editor.at('main.yaml', 7, 58));
}

function labels({ items }: CompletionList): string[] {
  return items.map(({ label }) => label);
}

describe('members of values', () => {
  it('definition of a member links to its key in a JSON file that is not open', async () => {
    const target = { start: { line: 2, character: 23 }, end: { line: 2, character: 29 } };
    expect(await definition()).toEqual([
      {
        originSelectionRange: { start: { line: 7, character: 55 }, end: { line: 7, character: 61 } },
        targetUri: editor.uri('data/questions.json'),
        targetRange: target,
        targetSelectionRange: target,
      },
    ]);
  });

  it('signature help has the parameters of a call', async () => {
    const at = editor.at('main.yaml', 8, 30);
    const help = await editor.connection.sendRequest<SignatureHelp>('textDocument/signatureHelp', at);
    expect(help).toEqual({
      activeSignature: 0,
      activeParameter: 1,
      signatures: [
        {
          label: 'parseInt(string: string, radix?: number): number',
          parameters: [{ label: [9, 23] }, { label: [25, 39] }],
          documentation: { kind: 'markdown', value: 'Converts a string to an integer.' },
        },
      ],
    });
  });

  it('completion includes members of JavaScript unless a setting disables them', async () => {
    await editor.change('main.yaml', [{ text: MAIN.replace('.answer}', '.answer.}') }]);
    const itemsAfter = (character: number) =>
      editor.connection.sendRequest<CompletionList>(
        'textDocument/completion',
        editor.at('main.yaml', 7, character),
      );
    expect(labels(await itemsAfter(55))).toEqual(['question', 'answer']);
    expect(labels(await itemsAfter(62))).toContain('trim');
    await editor.configure({ completion: { builtins: false } });
    await editor.until(async () => labels(await itemsAfter(62)).length === 0);
    expect(labels(await itemsAfter(55))).toEqual(['question', 'answer']);
  });
});
