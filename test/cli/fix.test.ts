import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceFiles } from '../../server/cli/write';
import { CommandFolder, PROJECT } from './command';

const folder = new CommandFolder();

/** A finding with a certain fix, one with a likely fix, and one with neither. */
const MIXED = {
  'main.automata.yaml': `# kept
initial: home
states:
  home:
    render: {text: 'Hi'}   # kept as well
    transitions:
      CHAT: { traget: home }
      go: home.
  quiet:
    tasks:
      a: {module_type: AnyWidgetModule, module_config: {widget_id: '1'}}
    transitions: {CHAT: home}
`,
};
const NAME = 'main.automata.yaml';

describe('check --fix', () => {
  it('applies certain fixes, leaves everything else, and says what is left', async () => {
    folder.write(MIXED);
    const { code, out } = await folder.run('check', '--fix', '--format', 'json');
    const { files, applied, left, diff } = JSON.parse(out);
    expect(files).toEqual([NAME]);
    expect(applied).toEqual([{ file: NAME, code: 'deprecated-tasks-map', title: 'Convert to a list' }]);
    expect(
      left.map((one: { code: string; why: string }) => `${one.code}: ${one.why}`),
    ).toMatchInlineSnapshot(`
      [
        "unknown-field: The fix is likely, but not certain; \`--only unknown-field\` applies it.",
        "unknown-target: No fix is known.",
      ]
    `);
    expect(code).toBe(1);
    const changed = folder.read(NAME);
    const lines = MIXED[NAME].split('\n');
    expect(changed.split('\n').filter((line) => !lines.includes(line))).toMatchInlineSnapshot(`
      [
        "      - {name: a, module_type: AnyWidgetModule, module_config: {widget_id: '1'}}",
      ]
    `);
    expect(diff).toContain(`--- a/${NAME}\n+++ b/${NAME}\n@@`);
    const again = JSON.parse((await folder.run('check', '--fix', '--format', 'json')).out);
    expect(again).toMatchObject({ files: [], applied: [], diff: '' });
    expect(folder.read(NAME)).toBe(changed);
  });

  it('applies likely fixes of the codes that are named', async () => {
    folder.write(MIXED);
    const { out } = await folder.run('check', '--fix', '--only', 'unknown-field');
    expect(folder.read(NAME)).toBe(MIXED[NAME].replace('traget', 'target'));
    expect(out).toContain('1 problem fixed in 1 file\n');
  });

  it('prints a diff that git applies, and writes nothing', async () => {
    folder.write(MIXED);
    const { out } = await folder.run('check', '--fix', '--only', 'unknown-field', '--diff');
    expect(folder.read(NAME)).toBe(MIXED[NAME]);
    folder.write({ 'changes.patch': out });
    expect(folder.shell('git init -q . && git apply changes.patch')).toMatchObject({ code: 0, err: '' });
    expect(folder.read(NAME)).toBe(MIXED[NAME].replace('traget', 'target'));
  });

  it('--dry-run exits with 1 while there is something to do', async () => {
    folder.write({
      [NAME]:
        'initial: home\nstates:\n  home:\n    transitions: {CHAT: home}\n    tasks: {a: {module_type: X}}\n',
    });
    const codes: (number | null)[] = [];
    const args = ['check', '--fix', '--fail-on', 'yaml-syntax'];
    codes.push((await folder.run(...args, '--dry-run')).code);
    codes.push((await folder.run(...args)).code);
    codes.push((await folder.run(...args, '--dry-run')).code);
    expect(codes).toEqual([1, 0, 0]);
  });

  it('keeps line breaks, byte order marks and permissions', async () => {
    const text = `\ufeff${MIXED[NAME].replaceAll('\n', '\r\n')}`;
    folder.write({ [NAME]: text });
    chmodSync(join(folder.path, NAME), 0o640);
    await folder.run('check', '--fix', '--only', 'unknown-field');
    expect(folder.read(NAME)).toBe(text.replace('traget', 'target'));
    expect(statSync(join(folder.path, NAME)).mode & 0o777).toBe(0o640);
  });

  it('refuses options that do not fit', async () => {
    folder.write(MIXED);
    for (const [args, message] of [
      [['--only', 'unknown-field'], '`--only` requires `--fix`.'],
      [
        ['--fix', '--only', 'unknown-fild'],
        '`unknown-fild` is not the code of a rule. Did you mean `unknown-field`?',
      ],
      [['--fix', '--watch'], '`--watch` and `--fix` cannot be combined.'],
      [['--fix', '-'], '`--fix` cannot write standard input; `--diff` prints the changes.'],
      [
        ['--stdin-filename', NAME, '.'],
        '`--stdin-filename` requires the path `-`, which means standard input.',
      ],
    ] as const) {
      const { code, err } = await folder.run('check', ...args);
      expect([code, err.split('\n')[0]]).toEqual([2, message]);
    }
  });
});

describe('replacing files', () => {
  it('writes nothing if one of them has changed since it was read', async () => {
    folder.write({ 'a.yaml': 'a', 'b.yaml': 'other' });
    const files = ['a', 'b'].map((name) => ({
      path: join(folder.path, `${name}.yaml`),
      before: name,
      after: 'new',
    }));
    await expect(replaceFiles(files)).rejects.toThrow('this file has changed meanwhile');
    expect([folder.read('a.yaml'), folder.read('b.yaml')]).toEqual(['a', 'other']);
    expect(folder.shell('ls -A').out).toBe('a.yaml\nb.yaml\n');
  });
});

describe('check', () => {
  it('has the edits of each fix in its JSON', async () => {
    folder.write(MIXED);
    const { findings } = JSON.parse((await folder.run('check', '--format', 'json')).out);
    const [field] = findings.filter((one: { code: string }) => one.code === 'unknown-field');
    expect(field.fixes).toEqual([
      {
        title: 'Change to `target`',
        certain: false,
        edits: [{ file: NAME, line: 7, column: 15, endLine: 7, endColumn: 21, text: 'target' }],
      },
      expect.objectContaining({ title: 'Remove `traget`', certain: false }),
    ]);
  });

  it('checks an unsaved text in the place of its file', async () => {
    folder.write(PROJECT);
    const text = PROJECT['bot/state/home.yaml'].replace('context.code', 'context.cod');
    const { code, out } = await folder.runWith(
      text,
      'check',
      '--stdin-filename',
      'bot/state/home.yaml',
      '-',
      '--format',
      'json',
    );
    const { findings } = JSON.parse(out);
    expect(findings).toMatchObject([{ file: 'bot/state/home.yaml', line: 3 }]);
    expect(code).toBe(0);
  });

  it('--fail-on decides alone which findings make it fail', async () => {
    folder.write(MIXED);
    expect((await folder.run('check', '--fail-on', 'unknown-field,dead-end')).code).toBe(1);
    expect((await folder.run('check', '--fail-on', 'dead-end')).code).toBe(0);
  });

  it('--output writes the report, and replaces a file only with --force', async () => {
    folder.write(MIXED);
    const args = ['check', '--format', 'json', '-o', 'report.json'];
    expect(await folder.run(...args)).toEqual({ code: 1, out: '', err: '' });
    expect(JSON.parse(folder.read('report.json')).files).toBe(1);
    expect(await folder.run(...args)).toMatchObject({ code: 2 });
    expect(await folder.run(...args, '--force')).toMatchObject({ code: 1 });
  });
});
