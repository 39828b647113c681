import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'action.yml'), 'utf8');

interface Step {
  readonly id: string;
  readonly run: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const ACTION: Action = parse(TEXT);

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-action-'));
  folders.push(folder);
  return folder;
}

function git(cwd: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args],
    {
      cwd,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
}

/** A fresh clone of a repository with these files. */
function clone(files: Readonly<Record<string, string>>): string {
  const folder = temporary();
  const origin = join(folder, 'origin');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(origin, path)), { recursive: true });
    writeFileSync(join(origin, path), text);
  }
  git(origin, 'init', '--quiet');
  git(origin, 'add', '.');
  git(origin, 'commit', '--quiet', '--message', 'files');
  git(folder, 'clone', '--quiet', 'origin', 'clone');
  return join(folder, 'clone');
}

/** The key-value lines that a step writes into a file of the runner. */
function valuesIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
  );
}

interface RunOptions {
  /** The folder of the action; by default, one whose command line is built. */
  readonly action?: string;
  /** Values of the event, such as `github.event.pull_request.number`. */
  readonly github?: Readonly<Record<string, string>>;
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the steps as a runner does, until one of them fails. */
function run(repository: string, inputs: Readonly<Record<string, string>>, options: RunOptions = {}) {
  const runner = temporary();
  const action = options.action ?? join(runner, 'action');
  if (options.action === undefined) {
    mkdirSync(action);
    symlinkSync(join(ROOT, 'dist'), join(action, 'dist'));
    symlinkSync(join(ROOT, 'package.json'), join(action, 'package.json'));
  }
  const outputs: Record<string, string> = {};
  const value = (expression: string): string => {
    const [, name = ''] = /^\$\{\{ (.*) \}\}$/.exec(expression) ?? [];
    if (name === '') return expression;
    if (name === 'github.action_path') return action;
    const known = /^inputs\.(.*)$/.exec(name)?.[1];
    if (known !== undefined) return value(inputs[known] ?? ACTION.inputs[known]?.default ?? '');
    return outputs[name] ?? options.github?.[name] ?? '';
  };
  let stdout = '';
  let stderr = '';
  let status: number | null = 0;
  const summary = join(runner, 'summary.md');
  writeFileSync(summary, '');
  for (const step of ACTION.runs.steps) {
    const output = join(runner, `${step.id}-output`);
    writeFileSync(output, '');
    const result = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: join(repository, value(step['working-directory'] ?? '.')),
      encoding: 'utf8',
      env: {
        ...process.env,
        RUNNER_TEMP: runner,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        ...Object.fromEntries(Object.entries(step.env).map(([key, one]) => [key, value(one)])),
        ...options.env,
      },
    });
    stdout += result.stdout;
    stderr += result.stderr;
    status = result.status;
    for (const [key, one] of Object.entries(valuesIn(readFileSync(output, 'utf8'))))
      outputs[`steps.${step.id}.outputs.${key}`] = one;
    if (status !== 0) break;
  }
  return {
    status,
    stdout,
    stderr,
    summary: readFileSync(summary, 'utf8'),
    result: value(ACTION.outputs.result?.value ?? ''),
  };
}

