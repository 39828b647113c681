import * as lsp from 'vscode-languageserver';
import { codeLenses, lensText } from '../../features/code-lens';
import { innermostFolder, normalize, shortName } from '../../project/files/paths';
import { type ScopePath, toScopePath } from '../../project/names/scope-path';
import { formatMessage, msg } from '../../text/message';
import { SHOW_PLACES } from '../capabilities';
import { toRange } from '../convert';
import { type Handler, request, type Services } from './handler';

/** The data of an unresolved lens: the file, and the path of the state. There may be thousands of them. */
interface Data {
  readonly uri: string;
  readonly path: ScopePath;
}

export const CODE_LENS: readonly Handler[] = [
  request(lsp.CodeLensRequest.type, [], (services, { textDocument: { uri } }) => {
    const { workspace, editorSettingsOf } = services;
    const address = normalize(uri);
    const document = workspace.document(address);
    if (document === undefined || !editorSettingsOf(address).codeLens.enabled) return [];
    const runs = runCommand(services);
    return codeLenses(workspace, address).flatMap(({ range, path }): lsp.CodeLens[] => {
      const at = toRange(document, range);
      const data: Data = { uri, path };
      const command = runs?.(uri, path);
      return [{ range: at, data }, ...(command ? [{ range: at, command }] : [])];
    });
  }),
  request(lsp.CodeLensResolveRequest.type, (lens) => lens, resolved),
  request(lsp.ExecuteCommandRequest.type, null, (services, { command, arguments: args }) => {
    if (command === SHOW_PLACES) return showPlaces(services, locationsIn(args));
    return new lsp.ResponseError(lsp.ErrorCodes.InvalidParams, `Unknown command: ${command}`);
  }),
];

function resolved(services: Services, lens: lsp.CodeLens): lsp.CodeLens {
  const { workspace, toUri } = services;
  const data = dataOf(lens);
  const [project] = data ? workspace.projectsOf(normalize(data.uri)) : [];
  const text = data && project && lensText(workspace, project.root, data.path);
  if (data === undefined || text === undefined) return lens;
  const locations = text.sites.flatMap(({ address, selection }): lsp.Location[] => {
    const document = workspace.document(address);
    return document ? [{ uri: toUri(address), range: toRange(document, selection) }] : [];
  });
  return {
    ...lens,
    command: command(services, formatMessage(text.title, services.translations), [
      data.uri,
      lens.range.start,
      locations,
    ]),
  };
}

/** A function that returns the command to run an automata from a state; undefined if the client has no such command. */
function runCommand({ options, translations }: Services) {
  const { run } = options;
  if (run === undefined) return undefined;
  const title = formatMessage(msg`Run from here`, translations);
  return (uri: string, path: readonly string[]): lsp.Command => ({
    title,
    command: run,
    arguments: [uri, path],
  });
}

/** The command of a lens. Our extension shows a command without a name as plain text; other clients report an error. */
function command(
  { options }: Services,
  title: string,
  args: [string, lsp.Position, lsp.Location[]],
): lsp.Command {
  const isText = options.showReferences !== undefined && args[2].length === 0;
  return isText
    ? { title, command: '' }
    : { title, command: options.showReferences ?? SHOW_PLACES, arguments: args };
}

/** Shows a single location in the editor, and several as a list in a message. */
function showPlaces(
  { connection, capabilities, workspace }: Services,
  places: readonly lsp.Location[],
): null {
  const [first] = places;
  if (first === undefined) return null;
  if (places.length === 1 && capabilities.window?.showDocument?.support === true) {
    const { uri, range } = first;
    void connection.window.showDocument({ uri, selection: range, takeFocus: true }).catch(() => undefined);
    return null;
  }
  const lines = places.map(({ uri, range }) => {
    const address = normalize(uri);
    return `${shortName(address, innermostFolder(workspace.folders, address))}:${range.start.line + 1}`;
  });
  void connection.sendNotification(lsp.ShowMessageNotification.type, {
    type: lsp.MessageType.Info,
    message: lines.join('\n'),
  });
  return null;
}

/** The locations in the arguments of the command of a lens. */
function locationsIn(args: readonly unknown[] | undefined): readonly lsp.Location[] {
  const places: unknown = args?.[2];
  return Array.isArray(places) ? places.filter((place) => lsp.Location.is(place)) : [];
}

function dataOf({ data }: lsp.CodeLens): Data | undefined {
  if (typeof data?.uri !== 'string' || !Array.isArray(data.path)) return undefined;
  return { uri: data.uri, path: toScopePath(data.path.map(String)) };
}
