import { Disposable, languages, type TextDocument, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { stateFile } from './protocol';

/** The language of state files written in YAML. */
const language = 'atomic-state';

/**
 * Sets the language of a `yaml` document to `atomic-state` if the server detects a state file, so that YAML
 * extensions do not report its tags. If the user then selects another language, the document is ignored until it is
 * closed.
 */
export function detectLanguage(client: BaseLanguageClient): Disposable {
  /** Documents that the server detected as state files, whether or not their language was changed. */
  const found = new Set<string>();
  /** Documents whose language was set here. */
  const given = new Set<string>();
  /** Documents whose language the user changed back. */
  const refused = new Set<string>();

  const openDocument = (uri: string) =>
    workspace.textDocuments.find((document) => document.uri.toString() === uri);

  const changeLanguage = async (document: TextDocument) => {
    const uri = document.uri.toString();
    const wanted = workspace.getConfiguration('atomicState', document).get('detect.setLanguage', true);
    if (!wanted || refused.has(uri) || document.languageId !== 'yaml') {
      return;
    }
    given.add(uri);
    await languages.setTextDocumentLanguage(document, language);
  };

  const give = (uri: string) => {
    const document = openDocument(uri);
    if (document) {
      found.add(uri);
      changeLanguage(document).catch((error: unknown) => client.warn(String(error), undefined, false));
    }
  };

  return Disposable.from(
    client.onNotification(stateFile, ({ uri }) => give(client.protocol2CodeConverter.asUri(uri).toString())),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('atomicState.detect.setLanguage')) {
        found.forEach(give);
      }
    }),
    // VS Code reports a change of language as a close and an open.
    workspace.onDidOpenTextDocument((document) => {
      const uri = document.uri.toString();
      if (document.languageId !== language && given.delete(uri)) {
        refused.add(uri);
      }
    }),
    workspace.onDidCloseTextDocument((document) => {
      const uri = document.uri.toString();
      setTimeout(() => {
        if (!openDocument(uri)) {
          found.delete(uri);
          given.delete(uri);
          refused.delete(uri);
        }
      });
    }),
  );
}
