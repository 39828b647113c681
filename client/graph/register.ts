import { commands, Disposable, type ExtensionContext, l10n, Uri, ViewColumn, window } from 'vscode';
import { OpenPanels } from '../open-panels';
import { statusRequest } from '../protocol';
import type { Server } from '../server';
import type { ScenarioCoverage } from '../tests/coverage';
import { commandTitles } from './edit/command-titles';
import { EDIT_KINDS, type EditKind } from './edit/kinds';
import type { SavedPage } from './messages';
import { newAutomata } from './new-automata';
import { GraphPanel } from './panel';
import { chooseFormat } from './save';

/** Registers the commands of the state graph, and restores the panels of the previous session. */
export function registerGraph(
  context: ExtensionContext,
  { client }: Server,
  coverage: ScenarioCoverage,
): Disposable {
  const titleOf = commandTitles(context.extension);
  /** By the address of the automata's file. */
  const panels = new OpenPanels(
    'atomicState.graph',
    (webview, uri: string) => new GraphPanel(webview, client, context.extensionUri, uri, coverage, titleOf),
  );

  /** The panel of a file's project, existing or new. */
  const panelOf = async (
    file: Uri,
    column = ViewColumn.Beside,
  ): Promise<{ panel: GraphPanel; isNew: boolean }> => {
    const uri = client.code2ProtocolConverter.asUri(file);
    const { automata } = await client.sendRequest(statusRequest, { uri });
    const project = automata ?? uri;
    const there = panels.get(project);
    if (there) {
      return { panel: there, isNew: false };
    }
    const placement = { viewColumn: column, preserveFocus: true };
    return { panel: panels.open(project, project, l10n.t('States'), placement), isNew: true };
  };

  /** @param column where the panel is placed; default: beside the text, and a panel that is open stays where it is */
  const open = async (chosen: unknown, column?: unknown) => {
    const file = chosen instanceof Uri ? chosen : window.activeTextEditor?.document.uri;
    if (!file) {
      void window.showInformationMessage(l10n.t('Open a state file to show its graph.'));
      return;
    }
    const place = typeof column === 'number' ? column : undefined;
    const { panel, isNew } = await panelOf(file, place);
    if (!isNew) {
      panel.show(place);
    }
    // In a browser, VS Code can fail to load the pages of two panels that open at the same time.
    if (place !== undefined) await panel.whenReady;
  };

  /** Creates an automata without states, and shows its text and its graph, which has the focus. */
  const create = async () => {
    const file = await newAutomata();
    if (!file) return;
    await window.showTextDocument(file, { preview: false });
    const { panel } = await panelOf(file);
    panel.show();
  };

  const activePanel = () => panels.entries().find(([, { isActive }]) => isActive);

  const save = async () => {
    const [, active] = activePanel() ?? [];
    const file = window.activeTextEditor?.document.uri;
    if (!active && !file) {
      return;
    }
    const format = await chooseFormat();
    if (format) {
      const panel = active ?? (file && (await panelOf(file)).panel);
      panel?.export(format);
    }
  };

  /** From the title bar of a panel, which VS Code does not pass. */
  const run = async () => {
    const [uri] = activePanel() ?? [];
    if (uri !== undefined) await commands.executeCommand('atomicState.run', uri);
  };

  /** From the menu of the page, which passes what it is about. */
  const edit = (kind: EditKind, given: unknown) => {
    const { uri, graphElements, graphSeen } = (given ?? {}) as Readonly<Record<string, unknown>>;
    const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
    panels.get(String(uri))?.edit({ kind, ids: texts(graphElements), seen: texts(graphSeen) });
  };

  return Disposable.from(
    ...EDIT_KINDS.map((kind) =>
      commands.registerCommand(`atomicState.graph.${kind}`, (given: unknown) => edit(kind, given)),
    ),
    commands.registerCommand('atomicState.graph.edit', () => activePanel()?.[1].chooseEdit()),
    // The same with a title for several states.
    commands.registerCommand('atomicState.graph.deleteStates', (given: unknown) =>
      edit('deleteState', given),
    ),
    commands.registerCommand('atomicState.newAutomata', create),
    commands.registerCommand('atomicState.openStateGraph', open),
    commands.registerCommand('atomicState.runGraph', run),
    commands.registerCommand('atomicState.exportStateGraph', save),
    panels.restore((saved: SavedPage | undefined) => (saved?.uri ? [saved.uri, saved.uri] : undefined)),
  );
}
