import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  promises,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileSystem } from '../../server/filesystem';
import { nodeFileSystem } from '../../server/filesystem-node';
import { type Address, normalize } from '../../server/project/files/paths';
import { sample } from '../support/depth';
import { InProcessServer, protocolPosition } from './server';

/** Nothing outside of the workspace is read, whatever a file contains, and nothing is executed. */

let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'atomic-state-')));
  root = join(base, 'ws');
  mkdirSync(join(root, 'state'), { recursive: true });
  for (const path of [
    'secret.yaml',
    'secret.json',
    'secret/secret.yaml',
    'ws-beside/secret.yaml',
    'secret/a.yaml',
    'WS/secret.yaml',
    'ws /secret.yaml',
  ])
    write(path, SECRET);
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(base, { recursive: true, force: true });
});

const SECRET =
  '{ "secret_state": { "render": { "text": "TOP_SECRET" } }, "modules": { "SecretModule": {} } }\n';

function write(path: string, text: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}

/** As clients write it. */
const uriOf = (path: string) => pathToFileURL(join(base, path)).toString() as Address;

/** Every file whose content is read, and every folder whose names are. */
function watchReading(): string[] {
  const read: string[] = [];
  for (const name of ['readFile', 'readdir', 'open'] as const) {
    const original = promises[name];
    vi.spyOn(promises, name).mockImplementation((...given: unknown[]) => {
      if (typeof given[0] === 'string') read.push(given[0]);
      return Reflect.apply(original, promises, given);
    });
  }
  return read;
}

/** Paths to places outside of the workspace; some only on other systems. */
const WAYS_OUT: readonly string[] = [
  '../secret.yaml',
  '../secret.json',
  '../secret',
  'state/../../secret',
  './state/./../..//secret',
  '..',
  '../ws-beside',
  '../ws/../secret',
  '..\\secret',
  '..\\\\secret\\\\secret.yaml',
  '%2e%2e/secret',
  '..%2fsecret',
  '..%5csecret',
  '../WS',
  '../WS/secret.yaml',
  'STATE/../../secret',
  '../ws ',
  'loop',
  'loop/secret.yaml',
  'there/and/back',
  'up',
  'up/secret.yaml',
  'link',
  'link/secret.yaml',
  'link.yaml',
  'link.json',
  'twice',
  'state/link',
  '/etc',
  '/etc/passwd',
  '//localhost/etc',
  '\\\\\\\\localhost\\\\share',
  'C:/Windows',
  'c:\\Windows',
  '/C:/Windows',
  'file:///etc/passwd',
  'file:/etc',
  'vscode-remote://x/etc',
  'http://localhost/secret.yaml',
  '~/secret',
  '$HOME',
  '\0',
  'a\0/../../secret',
  '..\u2215secret',
  'SECRET:$DATA',
  '.../...//secret',
];

function makeLinks(): void {
  symlinkSync(join(base, 'secret'), join(root, 'link'));
  symlinkSync('../../secret', join(root, 'state/link'));
  symlinkSync(join(base, 'secret.yaml'), join(root, 'link.yaml'));
  symlinkSync('../secret.json', join(root, 'link.json'));
  symlinkSync('link', join(root, 'twice'));
  symlinkSync('loop', join(root, 'loop'));
  mkdirSync(join(root, 'there'));
  symlinkSync('back', join(root, 'there/and'));
  symlinkSync('and', join(root, 'there/back'));
  symlinkSync('..', join(root, 'up'));
}

function absolute(): readonly string[] {
  return [join(base, 'secret'), join(base, 'secret.yaml'), uriOf('secret'), uriOf('secret.yaml')];
}

