import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contextOf } from '../../server/inference/context';
import type { Workspace } from '../../server/project/workspace';
import { draws } from '../support/depth';
import { digestOf } from '../support/type-digest';
import { addressOf, workspaceOf } from '../support/workspace';

/** Values of the variables: some depend on each other in cycles, and some grow without limit. */
const VALUES = [
  '1',
  '"text"',
  'context.a',
  'context.b',
  'context.c + 1',
  '[...context.d, 1]',
  '[context.e]',
  '({ inner: context.a })',
  'context.b.inner',
  'context',
  'context[name]',
  'context.f.push(context.a)',
  'unknown',
  'name',
  'context.a ? context.b : context.c',
  'half.',
];
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

function textOf(assigned: readonly number[], first: readonly number[]): string {
  const states = assigned.map((value, index) => {
    const name = NAMES[index % NAMES.length];
    const next = `s${(index + 1) % assigned.length}`;
    return `  s${index}:\n    inputs:\n      name: {type: text}\n    outputs:\n      context.${name}: '{{${VALUES[value]}}}'\n      own: '{{context.${name}}}'\n    transitions:\n      CHAT: ${next}\n`;
  });
  const context = first.map((value, index) => `  ${NAMES[index]}: '{{${VALUES[value]}}}'\n`);
  return `initial: s0\ncontext:\n${context.join('')}states:\n${states.join('')}`;
}

function typesIn(workspace: Workspace): Record<string, string> {
  const [project] = workspace.projectsOf(addressOf('main.automata.yaml'));
  if (project === undefined) throw new Error('There is no project.');
  const context = contextOf(workspace, project);
  return Object.fromEntries(
    Array.from(context.names(), (name) => [
      name,
      `${context.isChanged(name)} ${digestOf(context.typeOf(name))}`,
    ]),
  );
}

const value = fc.nat(VALUES.length - 1);

it('variables have the same types after edits as from scratch', () => {
  const open = (text: string) => workspaceOf([{ path: 'main.automata.yaml', text }], ['main.automata.yaml']);
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 8, maxLength: 8 }),
      fc.array(value, { minLength: 4, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(11), value), { minLength: 1, maxLength: 8 }),
      (assigned, first, edits) => {
        let text = textOf(assigned, first);
        const workspace = open(text);
        typesIn(workspace);
        const all = [...first, ...assigned];
        for (const [index, to] of edits) {
          all[index] = to;
          const now = textOf(all.slice(4), all.slice(0, 4));
          let start = 0;
          while (start < text.length && text[start] === now[start]) start++;
          let end = 0;
          while (end < Math.min(text.length, now.length) - start && text.at(-1 - end) === now.at(-1 - end))
            end++;
          const typed = now.slice(start, now.length - end);
          const until = text.length - end;
          workspace.editFile(addressOf('main.automata.yaml'), (document) =>
            document.edit(start, until, typed),
          );
          text = now;
          expect(typesIn(workspace)).toEqual(typesIn(open(text)));
        }
      },
    ),
    { numRuns: draws(8, 12) },
  );
});
