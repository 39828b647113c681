import { expect, it } from 'vitest';
import { definitionAt } from '../../server/features/definition';
import { hoverAt } from '../../server/features/hover';
import { contextOf } from '../../server/inference/context';
import type { Workspace } from '../../server/project/workspace';
import type { ValueType } from '../../server/types/value-type';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

const MAIN = 'main.yaml';

function stateOf(name: string, outputs: string, text: string): string {
  return `  ${name}:\n    outputs:\n      ${outputs}\n    render: { text: '${text}' }\n    transitions: { CHAT: home }\n`;
}

function automataOf(...states: string[]): string {
  return `initial: home\nstates:\n${states.join('')}`;
}

function editAt(workspace: Workspace, text: string, before: string, typed: string): string {
  const at = text.indexOf(before);
  expect(at).toBeGreaterThanOrEqual(0);
  workspace.editFile(addressOf(MAIN), (document) => document.edit(at, at, typed));
  const now = text.slice(0, at) + typed + text.slice(at);
  provideFiles(workspace, new Map([[addressOf(MAIN), now]]));
  return now;
}

it('a member is defined at its key in the assigning state, also after edits', () => {
  let text = automataOf(
    stateOf('home', 'own: 1', '{{context.user.name}}'),
    stateOf('other', 'context.user: { age: 1, name: Ann }', 'x'),
  );
  const workspace = workspaceOf([{ path: MAIN, text }], [MAIN]);
  const open = () => workspaceOf([{ path: MAIN, text }], [MAIN]);
  const check = (line: string) => {
    const at = text.indexOf('user.name') + 'user.'.length;
    const found = definitionAt(workspace, addressOf(MAIN), at);
    expect(found).toEqual(definitionAt(open(), addressOf(MAIN), at));
    expect(found?.targets.map(({ selection }) => text.slice(selection.start).split('\n')[0])).toEqual([line]);
    expect(hoverAt(workspace, addressOf(MAIN), at)).toEqual(hoverAt(open(), addressOf(MAIN), at));
  };
  check('name: Ann }');
  text = editAt(workspace, text, ' name: Ann', ' more: { deep: [] },');
  check('name: Ann }');
  text = editAt(workspace, text, 'outputs:\n      context.user', '# a line\n    ');
  check('name: Ann }');
  text = editAt(workspace, text, 'name: Ann', 'full_');
  expect(definitionAt(workspace, addressOf(MAIN), text.indexOf('user.name') + 5)).toBeUndefined();
});

it('origins are passed on by variables, outputs and files', () => {
  const text = automataOf(
    stateOf('home', 'own: 1', '{{context.copy.inner.key + context.list[0].key + context.data.key}}'),
    stateOf('first', "context.copy: '{{({ inner: context.made })}}'", 'x'),
    stateOf('second', "plain: { key: 1 }\n      context.made: '{{plain}}'", 'x'),
    stateOf('third', "context.list: '{{[...(context.list ?? []), context.made]}}'", 'x'),
    stateOf('fourth', "context.data: '{{JSON.parse(context.text)}}'", 'x'),
  ).replace('states:', 'context:\n  text: !oneline data.json\nstates:');
  const files = [
    { path: MAIN, text },
    { path: 'data.json', text: '{"key": "of the file"}' },
  ];
  const workspace = workspaceOf(files, [MAIN]);
  const lead = (chain: string) => {
    const at = text.indexOf(chain) + chain.lastIndexOf('.') + 1;
    const found = definitionAt(workspace, addressOf(MAIN), at);
    return found?.targets.map(({ address, selection }) => {
      const file = files.find((one) => addressOf(one.path) === address);
      return file?.text.slice(selection.start).split('\n')[0];
    });
  };
  expect(lead('context.copy.inner')).toEqual(["inner: context.made })}}'"]);
  expect(lead('context.copy.inner.key')).toEqual(['key: 1 }']);
  expect(lead('context.list[0].key')).toEqual(['key: 1 }']);
  expect(lead('context.data.key')).toEqual(['key": "of the file"}']);
});

it('variables that read each other share their origins', () => {
  const text = automataOf(
    stateOf('home', 'own: 1', '{{context.a.one}} {{context.a.two}} {{context.b.one}} {{context.b.two}}'),
    stateOf('first', "context.a: '{{context.b}}'", 'x'),
    stateOf('second', 'context.a: { one: 1 }', 'x'),
    stateOf('third', "context.b: '{{context.a}}'", 'x'),
    stateOf('fourth', 'context.b: { two: 2 }', 'x'),
  );
  const workspace = workspaceOf([{ path: MAIN, text }], [MAIN]);
  for (const chain of ['a.one', 'a.two', 'b.one', 'b.two']) {
    const found = definitionAt(
      workspace,
      addressOf(MAIN),
      text.indexOf(`context.${chain}`) + 'context.a.'.length,
    );
    const name = chain.slice(2);
    expect(found?.targets.map(({ selection }) => selection.start)).toEqual([text.indexOf(`${name}: `)]);
  }
});

it('uses the first of very many assignments', () => {
  const states = Array.from({ length: 1_200 }, (_one, index) => {
    return `  s${index}: { outputs: { context.user: { first: ${index} } } }\n`;
  });
  const text = automataOf(stateOf('home', 'own: 1', '{{context.user.first}}'), ...states);
  const workspace = workspaceOf([{ path: MAIN, text }], [MAIN]);
  const found = definitionAt(workspace, addressOf(MAIN), text.indexOf('user.first') + 6);
  expect(found?.targets[0]?.selection.start).toBe(text.indexOf('first: 0'));
});

it('types of variables have no origins and are shared between units and edits', () => {
  let text = automataOf(
    stateOf('home', "context.a: { key: [{ deep: text }], other: '{{({ more: 1 })}}' }", 'x'),
    stateOf('other', "context.b: { key: [{ deep: text }], other: '{{({ more: 1 })}}' }", 'x'),
  );
  const workspace = workspaceOf([{ path: MAIN, text }], [MAIN]);
  const typeOf = (name: string) => {
    const [project] = workspace.projectsOf(addressOf(MAIN));
    if (project === undefined) throw new Error('There is no project.');
    return contextOf(workspace, project).typeOf(name);
  };
  const before = typeOf('a');
  expect(hasOrigins(before)).toBe(false);
  expect(typeOf('b')).toBe(before);
  text = editAt(workspace, text, 'render', '# a line\n    ');
  expect(typeOf('a')).toBe(before);
  text = editAt(workspace, text, 'deep', 'more_');
  expect(typeOf('a')).not.toBe(before);
  expect(typeOf('b')).toBe(before);
});

function hasOrigins(type: ValueType): boolean {
  switch (type.kind) {
    case 'literal':
      return type.of !== undefined;
    case 'array':
      return hasOrigins(type.element) || (type.items ?? []).some(hasOrigins);
    case 'object':
      return [...type.members.values()].some((one) => one.origins.length > 0 || hasOrigins(one.type));
    case 'union':
    case 'instance':
      return type.of.some(hasOrigins);
    default:
      return false;
  }
}
