import { expect, it } from 'vitest';
import { contextOf } from '../../server/inference/context';
import { typeText as inWords } from '../../server/types/type-text';
import { addressOf, workspaceOf } from '../support/workspace';

it('distinguishes variables with line breaks in their names from variables named like their parts', () => {
  const automata = {
    type: 'automata',
    initial: 's',
    context: { 'a\nb': '{{context.a}}', a: "{{context['a\\nb'] + 1}}", b: 2 },
    states: { s: { render: { text: "{{context.a}} {{context['a\\nb']}}" } } },
  };
  const workspace = workspaceOf(
    [{ path: 'main.json', text: JSON.stringify(automata, null, 2) }],
    ['main.json'],
  );
  const [project] = workspace.projectsOf(addressOf('main.json'));
  if (project === undefined) throw new Error('There is no project.');
  const context = contextOf(workspace, project);
  expect([...context.names()].sort()).toEqual(['a', 'a\nb', 'b']);
  expect(inWords(context.typeOf('b'))).toBe('2');
  expect(inWords(context.typeOf('a'))).toBe(inWords(context.typeOf('a\nb')));
});
