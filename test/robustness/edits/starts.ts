import { drawProject } from '../../support/projects';
import {
  CROSS_REFERENCING_JSON,
  CROSS_REFERENCING_PARENT,
  CROSS_REFERENCING_ROOT,
  CROSS_REFERENCING_STATES,
} from './cross-references';
import { WORKSPACES } from './folders';
import type { Random } from './random';

/** The kinds of random projects. */
export type ProjectKind = 'one file' | 'folder' | 'json' | 'several' | 'folders';

export const PROJECT_KINDS: readonly ProjectKind[] = ['one file', 'folder', 'json', 'several', 'folders'];

/** Files, and the folders of the workspace that are open. */
export interface Start {
  readonly files: Files;
  readonly folders: readonly string[];
}

type Files = Readonly<Record<string, string>>;

/** Files that `!oneline` includes, and user-defined modules. */
const BESIDE: Files = {
  'data.json': '{\n  "list": [{"x": 1, "y": "text"}],\n  "name": "n"\n}\n',
  'data/more.json': '[{"key": "a", "value": {"x": true}}]\n',
  'data/code.js': 'return 1;\n',
  'own-modules.yaml':
    'modules:\n  OwnModule:\n    fields:\n      query: {type: string, required: true}\n    result: {x: string, y: number}\ntags: ["!env"]\n',
};

const WITH_DATA =
  'context:\n  box: !oneline data.json\n  score: {value: !oneline ./data/more.json}\n  a: !oneline data/code.js\n';

/** Another automata with the states of the same folder. */
const SECOND: Files = {
  'second.yaml':
    'initial: quiz\ncontext: {kept: 1}\nstates: !include state\ntransitions: {tell: last, next: nest}\n',
};

/** A state without a known automata. */
const LONE: Files = {
  'lone.json': '{\n  "render": {"text": "hi"},\n  "transitions": {"go": "home", "next": "quiz"}\n}\n',
  'lone.yaml': 'render:\n  text: hi\ntransitions:\n  go: home\n  next: quiz\n',
};

const OTHER =
  "type: automata\ninitial: a\ncontext:\n  d: !oneline data.json\nstates:\n  a:\n    tasks:\n      - {name: t, module_type: OwnModule, module_config: {query: 1, output_name: r}}\n    outputs:\n      context.d: '{{JSON.parse(context.d).list[0].x}}'\n      context.e: '{{r.x}}'\n    render: {text: '{{context.e + r.z}}'}\n    transitions: {go: b}\n  b:\n    transitions: {CHAT: a}\n";

/**
 * The maximum total length of the texts of a project. Small projects have as many equal names as large ones, and are many
 * times as fast.
 */
const SIZES = [...[900, 900, 1100, 1100, 1300, 1300, 1600, 1600, 2000, 2500, 3500, 4500], Number.MAX_VALUE];

/** A project of a kind, at random; for several folders of a workspace, one for each. */
export function drawStart(random: Random, kind: ProjectKind): Start {
  if (kind !== 'folders') return { files: drawFiles(random, kind), folders: ['.'] };
  const more = within('../more', drawFiles(random, random.one(['one file', 'folder', 'json'])));
  const bots = random.percent(50)
    ? within('bots', drawFiles(random, random.one(['one file', 'folder'])))
    : {};
  const files = { ...drawFiles(random, random.one(['one file', 'folder', 'several'])), ...bots, ...more };
  return { files, folders: random.one(WORKSPACES) };
}

/** A consistent project, or a random one, which is usually small. */
function drawFiles(random: Random, kind: Exclude<ProjectKind, 'folders'>): Files {
  if (random.percent(65)) return drawWoven(random, kind);
  const largest = random.one(SIZES);
  for (;;) {
    const files = drawKind(random, kind);
    if (Object.values(files).join('').length <= largest) return files;
  }
}

