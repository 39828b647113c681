import { describe, expect, it } from 'vitest';
import { CommandFolder } from './command';

const TEXT = 'type: automata\ninitial: a\ncontext: { x: !env X }\nstates:\n  b: { rendr: {} }\n';
const CONFIG = 'atomic-state.config.yaml';

describe('the configuration file on the command line', () => {
  const folder = new CommandFolder();
  const codes = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { out } = await folder.run('check', '--format', 'json', ...args);
    const { findings } = JSON.parse(out) as { findings: { code: string; severity: string }[] };
    return findings.map(({ code, severity }) => `${severity} ${code}`);
  };

  it('is found upwards from the file, up to the root of the repository', async () => {
    folder.write({
      [CONFIG]: 'rules: { unknown-initial: off }\n',
      'repo/.git/HEAD': '',
      [`repo/${CONFIG}`]: 'rules: { unknown-field: hint }\ntags: ["!env"]\n',
      'repo/bots/a/main.yaml': TEXT,
      'repo/bots/b/main.yaml': TEXT,
      'repo/bots/b/atomic-state.config.json': '{ "rules": { "unknown-tag": "off" } }',
    });
    for (const path of ['repo', 'repo/bots', 'repo/bots/a', 'repo/bots/a/main.yaml']) {
      const found = await codes(path);
      expect(found).toContain('hint unknown-field');
      expect(found).toContain('error unknown-initial');
    }
    expect(await codes('repo/bots/a')).not.toContain('warning unknown-tag');
    expect(await codes('repo/bots/b')).toContain('error unknown-field');
  });

  it('counts more than the settings of VS Code, which count where it says nothing', async () => {
    folder.write({
      [CONFIG]: 'rules: { unknown-field: warning }\n',
      'bot/.vscode/settings.json':
        '{ "atomicState.diagnostics.severity": { "unknown-field": "hint", "unknown-initial": "hint" } }',
      'bot/main.yaml': TEXT,
    });
    const found = await codes('bot');
    expect(found).toContain('warning unknown-field');
    expect(found).toContain('hint unknown-initial');
    expect(await codes('--no-config', 'bot')).toContain('error unknown-field');
  });

  it('has findings of its own, with their places', async () => {
    folder.write({ [CONFIG]: 'rules:\n  unknown-feld: off\nextends: gone.yaml\n', 'main.yaml': TEXT });
    const { out, code } = await folder.run('check', '.');
    expect(code).toBe(1);
    expect(out).toContain('2:3');
    expect(out).toContain('There is no rule `unknown-feld`. Did you mean `unknown-field`?');
    expect(out).toContain('File `gone.yaml` does not exist.');
    const fixed = await folder.run('check', '--fix', '--only', 'invalid-configuration', CONFIG);
    expect(fixed.code).toBe(1);
    expect(folder.read(CONFIG)).toBe('rules:\n  unknown-field: off\nextends: gone.yaml\n');
  });

  it('sets the limits, the layout and the rules of pcc', async () => {
    folder.write({
      [CONFIG]: 'limits: { maxFileSize: 20 }\nformat: { bracketSpacing: on }\npccRules: true\n',
      'main.yaml': TEXT,
      'sub/atomic-state.config.yaml': 'format: { bracketSpacing: off }\n',
      'sub/main.yaml': 'initial: a\nstates:\n  a: { properties: { is_final: true } }\n',
    });
    const large = await folder.run('check', 'main.yaml');
    expect(large.err + large.out).toContain('larger than `atomicState.limits.maxFileSize` allows');
    await folder.run('format', 'sub/main.yaml');
    expect(folder.read('sub/main.yaml')).toBe('initial: a\nstates:\n  a: {properties: {is_final: true}}\n');
  });

  it('merges maps as all state files do', async () => {
    folder.write({
      [CONFIG]: 'rules: { <<: { unknown-field: off, unknown-initial: hint }, unknown-initial: off }\n',
      'main.yaml': TEXT,
    });
    const found = await codes('main.yaml');
    expect(found.filter((code) => /unknown-(field|initial)/.test(code))).toEqual([]);
  });

  it('is never replaced by an output', async () => {
    const config = 'tags: ["!env"]\n';
    const text = 'initial: a\nstates:\n  a: { properties: { is_final: true } }\n';
    folder.write({ [CONFIG]: config, 'main.yaml': text });
    for (const [command, ...args] of [['check'], ['graph', 'main.yaml'], ['export', 'main.yaml']]) {
      const { code, err } = await folder.run(command ?? '', ...args, '-o', CONFIG, '--force');
      expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('name another file') });
    }
    expect(folder.read(CONFIG)).toBe(config);
  });

  it('applies to the flag `--pcc` only where it is not given', async () => {
    folder.write({ [CONFIG]: 'pccRules: false\n', 'main.yaml': TEXT.replace('rendr', 'properties') });
    const without = await codes('.');
    const given = await codes('--pcc', '.');
    expect(without).not.toContain('warning pcc-missing-field');
    expect(given).toContain('warning pcc-missing-field');
  });
});
