import {
  commands,
  DebugAdapterInlineImplementation,
  DebugConfigurationProviderTriggerKind,
  type DebugSession,
  Disposable,
  debug,
  EvaluatableExpression,
  type ExtensionContext,
  languages,
  workspace,
} from 'vscode';
import type { DebugProtocolMessageData } from '../../server/protocol/messages';
import { evaluatableRequest } from '../protocol';
import { documentLanguages, type Server } from '../server';
import { DebugMessages, ServerDebugAdapter } from './adapter';
import { AutomataConfigurations, DEBUG_TYPE } from './configurations';
import { DebugConversationPanel } from './conversation-panel';

/** The events of a session that update the displayed conversation. */
const DISPLAYED: ReadonlySet<string> = new Set(['stopped', 'continued', 'atomicState/output']);

/** Registers the debugger, which runs in the language server. */
export function registerDebugger({ extensionUri }: ExtensionContext, { client }: Server): Disposable {
  const messages = new DebugMessages(client);
  const configurations = new AutomataConfigurations(client);
  const start = async () => {
    const [folder] = workspace.workspaceFolders ?? [];
    const config = await configurations.resolveDebugConfiguration(folder, {
      type: '',
      request: '',
      name: '',
    });
    // The text of the editor is run, saved or not.
    if (config) await debug.startDebugging(folder, config, { suppressSaveBeforeStart: true });
  };
  let panel: DebugConversationPanel | undefined;
  const started = (session: DebugSession) => {
    // A scenario has its own events.
    if (session.type !== DEBUG_TYPE || session.configuration.scenario !== undefined) return;
    if (panel) {
      panel.follow(session);
      return;
    }
    const opened = new DebugConversationPanel(client, extensionUri, session);
    panel = opened;
    opened.onDidDispose(() => {
      if (panel === opened) panel = undefined;
    });
  };
  return Disposable.from(
    messages,
    debug.onDidStartDebugSession(started),
    debug.onDidTerminateDebugSession((session) => panel?.end(session)),
    debug.registerDebugAdapterTrackerFactory(DEBUG_TYPE, {
      createDebugAdapterTracker: (session) => ({
        onDidSendMessage(message: DebugProtocolMessageData) {
          if (DISPLAYED.has(message.event ?? '') && panel?.isOf(session)) panel.refreshSoon();
        },
      }),
    }),
    commands.registerCommand('atomicState.debugAutomata', start),
    debug.registerDebugConfigurationProvider(DEBUG_TYPE, configurations),
    debug.registerDebugConfigurationProvider(
      DEBUG_TYPE,
      { provideDebugConfigurations: (folder) => configurations.provideDebugConfigurations(folder) },
      DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
      createDebugAdapterDescriptor: ({ id }) =>
        new DebugAdapterInlineImplementation(new ServerDebugAdapter(client, id, messages)),
    }),
    languages.registerEvaluatableExpressionProvider([...documentLanguages], {
      async provideEvaluatableExpression(document, position) {
        const { uri } = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
        const found = await client.sendRequest(evaluatableRequest, {
          textDocument: { uri },
          position: client.code2ProtocolConverter.asPosition(position),
        });
        return (
          found &&
          new EvaluatableExpression(client.protocol2CodeConverter.asRange(found.range), found.expression)
        );
      },
    }),
  );
}
