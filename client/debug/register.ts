import {
  commands,
  DebugAdapterInlineImplementation,
  DebugConfigurationProviderTriggerKind,
  Disposable,
  debug,
  EvaluatableExpression,
  languages,
  workspace,
} from 'vscode';
import { evaluatableRequest } from '../protocol';
import { documentLanguages, type Server } from '../server';
import { DebugMessages, ServerDebugAdapter } from './adapter';
import { AutomataConfigurations, DEBUG_TYPE } from './configurations';

/** Registers the debugger, which runs in the language server. */
export function registerDebugger({ client }: Server): Disposable {
  const messages = new DebugMessages(client);
  const configurations = new AutomataConfigurations(client);
  const start = async () => {
    const [folder] = workspace.workspaceFolders ?? [];
    const config = await configurations.resolveDebugConfiguration(folder, {
      type: '',
      request: '',
      name: '',
    });
    // What is run is the text of the editor.
    if (config) await debug.startDebugging(folder, config, { suppressSaveBeforeStart: true });
  };
  return Disposable.from(
    messages,
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
