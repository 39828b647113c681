import fc from 'fast-check';
import { expect, it } from 'vitest';
import { complete } from '../../server/features/completion';
import { definition } from '../../server/features/definition';
import { documentSymbols } from '../../server/features/document-symbols';
import { hover } from '../../server/features/hover';
import { tokensOf } from '../../server/features/semantic-tokens';
import { DEFAULT_WORKSPACE_SETTINGS } from '../../server/project/settings';
import type { Workspace } from '../../server/project/workspace';
import { findingsOfFile } from '../../server/rules/file-findings';
import { Checker } from '../../server/rules/run';
import type { FixtureFile } from '../support/fixture';
import { projects } from '../support/projects';
import { addressOf, feed, workspaceOf } from '../support/workspace';

/**
 * After any edits of any project, all that is said is what a fresh server would say. Longer:
 * `ATOMIC_STATE_RUNS=10000 npx vitest run test/robustness/incremental.test.ts`.
 */
const RUNS = Number(process.env.ATOMIC_STATE_RUNS ?? 25);

/** A project beside the random one, with a file of data and modules of its own. */
const OTHERS: Readonly<Record<string, string>> = {
  'other.yaml':
    "type: automata\ninitial: a\ncontext:\n  d: !oneline data.json\n  e: {value: !oneline ./data.json}\nstates:\n  a:\n    tasks:\n      - {name: t, module_type: OwnModule, module_config: {query: 1, output_name: r}}\n    outputs:\n      context.d: '{{r.x}}'\n    render: {text: '{{context.d.list[0].x + r.z}}'}\n    transitions: {go: b}\n  b:\n    transitions: {CHAT: a}\n",
  'data.json': '{\n  "list": [{"x": 1, "y": "text"}],\n  "name": "n"\n}\n',
  'own-modules.yaml':
    'modules:\n  OwnModule:\n    fields:\n      query: {type: string, required: true}\n    result: {x: string, y: number}\ntags: ["!env"]\n',
};

const SCRAPS = [
  ...[
    '\n',
    '  ',
    '\r\n',
    "'",
    '"',
    '{{',
    '}}',
    ':',
    ': ',
    '- ',
    '#',
    ',',
    '{',
    '}',
    '[',
    ']',
    '\t',
    '💬',
    '\ud83d',
  ],
  ...[
    'home',
    'x',
    'context.',
    'payload.',
    '&a ',
    '*a',
    '<<: *a\n',
    '---\n',
    '!env ',
    '!oneline data.json',
    '|\n',
  ],
  'states:\n  inner:\n    initial: x\n    states: {x: {}}\n    transitions:\n      go: home\n',
  'quiz:\n  render:\n    text: "{{context.score}}"\n    buttons:\n      - {content: A, on_click: next}\n  transitions:\n    next: home\n',
  '  new_state:\n    outputs: {context.score: "{{1}}"}\n    transitions: {CHAT: home, go: {target: x, target_inputs: {name: 1}}}\n',
  'states: !include state\n',
  '# atomic-state-disable-next-line\n',
  '"more": [1, {"x": 2}],',
];

interface Edit {
  readonly kind:
    | 'insert'
    | 'remove'
    | 'move'
    | 'indent'
    | 'line-ends'
    | 'undo'
    | 'split'
    | 'join'
    | 'disk'
    | 'settings';
  /** Chooses the file, places in it, and what is put there. */
  readonly file: number;
  readonly from: number;
  readonly to: number;
  readonly what: number;
}

const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Edit['kind']>(
      ...([
        'insert',
        'insert',
        'insert',
        'remove',
        'move',
        'move',
        'indent',
        'line-ends',
        'undo',
        'split',
        'join',
        'disk',
        'settings',
      ] as const),
    ),
    file: fc.nat(50),
    from: fc.nat(2000),
    to: fc.nat(2000),
    what: fc.nat(500),
  }),
  { minLength: 1, maxLength: 10 },
);

const MODULES = ['own-modules.yaml'];

const SETTINGS = [
  {},
  { tags: ['!other'] },
  { modules: [] },
  { detect: { byContent: false, byName: [] } },
  { detect: { byContent: true, byName: ['state/*'] } },
];

/** A workspace that is edited, and the texts that it should hold. */
class Session {
  readonly texts: Map<string, string>;
  readonly open: Set<string>;
  private readonly before = new Map<string, string>();
  private settings: object = {};
  readonly workspace: Workspace;
  readonly checker: Checker;

  constructor(files: readonly { readonly path: string; readonly text: string }[]) {
    this.texts = new Map([
      ...files.map(({ path, text }) => [path, text] as const),
      ...Object.entries(OTHERS),
    ]);
    this.open = new Set(this.texts.keys());
    this.workspace = this.fresh();
    this.checker = new Checker(this.workspace, () => ({}));
  }

  fresh(): Workspace {
    const files = [...this.texts].map(([path, text]) => ({ path, text }));
    return workspaceOf(files, [...this.open], { modules: MODULES, ...this.settings });
  }

