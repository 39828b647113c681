import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { plainLines, printTo } from '../../server/cli/printer';
import { ModelServer, stream } from '../support/model-server';
import { parseXml } from '../support/xml';
import { CommandFolder, type CommandResult } from './command';

/** A text that controls a terminal, hides text, is a command for build servers, and ends texts of each format. */
const EVIL =
  '\n::error::a\r::warning::b\r\n  ::notice::c\n##[error]d ##vso[task.complete]e ##teamcity[f]\n' +
  '\u001b[2J\u001b]8;;x\u0007\u009b1m\u007f\u0000\u202eg\u2066h\u200bi\ufeffj\u2028k\u00adl\u{e0041}\t' +
  '</title>]]>--></desc><script>m</script>"\' %0A,:&amp;\\" # SKIP `n`\nok 1 - o\nend_of_record\n] } {{ | ;';
/** The same as a name: of a state without dots, and of a file without slashes and zeros. */
const NAME = EVIL.replaceAll('.', '').replaceAll('{{', '');
const PATH = NAME.replaceAll('/', '').replaceAll('\0', '').slice(0, 90);

/** JSON is YAML if nothing in it is invisible. */
const yaml = (value: unknown) =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const throwing = `throw new Error(${yaml(EVIL)})`;
const MAIN = {
  initial: `a${NAME}`,
  context: { [`v${NAME}`]: EVIL, w: EVIL, rendre: EVIL },
  states: {
    [`a${NAME}`]: {
      tasks: [
        {
          name: `t${NAME}`,
          module_type: 'LLMModule',
          module_config: { user_prompt: EVIL, model: 'm' },
          output_name: 'r',
        },
        {
          name: 'code',
          module_type: 'AnyWidgetModule',
          module_config: {
            widget_id: '1751859390353202447',
            code: `function main() { ${throwing} }`,
            output_name: 'q',
          },
        },
      ],
      outputs: { 'context.w': `{{(() => { ${throwing} })()}}` },
      render: {
        text: `${EVIL.replaceAll('{{', '')}\n{{context.w}} {{r}}`,
        image: EVIL,
        buttons: [
          { content: EVIL, description: EVIL, on_click: `go${NAME}` },
          { content: 'form', on_click: 'form', payload: { x: EVIL } },
        ],
      },
      transitions: { [`go${NAME}`]: `a${NAME}`, form: `b${NAME}`, CHAT: `a${NAME}`, x: `gone${NAME}` },
    },
    [`b${NAME}`]: {
      inputs: {
        [`i${NAME}`]: {
          type: 'text',
          name: EVIL,
          description: EVIL,
          user_input: true,
          default_value: EVIL,
          choices: [EVIL, 'x'],
          validations: [{ min_length: 1000, error_message: EVIL }],
        },
      },
      render: { text: EVIL },
      [`field${NAME}`]: 1,
    },
  },
  [`root${NAME}`]: 1,
};

const SCENARIOS = {
  automata: `${PATH}.yaml`,
  scenarios: [
    {
      name: `s${EVIL}`,
      tasks: { code: EVIL },
      steps: [{ expect: { error: { contains: '' } } }, { expect: { text: EVIL, state: EVIL } }],
    },
    { name: `passes${EVIL}`, tasks: { code: EVIL }, steps: [{ expect: { error: { contains: '' } } }] },
    { name: 'fails', steps: [{ click: EVIL }, { click: `no${EVIL}` }] },
  ],
};

const folder = new CommandFolder();
const main = `dir${PATH}/${PATH}.yaml`;

function writeProject(): void {
  folder.write({
    [main]: yaml(MAIN),
    [`dir${PATH}/${PATH}.scenario.yaml`]: yaml(SCENARIOS),
    [`broken${PATH}.yaml`]: `initial: a\nstates: {a: !include ${yaml(`gone${PATH}`)}, b: [}\n`,
    [`binary${PATH}.yaml`]: new Uint8Array([0xff, 0xfe, 0x00]),
    [`import${PATH}.json`]: yaml(MAIN),
    [`${PATH}.scenario.yaml`]: yaml({ scenarios: [{ [EVIL]: 1 }] }),
  });
}

