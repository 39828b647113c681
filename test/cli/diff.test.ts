import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommandFolder } from './command';

/** Three versions of an agent in several files, as commits. */
const FIRST = {
  'bot/main.yaml': 'initial: home\ncontext: {tries: 0}\nstates: !include state\n',
  'bot/state/home.yaml': `home:
  render:
    text: Welcome
    buttons:
      - content: Start
        on_click: start
  transitions:
    start: quiz
`,
  'bot/state/quiz.yaml': `quiz:
  outputs: {context.tries: '{{context.tries + 1}}'}
  render:
    text: 'Question {{context.tries}}'
    buttons:
      - {content: Answer, on_click: answer}
  transitions:
    answer:
      - condition: '{{context.tries >= 2}}'
        target: done
      - target: quiz
done:
  properties: {is_final: true}
  render: {text: The end}
`,
};
/** Comments, layout, quotes and the order of keys. */
const SECOND = {
  ...FIRST,
  'bot/state/home.yaml': `# The first state.
home:
    transitions: {start: "quiz"}
    render:
        buttons:
            # The only one.
            - on_click: 'start'
              content: Start
        text: 'Welcome'
`,
};
/** A renamed state, another text, and a condition that is off by one. */
const THIRD = {
  ...FIRST,
  'bot/state/home.yaml': FIRST['bot/state/home.yaml']
    .replace('text: Welcome', 'text: Hello')
    .replace('start: quiz', 'start: question'),
  'bot/state/quiz.yaml': FIRST['bot/state/quiz.yaml']
    .replace(/\bquiz\b/g, 'question')
    .replace('>= 2', '>= 3'),
};

