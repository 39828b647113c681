import { expect, it } from 'vitest';
import { exportSource } from '../../server/project/files/exports';
import { inEnglish } from '../support/english';
import type { FixtureFile } from '../support/fixture';
import { describeRealFiles } from '../support/real-files';
import { stateFilesIn } from '../support/state-files';
import { addressOf, findingsOf, workspaceOf } from '../support/workspace';

const NO_STATE_FILE = 'not-a-state-file.yaml';

/** The findings of these severities in all files, one per line. */
function linesOf(
  files: readonly FixtureFile[],
  severities: readonly string[],
  open: readonly string[] = [],
): string[] {
  return findingsOf(workspaceOf(files, open), files)
    .filter(({ finding }) => severities.includes(finding.severity ?? finding.rule.severity))
    .map(({ path, start, finding }) => {
      const line = files
        .find((file) => file.path === path)
        ?.text.slice(0, start)
        .split('\n').length;
      return `${path}:${line} ${finding.rule.code} ${inEnglish(finding.message)}`;
    });
}

describeRealFiles((folder) => {
  const files = stateFilesIn(folder);

  it('have no errors and no warnings', () => {
    expect(linesOf(files, ['error', 'warning'])).toEqual([]);
  });

  it('have no findings of rules of pcc if pcc accepts them', () => {
    const found = findingsOf(workspaceOf(files), files, { pccRules: true });
    expect(
      found.filter(({ finding }) => finding.rule.code.startsWith('pcc-')).map(({ path }) => path),
    ).toEqual([]);
  });

  it('are really checked: a mistake in each of them is found', () => {
    for (const { path, text } of files.filter((file) => /render"?:/.test(file.text))) {
      const broken = { path, text: text.replace(/render("?):/, 'rendre$1:') };
      // Each project has its own folder.
      const project = files.filter((file) => file.path.split('/')[0] === path.split('/')[0]);
      const changed = project.map((file) => (file.path === path ? broken : file));
      const workspace = workspaceOf(changed);
      const codes = findingsOf(workspace, [broken]).map(({ finding }) => finding.rule.code);
      if (exportSource(workspace, addressOf(path))) expect(codes, path).toEqual(['stale-export']);
      else expect(codes, path).toContain('unknown-field');
    }
  });

  it('of other formats have no findings, even when open', () => {
    const found = linesOf(files, ['error', 'warning', 'information', 'hint'], [NO_STATE_FILE]);
    expect(found.filter((line) => line.startsWith(NO_STATE_FILE))).toEqual([]);
    expect(workspaceOf(files, [NO_STATE_FILE]).projectsOf(addressOf(NO_STATE_FILE))).toEqual([]);
  });
});
