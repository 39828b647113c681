import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { event, ModelServer } from '../support/model-server';
import { CommandFolder } from './command';

const ROOT = join(import.meta.dirname, '../..');

/** Types each text after its prompt has appeared, and prints the output of the program and its end. */
const PLAY = `
import fcntl, json, os, pty, select, struct, sys, termios
command, steps, environment, columns = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
    os.environ.pop('NO_COLOR', None)
    os.environ.update({'TERM': 'xterm', **environment})
    os.execv(command[0], command)
seen, at = '', 0
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
mode = termios.tcgetattr(fd)[3]
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
print(json.dumps([seen, code, bool(mode & termios.ICANON and mode & termios.ECHO)]))
`;

const hasPython = spawnSync('python3', ['-c', 'import pty, os; os.waitstatus_to_exitcode']).status === 0;

interface Played {
  readonly out: string;
  readonly code: number;
  /** Whether the terminal shows what is typed again, line by line. */
  readonly isRestored: boolean;
}

/** The output of `run` when texts are typed into its terminal, each after its prompt has appeared. */
async function play(
  args: readonly string[],
  steps: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  columns = 80,
): Promise<Played> {
  const command = [process.execPath, join(ROOT, 'dist/cli.js'), 'run', ...args];
  const player = spawn('python3', ['-c', PLAY, JSON.stringify([command, steps, environment, columns])], {
    cwd: ROOT,
    timeout: 60_000,
  });
  const [stdout, stderr] = await Promise.all([player.stdout, player.stderr].map(text));
  expect(stderr).toBe('');
  const [out, code, isRestored] = JSON.parse(stdout ?? '') as readonly [string, number, boolean];
  return { out, code, isRestored };
}

const DOWN = '\x1b[B';
const UP = '\x1b[A';
const ENTER = '\r';
const CONTROL_C = '\x03';
const CONTROL_D = '\x04';

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

  it('plays `examples/trivia` to its end', async () => {
    const steps = [
      ...['Your name', `Ada${ENTER}`, 'Start', `${DOWN}${ENTER}`],
      ...['Give up', `1${ENTER}`, 'Next', `${DOWN}${ENTER}`],
      ...['Give up', `1${ENTER}`, 'Next', `${DOWN}${ENTER}`],
      ...['Give up', `1${ENTER}`, 'Next', `1${ENTER}`, 'Once more', `:quit${ENTER}`],
    ];
    const { out, code, isRestored } = await play(['examples/trivia/main.yaml'], steps);
    expect(out).toContain('Hello Ada!');
    expect(out).toContain('That makes 2.');
    expect(out).toContain('→ finish');
    expect([code, isRestored]).toEqual([0, true]);
  }, 70_000);

  it('prompts again for an invalid field of a form, with arrow keys for choices', async () => {
    folder.write({ 'main.yaml': BOT });
    const { out } = await play(
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
    // Only invalid fields are prompted again.
    expect(out.match(/\[1\] small/g)).toHaveLength(2);
    expect(out).toContain('→ order (order)');
  }, 70_000);

  it('shows help and the context, and ends its output with a line break on Ctrl+C', async () => {
    folder.write({ 'main.yaml': BOT });
    const { out, code, isRestored } = await play(
      [join(folder.path, 'main.yaml')],
      [
        ...['Leave', `:help${ENTER}`, 'ends the conversation', `:contxt${ENTER}`],
        ...['Did you mean `:context`?', `:context${ENTER}`, '{}', `:)${ENTER}`, 'You said :)', CONTROL_C],
      ],
    );
    expect(out).toMatch(/\r\n$/);
    expect(out).not.toContain('Error');
    expect([code, isRestored]).toEqual([130, true]);
  }, 70_000);

  it.each([
    ['Ctrl+C in a form', CONTROL_C, 130],
    ['Ctrl+D in a form', CONTROL_D, 0],
  ])(
    'ends with %s, and still writes the recording',
    async (_, key, expected) => {
      folder.write({ 'main.yaml': BOT });
      const record = join(folder.path, 'a.scenario.yaml');
      const { out, code, isRestored } = await play(
        [join(folder.path, 'main.yaml'), '--record', record],
        ['Leave', `1${ENTER}`, 'Size: ', key],
      );
      expect(out).toMatch(/\r\n$/);
      expect([code, isRestored]).toEqual([expected, true]);
      expect(readFileSync(record, 'utf8')).toContain('click: Order');
    },
    70_000,
  );

  it('cancels the answer of a model with Ctrl+C, and goes on', async () => {
    const server = new ModelServer();
    await server.start();
    server.respond = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(event({ content: 'Begun' }));
    };
    const task = '{ name: t, module_type: LLMModule, module_config: { user_prompt: Hi } }';
    folder.write({
      'main.yaml': `initial: a\nstates:\n  a: { tasks: [${task}], render: { text: Shown }, transitions: { CHAT: b } }\n  b: { render: { text: B } }\n`,
    });
    const { out, code } = await play(
      [join(folder.path, 'main.yaml'), '--tasks', 'live', '--model-url', server.url, '--model', 'm'],
      ['Begun', CONTROL_C, 'the request was cancelled', '', 'Shown', `Hi${ENTER}`, 'B', CONTROL_D],
    );
    server.stop();
    expect(out).toContain('→ b (CHAT)');
    expect([code, server.calls.length]).toEqual([0, 1]);
  }, 70_000);

  it('works in a narrow terminal without colours', async () => {
    const { out, code, isRestored } = await play(
      ['examples/trivia/main.yaml'],
      [
        'Your name',
        `Ada${ENTER}`,
        'Start',
        `${DOWN}${ENTER}`,
        'Give up',
        `${UP}${UP}${ENTER}`,
        'Next',
        CONTROL_D,
      ],
      { NO_COLOR: '1' },
      20,
    );
    expect(out).toContain('You said false.');
    // Colours end with `m`; what moves the cursor does not.
    expect(out).not.toMatch(/\x1b\[\d*m/);
    expect([code, isRestored]).toEqual([0, true]);
  }, 70_000);
});
