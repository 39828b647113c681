import { expect, it } from 'vitest';
import { AUTOMATA_SCAFFOLDS } from '../../server/features/completion/scaffolds';
import { newProject } from '../../server/features/new-project';
import { inEnglish } from '../support/english';
import { exportOf } from '../support/exported';
import { findingsOf, workspaceOf } from '../support/workspace';

it.each(AUTOMATA_SCAFFOLDS.map(({ label }) => label))(
  'a new project, %s, is an automata in which there is nothing to find',
  (label) => {
    const { path, text } = newProject(label, 'My Trivia Bot') ?? { path: '', text: '' };
    const files = [{ path, text }];
    const workspace = workspaceOf(files);
    expect([...workspace.allProjects].map(({ isAutomata }) => isAutomata)).toEqual([true]);
    expect(findingsOf(workspace, files).map(({ finding }) => inEnglish(finding.message))).toEqual([]);
    expect(text).toContain('\nid: my_trivia_bot\n');
    expect(text).toMatch(/[^\n]\n$/);
    expect(exportOf(files)).toHaveProperty('text');
  },
);

it('the first place to fill in is the first text that the agent says', () => {
  const made = newProject('automata', 'shop');
  expect(made?.text.slice(made.toFill.start, made.toFill.end)).toBe(
    'Welcome! Visits so far: {{context.visits}}',
  );
});

it('a name of which no id can be made leaves the id to be filled in', () => {
  const made = newProject('quiz', '日本');
  expect(made?.text.slice(made.toFill.start, made.toFill.end)).toBe('my_quiz');
});

it('there is no project of a scaffold that nobody knows', () => {
  expect(newProject('circus', 'shop')).toBeUndefined();
});
