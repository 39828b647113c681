import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandFolder } from './command';

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
    at = seen.index(wanted, at) + len(wanted)
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

/** What a command writes when these texts are typed into its terminal, each after what it waits for has appeared. */
function play(args: readonly string[], steps: readonly string[]): string {
  const command = [process.execPath, join(ROOT, 'dist/cli.js'), 'run', ...args];
  const { stdout, stderr } = spawnSync('python3', ['-c', PLAY, ...command, ...steps], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stderr).toBe('');
  return stdout;
}

const DOWN = '\x1b[B';
const UP = '\x1b[A';
const ENTER = '\r';
const CONTROL_C = '\x03';

const BOT = `initial: home
states:
  home:
    render:
      text: Welcome
      buttons: [{ content: Order, on_click: order }, { content: Leave, on_click: leave }]
    transitions: { order: order, leave: home, CHAT: said }
  order:
    inputs:
      size: { type: text, name: Size, user_input: true, choices: [small, medium, large] }
      count: { type: integer, name: Count, user_input: true, validations: [{ max_number: 4 }] }
    render: { text: 'Sold: {{count}} {{size}}', buttons: [{ content: Back, on_click: back }] }
    transitions: { back: home }
  said:
    inputs: { text: { type: IM } }
    render: { text: 'You said {{text}}' }
`;

describe.skipIf(!hasPython)('`run` in a pseudo terminal (needs Python)', () => {
  const folder = new CommandFolder();

  it('plays `examples/trivia` to its end', () => {
    const steps = [
      ...['Your name', `Ada${ENTER}`, 'Start', `${DOWN}${ENTER}`],
      ...['Give up', `1${ENTER}`, 'Next', `${DOWN}${ENTER}`],
      ...['Give up', `1${ENTER}`, 'Next', `${DOWN}${ENTER}`],
      ...['Give up', `1${ENTER}`, 'Next', `1${ENTER}`, 'Once more', `:quit${ENTER}`],
    ];
    const out = play(['examples/trivia/main.yaml'], steps);
    expect(out).toContain('Hello Ada!');
    expect(out).toContain('That makes 2.');
    expect(out).toContain('→ finish');
  }, 70_000);

  it('asks again for the field of a form that does not fit, with arrow keys for choices', () => {
    folder.write({ 'main.yaml': BOT });
    const out = play(
      [join(folder.path, 'main.yaml')],
      [
        ...[
          'Leave',
          '',
          '> ',
          'Ord',
          'Ord',
          '\t',
          'er',
          ENTER,
          'Size: ',
          DOWN,
          'small',
          DOWN,
          'medium',
          DOWN,
          'large',
          UP,
          'medium',
          ENTER,
        ],
        ...['Count: ', `many${ENTER}`, 'must be a number', '', 'Count: ', `9${ENTER}`],
        ...['must be at most 4', '', 'Count: ', `2${ENTER}`, 'Sold: 2 medium', `${DOWN}${ENTER}`],
        ...['Welcome', `1${ENTER}`, 'Size: ', `:cancel${ENTER}`, 'Welcome', `:quit${ENTER}`],
      ],
    );
    // Only what is wrong is asked again.
    expect(out.match(/\[1\] small/g)).toHaveLength(2);
    expect(out).toContain('→ order (order)');
  }, 70_000);

  it('shows help and the context, and ends with Ctrl+C on a line of its own', () => {
    folder.write({ 'main.yaml': BOT });
    const out = play(
      [join(folder.path, 'main.yaml')],
      [
        ...['Leave', `:help${ENTER}`, 'ends the conversation', `:contxt${ENTER}`],
        ...['Did you mean `:context`?', `:context${ENTER}`, '{}', `:)${ENTER}`, 'You said :)', CONTROL_C],
      ],
    );
    expect(out).toMatch(/\r\n$/);
    expect(out).not.toContain('Error');
  }, 70_000);
});
