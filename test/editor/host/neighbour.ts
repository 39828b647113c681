import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'mocha';
import {
  commands,
  Diagnostic,
  Disposable,
  DocumentSymbol,
  Hover,
  languages,
  MarkdownString,
  type Position,
  Range,
  SymbolKind,
  type TextDocument,
  type Uri,
  workspace,
} from 'vscode';
import { delay, waitFor } from '../wait-for';
import { closeAll, current, edited, open, place, uriOf } from './editor';

const source = 'general';
const symbol = 'general symbol';
const hover = 'general hover';

/**
 * A minimal general YAML extension: an outline, a hover and a finding for each document of the language `yaml`, and for
 * no others.
 */
function generalYaml(): Disposable {
  const findings = languages.createDiagnosticCollection(source);
  const firstLine = new Range(0, 0, 0, 1);
  const check = (document: TextDocument) => {
    if (document.languageId === 'yaml') {
      const finding = new Diagnostic(firstLine, 'general finding');
      finding.source = source;
      findings.set(document.uri, [finding]);
    }
  };
  workspace.textDocuments.forEach(check);
  return Disposable.from(
    findings,
    workspace.onDidOpenTextDocument(check),
    workspace.onDidCloseTextDocument(({ uri }) => findings.delete(uri)),
    languages.registerDocumentSymbolProvider('yaml', {
      provideDocumentSymbols: () => [new DocumentSymbol(symbol, '', SymbolKind.Key, firstLine, firstLine)],
    }),
    languages.registerHoverProvider('yaml', { provideHover: () => new Hover(hover) }),
  );
}

async function outline(uri: Uri): Promise<string[]> {
  const found = await commands.executeCommand<DocumentSymbol[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    uri,
  );
  return (found ?? []).map(({ name }) => name);
}

async function hoverTexts(uri: Uri, position: Position): Promise<string[]> {
  const found = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', uri, position);
  return found.flatMap(({ contents }) =>
    contents.map((content) => (content instanceof MarkdownString ? content.value : String(content))),
  );
}

const sources = (uri: Uri) => [...new Set(languages.getDiagnostics(uri).map((finding) => finding.source))];

export function otherExtensionSuite(): void {
  describe('beside a general YAML extension', () => {
    let neighbour = Disposable.from();
    before(() => {
      neighbour = generalYaml();
    });
    after(() => neighbour.dispose());
    afterEach(closeAll);

    it('leaves a state file to our extension only', async () => {
      const file = 'lone/neighbour.yaml';
      const text = 'type: automata\ninitial: b\nstates:\n  a: {}\n';
      await workspace.fs.writeFile(uriOf(file), Buffer.from(text));
      try {
        await open(file);
        await waitFor(async () => assert.equal((await current(file)).languageId, 'atomic-state'));
        const document = await current(file);
        await waitFor(() => assert.deepEqual(sources(document.uri), ['atomic-state']));
        await waitFor(async () => {
          const names = await outline(document.uri);
          assert.ok(names.length > 0);
          assert.ok(!names.includes(symbol), names.join(', '));
        });
        await waitFor(async () => {
          const texts = await hoverTexts(document.uri, place(document, 'init|ial:'));
          assert.equal(texts.length, 1, texts.join('\n'));
          assert.match(texts[0] ?? '', /initial/);
        });
      } finally {
        await closeAll();
        await workspace.fs.delete(uriOf(file));
      }
    });

    it('leaves another YAML file to the other extension only', async () => {
      const document = await open('other/deployment.yaml');
      await waitFor(() => assert.deepEqual(sources(document.uri), [source]));
      await waitFor(async () => assert.deepEqual(await outline(document.uri), [symbol]));
      assert.deepEqual(await hoverTexts(document.uri, place(document, 'ki|nd: Deployment')), [hover]);
      // A delay in which the server would have reported findings.
      await delay(1500);
      assert.deepEqual(sources(document.uri), [source]);
      assert.equal((await current('other/deployment.yaml')).languageId, 'yaml');
    });

    it("checks a state file in JSON and keeps VS Code's outline", async () => {
      const document = await open('json/quiz.json');
      await waitFor(async () => {
        const texts = await hoverTexts(document.uri, place(document, '"init|ial"'));
        assert.equal(texts.length, 1, texts.join('\n'));
        assert.match(texts[0] ?? '', /initial/);
      });
      // The plain fields of the file; our outline would be the automata with its states.
      await waitFor(async () =>
        assert.deepEqual((await outline(document.uri)).sort(), ['context', 'initial', 'states', 'type']),
      );
      await edited('json/quiz.json', '"initial": "home_state"', '"initial": "house"', () =>
        waitFor(() => assert.deepEqual(sources(document.uri), ['atomic-state'])),
      );
    });
  });
}
