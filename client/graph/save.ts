import { l10n, type Uri, window, workspace } from 'vscode';
import { lastSegment, uriBeside } from '../commands/display-uri';
import type { ExportFormat } from './messages';

const endings: Readonly<Record<ExportFormat, { readonly ending: string; readonly name: string }>> = {
  svg: { ending: 'svg', name: l10n.t('SVG image') },
  png: { ending: 'png', name: l10n.t('PNG image') },
  mermaid: { ending: 'mmd', name: l10n.t('Mermaid diagram') },
  dot: { ending: 'dot', name: l10n.t('Graphviz DOT') },
};

/** Lets the user choose a format; undefined if the user cancels. */
export async function chooseFormat(): Promise<ExportFormat | undefined> {
  const formats: readonly ExportFormat[] = ['svg', 'png', 'mermaid', 'dot'];
  const items = formats.map((format) => ({
    label: endings[format].name,
    description: `.${endings[format].ending}`,
    format,
  }));
  const chosen = await window.showQuickPick(items, { placeHolder: l10n.t('Save the state graph as') });
  return chosen?.format;
}

/**
 * Saves a drawing to a file that the user selects.
 *
 * @param file the file of the automata; the suggested file is next to it
 * @param content base64-encoded for a PNG
 */
export async function saveDrawing(file: Uri, format: ExportFormat, content: string): Promise<void> {
  const { ending, name } = endings[format];
  const base = lastSegment(file).replace(/\.[^.]*$/, '') || 'states';
  const defaultUri = uriBeside(file, `${base}.${ending}`);
  const chosen = await window.showSaveDialog({
    ...(defaultUri && { defaultUri }),
    filters: { [name]: [ending] },
    title: l10n.t('Save State Graph'),
  });
  if (!chosen) {
    return;
  }
  const bytes = format === 'png' ? fromBase64(content) : new TextEncoder().encode(content);
  try {
    await workspace.fs.writeFile(chosen, bytes);
  } catch (error) {
    void window.showErrorMessage(
      l10n.t('Could not save the state graph: {0}', error instanceof Error ? error.message : String(error)),
    );
    return;
  }
  window.setStatusBarMessage(l10n.t('Saved {0}.', lastSegment(chosen)), 5000);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
