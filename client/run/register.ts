import { commands, Disposable, type ExtensionContext, l10n, ViewColumn } from 'vscode';
import { stateLabel } from '../../server/format/target-path';
import { pathOfKey } from '../../server/project/names/scope-path';
import { mainFileOf } from '../commands/automata';
import { OpenPanels } from '../open-panels';
import type { Server } from '../server';
import type { SavedPage } from './messages';
import { ModelSetup } from './model-setup';
import { RunPanel } from './panel';
import { newScript } from './script';

/** There is one panel. */
const KEY = '';

/** Registers the command that runs an automata, and restores the panel of the previous session. */
export function registerRun(context: ExtensionContext, { client }: Server): Disposable {
  const setup = new ModelSetup(context.secrets);
  const panels = new OpenPanels(
    'atomicState.run',
    (webview, saved: SavedPage) => new RunPanel(webview, client, context.extensionUri, setup, saved),
  );

  /** @param column where the panel is placed; default: beside the text, and a panel that is open stays where it is */
  const open = async (given: unknown, path?: unknown, column?: ViewColumn) => {
    const uri = await mainFileOf(client, given, l10n.t('Run Automata'));
    if (uri === undefined) return;
    const state = Array.isArray(path) && path.length > 0 ? stateLabel(path) : undefined;
    const panel = panels.get(KEY);
    if (panel === undefined) {
      const script = newScript(Date.now(), state === undefined ? {} : { start: { state } });
      panels.open(KEY, { uri, script, loadsMedia: false }, l10n.t('Run'), {
        viewColumn: column ?? ViewColumn.Beside,
        // The author continues with the text of a state.
        preserveFocus: state !== undefined,
      });
    } else if (state === undefined && (panel.main ?? panel.uri) === uri) {
      panel.show(column);
    } else {
      panel.start(uri, state);
    }
  };

  /** From the menu of a state in the graph, which passes the state. */
  const openFromGraph = async (given: unknown) => {
    const { uri, state } = (given ?? {}) as { readonly uri?: unknown; readonly state?: unknown };
    if (typeof uri === 'string' && typeof state === 'string') await open(uri, pathOfKey(state));
  };

  return Disposable.from(
    commands.registerCommand('atomicState.run', open),
    commands.registerCommand('atomicState.runFromState', openFromGraph),
    commands.registerCommand('atomicState.setApiKey', () => setup.setKey()),
    panels.restore((saved: SavedPage | undefined) => (saved?.script ? [KEY, saved] : undefined)),
  );
}