const INVISIBLE =
  /(?!\n|\t)[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u;

/** How the runner of GitHub and those of Azure and TeamCity read a line. */
function commandsIn(output: string): string[] {
  return output
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trimStart().startsWith('::') || /##\w*\[/.test(line));
}

/** Checks that the outputs of a command have nothing that is not data. */
function expectInert({ out, err }: CommandResult, ...own: readonly RegExp[]): void {
  for (const output of [out, err]) {
    expect(INVISIBLE.exec(output)?.[0]).toBeUndefined();
    expect(commandsIn(output).filter((line) => !own.some((one) => one.test(line)))).toEqual([]);
  }
}

const ANNOTATION = /^::(?:error|warning|notice) (?:\w+=[^,:]*,)*\w+=[^,:]*::/;

describe('on a build server, hostile names and texts are data in the output of', () => {
  const run = async (...args: readonly string[]) => {
    writeProject();
    folder.environment = { GITHUB_ACTIONS: 'true' };
    return await folder.run(...args);
  };

  it.each(['text', 'json', 'markdown', 'github', 'html'])('`diff` as %s', async (format) => {
    const other = {
      ...MAIN,
      states: { ...MAIN.states, [`b${NAME}`]: { render: { text: `other${EVIL}` } }, [`c${NAME}`]: {} },
    };
    folder.write({ [`old${PATH}.yaml`]: yaml(MAIN), [`new${PATH}.yaml`]: yaml(other) });
    const result = await run('diff', `old${PATH}.yaml`, `new${PATH}.yaml`, '--format', format);
    expect(result.code).toBe(1);
    expect(result.out).toContain('other');
    expectInert(result, ...(format === 'github' ? [ANNOTATION] : []));
    if (format === 'json') expect(JSON.parse(result.out).same).toBe(false);
    if (format === 'html') expect(result.out.match(/<script>/g)).toHaveLength(1);
    if (format !== 'markdown') return;
    const prose = result.out.replace(/^( *)(`{3,})diff\n.*?^\1\2$/gms, '').replace(/(`+)[^`].*?\1/g, '');
    expect(prose).not.toMatch(/<script|::error|\]\(/);
  });

  it('`check` as text', async () => {
    const result = await run('check');
    expect(result).toMatchObject({ code: 1, out: expect.stringContaining('unknown-field') });
    expect(result.err).toContain('binary\\n:');
    expectInert(result);
    expectInert(await run('check', `gone${EVIL}`, `--severity=${EVIL.replaceAll('\0', '')}`, `--${EVIL}`));
    expectInert(await run('check', `gone${PATH}`));
    expectInert(await run(`check${EVIL}`));
  });

  it('`check` as JSON and SARIF', async () => {
    const json = await run('check', '--format', 'json');
    expectInert(json);
    expect(JSON.parse(json.out).findings[0].file).toContain('\n::error::a\r');
    const { code, out, err } = folder.shell('GITHUB_ACTIONS=true $CLI check --format sarif');
    expectInert({ code, out, err });
    expect(JSON.parse(out).runs[0].results[0].message.text).toContain('\u001b[2J');
  });

  it('`check` as annotations', async () => {
    const result = await run('check', '--format', 'github');
    expectInert(result, ANNOTATION);
    expect(
      result.out
        .trimEnd()
        .split('\n')
        .every((line) => ANNOTATION.test(line)),
    ).toBe(true);
    expect(result.out).toContain('file=dir\\n%3A%3Aerror%3A%3Aa\\r');
  });

  it('`export`', async () => {
    const result = await run('export', main, '--force');
    expectInert(result);
    expect(JSON.parse(result.out).context.w).toBe(EVIL);
    expectInert(await run('export', main));
    expectInert(await run('export', `broken${PATH}.yaml`));
    expectInert(await run('export', main, '-o', `no${PATH}/x`, '--force'));
  });

  it('`import`', async () => {
    expectInert(await run('import', `import${PATH}.json`, `to${PATH}`));
    expectInert(await run('import', `import${PATH}.json`, `to${PATH}`));
    expectInert(await run('import', `broken${PATH}.yaml`, `other${PATH}`));
  });

  it('`graph`', async () => {
    const svg = await run('graph', main);
    expectInert(svg);
    expect(parseXml(svg.out).text).toContain('<script>m</script>');
    const dot = await run('graph', main, '--format', 'dot');
    expectInert(dot);
    // Each line is complete: quotes in labels do not end them.
    for (const line of dot.out.trimEnd().split('\n'))
      expect(line.replace(/"(?:[^"\\]|\\.)*"/g, '""')).toMatch(/^\s*(?:\}|[\w= ;,[\]#".>-]*[{;])$/);
    const mermaid = await run('graph', main, '--format', 'mermaid');
    expectInert(mermaid);
    for (const line of mermaid.out.trimEnd().split('\n')) expect(line).not.toMatch(/<|`|"[^"]*"[^"]*"/);
  });

  it('`schema`', async () => {
    expectInert(await run('schema', EVIL));
    expectInert(await run('schema'));
  });

  it.each([[], ['--tasks', 'ask']])('`run` with %j', async (...tasks) => {
    writeProject();
    folder.environment = { GITHUB_ACTIONS: 'true' };
    const typed = ['answer', ':context', ':x', '1', '2', '', '1', ':cancel', 'hello', '9'].join('\n');
    const result = await folder.runWith(`${typed}\n`, 'run', main, ...tasks, '--record', `${PATH}.record`);
    expect(result.code).toBe(0);
    expectInert(result);
    expectInert(await run('run', main, '--start', EVIL, '--recorded', `${PATH}.record`));
    expectInert(await run('run', main, '--recorded', `${PATH}.scenario.yaml`));
  });

  it('`run` as lines of JSON', async () => {
    writeProject();
    folder.environment = { GITHUB_ACTIONS: 'true' };
    const typed = [{ click: EVIL }, { click: `no${EVIL}` }, { click: 'form' }, { form: {} }, { say: EVIL }];
    const result = await folder.runWith(
      typed.map((event) => `${JSON.stringify(event)}\n`).join(''),
      ...['run', main, '--format', 'jsonl'],
    );
    expectInert(result);
    const lines = result.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.find((line) => line.message)?.message.image).toBe(EVIL);
  });

  it('`run` with a model', async () => {
    const server = new ModelServer();
    await server.start();
    server.respond = (response) => stream(response, ...`\n::error::x${EVIL}`);
    try {
      const result = await run('run', main, '--tasks', 'live', '--model-url', server.url);
      expect(result.out).toContain('the model answers');
      expectInert(result);
    } finally {
      await server.stop();
    }
  });

  it('`test` as text', async () => {
    const result = await run('test', `dir${PATH}`, '--coverage');
    expect(result.out).toContain('1 passed, 2 failed');
    expectInert(result);
    expectInert(await run('test'));
    expectInert(await run('test', EVIL));
  });

  it('`test` as JSON', async () => {
    const result = await run('test', `dir${PATH}`, '--format', 'json');
    expectInert(result);
    expect(JSON.parse(result.out).scenarios[0].name).toBe(`s${EVIL}`);
  });

  it('`test` as JUnit', async () => {
    const result = await run('test', `dir${PATH}`, '--format', 'junit');
    expectInert(result);
    const names = parseXml(result.out).children.flatMap(({ attributes }) => attributes.get('name') ?? []);
    expect(names).toHaveLength(3);
    expect(names[0]).toContain('</title>]]>-->');
  });

  it('`test` as TAP', async () => {
    const result = await run('test', `dir${PATH}`, '--format', 'tap', '--coverage');
    expectInert(result);
    const lines = result.out.trimEnd().split('\n');
    const points = lines.filter((line) => !/^(?: |TAP version 14$|1\.\.3$)/.test(line));
    expect(points.map((line) => /^(?:not )?ok \d - /.exec(line)?.[0])).toEqual([
      'not ok 1 - ',
      'ok 2 - ',
      'not ok 3 - ',
    ]);
    // Directives begin with an unescaped character.
    for (const point of points) expect(point.replace(/\\[\\#]/g, '')).not.toContain('#');
    const [block = ''] = result.out.split('\n  ---\n').slice(1);
    const { failures } = parse(block.split('\n  ...\n')[0] ?? '');
    expect(failures[0].expected).toBe(EVIL);
  });

  it('`test` as annotations', async () => {
    const result = await run('test', `dir${PATH}`, '--format', 'github', '--coverage');
    expectInert(result, ANNOTATION);
    expect(result.out).toContain('title=s\\n%3A%3Aerror');
  });

  it('`test` with coverage', async () => {
    const lcov = await run('test', `dir${PATH}`, '--coverage', '--coverage-format', 'lcov');
    expectInert(lcov);
    for (const line of lcov.out.trimEnd().split('\n'))
      expect(line).toMatch(/^(?:(?:TN|SF|FN|FNDA|FNF|FNH|BRDA|BRF|BRH|DA|LF|LH):|end_of_record$)/);
    const page = await run(
      'test',
      `dir${PATH}`,
      '--coverage',
      '--coverage-format',
      'html',
      '--coverage-folder',
      `c${PATH}`,
    );
    expectInert(page);
    const html = folder.read(`c${PATH}/index.html`);
    expect(INVISIBLE.exec(html)?.[0]).toBeUndefined();
    expect(html).not.toMatch(/<script|<\/title>\]/);
  });

  it('`explore`', async () => {
    const text = await run('explore', main, '--max-steps', '20', '--write-scenarios', `w${PATH}`);
    expect(text.out).toContain('finding');
    expectInert(text);
    const json = await run('explore', main, '--max-steps', '20', '--format', 'json');
    expectInert(json);
    expect(JSON.parse(json.out).findings.length).toBeGreaterThan(0);
    const several = ['explore', main, `gone${PATH}`, '--max-steps', '20'];
    expectInert(await run(...several));
    expectInert(await run(...several, '--format', 'json'));
    const annotations = await run(...several, '--format', 'github');
    expectInert(annotations, ANNOTATION);
    expect(
      annotations.out
        .trimEnd()
        .split('\n')
        .every((line) => ANNOTATION.test(line)),
    ).toBe(true);
    const junit = await run(...several, '--format', 'junit');
    expectInert(junit);
    expect(parseXml(junit.out).children.length).toBeGreaterThan(3);
  });
});

it('a process escapes its output, and text for people is not changed otherwise', () => {
  folder.write({
    [main]: yaml(MAIN),
    'a.automata.yaml': 'initial: a\nstates: {a: {render: {text: "  ::error:: 👩‍🔬 ##[x]"}}}\n',
  });
  expect(folder.startProcess('run', 'a.automata.yaml').out).toContain('  ::error:: 👩‍🔬 ##[x]');
  const { out } = folder.shell('GITHUB_ACTIONS=true $CLI run a.automata.yaml < /dev/null');
  expect(out).toContain('  :\\u003aerror:: 👩‍🔬 ##\\u005bx]');
  expect(INVISIBLE.test(folder.startProcess('check', main).out)).toBe(false);
});

it('a command is found if it is printed in parts', () => {
  let printed = '';
  const print = printTo(
    (text) => {
      printed += text;
    },
    { TF_BUILD: 'True' },
  );
  for (const part of ['a::b\n', ' ', ':', ':error', '::c', '\n::d #', '#v', 'so[e', ' '.repeat(100), '::f'])
    print(plainLines(part));
  expect(printed).toBe(`a::b\n :\\u003aerror::c\n:\\u003ad ##vso\\u005be${' '.repeat(100)}::f`);
});
