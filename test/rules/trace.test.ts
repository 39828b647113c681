import { expect, it } from 'vitest';
import { findingsOfFile } from '../../server/rules/file-findings';
import { Checker } from '../../server/rules/run';
import { addressOf, workspaceOf } from '../support/workspace';

const HOME = addressOf('hidden/state/home.yaml');

const TEXT = `home:
  inputs:
    age: { type: text, name: hidden label }
  outputs: { context.user: "{{age + 'hidden'}}" }
  render:
    text: "Hello hidden {{context.user.toFixd()}} {{context.usr}} {{'hidden"
    buttons:
      - { content: hidden, on_click: "{{context.usr}}hidden" }
      - { content: hidden, on_click: 'say "hidden"' }
  transitions:
    go: "{{context.user}}hidden"
    CHAT: quiz
    stop: [{ target: quiz, condition: "{{age == 'hidden'}}" }]
`;

function started() {
  const workspace = workspaceOf(
    [
      {
        path: 'hidden/main.yaml',
        text: 'initial: home\ncontext: { user: hidden }\nstates: !include state\n',
      },
      { path: 'hidden/state/home.yaml', text: TEXT },
      { path: 'hidden/state/quiz.yaml', text: 'quiz:\n  render: { text: hi }\n' },
    ],
    ['hidden/state/home.yaml', 'hidden/state/quiz.yaml'],
  );
  const checker = new Checker(workspace, () => ({}));
  const trace = () =>
    workspace
      .projectsOf(HOME)
      .flatMap((project) =>
        (project.source(HOME)?.document.units ?? []).map((unit) => checker.trace(project, HOME, unit)),
      );
  return { workspace, checker, trace };
}

it('a trace explains the findings of a unit and their three groups', () => {
  const { workspace, checker, trace } = started();
  expect(trace()).toEqual(['not computed']);
  findingsOfFile(checker, HOME);
  const first = trace().join('\n');
  expect(first).toMatch(/^findings home\.yaml: executed 1 ×, .*cause: first use$/m);
  expect(first.match(/(?<=^ {2}findings of a group home\.yaml )\w+/gm)).toEqual(['text', 'names', 'types']);
  expect(first).toMatch(/^ {4}target state quiz: executed 1 ×, .*\n {6}scope\/quiz: input, /m);

  workspace.openFile(addressOf('hidden/state/quiz.yaml'), 'yaml', 'quis:\n  render: { text: hi }\n');
  expect(trace().join('\n')).toMatch(/^ {4}target state quiz: executed 1 ×/m);
  findingsOfFile(checker, HOME);
  const second = trace().join('\n');
  expect(second).toMatch(
    /^findings home\.yaml: executed 2 ×, .*cause: findings of a group home\.yaml names$/m,
  );
  expect(second).toMatch(
    /^ {2}findings of a group home\.yaml names: executed 2 ×, .*cause: target state quiz$/m,
  );
  expect(second).toMatch(/^ {6}scope\/quiz: input, changed in revision [1-9]/m);
});

it('a trace contains names of states, events, variables and files, but no other text of the author', () => {
  const { checker, trace } = started();
  expect(findingsOfFile(checker, HOME)).not.toEqual([]);
  const text = trace().join('\n');
  expect(text).toMatch(/^ {4}declaration\/user: /m);
  expect(text).not.toContain('hidden');
});
