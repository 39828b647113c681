import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextOf } from '../../server/inference/context';
import { contextReadsOf } from '../../server/inference/context-reads';
import { contextValuesOf } from '../../server/inference/context-values';
import { NameReader } from '../../server/inference/name-reader';
import type { VariableEntry } from '../../server/project/names/symbols';
import type { Workspace } from '../../server/project/workspace';
import { draws } from '../support/depth';
import { parseCases, parseFixture } from '../support/fixture';
import { projects } from '../support/projects';
import { workspaceOf } from '../support/workspace';

const RUNS = draws(25, 30);

interface Read {
  readonly entry: VariableEntry;
  /** The variables that the evaluation may read. */
  readonly reads: readonly string[] | undefined;
  /** The variables that the inference reads. */
  readonly asked: ReadonlySet<string>;
  readonly askedForAll: boolean;
}

/** The variables that each value may read, and those that its inference reads. */
function readsIn(workspace: Workspace): Read[] {
  return [...workspace.allProjects].flatMap((project) => {
    const context = contextOf(workspace, project);
    const values = [...project.table.namesOf('contextValue')].flatMap((name) =>
      contextValuesOf(project, name),
    );
    return project.sorted(values).flatMap((entry): Read[] => {
      const facts = project.facts(entry);
      if (facts === undefined) return [];
      const asked = new Set<string>();
      let askedForAll = false;
      const reader = new NameReader(workspace, project, {
        typeOf(name) {
          asked.add(name);
          return context.typeOf(name);
        },
        isChanged(name) {
          asked.add(name);
          return context.isChanged(name);
        },
        names() {
          askedForAll = true;
          return context.names();
        },
      });
      reader.contextValueType(entry, entry.node, entry.output);
      return [{ entry, reads: contextReadsOf(facts, entry), asked, askedForAll }];
    });
  });
}

function expectToHold(workspace: Workspace): void {
  for (const { entry, reads, asked, askedForAll } of readsIn(workspace)) {
    const where = `${entry.name.text} in ${entry.unit.text}`;
    if (reads === undefined) continue;
    expect(askedForAll, where).toBe(false);
    for (const name of asked) expect(reads, where).toContain(name);
  }
}

const BOX = [
  'context.a',
  'context.b.c',
  'context["c"]',
  'first',
  'second + third',
  'payload.a',
  '{ ...context }',
  'context[first]',
  '(({ a, b: [x] }) => x)(context)',
  '[1].map(context => context.d)',
  'context',
  'context.',
  'context.f = context.e',
] as const;
const expression = fc
  .array(fc.constantFrom(...BOX), { minLength: 1, maxLength: 2 })
  .map((all) => `'{{[${all.join(', ')}]}}'`);
const value = fc.oneof(
  expression,
  expression.map((one) => `{ type: array, value: ${one} }`),
  expression.map((one) => `[1, { key: ${one} }]`),
  expression.map((one) => `&x ${one}`),
  fc.constant('*x'),
);

/** States whose inputs and outputs read the context and one another. */
const states = fc
  .array(
    fc.record({
      inputs: fc.array(fc.tuple(fc.constantFrom('first', 'second'), value), { maxLength: 2 }),
      outputs: fc.array(
        fc.tuple(fc.constantFrom('first', 'third', 'context.a', 'context.b', 'context.c'), value),
        { maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => {
    const section = (name: string, entries: readonly (readonly [string, string])[]) =>
      entries.length === 0
        ? ''
        : `    ${name}:\n${entries.map(([key, one]) => `      ${key}: ${one}\n`).join('')}`;
    const texts = all.map(
      ({ inputs, outputs }, index) =>
        `  s${index % 2}:\n${section('inputs', inputs)}${section('outputs', outputs)}    render: { text: x }\n`,
    );
    return `initial: s0\ncontext:\n  e: '{{context.a}}'\nstates:\n${texts.join('')}`;
  });

describe('inference reads only the computed variables', () => {
  it('in projects of all kinds', () => {
    fc.assert(
      fc.property(projects, (files) => expectToHold(workspaceOf(files))),
      { numRuns: RUNS },
    );
  });

  it('in states whose variables depend on one another', () => {
    fc.assert(
      fc.property(states, (text) => expectToHold(workspaceOf([{ path: 'main.yaml', text }]))),
      { numRuns: RUNS },
    );
  });

  const FIXTURES = join(import.meta.dirname, '../fixtures');
  it.each(['inference', 'definition', 'hover', 'rules'])('in the fixtures of %s', (folder) => {
    for (const file of readdirSync(join(FIXTURES, folder))) {
      for (const { body } of parseCases(readFileSync(join(FIXTURES, folder, file), 'utf8'))) {
        // Without the word, there are no values to read.
        if (body.includes('context')) expectToHold(workspaceOf(parseFixture(body).files));
      }
    }
  });
});

describe('the reads of a value are', () => {
  /** A state with these inputs and outputs; the reads are those of the last output. */
  it.each<[string, string, string, readonly string[] | undefined]>([
    ['the variables that it names', '', "context.x: '{{context.a + context.b.c}}'", ['a', 'b']],
    ['the variables that its parts name', '', "context.x: [1, { k: '{{context.a}}' }]", ['a']],
    ['none of sibling values', '', "context.y: '{{context.a}}'\n      context.x: 1", []],
    [
      'the reads of earlier outputs that it names',
      '',
      "own: '{{context.a}}'\n      context.x: '{{own}}'",
      ['a'],
    ],
    ['none of later outputs', '', "context.x: '{{own}}'\n      own: '{{context.a}}'", []],
    [
      'the reads of inputs that it names',
      "one: { type: text, value: '{{context.a}}' }",
      "context.x: '{{one}}'",
      ['a'],
    ],
    [
      'none of the message of an input',
      "one: { type: text, message: '{{context.a}}' }",
      "context.x: '{{one}}'",
      [],
    ],
    [
      'the reads of earlier assignments to the variables',
      '',
      "context.a: '{{context.b}}'\n      context.x: '{{context.a}}'",
      ['a', 'b'],
    ],
    ['unknown for a computed key', '', "context.x: '{{context[own]}}'", undefined],
    ['unknown if the context is used as a whole', '', "context.x: '{{({ ...context })}}'", undefined],
    [
      'unknown if an output uses the context as a whole',
      '',
      "own: '{{context}}'\n      context.x: '{{own.a}}'",
      undefined,
    ],
    ['none in a text with several parts', '', "context.x: 'A text with {{context.a}}'", []],
    ['none in an incomplete member access', '', "context.x: '{{context.}}'", []],
    ['none in an unclosed expression', '', "context.x: '{{context'", []],
    ['none in an expression with a syntax error', '', "context.x: '{{context[}}'", []],
    ['none of a value with a tag', '', "context.x: !own '{{context.a}}'", []],
  ])('%s', (_what, inputs, outputs, expected) => {
    const text = `initial: s\nstates:\n  s:\n    inputs: { ${inputs} }\n    outputs:\n      ${outputs}\n    render: { text: '{{context.z}}' }\n`;
    const all = readsIn(workspaceOf([{ path: 'main.yaml', text }]));
    const read = all.findLast(({ entry }) => entry.name.text === 'x')?.reads;
    expect(read && [...read].sort()).toEqual(expected);
  });
});
