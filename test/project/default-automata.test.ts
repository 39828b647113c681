import { describe, expect, it } from 'vitest';
import { defaultAutomata } from '../../server/project/files/default-automata';
import { type Address, folderOf, foldersAround } from '../../server/project/files/paths';
import { Workspace } from '../../server/project/workspace';
import { addressOf, provideFiles, ROOT } from '../support/workspace';

const AUTOMATA = 'initial: a\nstates:\n  a: {render: {text: A}}\n';
const SCENARIOS = 'scenarios: []\n';

/** The files around `bot/test/a.scenario.yaml`, and its expected automata: none, one or several. */
const CASES: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    'the main file of its folder',
    { 'bot/test/main.yaml': AUTOMATA, 'bot/main.yaml': AUTOMATA },
    ['bot/test/main.yaml'],
  ],
  ['the main file of a parent folder', { 'bot/main.yml': AUTOMATA, 'main.yaml': AUTOMATA }, ['bot/main.yml']],
  [
    'the only automata by name',
    { 'bot/test/b.automata.yaml': AUTOMATA, 'bot/main.yaml': AUTOMATA },
    ['bot/test/b.automata.yaml'],
  ],
  [
    'the only automata by content',
    { 'bot/agent.yaml': AUTOMATA, 'bot/other.yaml': 'services: {}\n' },
    ['bot/agent.yaml'],
  ],
  [
    'the main file next to others',
    { 'bot/main.yaml': AUTOMATA, 'bot/b.automata.yaml': AUTOMATA },
    ['bot/main.yaml'],
  ],
  [
    'the source next to its export',
    {
      'bot/agent.yaml': AUTOMATA,
      'bot/agent.json': '{"initial": "a", "states": {"a": {"render": {"text": "A"}}}}',
    },
    ['bot/agent.yaml'],
  ],
  [
    'several automata',
    { 'bot/a.automata.yaml': AUTOMATA, 'bot/b.automata.yaml': AUTOMATA, 'main.yaml': AUTOMATA },
    ['bot/a.automata.yaml', 'bot/b.automata.yaml'],
  ],
  ['no automata', { 'other/main.yaml': AUTOMATA, 'bot/state/main.yaml': AUTOMATA }, []],
];

describe('a scenario file without `automata`', () => {
  const scenario = 'bot/test/a.scenario.yaml';

  it.each(CASES)('uses %s', (_, files, expected) => {
    const addresses = Object.entries(files).map(([path, text]) => [addressOf(path), text] as const);
    const found = defaultAutomata(foldersAround(addressOf(scenario), [ROOT], 4), {
      isFile: (address) => addresses.some(([one]) => one === address),
      automataIn: (folder) =>
        addresses.flatMap(([one, text]) =>
          folderOf(one) === folder && text.includes('initial') ? [one] : [],
        ),
    });
    expect(found).toEqual(expected.map(addressOf));
  });

  it.each(CASES)('belongs to %s, regardless of the order in which files are read', (_, files, expected) => {
    const disk = new Map<Address, string>();
    for (const [path, text] of Object.entries({ ...files, [scenario]: SCENARIOS }))
      disk.set(addressOf(path), text);
    for (const order of [[...disk.keys()], [...disk.keys()].toReversed()]) {
      const workspace = new Workspace();
      workspace.folders = [ROOT];
      for (const address of order) {
        workspace.setPaths([[address, { kind: 'text', text: disk.get(address) ?? '' }]]);
        provideFiles(workspace, disk);
      }
      const mains = workspace.projectsOf(addressOf(scenario)).map(({ root }) => root);
      expect(mains).toEqual([expected.length === 1 ? addressOf(expected[0] ?? '') : addressOf(scenario)]);
    }
  });
});
