import { describe, expect, it } from 'vitest';
import { RULES } from '../../server/rules';
import { CommandFolder, PROJECT } from './command';

const folder = new CommandFolder();

const LOOSE = 'initial:   home\nstates:\n    home: # kept\n        transitions: {CHAT:   home}\n';
const FORMATTED = 'initial: home\nstates:\n    home: # kept\n        transitions: {CHAT: home}\n';

describe('format', () => {
  it('formats the files of a folder, and then has nothing to do', async () => {
    folder.write({ 'a.automata.yaml': LOOSE, 'b.automata.yaml': FORMATTED, 'other.yaml': 'a:   1\n' });
    expect(await folder.run('format', '--check')).toEqual({
      code: 1,
      out: 'a.automata.yaml\n2 files, 1 not formatted\n',
      err: '',
    });
    expect(folder.read('a.automata.yaml')).toBe(LOOSE);
    expect((await folder.run('format')).out).toBe('a.automata.yaml\n2 files, 1 formatted\n');
    expect(folder.read('a.automata.yaml')).toBe(FORMATTED);
    expect(folder.read('other.yaml')).toBe('a:   1\n');
    expect(await folder.run('format', '--check')).toMatchObject({ code: 0 });
  });

  it('prints the formatted text of standard input, changed or not', async () => {
    for (const text of [LOOSE, FORMATTED])
      expect(await folder.runWith(text, 'format', '-')).toEqual({ code: 0, out: FORMATTED, err: '' });
    expect(await folder.runWith(LOOSE, 'format', '--stdin-filename', 'x.automata.yaml')).toMatchObject({
      out: FORMATTED,
    });
  });

  it('leaves a text with a mistake as it is, and says why', async () => {
    const text = 'initial:   home\nstates: [\n';
    folder.write({ 'a.automata.yaml': text });
    const { code, err } = await folder.run('format', 'a.automata.yaml');
    expect([code, err]).toMatchInlineSnapshot(`
      [
        1,
        "a.automata.yaml: Not formatted: line 2 has a syntax error. This \`[\` is not closed. Close it with \`]\`.
      ",
      ]
    `);
    expect(folder.read('a.automata.yaml')).toBe(text);
  });
});

describe('rename', () => {
  it('renames in all files', async () => {
    folder.write(PROJECT);
    expect(await folder.run('rename', 'state', 'home', 'start', 'bot')).toEqual({
      code: 0,
      out: 'bot/main.yaml\nbot/state/home.yaml\n3 occurrences renamed in 2 files\n',
      err: '',
    });
    expect(folder.read('bot/main.yaml')).toContain(
      'initial: start\nstates: !include state\ntransitions: {go: start}',
    );
    expect((await folder.run('rename', 'context', 'code', 'text', '--format', 'json')).out).toContain(
      '"changes": 2',
    );
    expect((await folder.run('rename', 'event', 'go', 'leave', '--diff')).out).toContain(
      '+transitions: {leave: start}',
    );
    expect((await folder.run('check', 'bot')).code).toBe(0);
  });

  it('asks which one is meant, and takes the answer', async () => {
    const text =
      'initial: a\nstates:\n  a:\n    render: {buttons: [{content: x, on_click: go}]}\n    transitions: {go: b}\n' +
      '  b:\n    render: {buttons: [{content: x, on_click: go}]}\n    transitions: {go: a}\n';
    folder.write({ 'main.automata.yaml': text });
    const { code, err } = await folder.run('rename', 'event', 'go', 'leave');
    expect([code, err.split('\n')[0]]).toEqual([2, '`go` has several meanings. Write `a.go` or `b.go`.']);
    expect((await folder.run('rename', 'event', 'b.go', 'leave')).out).toContain(
      '2 occurrences renamed in 1 file\n',
    );
    expect(folder.read('main.automata.yaml')).toBe(
      text.replace(
        /on_click: go}]}\n {4}transitions: {go: a/,
        'on_click: leave}]}\n    transitions: {leave: a',
      ),
    );
  });

  it('finds inputs and keys of payloads', async () => {
    folder.write({
      'main.automata.yaml':
        'initial: a\nstates:\n  a:\n    inputs: {size: {type: text, user_input: true}}\n    render: {text: "{{size}}", buttons: ' +
        '[{content: x, on_click: {event: go, payload: {size: 1}}}]}\n    transitions: {go: {target: a, target_inputs: ' +
        "{size: '{{payload.size}}'}}}\n",
    });
    expect((await folder.run('rename', 'input', 'size', 'width')).out).toContain('3 occurrences');
    expect((await folder.run('rename', 'payload', 'go.size', 'count')).out).toContain('2 occurrences');
    expect((await folder.run('rename', 'input', 'size', 'x')).err).toContain('There is no input `size`.\n');
  });

  it('refuses what is not safe', async () => {
    folder.write(PROJECT);
    const { code, err } = await folder.run('rename', 'state', 'home', 'a b.c');
    expect([code, err]).toMatchInlineSnapshot(`
      [
        1,
        "\`a b.c\` contains a space. Use lower-case letters, digits and single underscores, such as \`first_page\`.
      ",
      ]
    `);
    expect(folder.read('bot/main.yaml')).toBe(PROJECT['bot/main.yaml']);
  });
});

describe('explain', () => {
  it('prints the page of each rule', async () => {
    for (const { code, title } of RULES) {
      const { out } = await folder.run('explain', code);
      expect(out).toContain(`### ${code}\n\n${title}.`);
    }
    expect((await folder.run('explain')).out.split('\n')).toHaveLength(RULES.length + 1);
    expect(JSON.parse((await folder.run('explain', 'dead-end', '--format', 'json')).out)).toMatchObject({
      code: 'dead-end',
      severity: 'information',
    });
  });
});