const GOOD = `type: automata
initial: a
states:
  a:
    render: {text: a}
    transitions: {CHAT: a}
`;
const BAD = GOOD.replace('CHAT: a', 'CHAT: b');
const SCENARIO = `scenarios:
  - name: stays
    steps:
      - expect: {state: a}
`;
describe.skipIf(process.platform === 'win32')('the action', () => {
  it('passes where nothing is wrong', () => {
    const repository = clone({ 'bot/main.yaml': GOOD, 'bot/a.scenario.yaml': SCENARIO });
    expect(run(repository, { commands: 'check test explore', paths: 'bot' })).toMatchObject({
      status: 0,
      stdout: '',
      result: 'passed',
      summary: expect.stringMatching(
        /^### Atomic State\n\n.*\n.*\n\| `check` \| passed \| 0 \| 0 \| 0 \|\n\| `test` \| passed .*\n\| `explore` \| passed .*\n/,
      ),
    });
  });

  it('annotates findings of every command, and fails', () => {
    const repository = clone({
      'bot/main.yaml': BAD,
      'bot/a.scenario.yaml': SCENARIO.replace('state: a', 'state: b'),
      'other/main.yaml': GOOD.replace('text: a', "text: '{{nobody.name}}'"),
    });
    const checked = run(repository, {});
    expect(checked).toMatchObject({ status: 1, result: 'failed' });
    expect(checked.stdout).toMatch(/^::error file=bot\/main\.yaml,line=6,.*\[unknown-target\]$/m);
    expect(checked.summary).toMatch(/^\| `check` \| failed \| 3 \| \d+ \| \d+ \|$/m);
    expect(checked.summary).toMatch(/^bot\/main\.yaml:6: .*\[unknown-target\]$/m);
    const tested = run(repository, { commands: 'test', paths: 'bot' });
    expect(tested).toMatchObject({ status: 1, result: 'failed' });
    expect(tested.stdout).toMatch(/^::error file=bot\/a\.scenario\.yaml,line=4,/m);
    const explored = run(repository, { commands: 'explore', paths: 'other' });
    expect(explored).toMatchObject({ status: 1, result: 'failed' });
    expect(explored.stdout).toMatch(/^::\w+ file=other\/main\.yaml,line=5,.*expression-fault/m);
  });

  it('shows the findings of a severity', () => {
    const repository = clone({ 'main.yaml': BAD });
    expect(run(repository, { severity: 'error' })).toMatchObject({ status: 1 });
    expect(run(repository, { severity: 'grave' })).toMatchObject({ status: 2, result: 'error' });
  });

  it('says in the summary why a command could not do its work', () => {
    const { status, result, summary, stderr } = run(clone({ 'main.yaml': GOOD }), { commands: 'check test' });
    expect([status, result]).toEqual([2, 'error']);
    expect(summary).toContain('| `check` | passed |');
    expect(summary).toContain('| `test` | could not run |');
    expect(summary).toContain('There are no scenarios to run.');
    expect(stderr).toContain('There are no scenarios to run.');
  });

  it('takes several paths in a folder', () => {
    const repository = clone({ 'a/one bot/main.yaml': GOOD, 'a/two/main.yaml': BAD, 'b/main.yaml': BAD });
    const only = run(repository, { 'working-directory': 'a', paths: 'one bot\n' });
    expect(only).toMatchObject({ status: 0, stdout: '' });
    const both = run(repository, { 'working-directory': 'a', paths: 'one bot\r\ntwo\n' });
    expect(both.stdout.match(/^::error file=two\/main\.yaml/gm)).toHaveLength(1);
    expect(both.stdout).not.toContain('b/main.yaml');
  });

  it.each([
    ['paths', '$(touch found); touch found'],
    ['paths', '`touch found`'],
    ['paths', '--output=found'],
    ['commands', '$(touch found)'],
    ['commands', 'check;touch found'],
    ['commands', '*'],
    ['commands', ''],
    ['severity', '"; touch found; "'],
    ['base', '$(touch found)'],
    ['base', '--upload-pack=touch found'],
    ['version', '1.0.0; touch found'],
    ['version', 'file:../found'],
  ])('never runs its inputs: %s %j', (name, value) => {
    const repository = clone({ 'main.yaml': GOOD });
    const inputs = { [name]: value, ...(name === 'base' ? { commands: 'diff' } : {}) };
    const { status } = run(repository, inputs);
    expect(status).toBe(2);
    const { stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: repository, encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it('writes texts of files as data', () => {
    const name = '</pre><script>';
    const repository = clone({ 'main.yaml': GOOD.replace('CHAT: a', `CHAT: "${name}"`) });
    const { status, summary } = run(repository, {});
    expect(status).toBe(1);
    expect(summary).not.toContain(name);
    expect(summary).toContain('&lt;/pre&gt;&lt;script&gt;');
  });

  it('has no input in the text of a script', () => {
    for (const { run: script, shell } of ACTION.runs.steps) {
      expect(shell).toBe('bash');
      expect(script).not.toContain('${{');
    }
    expect(ACTION.runs.using).toBe('composite');
    for (const { description } of Object.values(ACTION.inputs)) expect(description).toMatch(/\.$/);
  });

  it('refuses an old Node', () => {
    const bin = temporary();
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho 18\n', { mode: 0o755 });
    const { status, stdout } = run(
      clone({ 'main.yaml': GOOD }),
      {},
      { env: { PATH: `${bin}:${process.env.PATH}` } },
    );
    expect([status, stdout]).toEqual([2, expect.stringContaining('needs Node 20')]);
  });

  it('builds its own revision, or installs the package of a version', () => {
    const bin = temporary();
    // Stands for npm: it does nothing but leave what npm would.
    cpSync(join(ROOT, 'dist'), join(bin, 'dist'), { recursive: true });
    writeFileSync(
      join(bin, 'npm'),
      `#!/bin/sh
echo "npm $*" >> "${bin}/calls"
case "$1" in
run) ln -s "${bin}/dist" dist ;;
install)
  mkdir -p "$RUNNER_TEMP/atomic-state/node_modules/atomic-state"
  ln -s "${bin}/dist" "$RUNNER_TEMP/atomic-state/node_modules/atomic-state/dist" ;;
esac
`,
      { mode: 0o755 },
    );
    const env = { PATH: `${bin}:${process.env.PATH}` };
    const repository = clone({ 'main.yaml': GOOD });
    expect(run(repository, {}, { action: temporary(), env })).toMatchObject({ status: 0, result: 'passed' });
    expect(run(repository, { version: '1.2.3' }, { env })).toMatchObject({ status: 0, result: 'passed' });
    expect(readFileSync(join(bin, 'calls'), 'utf8')).toMatch(
      /^npm ci .*\nnpm run build -- --production\nnpm install .* atomic-state@1\.2\.3\n$/,
    );
  });

  describe('for a pull request', () => {
    /** Simulates the command line of GitHub: keeps its calls, and the comment in a file. */
    function fakeGitHub(folder: string): Readonly<Record<string, string>> {
      writeFileSync(
        join(folder, 'gh'),
        `#!/bin/bash
echo "$*" >> "${folder}/calls"
case "$*" in
  *--paginate*) [ ! -f "${folder}/comment" ] || echo 42 ;;
  *--method*) file=\${@: -1}; cp "\${file#body=@}" "${folder}/comment" ;;
esac
`,
        { mode: 0o755 },
      );
      return { PATH: `${folder}:${process.env.PATH}` };
    }

    function changed(repository: string, text: string): string {
      const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: repository, encoding: 'utf8' });
      writeFileSync(join(repository, 'main.yaml'), text);
      git(repository, 'commit', '--quiet', '--all', '--message', 'change');
      return stdout.trim();
    }

    it('describes what changes in one comment, which it writes again', () => {
      const repository = clone({ 'main.yaml': GOOD });
      const folder = temporary();
      const env = fakeGitHub(folder);
      const base = changed(repository, GOOD.replace('text: a', 'text: Hello'));
      const github = {
        'github.event.pull_request.base.sha': base,
        'github.event.pull_request.number': '7',
        'github.repository': 'one/two',
        'github.token': 'secret',
      };
      const first = run(repository, { commands: 'diff' }, { env, github });
      expect(first).toMatchObject({ status: 0, result: 'passed' });
      expect(first.summary).toContain('| `diff` | something changes |');
      expect(first.summary).toContain('+ | Hello');
      const comment = readFileSync(join(folder, 'comment'), 'utf8');
      expect(comment).toMatch(/^<!-- atomic-state diff -->\n/);
      expect(comment).toContain('+ | Hello');
      writeFileSync(join(repository, 'main.yaml'), GOOD);
      expect(run(repository, { commands: 'diff' }, { env, github }).summary).toContain('nothing changes');
      expect(readFileSync(join(folder, 'comment'), 'utf8')).toContain('Nothing changes');
      expect(
        readFileSync(join(folder, 'calls'), 'utf8')
          .split('\n')
          .filter((line) => line.includes('--method'))
          .map((line) => line.split(' -F')[0]),
      ).toEqual([
        'api --silent --method POST repos/one/two/issues/7/comments',
        'api --silent --method PATCH repos/one/two/issues/comments/42',
      ]);
    });

    it('writes no comment outside of one, and names a base that does not exist', () => {
      const repository = clone({ 'main.yaml': GOOD });
      const folder = temporary();
      const env = fakeGitHub(folder);
      changed(repository, GOOD.replace('text: a', 'text: Hello'));
      expect(run(repository, { commands: 'diff', base: 'HEAD~1' }, { env }).summary).toContain('+ | Hello');
      const missing = run(repository, { commands: 'diff', base: 'nowhere' }, { env });
      expect([missing.status, missing.result]).toEqual([2, 'error']);
      expect(missing.stderr).toContain('`nowhere` is not a branch, tag or commit of this repository.');
      expect(existsSync(join(folder, 'calls'))).toBe(false);
    });
  });
});
