import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerCall } from '../../server/cli/mcp/answer';
import { parseCases, parseFixture } from '../support/fixture';
import { CommandFolder } from './command';

/**
 * The loop of an assistant on mistakes that the fixtures plant: check, apply_fixes, check. Where a fix is certain, nothing
 * certain is left, no error is added, and only lines that the diff names have changed.
 */
const FOLDER = join(import.meta.dirname, '../fixtures/fixes');

const folder = new CommandFolder();

interface Checked {
  readonly counts: { readonly error: number };
  readonly findings: readonly {
    readonly code: string;
    readonly fixes: readonly { readonly certain: boolean }[];
  }[];
}

async function call(name: string, given: object): Promise<Record<string, unknown>> {
  const result = await answerCall(name, given, [folder.path]);
  if ('refusal' in result) throw new Error(result.refusal);
  return result.value;
}

const check = async () => (await call('check', {})) as unknown as Checked;

const isCertain = ({ findings }: Checked) =>
  findings.some(({ fixes }) => fixes.some(({ certain }) => certain));

/** The most cases of one rule. */
const MOST = 3;

it('check, apply_fixes and check end without what has a certain fix', async () => {
  let planted = 0;
  for (const name of readdirSync(FOLDER)) {
    let ofRule = 0;
    for (const { body } of parseCases(readFileSync(join(FOLDER, name), 'utf8'))) {
      const { files } = parseFixture(body.split(/^---/m)[0] ?? '');
      folder.shell('rm -rf ./*');
      folder.write(Object.fromEntries(files.map(({ path, text }) => [path, text])));
      const before = await check();
      if (!isCertain(before)) continue;
      planted++;
      ofRule++;
      const { diff } = await call('apply_fixes', { paths: ['.'], write: true });
      const after = await check();
      expect(isCertain(after), body).toBe(false);
      expect(after.counts.error, body).toBeLessThanOrEqual(before.counts.error);
      const written = Object.fromEntries(files.map(({ path }) => [path, folder.read(path)]));
      // The diff is all that has changed: the old texts with it are the new ones.
      folder.write(Object.fromEntries(files.map(({ path, text }) => [path, text])));
      folder.write({ '.changes.patch': String(diff) });
      expect(folder.shell('git init -q . && git apply --whitespace=nowarn .changes.patch').err, body).toBe(
        '',
      );
      for (const { path } of files) expect(folder.read(path), body).toBe(written[path]);
      if (ofRule === MOST) break;
    }
  }
  expect(planted).toBeGreaterThanOrEqual(40);
}, 600_000);
