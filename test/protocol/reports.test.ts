import { expect, it } from 'vitest';
import { generate } from '../../bench/workloads/generate';
import { WORKLOADS } from '../../bench/workloads/workload';
import { runTask } from '../../server/engine/task';
import { DiagnosticsProvider } from '../../server/protocol/findings';
import { serializeMessage } from '../../server/protocol/json';
import { PullReports } from '../../server/protocol/reports';
import { readSettings, type Settings } from '../../server/protocol/settings';
import type { Translations } from '../../server/text/message';
import { CATALOG } from '../../server/zh-cn';
import { countExecutions } from '../support/executions';
import { addressOf, workspaceOf } from '../support/workspace';

/** Diagnostics that were converted for a previous report are the same as converted again. */

const FINDINGS = WORKLOADS.find(({ name }) => name === 'findings');

function reporting() {
  if (FINDINGS === undefined) throw new Error('There is no such workload.');
  const { files, path } = generate(FINDINGS.shape, 1_000);
  const workspace = workspaceOf(
    [...files].map(([name, text]) => ({ path: name, text })),
    [path],
  );
  const address = addressOf(path);
  let settings = readSettings({});
  const provider = () =>
    new DiagnosticsProvider(
      workspace,
      () => settings,
      (uri) => uri,
    );
  const findings = provider();
  let translations: Translations | undefined;
  const reports = new PullReports(findings, { toUri: (uri) => uri, versionOf: () => 1 });
  return {
    text: files.get(path) ?? '',
    edit: (at: number, inserted: string) =>
      workspace.editFile(address, (document) => document.edit(at, at, inserted)),
    set: (changed: Settings) => {
      settings = changed;
      findings.reset();
    },
    translate: () => {
      translations = CATALOG;
      findings.translations = CATALOG;
    },
    /** The JSON of a report, which equals that of a server that has just started; and what was converted for it. */
    report: () => {
      let result: unknown;
      const executions = countExecutions(() => {
        result = runTask(reports.document(address, undefined));
        serializeMessage({ id: 1, result });
      });
      const fresh = provider();
      fresh.translations = translations;
      const { items } = JSON.parse(serializeMessage({ id: 1, result }).toString()).result;
      expect(items).toEqual(JSON.parse(JSON.stringify(fresh.diagnostics(address))));
      return {
        items,
        serialized: executions.get('JSON') ?? 0,
        hashed: executions.get('hash of a diagnostic') ?? 0,
      };
    },
  };
}

it('after a letter, only diagnostics of its state are hashed and serialised', () => {
  const { report, edit, text } = reporting();
  const first = report();
  expect(first.serialized).toBeGreaterThan(10);
  expect(first.hashed).toBe(first.serialized);
  edit(text.indexOf('Step 3 of the way') + 4, 'x');
  const { serialized, hashed } = report();
  expect(serialized).toBeLessThanOrEqual(2);
  expect(hashed).toBe(serialized);
});

it('diagnostics move with the lines above them', () => {
  const { report, edit } = reporting();
  const before = report().items;
  edit(0, '\n');
  const after = report().items;
  expect(after.map(({ range }: { range: { start: { line: number } } }) => range.start.line)).toEqual(
    before.map(({ range }: { range: { start: { line: number } } }) => range.start.line + 1),
  );
});

it('diagnostics have the severities of new settings', () => {
  const { report, set } = reporting();
  const [{ code, severity }] = report().items;
  expect(severity).not.toBe(4);
  set(readSettings({ diagnostics: { severity: { [code]: 'hint' } } }));
  expect(report().items[0]).toMatchObject({ code, severity: 4 });
  set(readSettings({ diagnostics: { severity: { [code]: 'off' } } }));
  expect(report().items.filter((one: { code: string }) => one.code === code)).toEqual([]);
});

it('diagnostics change to a language that is loaded later', () => {
  const { report, translate } = reporting();
  const [{ message }] = report().items;
  translate();
  expect(report().items[0].message).not.toBe(message);
});
