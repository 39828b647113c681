import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
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

/** A command that runs with `--watch` in a folder. */
class Watching {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  readonly ended: Promise<unknown>;
  private out = '';
  private notify = () => {};

  constructor(folder: CommandFolder, ...args: readonly string[]) {
    const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
    this.child = spawn(process.execPath, [CLI, ...args, '--watch'], { cwd: folder.path, stdio });
    this.ended = new Promise((resolve) => this.child.on('exit', resolve));
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.out += text;
      this.notify();
    });
  }

  /** Waits until a text was printed since the last one, and returns the output up to it. */
  prints(text: string): Promise<string> {
    return new Promise((resolve) => {
      this.notify = () => {
        const end = this.out.indexOf(text) + text.length;
        if (end < text.length) return;
        this.notify = () => {};
        resolve(this.out.slice(0, end));
        this.out = this.out.slice(end);
      };
      this.notify();
    });
  }
}

describe.each(['check', 'test'])('`%s --watch` in a folder that is edited', (command) => {
  const folder = new CommandFolder();
  /** A file that both commands name the text of. */
  const main = (text: string) => `initial: a\nstates:\n  a:\n    ${text}: 1\n    render: { text: ${text} }\n`;
  /** Saves as many editors and tools do: into a new file, which replaces the old one. */
  const replace = (path: string, text: string) => {
    folder.write({ 'saved.tmp': text });
    renameSync(join(folder.path, 'saved.tmp'), join(folder.path, path));
  };

  it('notices each file that replaces another, in all folders, and does not wait for quiet', async () => {
    const project = (path: string) => ({
      [`${path}main.yaml`]: main('text_0'),
      [`${path}a.scenario.yaml`]: 'scenarios:\n  - name: a\n    steps: [{ expect: { text: no } }]\n',
    });
    folder.write({ ...project(''), ...project('deep/er/') });
    const running = new Watching(folder, command);
    let noise: NodeJS.Timeout | undefined;
    try {
      await running.prints('text_0');
      await running.prints(command === 'check' ? 'state files' : ' failed');
      for (const path of ['', 'deep/er/'])
        for (let save = 1; save <= 5; save++) {
          replace(`${path}main.yaml`, main(`text_${save}`));
          await running.prints(`text_${save}`);
        }
      folder.write(project('new/folder/'));
      await running.prints('new/folder/');
      replace('new/folder/main.yaml', main('text_6'));
      await running.prints('text_6');
      rmSync(join(folder.path, 'deep'), { recursive: true });
      folder.write(project('deep/er/'));
      replace('deep/er/main.yaml', main('text_7'));
      await running.prints('text_7');
      noise = setInterval(() => folder.write({ 'log.txt': String(performance.now()) }), 50);
      replace('deep/er/main.yaml', main('text_8'));
      await running.prints('text_8');
    } finally {
      clearInterval(noise);
      running.child.kill();
    }
  }, 60_000);
});

describe('`test --watch`', () => {
  const folder = new CommandFolder();

  it('repeats the scenarios that a change affects, and ends when its output is closed', async () => {
    folder.write(FILES);
    const running = new Watching(folder, 'test');
    try {
      await running.prints('2 passed, 0 failed');
      folder.write({ 'two.yaml': bot('Three') });
      const out = await running.prints('1 of 2 scenarios run again, as nothing has changed for the others\n');
      expect(out).toContain('1 passed, 1 failed');
      expect(out).toContain('actual:   Three');
      folder.write({ 'two.yaml': 'initial: [\n' });
      await running.prints('1 passed, 0 failed');
      folder.write({ 'two.yaml': bot('Two') });
      await running.prints('2 passed, 0 failed');
      running.child.stdout.destroy();
      folder.write({ 'two.yaml': bot('Four') });
      // The exit code of the last run, which may precede the change.
      expect([0, 1]).toContain(await running.ended);
    } finally {
      running.child.kill();
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
