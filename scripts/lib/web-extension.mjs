// A web extension, as in vscode.dev: its files come from a web address, and the configuration of the page names it. From
// the file system of a VS Code server, an extension could not start a worker.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, relative, sep } from 'node:path';

const types = new Map([
  ['.js', 'text/javascript'],
  ['.json', 'application/json'],
]);

/**
 * Configures the page of a VS Code server to run an extension and a suite in the extension host of the browser.
 *
 * @param {import('playwright-core').Page} page before its first navigation
 * @param {object} options
 * @param {string} options.extension the folder of the extension
 * @param {string} options.tests the file of the suite, in that folder
 * @returns {Promise<() => void>} stops serving the folder
 */
export async function asWebExtension(page, { extension, tests }) {
  const server = createServer((request, response) => {
    const file = normalize(
      join(extension, decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname)),
    );
    // Allows access from pages of another origin and from their workers.
    const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
    if (!file.startsWith(extension + sep) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404, headers).end();
      return;
    }
    response.writeHead(200, { ...headers, 'Content-Type': types.get(extname(file)) ?? 'text/plain' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  // The policy of the extension host allows this name, and not the number.
  const at = (/** @type {string} */ path) => ({ scheme: 'http', authority: `localhost:${port}`, path });
  const developed = {
    extensions: [at('/')],
    extensionTestsPath: at(`/${relative(extension, tests).split(sep).join('/')}`),
  };
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _policy, ...headers } = response.headers();
      const body = (await response.text()).replace(
        /(id="vscode-workbench-web-configuration" data-settings=")([^"]*)/,
        (_all, before, settings) => {
          const { developmentOptions, ...others } = JSON.parse(settings.replaceAll('&quot;', '"'));
          const all = { ...others, developmentOptions: { ...developmentOptions, ...developed } };
          return before + JSON.stringify(all).replaceAll('"', '&quot;');
        },
      );
      await route.fulfill({ response, headers, body });
    },
  );
  return () => server.close();
}
