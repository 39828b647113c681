import type * as lsp from 'vscode-languageserver';
import { codeLenses, lensText } from '../../features/code-lens';
import { normalize } from '../../project/paths';
import { toRange } from '../convert';
import { guard } from '../guard';
import type { Handler, Services } from './handler';

/** What a lens carries until it is shown: the file, and the path of the state. There may be thousands of them. */
interface Data {
  readonly uri: string;
  readonly path: readonly string[];
}

export const codeLensHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    connection.onCodeLens(
      guard<lsp.CodeLensParams, lsp.CodeLens[]>(services, 'codeLens', [], ({ textDocument }) => {
        const { uri } = textDocument;
        const address = normalize(uri);
        const document = workspace.document(address);
        if (document === undefined || !services.settingsOf(address).codeLens.enabled) return [];
        return codeLenses(workspace, address).map(({ range, path }) => {
          const data: Data = { uri, path };
          return { range: toRange(document, range), data };
        });
      }),
    );
    const resolve = (lens: lsp.CodeLens): lsp.CodeLens => {
      const data = dataOf(lens);
      const [project] = data ? workspace.projectsOf(normalize(data.uri)) : [];
      const text = data && project && lensText(workspace, project.root, data.path);
      if (data === undefined || text === undefined) return lens;
      const locations = text.sites.flatMap(({ address, selection }): lsp.Location[] => {
        const document = workspace.document(address);
        return document ? [{ uri: services.toUri(address), range: toRange(document, selection) }] : [];
      });
      return { ...lens, command: command(services, text.title, [data.uri, lens.range.start, locations]) };
    };
    connection.onCodeLensResolve((lens, token) =>
      guard<lsp.CodeLens, lsp.CodeLens>(services, 'codeLens/resolve', lens, resolve)(lens, token),
    );
  },
};

/** A command without a name is a text that cannot be chosen. */
function command(
  { options }: Services,
  title: string,
  args: [string, lsp.Position, lsp.Location[]],
): lsp.Command {
  const name = args[2].length > 0 ? options.showReferences : undefined;
  return name === undefined ? { title, command: '' } : { title, command: name, arguments: args };
}

function dataOf({ data }: lsp.CodeLens): Data | undefined {
  if (typeof data?.uri !== 'string' || !Array.isArray(data.path)) return undefined;
  return { uri: data.uri, path: data.path.map(String) };
}
