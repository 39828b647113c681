import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandFolder } from './command';

const MAIN = `initial: menu
states:
  menu:
    render: { text: Hi, buttons: [{ content: Pizza, on_click: pizza }] }
    transitions: { pizza: size }
  size:
    inputs: { count: { type: number, user_input: true } }
    render: { text: '{{count}}' }
    properties: { is_final: true }
`;
const MENU = '{ state: menu, text: Hi, buttons: [Pizza] }';
const FORM = '{ form: [count] }';

/** The steps of a scenario before and after an update; undefined if it is refused. */
const CASES: readonly (readonly [title: string, before: string, after: string | undefined])[] = [
  [
    'an alias with other outputs is written out',
    '- expect: &e {}\n- click: Pizza\n- expect: *e\n',
    `- expect: &e ${MENU}\n- click: Pizza\n- expect: ${FORM}\n`,
  ],
  [
    'an alias with the same outputs remains',
    '- expect: &e {}\n- { expect: *e }\n- click: Pizza\n- expect: {}\n',
    `- expect: &e ${MENU}\n- { expect: *e }\n- click: Pizza\n- expect: ${FORM}\n`,
  ],
  [
    'comments remain',
    '- expect: { # a {b}\n  } # c\n',
    `- expect: { state: menu, text: Hi, buttons: [Pizza] # a {b}\n  } # c\n`,
  ],
  [
    'a comment below the bracket remains',
    '- expect: {\n  # a\n  }\n',
    `- expect: { state: menu, text: Hi, buttons: [Pizza]\n  # a\n  }\n`,
  ],
  [
    'a step that is repeated with the same outputs',
    '- &s { expect: {} }\n- *s\n',
    `- &s { expect: ${MENU} }\n- *s\n`,
  ],
  ['a step that is repeated with other outputs', '- &s { expect: {} }\n- click: Pizza\n- *s\n', undefined],
  ['a merged step', '- &s { expect: {} }\n- click: Pizza\n- <<: *s\n', undefined],
];

describe('`test --update`', () => {
  const folder = new CommandFolder();
  const write = (steps: string, more = '') => {
    const indented = steps.replace(/^(?=.)/gm, '      ');
    const text = `automata: main.yaml\nscenarios:\n  - name: one\n    steps:\n${indented}${more}`;
    folder.write({ 'main.yaml': MAIN, 'a.scenario.yaml': text });
    return text;
  };
  const read = () => readFileSync(join(folder.path, 'a.scenario.yaml'), 'utf8');

  it.each(CASES)('%s', async (_title, before, after) => {
    const written = write(before);
    const { code, err } = await folder.run('test', '--update');
    const updated = read();
    if (after === undefined) {
      expect([code, updated]).toEqual([1, written]);
      expect(err).toContain('a.scenario.yaml: not updated, because an alias or a merge key repeats');
      return;
    }
    expect([code, updated]).toEqual([0, write(after)]);
    expect((await folder.run('test')).code).toBe(0);
  });

  it('leaves a read-only file as it is', async () => {
    const written = write('- expect: {}\n');
    const file = join(folder.path, 'a.scenario.yaml');
    chmodSync(file, 0o444);
    try {
      const { code, err } = await folder.run('test', '--update');
      expect([code, err]).toEqual([2, expect.stringContaining('a.scenario.yaml: this file is read-only.')]);
      expect(read()).toBe(written);
    } finally {
      chmodSync(file, 0o644);
    }
  });

  it('changes no expectation that was not run', async () => {
    const written = write(
      '- expect: &e {}\n',
      '  - name: two\n    steps: [{ click: Pizza }, { expect: *e }]\n',
    );
    expect((await folder.run('test', '--update', '--filter', 'one')).code).toBe(1);
    expect(read()).toBe(written);
  });
});
