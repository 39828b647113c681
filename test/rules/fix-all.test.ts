import { expect, it } from 'vitest';
import { findingsOfFile } from '../../server/rules/file-findings';
import { fixAll, fixableOnSave } from '../../server/rules/fix-all';
import { Checker } from '../../server/rules/run';
import { addressOf, workspaceOf } from '../support/workspace';

/** The text of a file after all fixes that can be applied together: on request, and on saving. */
function fixed(text: string, path = 'main.automata.yaml'): { asked: string; saved: string } {
  const workspace = workspaceOf([{ path, text }]);
  const address = addressOf(path);
  const document = workspace.document(address);
  if (document === undefined) throw new Error('No document');
  const findings = findingsOfFile(new Checker(workspace, () => ({})), address);
  const apply = (all: typeof findings) =>
    fixAll(document, all).edits.reduceRight(
      (old, { range, text: added }) => old.slice(0, range.start) + added + old.slice(range.end),
      text,
    );
  return { asked: apply(findings), saved: apply(fixableOnSave(findings)) };
}

function automata(state: string, more = ''): string {
  return `initial: home\ncontext: { score: 0 }\n${more}states:\n  home:\n${state.replace(/^/gm, '    ')}\n`;
}

it.each([
  ['a similar name', "render: { text: '{{contxt.score}}' }", "render: { text: '{{context.score}}' }"],
  ['quotes', 'render:\n  text: {{context.score}}', "render:\n  text: '{{context.score}}'"],
  [
    'quotes around digits',
    'properties: { a: 12345678901234567890 }',
    "properties: { a: '12345678901234567890' }",
  ],
  [
    'the end of an expression',
    "render: { text: 'Hi {{context.score + 1' }",
    "render: { text: 'Hi {{context.score + 1}}' }",
  ],
  [
    'the end of a single name',
    "render: { text: 'Hi {{context.score' }",
    "render: { text: 'Hi {{context.score}}' }",
  ],
])('fixing all inserts %s', (_what, before, after) => {
  expect(fixed(automata(before)).asked).toBe(automata(after));
});

it('fixing on save adds quotes and changes no names', () => {
  const both = "render:\n  text: {{context.score}}\noutputs: { context.score: '{{contxt.score}}' }";
  expect(fixed(automata(both)).saved).toBe(
    automata(both.replace('{{context.score}}', "'{{context.score}}'")),
  );
});

it.each([
  ['a value for a missing field', 'inputs: { name: { user_input: true } }'],
  ['a last case', "transitions: { ALWAYS: [{ condition: '{{context.score > 1}}', target: home }] }"],
  ['an unused variable', "inputs: { answer: { type: text } }\nrender: { text: '{{zzz}}' }"],
  ['braces without a matching brace', "render: { text: '{{context.score}} points}}' }"],
  ['the end of an expression among words', "render: { text: 'Hi {{context.score and welcome' }"],
  ['the end of an expression before a comma', "render: { text: 'Hi {{context.score, welcome' }"],
  ['a bracket', 'render: { text: Hello\ntransitions: { CHAT: home }'],
])('fixing all does not invent %s', (_what, state) => {
  const text = automata(state);
  const workspace = workspaceOf([{ path: 'main.automata.yaml', text }]);
  const found = findingsOfFile(new Checker(workspace, () => ({})), addressOf('main.automata.yaml'));
  // Otherwise the test would have no effect.
  expect(found.some(({ finding }) => (finding.fixes ?? []).length > 0)).toBe(true);
  expect(fixed(text).asked).toBe(text);
});

it('fixing on save removes no calls', () => {
  const text = automata("render: { text: '{{context.score()}}' }");
  expect(fixed(text).asked).toBe(text.replace('()', ''));
  expect(fixed(text).saved).toBe(text);
});
