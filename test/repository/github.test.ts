import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The keys that GitHub documents for each kind of mapping. */
const KEYS = {
  action: ['name', 'author', 'description', 'inputs', 'outputs', 'runs', 'branding'],
  actionInput: ['description', 'required', 'default', 'deprecationMessage'],
  actionStep: [
    'run',
    'shell',
    'if',
    'name',
    'id',
    'env',
    'working-directory',
    'uses',
    'with',
    'continue-on-error',
  ],
  workflow: ['name', 'run-name', 'on', 'permissions', 'env', 'defaults', 'concurrency', 'jobs'],
  job: [
    ...[
      'name',
      'permissions',
      'needs',
      'if',
      'runs-on',
      'environment',
      'concurrency',
      'outputs',
      'env',
      'defaults',
    ],
    ...[
      'steps',
      'timeout-minutes',
      'strategy',
      'continue-on-error',
      'container',
      'services',
      'uses',
      'with',
      'secrets',
    ],
  ],
  step: [
    ...['id', 'if', 'name', 'uses', 'run', 'working-directory', 'shell', 'with', 'env', 'continue-on-error'],
    ...['timeout-minutes'],
  ],
  form: ['name', 'description', 'body', 'assignees', 'labels', 'title', 'type', 'projects'],
  field: ['type', 'id', 'attributes', 'validations'],
  update: [
    ...[
      'package-ecosystem',
      'directory',
      'directories',
      'schedule',
      'allow',
      'assignees',
      'commit-message',
      'cooldown',
    ],
    ...[
      'groups',
      'ignore',
      'labels',
      'milestone',
      'open-pull-requests-limit',
      'rebase-strategy',
      'registries',
    ],
    ...['target-branch', 'vendor', 'versioning-strategy', 'exclude-paths'],
  ],
} as const;

/** Attributes of the fields of issue forms, with the required ones first. */
const FIELDS: Readonly<
  Record<string, { readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  markdown: { required: ['value'], optional: [] },
  textarea: { required: ['label'], optional: ['description', 'placeholder', 'value', 'render'] },
  input: { required: ['label'], optional: ['description', 'placeholder', 'value'] },
  dropdown: { required: ['label', 'options'], optional: ['description', 'multiple', 'default'] },
  checkboxes: { required: ['label', 'options'], optional: ['description'] },
};

type Mapping = Readonly<Record<string, unknown>>;

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly steps: readonly Step[];
  readonly needs?: string | readonly string[];
  readonly 'timeout-minutes'?: number;
}

interface Workflow {
  readonly on: Mapping;
  readonly permissions: Mapping;
  readonly jobs: Readonly<Record<string, Job>>;
}

function unknownKeys(mapping: object, kind: keyof typeof KEYS): string[] {
  const known: readonly string[] = KEYS[kind];
  return Object.keys(mapping).filter((key) => !known.includes(key));
}

const WORKFLOWS = [
  ...readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`),
  'docs/github-workflow.yml',
];
const workflow = (path: string): Workflow => parse(read(path));

describe('workflows', () => {
  it.each(WORKFLOWS)('%s has the documented keys, and few permissions', (path) => {
    const { jobs, ...others } = workflow(path);
    expect(unknownKeys({ jobs, ...others }, 'workflow')).toEqual([]);
    expect(others.permissions).toEqual({ contents: 'read' });
    expect(Object.keys(others.on).length).toBeGreaterThan(0);
    for (const job of Object.values(jobs)) {
      expect(unknownKeys(job, 'job')).toEqual([]);
      for (const name of [job.needs ?? []].flat()) expect(Object.keys(jobs)).toContain(name);
      for (const step of job.steps) {
        expect(unknownKeys(step, 'step')).toEqual([]);
        expect([step.run, step.uses].filter((one) => one !== undefined)).toHaveLength(1);
      }
    }
  });

  it.each(WORKFLOWS)('%s names the version of each action, and interpolates nothing into scripts', (path) => {
    for (const { steps } of Object.values(workflow(path).jobs))
      for (const { uses, run } of steps) {
        if (uses !== undefined) expect(uses).toMatch(/^(?:[\w-]+\/[\w/-]+@(?:v\d+|[\da-f]{40})|\.\/)$/);
        expect(run ?? '').not.toContain('${{');
      }
  });

  it.each(WORKFLOWS)('%s runs scripts that exist', (path) => {
    for (const { steps } of Object.values(workflow(path).jobs))
      for (const { run = '' } of steps)
        for (const [, name = ''] of run.matchAll(/\bnpm run ([\w:-]+)/g))
          expect(Object.keys(manifest.scripts)).toContain(name);
  });

  it('test in two jobs, for pull requests as well', () => {
    const { on, jobs } = workflow('.github/workflows/ci.yml');
    expect(Object.keys(on)).toContain('pull_request');
    expect(Object.keys(jobs)).toEqual(['quick', 'editors']);
  });

  it('release the version of a tag to both galleries and npm', () => {
    const { on, jobs } = workflow('.github/workflows/release.yml');
    expect(on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } });
    expect(Object.keys(jobs)).toEqual(['package', 'marketplace', 'open-vsx', 'npm', 'release']);
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run));
    expect(commands.join('\n')).toMatch(/vsce@\d+ publish .*ovsx@\d+ publish .*npm publish /s);
  });
});

describe('the action', () => {
  it('has the documented keys', () => {
    const action = parse(read('action.yml'));
    expect(unknownKeys(action, 'action')).toEqual([]);
    for (const input of Object.values<object>(action.inputs))
      expect(unknownKeys(input, 'actionInput')).toEqual([]);
    for (const step of action.runs.steps) expect(unknownKeys(step, 'actionStep')).toEqual([]);
  });
});

describe('forms for issues', () => {
  const forms = readdirSync(join(ROOT, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');

  it.each(forms)('%s has valid fields', (name) => {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`));
    expect(unknownKeys(form, 'form')).toEqual([]);
    expect([form.name, form.description].every((text) => typeof text === 'string' && text !== '')).toBe(true);
    const fields = form.body as {
      readonly type: string;
      readonly id?: string;
      readonly attributes: object;
    }[];
    expect(fields.some(({ type }) => type !== 'markdown')).toBe(true);
    const ids = fields.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const field of fields) {
      expect(unknownKeys(field, 'field')).toEqual([]);
      const { required = [], optional = [] } = FIELDS[field.type] ?? {};
      const attributes = Object.keys(field.attributes);
      expect(attributes).toEqual(expect.arrayContaining([...required]));
      expect(attributes.filter((one) => ![...required, ...optional].includes(one))).toEqual([]);
      if (field.id !== undefined) expect(field.id).toMatch(/^[\w-]+$/);
    }
  });

  it('are for bugs and wishes', () => {
    expect(forms).toEqual(['bug.yml', 'feature.yml']);
    expect(Object.keys(parse(read('.github/ISSUE_TEMPLATE/config.yml')))).toEqual(['blank_issues_enabled']);
    for (const page of ['SECURITY.md', 'pull_request_template.md'])
      expect(existsSync(join(ROOT, '.github', page))).toBe(true);
  });
});

it('Dependabot looks at the packages and the actions', () => {
  const { version, updates } = parse(read('.github/dependabot.yml'));
  expect(version).toBe(2);
  for (const update of updates) {
    expect(unknownKeys(update, 'update')).toEqual([]);
    expect(['daily', 'weekly', 'monthly']).toContain(update.schedule.interval);
  }
  expect(updates.map((one: Mapping) => one['package-ecosystem'])).toEqual(['npm', 'github-actions']);
});