  apply({ kind, file, from, to, what }: Edit): void {
    const paths = [...this.texts.keys()];
    const path = paths[file % paths.length] ?? '';
    const text = this.texts.get(path) ?? '';
    const [start = 0, end = 0] = [from % (text.length + 1), to % (text.length + 1)].sort((a, b) => a - b);
    const lines = text.split(/(?<=\n)/);
    const [first = 0, last = 0] = [from % (lines.length + 1), to % (lines.length + 1)].sort((a, b) => a - b);
    switch (kind) {
      case 'insert':
        this.write(path, start, start, SCRAPS[what % SCRAPS.length] ?? '');
        break;
      case 'remove':
        this.write(path, start, Math.min(end, start + (what % 40)), '');
        break;
      case 'move': {
        const taken = lines.slice(first, last);
        const at = lines.slice(0, first).join('').length;
        this.write(path, at, at + taken.join('').length, '');
        const other = paths[what % paths.length] ?? path;
        const there = Math.min(to, this.texts.get(other)?.length ?? 0);
        this.write(other, there, there, taken.join(''));
        break;
      }
      case 'indent': {
        const changed = lines
          .slice(first, last)
          .map((line) => (what % 2 === 0 ? `  ${line}` : line.replace(/^ {2}/, '')));
        const at = lines.slice(0, first).join('').length;
        this.write(path, at, lines.slice(0, last).join('').length, changed.join(''));
        break;
      }
      case 'line-ends':
        this.write(
          path,
          0,
          text.length,
          text.includes('\r') ? text.replaceAll('\r', '') : text.replaceAll('\n', '\r\n'),
        );
        break;
      case 'undo':
        this.write(path, 0, text.length, this.before.get(path) ?? text);
        break;
      case 'split': {
        const at = lines.slice(0, first).join('').length;
        this.write(path, at, text.length, '');
        this.create(`state/new${what % 3}.yaml`, text.slice(at));
        break;
      }
      case 'join': {
        const other = paths[what % paths.length] ?? path;
        if (other === path || paths.length < 3) return;
        this.write(path, text.length, text.length, this.texts.get(other) ?? '');
        this.remove(other);
        break;
      }
      case 'disk':
        // Closed without saving, and written by something else.
        this.close(path);
        this.texts.set(path, text.slice(0, start) + (SCRAPS[what % SCRAPS.length] ?? '') + text.slice(start));
        this.workspace.refresh(addressOf(path));
        break;
      case 'settings': {
        this.settings = SETTINGS[what % SETTINGS.length] ?? {};
        this.workspace.configure(() => ({
          ...DEFAULT_WORKSPACE_SETTINGS,
          modules: MODULES,
          ...this.settings,
        }));
        this.checker.reset();
        break;
      }
    }
  }

  private write(path: string, start: number, end: number, inserted: string): void {
    const text = this.texts.get(path) ?? '';
    if (!this.open.has(path)) {
      this.open.add(path);
      this.workspace.openFile(addressOf(path), path.endsWith('json') ? 'json' : 'yaml', text);
    }
    this.before.set(path, text);
    this.texts.set(path, text.slice(0, start) + inserted + text.slice(end));
    this.workspace.editFile(addressOf(path), (document) => document.edit(start, end, inserted));
  }

  private create(path: string, text: string): void {
    if (this.texts.has(path)) {
      this.write(path, 0, 0, text);
      return;
    }
    this.texts.set(path, text);
    this.open.add(path);
    this.workspace.refresh(addressOf(path));
    this.workspace.openFile(addressOf(path), 'yaml', text);
  }

  private close(path: string): void {
    this.open.delete(path);
    this.workspace.closeFile(addressOf(path));
  }

  private remove(path: string): void {
    this.close(path);
    this.texts.delete(path);
    this.workspace.refresh(addressOf(path));
  }

  feed(workspace: Workspace): void {
    feed(workspace, new Map([...this.texts].map(([path, text]) => [addressOf(path), text])));
  }
}

/** All that is said of a workspace, with some places asked about. */
function said(session: Session, workspace: Workspace, checker: Checker, place: number): unknown {
  return [...session.texts].sort().map(([path, text]) => {
    const address = addressOf(path);
    const offset = place % (text.length + 1);
    // What is asked may want to know more of the world.
    complete(workspace, address, offset);
    findingsOfFile(checker, address);
    session.feed(workspace);
    const [project] = workspace.projectsOf(address);
    const source = project?.source(address);
    const findings = findingsOfFile(checker, address);
    return {
      path,
      projects: workspace.projectsOf(address).map((one) => one.root),
      findings: findings.map(
        ({ start, end, finding }) => `${start}-${end} ${finding.rule.code} ${finding.message}`,
      ),
      symbols: documentSymbols(workspace, address),
      colours:
        project &&
        source?.document.units.map((unit) =>
          tokensOf(project, source, unit).map(
            ({ start, end, type, modifiers }) => `${start}-${end} ${[type, ...modifiers].join('.')}`,
          ),
        ),
      items: complete(workspace, address, offset).items.map(
        ({ label, detail, insert, replace, documentation }) => ({
          label,
          detail,
          insert,
          replace,
          doc: documentation?.(),
        }),
      ),
      hover: hover(workspace, address, offset),
      definition: definition(workspace, address, offset),
    };
  });
}

/** What once went wrong. */
const PAST_FAULTS: [FixtureFile[], Edit[]][] = [
  [
    [
      {
        path: 'main.yaml',
        text: ' { initial: a, transitions: { a: a }, states: { a: { render: { text: "text {{a}} a" } } } }\n',
      },
    ],
    [
      { kind: 'insert', file: 0, from: 0, to: 787, what: 0 },
      { kind: 'split', file: 0, from: 0, to: 1814, what: 0 },
    ],
  ],
];

it('after any edits, what a fresh start would say', { timeout: 3_600_000 }, () => {
  let count = 0;
  fc.assert(
    fc.property(projects, edits, (files, all) => {
      const session = new Session(files);
      for (const edit of all) {
        session.apply(edit);
        session.feed(session.workspace);
        const scratch = session.fresh();
        const checker = new Checker(scratch, () => ({}));
        count++;
        expect(said(session, session.workspace, session.checker, edit.to)).toEqual(
          said(session, scratch, checker, edit.to),
        );
      }
    }),
    { numRuns: RUNS, examples: PAST_FAULTS },
  );
  expect(count).toBeGreaterThanOrEqual(RUNS);
  if (RUNS > 100) console.info(`${count} edits`);
});
