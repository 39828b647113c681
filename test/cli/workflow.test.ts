import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'docs/github-workflow.yml'), 'utf8');

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
}

function stepsIn(text: string): Step[] {
  return parse(text).jobs.check.steps;
}

/** The workflow with the steps that are written as comments. */
const WHOLE = stepsIn(TEXT.replace(/^( +)# ((?: {2})?(?:- |if: |run: |with:| {2}sarif_file))/gm, '$1$2'));

/** Runs a step as a runner does, in the root of a repository with these files, with Atomic State already built. */
function runStep(name: string, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  try {
    const repository = join(folder, 'repository');
    mkdirSync(repository);
    mkdirSync(join(folder, 'atomic-state'));
    symlinkSync(join(ROOT, 'dist'), join(folder, 'atomic-state/dist'));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(repository, path), text);
    const script = WHOLE.find((step) => step.name === name)?.run ?? 'exit 99';
    const { status, stdout } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: repository,
      env: { ...process.env, RUNNER_TEMP: folder, ATOMIC_STATE_REPOSITORY: '' },
      encoding: 'utf8',
    });
    const sarif = name.includes('scanning') ? readFileSync(join(folder, 'atomic-state.sarif'), 'utf8') : '';
    return { status, stdout, sarif };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const GOOD = 'type: automata\ninitial: a\nstates:\n  a:\n    render: {text: a}\n    transitions: {CHAT: a}\n';
const BAD = GOOD.replace('CHAT: a', 'CHAT: b');

it('the workflow runs for pull requests, with read permissions and the required version of Node', () => {
  const workflow = parse(TEXT);
  expect(Object.keys(workflow.on)).toContain('pull_request');
  expect(workflow.permissions).toEqual({ contents: 'read' });
  const node = workflow.jobs.check.steps.find(({ uses = '' }: Step) =>
    uses.startsWith('actions/setup-node@'),
  );
  expect(`>=${node.with['node-version']}`).toBe(manifest.engines.node);
  expect(stepsIn(TEXT).map(({ name, uses }) => name ?? uses?.split('@')[0])).toEqual([
    'actions/checkout',
    'actions/setup-node',
    'Build Atomic State',
    'Check',
  ]);
});

it.skipIf(process.platform === 'win32')('its check annotates findings, and fails', () => {
  expect(runStep('Check', { 'main.yaml': GOOD })).toMatchObject({ status: 0, stdout: '' });
  const { status, stdout } = runStep('Check', { 'main.yaml': BAD });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^::error file=main\.yaml,line=6,col=25,endColumn=26::.*\[unknown-target\]\n$/);
});

it.skipIf(process.platform === 'win32')('its build names the missing variable', () => {
  const { status, stdout } = runStep('Build Atomic State', {});
  expect(status).toBe(2);
  expect(stdout).toMatch(/^::error::The variable ATOMIC_STATE_REPOSITORY/);
});

it.skipIf(process.platform === 'win32')(
  'its check for code scanning succeeds, and the upload follows',
  () => {
    const { status, sarif } = runStep('Check for code scanning', { 'main.yaml': BAD });
    expect(status).toBe(0);
    expect(JSON.parse(sarif).runs[0].results[0].ruleId).toBe('unknown-target');
    expect(WHOLE.at(-1)).toMatchObject({ uses: 'github/codeql-action/upload-sarif@v3', if: 'always()' });
  },
);

it('the tasks in the reference use the contributed problem matchers', () => {
  const reference = readFileSync(join(ROOT, 'docs/reference.md'), 'utf8');
  const json = [...reference.matchAll(/```json\n(.*?)```/gs)].find(([, text = '']) =>
    text.includes('"tasks"'),
  );
  const { tasks } = JSON.parse(json?.[1] ?? '') as { tasks: { problemMatcher: string; command: string }[] };
  const names = manifest.contributes.problemMatchers.map(({ name }) => `$${name}`);
  expect(tasks.map(({ problemMatcher }) => problemMatcher)).toEqual(names);
});