describe('`diff`', () => {
  const folder = new CommandFolder();

  function git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'core.autocrlf=false'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  }

  function commit(files: Readonly<Record<string, string>>, tag: string): void {
    folder.write(files);
    git('add', '.');
    git('commit', '--quiet', '--message', tag);
    git('tag', tag);
  }

  beforeEach(() => {
    git('init', '--quiet', '.');
    commit(FIRST, 'first');
    commit(SECOND, 'second');
    commit(THIRD, 'third');
  });

  it('says that nothing changes if only comments, layout, quotes and the order of keys do', async () => {
    git('checkout', '--quiet', 'second');
    const { code, out } = await folder.run('diff', '--base', 'first');
    expect([code, out]).toEqual([0, '1 automata compared: 1 the same\n']);
  });

  it('compares the files, including those that are not committed, with the last commit', async () => {
    expect((await folder.run('diff')).code).toBe(0);
    folder.write({ 'bot/state/home.yaml': THIRD['bot/state/home.yaml'].replace('Hello', 'Good evening') });
    const { code, out } = await folder.run('diff', 'bot/main.yaml');
    expect(code).toBe(1);
    expect(out).toContain('- | Hello');
    expect(out).toContain('+ | Good evening');
  });

  it('describes the commits for a pull request', async () => {
    const { code, out } = await folder.run('diff', '--base', 'first', '--format', 'markdown');
    expect(code).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "<!-- atomic-state diff -->
      ### Atomic State

      1 automata compared: 1 changed.

      #### \`bot/main.yaml\`

      **People see other content in \`home\`**, \`bot/state/home.yaml:1\`
      \`\`\`diff
        > at the beginning
      - | Welcome
      + | Hello
        buttons: "Start"
      \`\`\`

      **The conversation goes elsewhere from \`question\`**, \`bot/state/quiz.yaml:1\`
      \`\`\`diff
        > click "Start"
        > click "Answer"
        > click "Answer"
      - → done (answer)
      - | The end
      - The conversation is over.
      + → question (answer)
      + | Question 3
      + buttons: "Answer"
      \`\`\`

      <details><summary>3 changes of what is written</summary>

      - text \`home.text\` changed, \`bot/state/home.yaml:3\`
        \`\`\`diff
        - Welcome
        + Hello
        \`\`\`
      - state \`question\` renamed from \`quiz\`, \`bot/state/quiz.yaml:1\`
      - condition \`question.answer\` changed, \`bot/state/quiz.yaml:9\`
        \`\`\`diff
        - {{context.tries >= 2}}
        + {{context.tries >= 3}}
        \`\`\`

      </details>
      "
    `);
  });

  it('shows names with backticks and markup as they are', async () => {
    const text = (says: string) =>
      `type: automata\ninitial: "a\`<b>\`*x*"\nstates:\n  "a\`<b>\`*x*": { render: { text: ${says} } }\n`;
    folder.write({ 'old.yaml': text('Hi'), 'new.yaml': text('Hello') });
    const { out } = await folder.run('diff', 'old.yaml', 'new.yaml', '--format', 'markdown');
    expect(out).toContain('**People see other content in ``a`<b>`*x*``**');
    const page = await folder.run('diff', 'old.yaml', 'new.yaml', '--format', 'html');
    expect(page.out).toContain('content in <code>a`&lt;b&gt;`*x*</code></h4>');
  });

  it('lists the changes for programs', async () => {
    const { code, out } = await folder.run('diff', '--base', 'second', '--format', 'json');
    expect(code).toBe(1);
    const { same, automata } = JSON.parse(out);
    expect([same, automata.length]).toEqual([false, 1]);
    const [{ file, status, structure, behaviour, undecided }] = automata;
    expect([file, status, undecided]).toEqual(['bot/main.yaml', 'changed', { conversations: 0, why: [] }]);
    expect(structure).toContainEqual({
      change: 'renamed',
      kind: 'state',
      name: 'question',
      was: 'quiz',
      file: 'bot/state/quiz.yaml',
      line: 1,
    });
    expect(
      behaviour.map(({ kind, state, events }: Record<string, unknown>) => [kind, state, events]),
    ).toEqual([
      ['text', 'home', []],
      ['path', 'question', [{ click: 'Start' }, { click: 'Answer' }, { click: 'Answer' }]],
    ]);
    expect(behaviour[1].before).not.toEqual(behaviour[1].after);
  });

  it('gives the same bytes for the same input', async () => {
    const call = ['diff', '--base', 'first', '--format', 'json'] as const;
    expect((await folder.run(...call)).out).toBe((await folder.run(...call)).out);
  });

  it('compares two files, and two folders', async () => {
    folder.write({ 'old.automata.yaml': 'initial: a\nstates: {a: {render: {text: One}}}\n' });
    folder.write({ 'new.automata.yaml': 'initial: a\nstates: {a: {render: {text: Two}}}\n' });
    const files = await folder.run('diff', 'old.automata.yaml', 'new.automata.yaml');
    expect(files.code).toBe(1);
    expect(files.out).toContain('- | One');
    folder.write(Object.fromEntries(Object.entries(FIRST).map(([path, text]) => [`copy/${path}`, text])));
    expect((await folder.run('diff', 'copy/bot', 'bot')).code).toBe(1);
    git('checkout', '--quiet', 'second');
    expect(await folder.run('diff', 'copy/bot', 'bot')).toMatchObject({ code: 0 });
    const mixed = await folder.run('diff', 'old.automata.yaml', '.');
    expect(mixed).toMatchObject({ code: 2, out: '' });
    expect(mixed.err).toContain('.: this folder has several automata. Compare two files, or two folders.');
  });

  it('shows prompts and payloads that differ although messages are equal, and what was not compared', async () => {
    const text = `initial: a
states:
  a:
    inputs: {said: {type: IM, user_input: true}}
    tasks:
      - name: talk
        module_type: LLMModule
        module_config: {system_prompt: Be kind, user_prompt: '{{said}}', output_name: reply}
    render: {text: Hi, buttons: [{content: Buy, on_click: {event: buy, payload: {what: pear}}}]}
    transitions: {CHAT: a, buy: a}
`;
    folder.write({ 'old.yaml': text, 'new.yaml': text.replace('kind', 'rude').replace('pear', 'plum') });
    const { out } = await folder.run('diff', 'old.yaml', 'new.yaml', '--max-steps', '2');
    expect(out).toContain('- task.config.system_prompt: "Be kind"\n');
    expect(out).toContain('+ task.config.system_prompt: "Be rude"\n');
    expect(out).toContain('- message.buttons.0.payload.what: "pear"\n');
    expect(out).toMatch(
      /Not everything was compared \(\d+ conversations\)\. The old version [^.;]*\. The new version [^.;]*\.\n/,
    );
  });

  it('leaves out what a run assumes', async () => {
    const text = `initial: a
states:
  a:
    type: automata
    initial: x
    transitions: {DONE: b}
    states: {x: {properties: {is_final: true}, render: {text: X}}}
  b: {render: {text: B}}
`;
    folder.write({ 'old.yaml': text, 'new.yaml': text.replace('text: B', 'text: C') });
    const { code, out } = await folder.run('diff', 'old.yaml', 'new.yaml');
    expect(code).toBe(1);
    expect(out).toContain('- | B');
    expect(out).not.toContain('assumed');
  });

  it('lists automata that are new or removed', async () => {
    folder.write({
      'other/main.yaml': 'type: automata\ninitial: home\nstates: {home: {render: {text: Hi}}}\n',
    });
    rmSync(join(folder.path, 'bot'), { recursive: true });
    const { code, out } = await folder.run('diff', '--format', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(out).automata.map((one: Record<string, unknown>) => [one.file, one.status])).toEqual([
      ['bot/main.yaml', 'removed'],
      ['other/main.yaml', 'added'],
    ]);
  });

  it('follows an automata that was moved, by its `id` or its content', async () => {
    git('mv', 'bot', 'agents');
    for (const paths of [[], ['agents'], ['agents/main.yaml'], ['agents/state/quiz.yaml']])
      expect(await folder.run('diff', ...paths), paths.join()).toMatchObject({
        code: 0,
        out: '1 automata compared: 1 the same\n',
      });
    folder.write({ 'agents/main.yaml': `id: it\n${FIRST['bot/main.yaml']}` });
    git('add', '.');
    commit({}, 'moved');
    git('mv', 'agents', 'bots');
    folder.write({
      'bots/state/home.yaml': THIRD['bot/state/home.yaml'].replace('Hello', 'Good evening'),
    });
    const { out } = await folder.run('diff');
    expect(out).toContain('bots/main.yaml: changed');
    expect(out).toContain('+ | Good evening');
  });

  it('follows several equal automata that were moved', async () => {
    const text = 'id: same\ninitial: a\nstates: { a: { render: { text: Hi }, transitions: { CHAT: a } } }\n';
    commit({ 'x/one.yaml': text, 'x/two.yaml': text }, 'equal');
    git('mv', 'x', 'y');
    expect(await folder.run('diff', '.')).toMatchObject({ out: '3 automata compared: 3 the same\n' });
    git('rm', '-fq', 'y/two.yaml');
    expect((await folder.run('diff', '.')).out).toContain('3 automata compared: 1 removed, 2 the same\n');
  });

  it('never takes a version that cannot be read for the same', async () => {
    folder.write({ 'bot/main.yaml': 'initial: home\nstates: !include gone\n' });
    const { code, out } = await folder.run('diff');
    expect(code).toBe(1);
    expect(out).toContain('bot/main.yaml: cannot be compared');
    expect(out).toContain('gone');
  });

  it.each([
    [['--base', 'nowhere'], '`nowhere` is not a branch, tag or commit of this repository.'],
    [['--base=--output=x'], '`--output=x` is not a branch, tag or commit of this repository.'],
    [['missing.yaml'], 'missing.yaml: no such YAML or JSON file or folder.'],
    [['--format', 'xml'], '`xml` is not a valid value of `--format`.'],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await folder.run('diff', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('needs a repository, or two files', async () => {
    rmSync(join(folder.path, '.git'), { recursive: true });
    const { code, err } = await folder.run('diff');
    expect(code).toBe(2);
    expect(err).toMatch(/is not in a Git repository\. Two files or folders can be compared without it\./);
  });

  it('compares submodules with the commits that the revision has of them', async () => {
    const inner = join(folder.path, 'inner');
    folder.write({ 'inner/main.yaml': 'type: automata\ninitial: a\nstates: {a: {render: {text: One}}}\n' });
    git('init', '--quiet', inner);
    git('-C', inner, 'add', '.');
    git('-C', inner, 'commit', '--quiet', '--message', 'inner');
    git('add', 'inner');
    commit({}, 'submodule');
    expect(await folder.run('diff')).toMatchObject({ code: 0, out: '2 automata compared: 2 the same\n' });
    folder.write({ 'inner/main.yaml': 'type: automata\ninitial: a\nstates: {a: {render: {text: Two}}}\n' });
    expect((await folder.run('diff')).out).toContain('- | One');
    rmSync(join(inner, '.git'), { recursive: true });
    git('init', '--quiet', inner);
    const { code, err } = await folder.run('diff');
    expect([code, err]).toEqual([
      2,
      'inner/main.yaml: the commit of the submodule inner in HEAD is missing. Fetch it there.\n',
    ]);
    expect((await folder.run('diff', 'bot')).code).toBe(0);
  });

  it('writes a page that needs nothing else', async () => {
    const { code } = await folder.run('diff', '--base', 'first', '--format', 'html', '-o', 'changes.html');
    expect(code).toBe(1);
    const page = readFileSync(join(folder.path, 'changes.html'), 'utf8');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    expect(page).toContain('<p class="said">Hello</p>');
    expect(page).not.toContain('<script src');
  });

  it('writes the new behaviour as scenarios that pass', async () => {
    const { code, err } = await folder.run('diff', '--base', 'first', '--accept', 'accepted');
    expect([code, err]).toEqual([1, '2 scenarios written to accepted.\n']);
    expect(folder.read('accepted/path-1.scenario.yaml')).toContain('text: Question 3');
    expect(await folder.run('test', 'accepted')).toMatchObject({ code: 0 });
    git('checkout', '--quiet', 'first');
    expect((await folder.run('test', 'accepted')).code).toBe(1);
    expect(await folder.run('diff', '--base', 'third', '--accept', 'accepted')).toMatchObject({
      code: 2,
      err: expect.stringContaining('already exists; `--force` replaces it.'),
    });
    expect((await folder.run('diff', '--base', 'third', '--accept', 'accepted', '--force')).code).toBe(1);
    expect((await folder.run('test', 'accepted')).code).toBe(0);
  });
});
