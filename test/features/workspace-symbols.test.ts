import { expect, it } from 'vitest';
import { workspaceSymbols } from '../../server/features/workspace-symbols';
import { addressOf, workspaceOf } from '../support/workspace';

const FILES = [
  {
    path: 'main.yaml',
    text: 'initial: home\ncontext:\n  home_score: 1\nstates: !include state\ntransitions:\n  go.home: home\n',
  },
  {
    path: 'state/1.yaml',
    text: 'home:\n  id: the_home\nnest:\n  initial: egg\n  context: { hue_of_me: 1 }\n  states: { egg: { transitions: { CHAT: egg } } }\n',
  },
  { path: 'lone.state.yaml', text: 'id: alone\nrender: { text: home }\ntransitions: { HOME: x }\n' },
  { path: 'two.json', text: '{ "type": "automata", "initial": "hömé😀", "states": { "hömé😀": {} } }' },
];

const workspace = workspaceOf(FILES);

function check(query: string, ...expected: readonly string[]): void {
  const found = workspaceSymbols(workspace, query);
  expect(found.map(({ kind, name, container }) => `${kind} ${name} in ${container}`)).toEqual(expected);
  for (const { address, range, name } of found) {
    const text = FILES.find((file) => addressOf(file.path) === address)?.text ?? '';
    expect(text.slice(range.start, range.end)).toBe(name);
  }
}

it.each<[string, ...string[]]>([
  ['home', ...namesWithHome()],
  ['Ho Me', ...namesWithHome()],
  ['egg', 'state egg in nest'],
  ['eg', 'state egg in nest'],
  ['alone', 'id alone in lone.state.yaml'],
  ['chat', 'event CHAT in nest.egg'],
  ['nest', 'automata nest in main.yaml'],
  ['hömé', 'state hömé😀 in two.json'],
  ['none'],
  ['gge'],
])('%j', (query, ...expected) => check(query, ...expected));

/** The name itself, its prefixes, words in it, letters in their order. */
function namesWithHome(): string[] {
  return [
    'event HOME in lone.state.yaml',
    'state home in main.yaml',
    'context home_score in main.yaml',
    'event go.home in main.yaml',
    'id the_home in home',
    'context hue_of_me in nest',
  ];
}

it('lists all symbols without a query', () => {
  expect(workspaceSymbols(workspace, '')).toHaveLength(11);
});

it('lists at most 500 symbols', () => {
  const states = Array.from({ length: 800 }, (_, index) => `  state_${index}: {}\n`).join('');
  const many = workspaceOf([{ path: 'main.yaml', text: `initial: state_1\nstates:\n${states}` }]);
  expect(workspaceSymbols(many, 'state').length).toBe(500);
});

it('lists the symbols of a shared file once', () => {
  const automata = 'initial: home\nstates: !include shared\n';
  const shared = workspaceOf([
    { path: 'one.yaml', text: automata },
    { path: 'two.yaml', text: automata },
    { path: 'shared/home.yaml', text: 'home: {}\n' },
  ]);
  expect(workspaceSymbols(shared, 'home')).toHaveLength(1);
});
