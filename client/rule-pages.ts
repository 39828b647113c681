import { commands, Disposable, type ExtensionContext, env, l10n, Uri, window, workspace } from 'vscode';
import { rulePageRequest } from './protocol';
import type { Server } from './server';

/** The scheme of the pages, which are not files. */
const scheme = 'atomic-state-rule';

/** The address of the page of a rule, which findings link to, without the code at its end. */
export function rulePagesAddress({ extension }: Pick<ExtensionContext, 'extension'>): string {
  return `${env.uriScheme}://${extension.id}/rules/`;
}

/**
 * Shows the page of a rule inside the editor, without a network, when somebody clicks the code of a finding. Other programs
 * can open these addresses, too, so they lead nowhere else.
 */
export function registerRulePages(server: Server): Disposable {
  return Disposable.from(
    workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: async ({ path }) => {
        const code = /^\/([\w-]+)\.md$/.exec(path)?.[1] ?? '';
        const text = server.client.isRunning()
          ? await server.client.sendRequest(rulePageRequest, { code })
          : undefined;
        return text ?? l10n.t('There is no page for the rule {0}.', code);
      },
    }),
    window.registerUriHandler({
      handleUri: async ({ path }) => {
        const code = /^\/rules\/([\w-]+)$/.exec(path)?.[1];
        if (code === undefined) {
          return;
        }
        const page = Uri.from({ scheme, path: `/${code}.md` });
        try {
          await commands.executeCommand('markdown.showPreview', page);
        } catch {
          // The Markdown extension of VS Code can be turned off.
          await window.showTextDocument(page, { preview: true });
        }
      },
    }),
  );
}
