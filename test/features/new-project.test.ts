import { expect, it } from 'vitest';
import { AUTOMATA_SCAFFOLDS } from '../../server/features/completion/scaffolds';
import { newProject } from '../../server/features/new-project';
import { inEnglish } from '../support/english';
import { exportOf } from '../support/exported';
import { findingsOf, workspaceOf } from '../support/workspace';

it.each(AUTOMATA_SCAFFOLDS.map(({ label }) => label))(
  'creates an automata without findings from the scaffold `%s`',
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

it('selects the first message of the agent', () => {
  const made = newProject('automata', 'shop');
  expect(made?.text.slice(made.toFill.start, made.toFill.end)).toBe(
    'Welcome! Visits so far: {{context.visits}}',
  );
});

it('selects the id if the name cannot be converted to one', () => {
  const made = newProject('quiz', '日本');
  expect(made?.text.slice(made.toFill.start, made.toFill.end)).toBe('my_quiz');
});

it('does not create a project from an unknown scaffold', () => {
  expect(newProject('circus', 'shop')).toBeUndefined();
});
