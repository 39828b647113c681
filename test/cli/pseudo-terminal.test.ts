import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Types each text after what it waits for has appeared, and prints all that the program wrote. */
const PLAY = `
import os, pty, select, sys
pid, fd = pty.fork()
if pid == 0:
    os.environ['TERM'] = 'xterm'
    os.execv(sys.argv[1], sys.argv[1:4] + [sys.argv[4]])
seen, at, steps = '', 0, sys.argv[5:]
for wanted, typed in zip(steps[::2], steps[1::2]):
    while wanted not in seen[at:]:
        if not select.select([fd], [], [], 30)[0]: sys.exit('no "' + wanted + '" in ' + seen[at:])
        seen += os.read(fd, 65536).decode(errors='ignore')
    at = len(seen)
    os.write(fd, typed.encode())
try:
    while True:
        more = os.read(fd, 65536)
        if not more: break
        seen += more.decode(errors='ignore')
except OSError: pass
sys.stdout.write(seen)
`;

const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;

it.skipIf(!hasPython)(
  'plays `examples/trivia` to its end in a pseudo terminal (needs Python)',
  () => {
    const down = '\x1b[B\r';
    const steps = [
      ...['Your name', 'Ada\r', 'Start', down],
      ...['Give up', '1\r', 'Next', down],
      ...['Give up', '1\r', 'Next', down],
      ...['Give up', '1\r', 'Next', '1\r', 'Once more', ':quit\r'],
    ];
    const command = [process.execPath, join(ROOT, 'dist/cli.js'), 'run', 'examples/trivia/main.yaml'];
    const { stdout, stderr } = spawnSync('python3', ['-c', PLAY, ...command, ...steps], {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('Hello Ada!');
    expect(stdout).toContain('That makes 2.');
    expect(stdout).toContain('→ finish');
  },
  70_000,
);
