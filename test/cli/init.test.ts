import { readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CommandFolder } from './command';

describe('init', () => {
  const folder = new CommandFolder();

  it('makes a whole project of an empty folder, without findings, that passes its test', async () => {
    const { code, out } = await folder.run('init', 'bot');
    expect(code).toBe(0);
    expect(out.split('\n').slice(0, 4)).toEqual([
      'bot/atomic-state.config.yaml written',
      'bot/main.yaml written',
      'bot/main.scenario.yaml written',
      'bot/.github/workflows/atomic-state.yml written',
    ]);
    expect(parse(folder.read('bot/.github/workflows/atomic-state.yml'))).toHaveProperty('jobs');
    expect((await folder.run('check', '--severity', 'warning', 'bot')).code).toBe(0);
    expect((await folder.run('test', 'bot')).code).toBe(0);
  });

  it('adds what is missing, and leaves the rest', async () => {
    const main = 'initial: a\nstates:\n  a: { properties: { is_final: true } }\n';
    folder.write({
      '.git/HEAD': '',
      'bots/quiz/main.yaml': main,
      'bots/shop/shop 1.automata.yaml': main,
      'bots/shop/mine.scenario.yaml': 'automata: shop 1.automata.yaml\nscenarios: [{ steps: [] }]\n',
      'bots/odd/a: b.yaml': `type: automata\n${main}`,
    });
    const first = await folder.run('init', '--dry-run', 'bots');
    expect(first.out).toContain('bots/quiz/main.scenario.yaml would be written');
    expect(
      (await folder.run('init', 'bots')).out.split('\n').filter((line) => line.endsWith(' written')),
    ).toEqual([
      'bots/atomic-state.config.yaml written',
      'bots/odd/a: b.scenario.yaml written',
      'bots/quiz/main.scenario.yaml written',
      '.github/workflows/atomic-state.yml written',
    ]);
    expect(parse(folder.read('bots/odd/a: b.scenario.yaml'))).toMatchObject({ automata: 'a: b.yaml' });
    expect(folder.read('bots/quiz/main.yaml')).toBe(main);
    expect((await folder.run('init', 'bots')).out).toBe('Nothing is missing.\n');
    expect((await folder.run('test', 'bots')).code).toBe(0);
  });

  it('refuses several folders, and files', async () => {
    expect((await folder.run('init', 'a', 'b')).code).toBe(2);
    folder.write({ '.git/HEAD': '', file: '' });
    for (const path of ['file', 'file/bot']) {
      const { code, err } = await folder.run('init', path);
      expect({ code, err }).toEqual({ code: 2, err: `${path}: \`file\` is a file, not a folder.\n` });
    }
  });

  it('leaves a link that leads nowhere', async () => {
    symlinkSync('gone.yaml', join(folder.path, 'atomic-state.config.yaml'));
    expect((await folder.run('init')).out).not.toContain('config.yaml written');
    expect(readlinkSync(join(folder.path, 'atomic-state.config.yaml'))).toBe('gone.yaml');
  });

  it.each([
    ['bots/ü 1', '"bots/ü 1"'],
    ['$(x) "y"', `'$(x) "y"'`],
    ["it's", '"it\'s"'],
    ['bots/quiz_1', 'bots/quiz_1'],
  ])('shows commands that can be copied for the folder %j', async (path, word) => {
    expect((await folder.run('init', path)).out).toContain(
      `\`atomic-state check ${word}\` checks it, and \`atomic-state test --update ${word}\``,
    );
  });
});
