import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAGE = read('docs/dev/publishing.md');

/** The entry of a section. */
function entry(section: string, language: string): string {
  const [, text = ''] = PAGE.split(`\n## ${section}\n`);
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(text)?.[1] ?? '';
}

const COMMAND = "'atomic-state', 'lsp', '--stdio'";

describe('entries for the lists of others', () => {
  it('start the server as docs/editors.md does', () => {
    const editors = read('docs/editors.md');
    const ofPage = /filetypes = (\{.*?\})/.exec(editors)?.[1];
    expect(editors).toContain(`cmd = { ${COMMAND} }`);
    const config = entry('nvim-lspconfig', 'lua');
    expect(config).toContain(`cmd = { ${COMMAND} }`);
    expect(/filetypes = (\{.*?\})/.exec(config)?.[1]).toBe(ofPage);
    expect(entry('Helix', 'toml')).toContain(`command = "atomic-state", args = ["lsp", "--stdio"]`);
  });

  it('name the package, its version, command and licence', () => {
    const mason = parse(entry('mason', 'yaml'));
    expect(mason).toMatchObject({
      name: manifest.name,
      licenses: [manifest.license],
      source: { id: `pkg:npm/${manifest.name}@${manifest.version}` },
    });
    expect(Object.keys(mason.bin)).toEqual(Object.keys(manifest.bin));
    expect(PAGE).toContain(`\`lsp/${mason.neovim.lspconfig}.lua\``);
  });

  it('name the files of the extension, and schemas that a release has', () => {
    const entries: readonly { readonly fileMatch: readonly string[]; readonly url: string }[] = JSON.parse(
      entry('SchemaStore', 'json'),
    );
    const matched = entries.flatMap(({ fileMatch }) => fileMatch);
    const patterns = manifest.contributes.languages.flatMap(({ filenamePatterns = [] }) => filenamePatterns);
    expect(patterns.length).toBeGreaterThan(1);
    expect(matched).toEqual(expect.arrayContaining(patterns));
    const release = read('.github/workflows/release.yml');
    for (const { url } of entries) expect(release).toContain(`> ${url.split('/').at(-1)}`);
    const ids = read('server/exchange/json-schema.ts');
    for (const { url } of entries) expect(ids).toContain(`releaseAddress('${url.split('/').at(-1)}')`);
  });

  it('have no address but the one of package.json', () => {
    expect(PAGE).not.toMatch(/https?:/);
  });
});

it('the page of the command line lists all inputs of the action, with their defaults', () => {
  const action = parse(read('action.yml'));
  const page = read('docs/command-line.md');
  const [, table = ''] = page.split('| Input |');
  expect([...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name).toSorted()).toEqual(
    Object.keys(action.inputs).toSorted(),
  );
  const hooks: readonly { readonly id: string }[] = parse(read('.pre-commit-hooks.yaml'));
  for (const { id } of hooks) expect(page).toContain(`- id: ${id}`);
});
