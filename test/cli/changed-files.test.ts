import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI, CommandFolder } from './command';

const bot = (text: string) =>
  `initial: a\nstates:\n  a:\n    render: {text: '${text}', buttons: [{content: Go, on_click: go}]}\n    transitions: {go: b}\n  b: {render: {text: 'B ${text}'}}\n`;

/** A command that is still running. */
class Running {
  readonly ended: Promise<number | null>;
  out = '';
  private readonly child: ChildProcessWithoutNullStreams;
  private notify = () => {};

  constructor(folder: string, ...args: readonly string[]) {
    this.child = spawn(process.execPath, [CLI, ...args], { cwd: folder });
    this.ended = new Promise((resolve) => this.child.on('exit', resolve));
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.out += text;
        this.notify();
      });
  }

  /** Resolves when it has written a text since the last one. */
  async waitFor(text: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.notify = () => this.out.includes(text) && resolve();
      this.notify();
    });
    this.out = this.out.slice(this.out.indexOf(text) + text.length);
  }

  type(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  end(): void {
    this.child.stdin.end();
  }

  kill(): void {
    this.child.kill();
  }
}

describe('a file that changes during `run`', () => {
  const folder = new CommandFolder();

  const running = async (args: readonly string[], play: (run: Running) => Promise<void>) => {
    const run = new Running(folder.path, 'run', ...args);
    try {
      await play(run);
    } finally {
      run.kill();
    }
  };

  it('is reported once, and the conversation continues', async () => {
    folder.write({ 'main.yaml': bot('old') });
    await running(['main.yaml', '--format', 'jsonl'], async (run) => {
      await run.waitFor('"text":"old"');
      folder.write({ 'main.yaml': `# More\n${bot('new')}` });
      run.type('{"click":"Go"}');
      await run.waitFor(
        '{"note":{"code":"file-changed","message":"main.yaml has changed. The conversation continues with the text that was read.","file":"main.yaml","line":1}}\n',
      );
      await run.waitFor('"text":"B old"');
      rmSync(join(folder.path, 'main.yaml'));
      run.type('{"click":"Gone"}');
      await run.waitFor('"code":"file-changed"');
      await run.waitFor('There is no button `Gone`.');
      run.type('{"say":"Hi"}');
      await run.waitFor('Nothing handles `CHAT` here');
      expect(run.out).not.toContain('file-changed');
      run.end();
      expect(await run.ended).toBe(0);
    });
  }, 40_000);

  it('is read again by `:restart`, unless it has errors', async () => {
    folder.write({ 'main.yaml': bot('old') });
    await running(['main.yaml'], async (run) => {
      await run.waitFor('old');
      folder.write({ 'main.yaml': 'initial: a\nstates:\n  a: {render: {text: "x}}\n' });
      run.type(':restart');
      await run.waitFor('main.yaml has changed.');
      await run.waitFor('error: ');
      await run.waitFor('The conversation continues with the text that was read before.');
      run.type('Go');
      await run.waitFor('B old');
      folder.write({ 'main.yaml': `# More\n${bot('new')}` });
      run.type(':restart');
      await run.waitFor('\nnew\n');
      run.type('Go');
      await run.waitFor('B new');
      run.end();
      expect(await run.ended).toBe(0);
    });
  }, 40_000);
});