describe('files outside of the workspace', () => {
  it.each([
    ['trusted', true],
    ['not trusted', false],
  ])('are not read if the workspace is %s', async (_what, trusted) => {
    makeLinks();
    const ways = [...WAYS_OUT, ...absolute()];
    const quoted = ways.map((way) => JSON.stringify(way));
    const lines = quoted.map((way, i) => `  v${i}: !oneline ${way}\n  w${i}: !include ${way}\n`);
    const bot = `type: automata\ninitial: home\nstates: {home: {render: {text: '{{context.v0}}'}}}\ncontext:\n${lines.join('')}`;
    write('ws/bot.automata.yaml', bot);
    const inOne = quoted.map((way, i) => `${i}: {states: !include ${way}}`).join(', ');
    const more = `type: automata\ninitial: home\nstates: {${inOne}}\n`;
    write('ws/more.automata.yaml', more);
    const read = watchReading();
    const settings = { modules: ways, detect: { byName: ['**', '../**'] } };
    const server = await InProcessServer.start(
      {},
      {
        fileSystem: nodeFileSystem,
        root: uriOf('ws'),
        options: { atomicState: settings, trusted },
      },
    );
    const answers: unknown[] = [];
    for (const [path, text] of [
      ['ws/bot.automata.yaml', bot],
      ['ws/more.automata.yaml', more],
    ] as const) {
      await server.open(uriOf(path), text);
      // The first answers request more files.
      const tags = [...text.matchAll(/!(?:oneline|include) "/g)].map((one) => one.index + one[0].length);
      for (const at of [0, 0, ...sample(tags, 54, 18)])
        answers.push(
          await server.askEverything(
            uriOf(path),
            protocolPosition(text, at),
            protocolPosition(text, text.length),
          ),
        );
    }
    answers.push(await server.ask('workspace/symbol', { query: 'secret' }));
    await server.stop();
    expect(server.thrown).toEqual([]);
    expect(read.filter((path) => path !== root && !path.startsWith(`${root}/`)).join('\n')).toBe('');
    expect(JSON.stringify(answers)).not.toMatch(/TOP_SECRET|secret_state|SecretModule/);
    if (!trusted) expect(JSON.stringify(answers)).not.toContain('SecretModule');
  });

  it('are read if they are in the workspace', async () => {
    write('ws/state/a.yaml', SECRET);
    const text = 'type: automata\ninitial: home\nstates: !include state\n';
    write('ws/bot.yaml', text);
    const server = await InProcessServer.start({}, { fileSystem: nodeFileSystem, root: uriOf('ws') });
    await server.open(uriOf('ws/bot.yaml'), text);
    await server.ask('textDocument/diagnostic', { textDocument: { uri: uriOf('ws/bot.yaml') } });
    const found = await server.ask('workspace/symbol', { query: 'secret' });
    await server.stop();
    expect(JSON.stringify(found)).toContain('secret_state');
  });
});

/** Addresses outside of the workspace that a client or a file may name. */
function oddAddresses(): readonly string[] {
  const secret = join(base, 'secret.yaml');
  return [
    uriOf('secret.yaml'),
    uriOf('ws/../secret.yaml'),
    `${uriOf('ws')}/%2e%2e/secret.yaml`,
    `${uriOf('ws')}/..%2Fsecret.yaml`,
    `${uriOf('ws')}/%252e%252e/secret.yaml`,
    `${uriOf('ws')}\\..\\secret.yaml`,
    `${uriOf('ws')}/../secret.yaml?a=b`,
    `${uriOf('ws')}/../secret.yaml#ws`,
    `${uriOf('secret.yaml')}?${uriOf('ws')}`,
    `FILE://${secret}`,
    `File://${secret}`,
    `file:${secret}`,
    `file:////${secret}`,
    `file://localhost${secret}`,
    `file://host/share/secret.yaml`,
    `file://..${secret}`,
    `vscode-vfs://github${secret}`,
    `untitled:${secret}`,
    `http://localhost${secret}`,
    secret,
    `\\\\?\\${secret}`,
    'file:///C:/Windows/win.ini',
    'file:///c%3A/Windows/win.ini',
    'C:\\Windows\\win.ini',
    'file:///etc/passwd',
    'file:///dev/zero',
    'file:///proc/self/environ',
    `${uriOf('ws')}/link.yaml`,
    `${uriOf('ws')}/link/secret.yaml`,
    `${uriOf('ws')}/up/secret.yaml`,
    `${uriOf('ws')}/state/link/secret.yaml`,
    `${uriOf('ws')}\0/../secret.yaml`,
    `${uriOf('ws')}%00/../secret.yaml`,
    `${uriOf('ws')}-beside/secret.yaml`,
  ];
}

it('the file system reads nothing outside of a folder, whatever the address', async () => {
  makeLinks();
  const read = watchReading();
  for (const address of oddAddresses()) {
    for (const one of [address as Address, normalize(address)]) {
      const found = await nodeFileSystem.stat(one, uriOf('ws'), 1_000_000);
      expect([one, found.kind]).toEqual([
        one,
        expect.stringMatching(/^(?:outside|beyond|missing|unreadable)$/),
      ]);
      expect(await nodeFileSystem.read(one, uriOf('ws'), 1_000_000)).toBeUndefined();
    }
  }
  const found: string[] = [];
  for await (const address of nodeFileSystem.find(uriOf('ws'))) found.push(address);
  expect(found).toEqual([]);
  expect(read.filter((path) => path !== root && !path.startsWith(`${root}/`)).join('\n')).toBe('');
});

it('links within the workspace are followed, and cyclic links are unreadable', async () => {
  makeLinks();
  write('ws/state/a.yaml', 'a: {}\n');
  symlinkSync('state', join(root, 'inside'));
  const look = (path: string) => nodeFileSystem.stat(uriOf(path), uriOf('ws'), 1_000_000);
  expect(await look('ws/inside/a.yaml')).toEqual({ kind: 'text', text: 'a: {}\n' });
  expect(await look('ws/inside')).toMatchObject({ kind: 'folder' });
  for (const path of ['ws/loop', 'ws/loop/a.yaml', 'ws/there/and', 'ws/there/and/back'])
    expect(await look(path)).toMatchObject({ kind: 'unreadable' });
});

it('special files are not opened, even if they replace a file meanwhile', async () => {
  const pipe = join(root, 'pipe.yaml');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  expect(await nodeFileSystem.stat(uriOf('ws/pipe.yaml'), uriOf('ws'), 1000)).toMatchObject({
    kind: 'unreadable',
  });
  // Opening a pipe blocks a thread of the server until there is a writer.
  const asFile = Object.assign(Object.create(statSync(pipe)), { isFile: () => true });
  vi.spyOn(promises, 'stat').mockResolvedValue(asFile);
  expect(await nodeFileSystem.stat(uriOf('ws/pipe.yaml'), uriOf('ws'), 1000)).toMatchObject({
    kind: 'outside',
  });
});

const LOOKS: readonly (readonly [
  what: string,
  path: string,
  look: keyof Pick<FileSystem, 'stat' | 'read'>,
])[] = [
  ['a file', 'ws/inner/a.yaml', 'stat'],
  ['a file that will be renamed', 'ws/inner/a.yaml', 'read'],
  ['a folder', 'ws/inner', 'stat'],
];

describe('a folder that is replaced by a link while it is read', () => {
  const calls = [1, 2, 3, 4, 5, 6, 7];

  it.each(LOOKS.flatMap((one) => calls.map((call) => [...one, call] as const)))(
    '%s, %s by %s at call %i',
    async (_what, path, look, call) => {
      write('ws/inner/a.yaml', 'harmless: {}\n');
      write('secret/only-there.yaml', SECRET);
      let count = 0;
      for (const name of ['realpath', 'stat', 'lstat', 'readFile', 'readdir', 'open'] as const) {
        const original = promises[name];
        vi.spyOn(promises, name).mockImplementation((...given: unknown[]) => {
          if (++count === call) {
            renameSync(join(root, 'inner'), join(root, 'was'));
            symlinkSync(join(base, 'secret'), join(root, 'inner'));
          }
          return Reflect.apply(original, promises, given);
        });
      }
      const found = await nodeFileSystem[look](uriOf(path), uriOf('ws'), 1_000_000);
      expect(JSON.stringify(found) ?? '').not.toMatch(/TOP_SECRET|only-there/);
    },
  );
});

/** Text that would be a link, a command, HTML or an image if it were not escaped. */
const EVIL =
  '[EVIL](command:EVIL) <img src=EVIL> ![EVIL](http://EVIL) `EVIL` ``EVIL`` ](EVIL) **EVIL** <EVIL:x>';

/** Markdown without its code spans. */
function withoutCode(markdown: string): string {
  return markdown
    .replace(/^(`{3,})[^`\n]*\n[\s\S]*?^\1`*$/gm, '')
    .replace(/(?<!`)(`+)(?!`)(?:(?!\n\n)[\s\S])*?(?<!`)\1(?!`)/g, '');
}

function* markdownIn(answer: unknown): Generator<string> {
  if (typeof answer !== 'object' || answer === null) return;
  if ('kind' in answer && answer.kind === 'markdown' && 'value' in answer) yield String(answer.value);
  for (const value of Object.values(answer)) yield* markdownIn(value);
}

describe('text of a file in Markdown', () => {
  const evil = JSON.stringify(EVIL);
  const lines = JSON.stringify(`a\n\n# EVIL\n\n${EVIL}\n\n\`\`\`\nEVIL`);
  const text = `# ${EVIL}
type: automata
initial: ${evil}
context:
  # ${EVIL}
  ${evil}: ${evil}
  score: {type: ${evil}, value: ${lines}}
states:
  # ${EVIL}
  ${evil}:
    id: ${evil}
    inputs:
      ${evil}: {type: ${evil}, description: ${lines}, default_value: ${evil}, choices: [${evil}]}
      name: {type: text, description: ${lines}}
    tasks:
      - name: ${evil}
        module_type: ${evil}
        module_config: {widget_id: ${evil}, prompt: ${lines}, output_name: ${evil}}
      - {name: t, module_type: AnyWidgetModule, module_config: {widget_id: ${evil}, output_name: reply}}
      - {name: own, module_type: EvilModule, module_config: {field: 1, other: {${evil}: 1}, ${evil}: [1]}}
    outputs:
      ${evil}: ${lines}
      context.${evil}: ${evil}
      context.score: '{{ ({ [${evil}]: ${evil} })[${evil}] + name + reply }}'
    render:
      text: ${lines}
      buttons:
        - {content: ${evil}, description: ${lines}, on_click: ${evil}}
        - {content: ${evil}, on_click: {event: ${evil}, payload: {${evil}: ${lines}}}}
    transitions:
      ${evil}: ${evil}
      CHAT: {target: ${evil}, condition: ${evil}, target_inputs: {${evil}: ${evil}}}
`;
  // Descriptions are sentences, in which words may be code.
  const prose = JSON.stringify(
    `a\n\n# EVIL\n\n    EVIL\n\n- ${EVIL} www.EVIL.com &lt;\n\n\`\`\`\nEVIL`.replaceAll('EVIL', 'PROSE'),
  );
  const modules = `modules:
  EvilModule:
    description: ${prose}
    output_name: ${evil}
    result: {${evil}: string}
    fields:
      field: {values: [${evil}, {value: 1, description: ${prose}}], default: ${evil}, description: ${prose}}
      other: {type: object, deprecated: ${prose}, fields: {${evil}: {type: string, description: ${prose}}}}
      ${evil}: {type: list, item: {values: [${evil}]}}
  ${evil}: {description: ${prose}, result: {${evil}: [${evil}]}}
widgets:
  ${evil}:
    name: ${evil}
    description: ${prose}
    fields: {${evil}: {type: string, description: ${prose}}}
    result: {${evil}: string}
`;

  it('is always escaped', { timeout: 120_000 }, async () => {
    const server = await InProcessServer.start(
      { 'own-modules.yaml': modules, 'a.automata.yaml': text },
      { options: { atomicState: { modules: ['own-modules.yaml'], inlayHints: { eventTargets: true } } } },
    );
    const uri = 'file:///ws/a.automata.yaml';
    await server.open(uri, text);
    const found = new Set<string>();
    const places = [...text.matchAll(/(?<=[{:] |^ +)[\w"'[]/gm)].map((one) => one.index + 1);
    for (const at of [0, 0, ...places.filter((_place, index) => index % 2 === 0)]) {
      const answers = await server.askEverything(
        uri,
        protocolPosition(text, at),
        protocolPosition(text, text.length),
      );
      for (const markdown of markdownIn(answers)) found.add(markdown);
    }
    await server.stop();
    expect(server.thrown).toEqual([]);
    expect([...found].filter((markdown) => markdown.includes('EVIL')).length).toBeGreaterThan(10);
    for (const markdown of found)
      if (withoutCode(markdown).includes('EVIL')) expect(markdown).toBe('escaped');
    const described = [...found].filter((markdown) => markdown.includes('PROSE'));
    expect(described.length).toBeGreaterThan(3);
    for (const markdown of described)
      for (const line of withoutCode(markdown.replace(/\\[!-/:-@[-`{-~]/g, '')).split('\n'))
        if (line.includes('PROSE')) expect(line).not.toMatch(/^ {4}|[[\]<>#`&@]|:\/\/|www\.|\*\*PROSE/);
  });
});
