import { describe, expect, it } from 'vitest';
import type { Finding } from '../../server/rules/rule';
import { Checker } from '../../server/rules/run';
import { inEnglish } from '../support/english';
import type { FixtureFile } from '../support/fixture';
import { addressOf, findingsOf, workspaceOf } from '../support/workspace';

/** Properties of findings in expressions that fixtures do not show: related places, tags, preferred fixes. */

function findings(files: readonly FixtureFile[], code: string): Finding[] {
  return findingsOf(workspaceOf(files), files)
    .map((one) => one.finding)
    .filter(({ rule }) => rule.code === code);
}

function related(files: readonly FixtureFile[], code: string): string[] {
  return findings(files, code).flatMap((finding) =>
    (finding.related ?? []).map(({ source, unit, range, message }) => {
      return `${source.split('/').at(-1)}: ${unit.text.slice(range.start, range.end)}: ${inEnglish(message)}`;
    }),
  );
}

const AUTOMATA = 'type: automata\ninitial: home\nstates: !include state\n';

describe('the related information', () => {
  it('of a variable that is used before it is defined is its definition', () => {
    const text = 'home:\n  outputs:\n    a: \'{{b}}\'\n    "b": 1\n';
    const files = [
      { path: 'main.yaml', text: AUTOMATA },
      { path: 'state/a.yaml', text },
    ];
    expect(related(files, 'used-before-defined')).toEqual(['a.yaml: b: `b` is defined here.']);
  });

  it('of an unknown payload key are the buttons', () => {
    const button = 'render:\n    buttons: [{content: A, on_click: go}]\n';
    const files = [
      {
        path: 'main.yaml',
        text: `${AUTOMATA}transitions:\n  go: {condition: '{{payload.x}}', target: home}\n`,
      },
      { path: 'state/a.yaml', text: `home:\n  ${button}` },
      { path: 'state/b.yaml', text: `other:\n  ${button}` },
    ];
    expect(related(files, 'unknown-payload-key')).toEqual([
      'a.yaml: go: This button raises `go` without the key.',
      'b.yaml: go: This button raises `go` without the key.',
    ]);
  });

  it('of a possibly unset variable are the states on the path', () => {
    const read = "b:\n  render:\n    text: '{{context.x}}'\n";
    const set = "c:\n  outputs:\n    context.x: '1'\n";
    const files = [
      { path: 'main.yaml', text: 'type: automata\ninitial: with.dot\nstates: !include state\n' },
      { path: 'state/a.yaml', text: `with.dot:\n  transitions:\n    CHAT: b\n${read}${set}` },
    ];
    expect(related(files, 'possibly-unset-context-variable')).toHaveLength(2);
  });
});

it('unused variables are shown as unnecessary', () => {
  const text =
    'type: automata\ninitial: home\ncontext: {a: 1}\nstates:\n  home:\n    inputs: {b: {type: IM}}\n    transitions: {CHAT: home}\n';
  const files = [{ path: 'main.yaml', text }];
  for (const code of ['unused-context-variable', 'unused-variable'])
    expect(findings(files, code).map(({ rule }) => rule.tag)).toEqual(['unnecessary']);
});

it('a fix of a mixed condition is preferred only if it removes whitespace', () => {
  const text = (condition: string) =>
    `type: automata\ninitial: home\nstates:\n  home:\n    transitions: {CHAT: {condition: '${condition}', target: home}}\n`;
  const preferred = (condition: string) =>
    findings([{ path: 'main.yaml', text: text(condition) }], 'mixed-condition').map(
      ({ fixes }) => fixes?.[0]?.preferred,
    );
  expect(preferred('{{1 > 0}} ')).toEqual([true]);
  expect(preferred('!{{1 > 0}}')).toEqual([false]);
});

describe('a fix in another file', () => {
  const home = "home:\n  render:\n    text: '{{context.lost}}'\n    buttons: [{content: A, on_click: go}]\n";
  const main =
    "type: automata\ninitial: home\ncontext:\n  a: '{{context.a}}'\nstates: !include state\ntransitions:\n  go: {target: home, condition: '{{payload.x}}'}\n";

  it.each([
    ['unknown-context-variable', 'state/a.yaml', 'main.yaml', '  a:'],
    ['unknown-payload-key', 'main.yaml', 'state/a.yaml', '    text:'],
  ])('refers to the current text of the other file after an edit: %s', (code, path, other, before) => {
    const files = [
      { path: 'main.yaml', text: main },
      { path: 'state/a.yaml', text: home },
    ];
    const workspace = workspaceOf(files, ['main.yaml', 'state/a.yaml']);
    const checker = new Checker(workspace, () => ({}));
    const units = () =>
      workspace.projectsOf(addressOf(path)).flatMap((project) =>
        checker
          .check(project, addressOf(path))
          .flatMap(({ findings }) => findings)
          .filter(({ rule }) => rule.code === code)
          .flatMap(({ fixes }) => fixes ?? [])
          .flatMap(({ elsewhere }) => elsewhere ?? [])
          .map(({ unit }) => workspace.document(addressOf(other))?.units.includes(unit)),
      );
    expect(units()).toEqual([true]);
    const at = workspace.document(addressOf(other))?.text.indexOf(before) ?? -1;
    workspace.editFile(addressOf(other), (document) => document.edit(at, at, '  # a comment\n'));
    expect(units()).toEqual([true]);
  });
});

it('a finding about an input in a promise follows its type in another file', () => {
  const files = [
    { path: 'main.yaml', text: AUTOMATA },
    { path: 'state/home.yaml', text: "home:\n  inputs: {list: '{{[1]}}'}\n" },
    {
      path: 'a.scenario.yaml',
      text: "promises:\n  - never: {state: home, where: '{{list.lenght > 1}}'}\n",
    },
  ];
  const [, home, scenarios] = files.map(({ path }) => addressOf(path));
  if (!home || !scenarios) throw new Error('Missing files');
  const workspace = workspaceOf(files, ['main.yaml', 'state/home.yaml', 'a.scenario.yaml']);
  const checker = new Checker(workspace, () => ({}));
  const codes = () =>
    workspace
      .projectsOf(scenarios)
      .flatMap((project) => checker.check(project, scenarios))
      .flatMap(({ findings }) => findings.map(({ rule }) => rule.code));
  expect(codes()).toEqual(['unknown-member']);
  const at = files[1]?.text.indexOf('[1]') ?? -1;
  workspace.editFile(home, (document) => document.edit(at, at + 3, '({lenght: 1})'));
  expect(codes()).toEqual([]);
});

it.each([
  ['hom', 'home', true],
  ['og', 'go', true],
  ['to', 'go', false],
])(
  'the similar name for `%s` is preferred only if it is unlikely to be another word',
  (written, near, preferred) => {
    const text = `type: automata\ninitial: ${near}\nstates:\n  ${near}:\n    transitions: {CHAT: ${written}}\n`;
    const [found] = findings([{ path: 'main.yaml', text }], 'unknown-target');
    expect(found?.fixes?.[0]).toMatchObject({ preferred, edits: [{ text: near }] });
  },
);
