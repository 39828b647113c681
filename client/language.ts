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
  const detected = new Set<string>();
  /** Documents whose language was set here. */
  const changed = new Set<string>();
  /** Documents whose language the user changed back. */
  const changedBack = new Set<string>();

  const openDocument = (uri: string) =>
    workspace.textDocuments.find((document) => document.uri.toString() === uri);

  const changeLanguage = async (document: TextDocument) => {
    const uri = document.uri.toString();
    const wanted = workspace.getConfiguration('atomicState', document).get('detect.setLanguage', true);
    if (!wanted || changedBack.has(uri) || document.languageId !== 'yaml') {
      return;
    }
    changed.add(uri);
    await languages.setTextDocumentLanguage(document, language);
  };

  const onDetected = (uri: string) => {
    const document = openDocument(uri);
    if (document) {
      detected.add(uri);
      changeLanguage(document).catch((error: unknown) => client.warn(String(error), undefined, false));
    }
  };

  return Disposable.from(
    client.onNotification(stateFile, ({ uri }) =>
      onDetected(client.protocol2CodeConverter.asUri(uri).toString()),
    ),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('atomicState.detect.setLanguage')) {
        detected.forEach(onDetected);
      }
    }),
    // VS Code reports a change of language as a close and an open.
    workspace.onDidOpenTextDocument((document) => {
      const uri = document.uri.toString();
      if (document.languageId !== language && changed.delete(uri)) {
        changedBack.add(uri);
      }
    }),
    workspace.onDidCloseTextDocument((document) => {
      const uri = document.uri.toString();
      setTimeout(() => {
        if (!openDocument(uri)) {
          detected.delete(uri);
          changed.delete(uri);
          changedBack.delete(uri);
        }
      });
    }),
  );
}
