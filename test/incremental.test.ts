import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeLenses, lensText } from '../server/features/code-lens';
import { folds } from '../server/features/folding';
import { tokensOf } from '../server/features/semantic-tokens';
import type { Workspace } from '../server/project/workspace';
import { findingsOfFile } from '../server/rules/file-findings';
import { Checker } from '../server/rules/run';
import { addressOf, feed, workspaceOf } from './support/workspace';

/**
 * After any edits, what is known must be what a fresh start on the same texts would know. The number of runs can
 * be raised for a long night: `ATOMIC_STATE_RUNS=100000 npx vitest run test/incremental.test.ts`.
 */
const RUNS = Number(process.env.ATOMIC_STATE_RUNS ?? 250);

const PATHS = ['main.yaml', 'state/a.yaml', 'state/b.yaml'] as const;

const START: Record<(typeof PATHS)[number], string> = {
  'main.yaml':
    'type: automata\ninitial: home\ncontext:\n  score: 1\nstates: !include state\ntransitions:\n  go: home\n',
  'state/a.yaml':
    "home:\n  inputs:\n    name: {type: text}\n  outputs:\n    context.last: '{{name}}'\n  render:\n    text: '{{context.score}} {{context.last}}'\n    buttons:\n      - content: A\n        on_click: go\n      - content: B\n        on_click: next\n  transitions:\n    next: quiz\nhall:\n  transitions:\n    CHAT: home\n",
  'state/b.yaml':
    "quiz:\n  id: q\n  transitions:\n    CHAT:\n      - condition: '{{context.lost}}'\n        target: hall\n      - target: '#q'\n",
};

const SCRAPS = [
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
  'x',
  'home',
  'quiz:\n',
  'context.',
  'states:\n  inner:\n    transitions:\n      go: home\n',
  'states: !include state\n',
  'initial: home\n',
  '  transitions:\n    go: quiz\n',
  "    text: '{{context.score}}'\n",
  "    text: '{{name + quiz.total}}'\n",
  '{{name}}',
  'context[',
  "    text: '{{context}}'\n",
  '    text: !oneline x.txt\n',
  '      - content: C\n        on_click: {event: go, payload: {x: 1}}\n',
  "  transitions:\n    go: {target: hall, condition: '{{payload.x + payload.y}}'}\n",
  "  outputs:\n    total: '{{name}}'\n    context.new: '{{total}}'\n",
  '  inputs:\n    name: {type: IM}\n',
  '&a ',
  '*a',
  '<<: *a\n',
  '---\n',
  '{',
  '}',
  '\t',
  '💬',
  'id: q\n',
  'new_state:\n  render:\n    text: hi\n',
  'blocks: {}\n',
  'type: automata\n',
  '# atomic-state-disable-next-line unknown-target\n',
  '  # atomic-state-disable-next-line\n',
  '# atomic-state-disable unknown-initial\n',
  '    transitions:\n      ALWAYS: home\n',
  '  transitions: {}\n',
  '  properties: {is_final: true}\n',
  'condition: true\n',
];

interface Edit {
  readonly path: (typeof PATHS)[number];
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  path: fc.constantFrom(...PATHS),
  at: fc.nat(400),
  length: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(5), fc.nat(120)),
  text: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...SCRAPS) }, fc.constant('')),
});

/** What once went wrong. */
const PAST_FAULTS: [Edit[]][] = [
  [
    [
      { path: 'state/a.yaml', at: 7, length: 0, text: 'states: !include state\n' },
      { path: 'state/a.yaml', at: 1, length: 0, text: '\n' },
    ],
  ],
  // What was included is so no longer.
  [
    [
      { path: 'state/a.yaml', at: 0, length: 0, text: "'" },
      { path: 'main.yaml', at: 58, length: 0, text: ':' },
    ],
  ],
];

function everything(workspace: Workspace, checker: Checker): unknown {
  return PATHS.map((path) => {
    const address = addressOf(path);
    const shown = findingsOfFile(checker, address).map(
      ({ start, end, finding }) => `${start}-${end} ${finding.rule.code} ${finding.message}`,
    );
    const projects = workspace.projectsOf(address).map((project) => ({
      project: project.root,
      shape: project.source(address)?.shape,
      findings: checker.check(project, address).flatMap(({ unit, findings }) => {
        const start = project.source(address)?.document.startOf(unit) ?? 0;
        return findings.map(
          (one) => `${start + one.start}-${start + one.end} ${one.rule.code} ${one.message}`,
        );
      }),
    }));
    return { shown, projects, views: views(workspace, address) };
  });
}

/** What is shown along with a text. */
function views(workspace: Workspace, address: string): unknown {
  const [project] = workspace.projectsOf(address);
  const source = project?.source(address);
  const colours =
    project &&
    source?.document.units.map((unit) =>
      tokensOf(project, source, unit).map(
        ({ start, end, type, modifiers }) => `${start}-${end} ${[type, ...modifiers].join('.')}`,
      ),
    );
  const lenses = codeLenses(workspace, address).map(({ range, root, path }) => {
    return `${range.start} ${lensText(workspace, root, path)?.title}`;
  });
  return { colours, lenses, folds: folds(workspace, address) };
}

it('the result after edits is the result from scratch', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
      const texts = new Map<string, string>(Object.entries(START));
      const files = () => [...texts].map(([path, text]) => ({ path, text }));
      const workspace = workspaceOf(files(), PATHS);
      const checker = new Checker(workspace, () => ({}));
      for (const { path, at, length, text } of edits) {
        const old = texts.get(path) ?? '';
        const start = Math.min(at, old.length);
        const end = Math.min(start + length, old.length);
        texts.set(path, old.slice(0, start) + text + old.slice(end));
        workspace.editFile(addressOf(path), (document) => document.edit(start, end, text));
        feed(workspace, new Map([...texts].map(([name, content]) => [addressOf(name), content])));
        const scratch = workspaceOf(files(), PATHS);
        expect(everything(workspace, checker)).toEqual(everything(scratch, new Checker(scratch, () => ({}))));
      }
    }),
    { numRuns: RUNS, examples: PAST_FAULTS },
  );
}, 600_000);

it('a keystroke in one state has only that state checked again', () => {
  const states = Array.from({ length: 200 }, (_, i) => {
    return `  s${i}:\n    inputs:\n      message: {type: IM}\n    outputs:\n      context.v${i}: '{{1}}'\n    render:\n      text: '{{message + context.v${i}}}'\n      buttons:\n        - content: Go\n          on_click: go\n    transitions:\n      go: s0\n      CHAT: s${(i + 1) % 200}\n`;
  });
  const text = `type: automata\ninitial: s0\nstates:\n${states.join('')}`;
  const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
  const checker = new Checker(workspace, () => ({}));
  const address = addressOf('main.yaml');
  const check = () => {
    const [project] = workspace.projectsOf(address);
    const before = checker.checked;
    if (project) checker.check(project, address);
    return checker.checked - before;
  };
  expect(check()).toBeGreaterThan(200);
  const at = text.indexOf("'{{1}}'", 3000) + 3;
  // A name that other states have as well, letter by letter.
  [...'message+'].forEach((letter, index) => {
    workspace.editFile(address, (document) => document.edit(at + index, at + index, letter));
    expect(check(), letter).toBe(1);
  });
});
