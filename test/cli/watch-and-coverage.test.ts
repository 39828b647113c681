import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI, CommandFolder } from './command';

const bot = (text: string) =>
  `initial: a\nstates:\n  a:\n    render: {text: '${text}', buttons: [{content: Go, on_click: go}]}\n` +
  `    transitions: {go: [{condition: '{{context.x}}', target: b}, {target: a}]}\n` +
  `  b:\n    outputs: {context.y: '{{1 < 2}}'}\n    render: {text: B <script>}\n`;

const scenario = (name: string, text: string) =>
  `automata: ${name}.yaml\nscenarios:\n  - name: ${name}\n    steps:\n      - expect: { text: ${text} }\n      - click: Go\n`;

const FILES = {
  'one.yaml': bot('One'),
  'two.yaml': bot('Two'),
  'one.scenario.yaml': scenario('one', 'One'),
  'two.scenario.yaml': scenario('two', 'Two'),
};

describe('`test --watch`', () => {
  const folder = new CommandFolder();

  it('repeats the scenarios that a change affects, and ends when its output is closed', async () => {
    folder.write(FILES);
    const child = spawn(process.execPath, [CLI, 'test', '--watch'], { cwd: folder.path });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    let out = '';
    let notify = () => {};
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      notify();
    });
    const waitFor = (text: string) =>
      new Promise<void>((resolve) => {
        notify = () => out.includes(text) && resolve();
        notify();
      });
    try {
      await waitFor('2 passed, 0 failed');
      out = '';
      folder.write({ 'two.yaml': bot('Three') });
      await waitFor('1 of 2 scenarios run again, as nothing has changed for the others\n');
      expect(out).toContain('1 passed, 1 failed');
      expect(out).toContain('actual:   Three');
      out = '';
      folder.write({ 'two.yaml': 'initial: [\n' });
      await waitFor('1 passed, 0 failed');
      out = '';
      folder.write({ 'two.yaml': bot('Two') });
      await waitFor('2 passed, 0 failed');
      child.stdout.destroy();
      folder.write({ 'two.yaml': bot('Four') });
      // The exit code of the last run, which may precede the change.
      expect([0, 1]).toContain(await ended);
    } finally {
      child.kill();
    }
  }, 40_000);

  it('refuses options that cannot be repeated', async () => {
    folder.write(FILES);
    for (const args of [['--format', 'json'], ['--update'], ['--coverage', '--coverage-format', 'lcov']])
      expect((await folder.run('test', '--watch', ...args)).code).toBe(2);
    expect((await folder.run('test', '--watch', 'gone')).code).toBe(2);
  });
});

describe('the coverage page', () => {
  const folder = new CommandFolder();
  const args = ['test', 'one.scenario.yaml', '--coverage', '--coverage-format', 'html'];

  it('has the figures, the graph and the lines, without external resources', async () => {
    folder.write(FILES);
    const { code, out } = await folder.run(...args);
    expect([code, out]).toEqual([0, expect.stringContaining('\ncoverage/index.html\n')]);
    expect(readdirSync(join(folder.path, 'coverage'))).toEqual(['index.html']);
    const page = readFileSync(join(folder.path, 'coverage/index.html'), 'utf8');
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(/);
    expect(page.match(/(?:src|href)="[^"]*"/g)?.every((one) => one.startsWith('href="#'))).toBe(true);
    expect(page).toContain('B &lt;script&gt;');
    // States, transitions, cases, outputs, expressions.
    expect(page).toMatch(
      /one\.yaml<\/a><\/th><td class="part">1\/2<\/td><td class="hit">1\/1<\/td><td class="part">1\/2<\/td><td class="none">–<\/td><td class="miss">0\/1<\/td>/,
    );
    expect(page).toMatch(/<g class="reached"><g class="state begins[^>]*><title>a/);
    expect(page).toMatch(/<g class="unreached"><g class="state"[^>]*><title>b/);
    expect(page.match(/<g class="reached"><g class="event/g)).toHaveLength(1);
    expect(page.match(/<g class="unreached"><g class="event/g)).toHaveLength(1);
    expect(page).toMatch(
      /<span class="line miss" id="file-1-7" title="output context\.y: 0×\nexpression: 0×">/,
    );
    expect(page).toContain('<mark>{{1 &lt; 2}}</mark>');
  });

  it('replaces an earlier page, and no other file', async () => {
    folder.write(FILES);
    expect((await folder.run(...args)).code).toBe(0);
    expect((await folder.run(...args)).code).toBe(0);
    folder.write({ 'mine/index.html': 'mine', 'mine/other.txt': 'x' });
    const { code, err } = await folder.run(...args, '--coverage-folder', 'mine');
    expect([code, err]).toEqual([2, expect.stringContaining('this file is not a page of coverage')]);
    expect(readFileSync(join(folder.path, 'mine/index.html'), 'utf8')).toBe('mine');
    expect((await folder.run(...args, '--coverage-folder', 'a/b')).code).toBe(0);
    expect(existsSync(join(folder.path, 'a/b/index.html'))).toBe(true);
  });
});
