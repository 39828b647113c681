import { expect, it } from 'vitest';
import { formatText } from '../../server/cli/formats/text';
import { automataList } from '../../server/features/automata-list';
import { stateGraph } from '../../server/features/state-graph';
import { statusOf } from '../../server/protocol/status';
import { findingsOfFile } from '../../server/rules/file-findings';
import { Checker } from '../../server/rules/run';
import { inEnglish } from '../support/english';
import { addressOf, workspaceOf } from '../support/workspace';

const FILES = [
  {
    path: 'main.yaml',
    text: 'initial: lesson\nstates: !include state\ntransitions: { go: gone }\nunknown: 1\n',
  },
  {
    path: 'state/1.yaml',
    text: '# more\nlesson:\n  initial: intro\n  states:\n    intro: { rendre: {} }\n    last: { transitions: { CHAT: nowhere } }\nend: {}\n',
  },
];

it('all features count the same states and problems', () => {
  const workspace = workspaceOf(FILES);
  const main = addressOf('main.yaml');
  const [project] = workspace.projectsOf(main);
  if (project === undefined) throw new Error('No project');
  const checker = new Checker(workspace, () => ({}));
  const findings = FILES.flatMap(({ path }) => findingsOfFile(checker, addressOf(path)));
  const count = (severity: string) => findings.filter((one) => one.severity === severity).length;
  const { graph } = stateGraph(project, (address) => findingsOfFile(checker, address));
  // As in the summary of the panel (`client/webview/graph/summary.ts`).
  expect(graph.nodes.filter(({ kind }) => kind === 'state')).toHaveLength(3);
  expect(count('error')).toBeGreaterThan(3);
  expect(graph.nodes.reduce((sum, { problems }) => sum + problems.errors, 0)).toBe(count('error'));
  expect(graph.nodes.reduce((sum, { problems }) => sum + problems.warnings, 0)).toBe(count('warning'));
  expect(inEnglish(statusOf(workspace, main, (address) => address).label)).toBe(
    'Automata: 3 states in 2 files',
  );
  expect(automataList(workspace).map((one) => one.states)).toEqual([3, 2]);
});

it('the command line uses the singular and the plural', () => {
  const report = {
    findings: [],
    unreadable: [],
    sources: [],
    skipped: new Map(),
    texts: new Map(),
    folders: [],
  };
  expect(formatText({ ...report, files: 1 }, '/', false).text).toBe(
    '1 state file, 0 errors, 0 warnings, 0 notes, 0 hints\n',
  );
  expect(formatText({ ...report, files: 2 }, '/', false).text).toMatch(/^2 state files, /);
});