function drawKind(random: Random, kind: Exclude<ProjectKind, 'folders'>): Files {
  switch (kind) {
    case 'one file':
      return withBeside(
        random,
        draw(random, (files) => Object.keys(files).join() === 'main.yaml'),
        25,
      );
    case 'json':
      return withBeside(
        random,
        draw(random, (files) => 'main.json' in files),
        25,
      );
    case 'folder':
      return withBeside(random, draw(random, isSplit), 40);
    case 'several': {
      const files = draw(random, isSplit);
      // Another automata with the same states, a subfolder with its own, a standalone state.
      const second = random.percent(50) ? { 'second.yaml': draw(random, isSplit)['main.yaml'] ?? '' } : {};
      const below = random.percent(40) ? within('bots', draw(random, isSplit)) : {};
      const lone = some(random, 30, LONE);
      const other = some(random, 50, { 'other.yaml': OTHER });
      return withBeside(random, { ...files, ...second, ...below, ...lone, ...other }, 60);
    }
  }
}

function draw(random: Random, isWanted: (files: Files) => boolean): Files {
  // Block style is cut into one unit per state, and units are the keys of caches.
  const inBlocks = random.percent(80);
  for (;;) {
    const files = Object.fromEntries(drawProject(random.one, inBlocks).map(({ path, text }) => [path, text]));
    if (isWanted(files)) return files;
  }
}

/** The percentage of projects with a state, if it is rare. */
const SHARES: Readonly<Record<string, number>> = { home: 97, nest: 45, deep: 45, one: 60, two: 60, base: 20 };

/** A project in which everything is referenced, so that most changes of a name have effects elsewhere. */
function drawWoven(random: Random, kind: ProjectKind): Files {
  if (kind === 'json') return { 'main.json': random.one(CROSS_REFERENCING_JSON) };
  const names = Object.keys(CROSS_REFERENCING_STATES).filter((name) => random.percent(SHARES[name] ?? 90));
  const gone = Object.keys(CROSS_REFERENCING_STATES).filter((name) => !names.includes(name));
  // Without unresolved references, much more is certain.
  const toGone = new RegExp(`: (?:${gone.join('|')})(?:\\.\\w+)?(?=[,}\\n])`, 'g');
  const states = names.map((name) => (CROSS_REFERENCING_STATES[name] ?? '').replace(toGone, ': home'));
  const indented = states.join('').replace(/^(?=.)/gm, '  ');
  const beside = some(random, kind === 'several' ? 100 : 50, BESIDE);
  if (kind === 'one file') return { 'main.yaml': `${CROSS_REFERENCING_ROOT}states:\n${indented}`, ...beside };
  const half = random.below(states.length + 1);
  const parts = [states.slice(0, half), states.slice(half)].filter((part) => part.length > 0);
  const files = Object.fromEntries(parts.map((part, index) => [`state/${index}.yaml`, part.join('')]));
  const main = random.percent(30)
    ? CROSS_REFERENCING_PARENT
    : `${CROSS_REFERENCING_ROOT}states: !include state\n`;
  const others =
    kind === 'several' ? { ...some(random, 40, SECOND), ...some(random, 40, LONE), ...drawJson(random) } : {};
  return { 'main.yaml': main, ...files, ...others, ...beside };
}

/** An automata in JSON next to one in YAML. */
function drawJson(random: Random): Files {
  return random.percent(25) ? { 'second.json': random.one(CROSS_REFERENCING_JSON) } : {};
}

function some(random: Random, share: number, files: Files): Files {
  return random.percent(share) ? files : {};
}

function isSplit(files: Files): boolean {
  return 'state/0.yaml' in files;
}

function within(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}

function withBeside(random: Random, files: Files, share: number): Files {
  if (!random.percent(share)) return files;
  const main = files['main.yaml'];
  const isPlain = main !== undefined && /^[\w'"]+:/.test(main) && !/^['"]?context['"]?:/m.test(main);
  return { ...files, ...(isPlain ? { 'main.yaml': WITH_DATA + main } : {}), ...BESIDE };
}
