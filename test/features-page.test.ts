import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { capabilitiesFor } from '../server/protocol/capabilities';
import { RULES } from '../server/rules';
import { featuresPage } from '../server/rules/features-page';
import { testExists } from './support/cited-tests';
import { parseCases, parseFixture } from './support/fixture';
import { findingsOf, workspaceOf } from './support/workspace';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAGE = read('docs/dev/features.md');
const FIXES = new Set(
  readdirSync(join(ROOT, 'test/fixtures/fixes')).map((name) => name.replace(/\.txt$/, '')),
);

interface Proof {
  readonly title: string;
  readonly path: string;
}

/** The tests that a text of the page links to. */
function proofsOf(text: string): Proof[] {
  return [...text.matchAll(/\[([^\]]+)\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, title = '', path = '']) => ({
    title,
    path,
  }));
}

/** Links of the generated table, which name no single case. */
const WHOLE_FILES: ReadonlySet<string> = new Set(['cases', 'fixes', 'renaming', 'rewriting']);

const ROWS = PAGE.split('\n').filter((line) => /^\| /.test(line) && !/\| State \|/.test(line));

/** The basic messages that all others depend on. */
const GROUND = new Set(['positionEncoding', 'textDocumentSync', 'workspace.workspaceFolders']);

/** The announced capabilities of the server, by their names in the protocol. */
function capabilities(): readonly string[] {
  const client = { textDocument: { diagnostic: {} }, workspace: { fileOperations: { willRename: true } } };
  const all = [{}, client].flatMap((one) => announced(capabilitiesFor(one, {})));
  return [...new Set(all)].filter((name) => !GROUND.has(name));
}

function announced(all: object): string[] {
  return Object.entries(all).flatMap(([name, one]) =>
    name === 'workspace' && typeof one === 'object' && one !== null
      ? Object.keys(one).map((inner) => `workspace.${inner}`)
      : [name],
  );
}

describe('docs/dev/features.md', () => {
  it('lists the rules (`npm run docs`)', () => {
    expect(featuresPage(PAGE, FIXES)).toBe(PAGE);
  });

  it('refers only to existing tests', () => {
    const proofs = proofsOf(PAGE).filter(({ path }) => path.startsWith('test/'));
    expect(proofs.length).toBeGreaterThan(100);
    const missing = proofs.filter((proof) =>
      WHOLE_FILES.has(proof.title) ? read(proof.path) === '' : !testExists(proof),
    );
    expect(missing).toEqual([]);
  });

  it('has a status and a test in each row', () => {
    expect(ROWS.length).toBeGreaterThan(RULES.length);
    for (const row of ROWS) {
      const [state] = /(?<=\| )(?:done|partly|planned)(?= \|)/.exec(row) ?? [];
      expect(state, row).toBeDefined();
      expect(proofsOf(row).length > 0, row).toBe(state !== 'planned');
    }
  });

  it.each(capabilities())('has the capability %s', (name) => {
    expect(PAGE).toContain(`\`${name}\``);
  });

  it.each(manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties)))(
    'has one row for the setting %s',
    (name) => expect(ROWS.filter((row) => row.includes(`\`${name}\``))).toHaveLength(1),
  );

  it.each(manifest.contributes.commands.map(({ command }) => command))(
    'has one row for the command %s',
    (name) => {
      expect(ROWS.filter((row) => row.includes(`\`${name}\``))).toHaveLength(1);
    },
  );

  it.each(RULES.map(({ code }) => code))('refers to tests of the fixes of %s, if it has any', (code) => {
    const row = ROWS.find((one) => one.startsWith(`| [\`${code}\`]`)) ?? '';
    if (proofsOf(row).length > 1) return;
    const hasFix = parseCases(read(`test/fixtures/rules/${code}.txt`)).some(({ body }) => {
      const { files } = parseFixture(body);
      return findingsOf(workspaceOf(files), files, { pccRules: true }).some(
        ({ finding }) => finding.rule.code === code && (finding.fixes ?? []).length > 0,
      );
    });
    expect(hasFix, 'write `test/fixtures/fixes/CODE.txt`').toBe(false);
  });
});
