import { describe, expect, it } from 'vitest';
import { findingsOf, workspaceOf } from '../support/workspace';

/** A mistake in one state of a JSON file does not change the findings of other states. */

const NAMES = ['first', 'second', 'third', 'last'] as const;

function stateText(name: string): string {
  return `    "${name}": {
      "tasks": [
        { "name": "t", "module_type": "AnyWidgetModule", "module_config": {} }
      ],
      "render": { "text": "Hello", "buttons": [{ "content": "Go", "on_click": "go" }] },
      "transitions": {
        "go": "no_${name}",
        "CHAT": { "target": "${name}" }
      }
    }`;
}

const TEXT = `{
  "type": "automata",
  "initial": "first",
  "states": {
${NAMES.map(stateText).join(',\n')}
  },
  "nonsense": 1
}
`;

/** The findings outside a state, with their codes and marked texts. */
function findingsBeside(text: string, name: string): string[] {
  const file = { path: 'main.automata.json', text };
  const start = text.indexOf(`"${name}": {`);
  const next = NAMES[NAMES.indexOf(name as (typeof NAMES)[number]) + 1];
  const end = next ? text.indexOf(`"${next}"`, start) : text.indexOf('"nonsense"');
  return findingsOf(workspaceOf([file]), [file])
    .filter((found) => found.end <= start || found.start >= end)
    .map(({ finding, start, end }) => `${finding.rule.code}: ${text.slice(start, end)}`);
}

/** Removes or inserts a part of the state's text. */
const MISTAKES: readonly (readonly [string, string | RegExp, string])[] = [
  [
    'a missing closing bracket of a single-line map',
    '"text": "Hello", "buttons": [{ "content": "Go", "on_click": "go" }] }',
    '"text": "Hello", "buttons": [{ "content": "Go", "on_click": "go" }]',
  ],
  ['a missing closing bracket of a single-line list', '}] },', '} },'],
  ['a missing closing bracket of a multi-line map', '      }\n    }', '    }'],
  ['a missing closing bracket of a multi-line list', '      ],\n', ''],
  ['a missing closing bracket of the state', /\n {4}\}$/, ''],
  ['all closing brackets missing', /\n {6}\}\n {4}\}$/, ''],
  ['a missing opening bracket of a map', '"render": {', '"render": '],
  ['a missing opening bracket of a list', '"tasks": [', '"tasks": '],
  ['a missing opening bracket in a list', '{ "name": "t"', '"name": "t"'],
  ['a superfluous closing bracket on a line', '} }', '}} }'],
  ['a superfluous closing bracket at the end', /\}$/, '}}'],
  ['a superfluous closing bracket on its own line', '      "render"', '      }\n      "render"'],
  ['a wrong closing bracket', '}] },', '}} },'],
  ['an unclosed quote', '"Hello"', '"Hello'],
  ['an unclosed quote at the end of a line', '"Hello",', '"Hello'],
  ['a missing closing quote of a key', '"render":', '"render:'],
  ['a missing opening quote of a key', '"render":', 'render":'],
  ['a superfluous quote', '"Hello"', '"Hel"lo"'],
  ['an unclosed quote of a value before brackets', '"on_click": "go"', '"on_click": "go'],
  ['a missing comma between two keys', '],\n      "render"', ']\n      "render"'],
  ['a missing colon', '"render": {', '"render" {'],
  ['a missing value', '"name": "t"', '"name": '],
  ['a superfluous comma', '"Hello",', '"Hello",,'],
  ['an incomplete key', '      "render"', '      "re\n      "render"'],
  ['an incomplete object', '      "render"', '      "x": {\n      "render"'],
  ['an incomplete list', '      "render"', '      "x": [\n      "render"'],
];

const GOOD = new Map(NAMES.map((name) => [name, findingsBeside(TEXT, name)]));

/** Only reported if the targets of all states are known. */
const OF_ALL_STATES = /^unreachable-state/;

describe.each(NAMES)('a mistake in the %s state', (name) => {
  it('has findings of other states to preserve', () => {
    for (const other of NAMES) {
      const isNamed = GOOD.get(name)?.some((found) => found.includes(`no_${other}`));
      expect(isNamed, other).toBe(other !== name);
    }
  });

  const checkOthers = ([, from, to]: (typeof MISTAKES)[number]) => {
    const state = stateText(name);
    const broken = state.replace(from, to);
    expect(broken).not.toBe(state);
    const text = TEXT.replace(state, broken);
    const good = GOOD.get(name) ?? [];
    const beside = findingsBeside(text, name);
    const isOwn = (found: string) => !OF_ALL_STATES.test(found);
    expect(beside.filter(isOwn)).toEqual(good.filter(isOwn));
    expect(good).toEqual(expect.arrayContaining(beside));
  };

  it.each(MISTAKES.map((one) => [one[0], one] as const))('%s', (_, one) => checkOthers(one));

  it('a missing closing bracket is reported once, where it belongs', () => {
    const broken = stateText(name).replace(/\n {4}\}$/, '');
    const file = { path: 'main.automata.json', text: TEXT.replace(stateText(name), broken) };
    const found = findingsOf(workspaceOf([file]), [file]).filter(
      ({ finding }) => finding.rule.code === 'yaml-syntax' || finding.rule.code === 'reserved-name',
    );
    const place = file.text.indexOf(broken) + broken.length;
    expect(found.map(({ end }) => end)).toEqual([place]);
  });

  it('a missing comma after the state', () => {
    const text = TEXT.replace(`${stateText(name)},`, stateText(name));
    expect(findingsBeside(text, name)).toEqual(GOOD.get(name));
  });

  it('a superfluous comma after the state', () => {
    const text = TEXT.replace(stateText(name), `${stateText(name)},`);
    expect(findingsBeside(text, name)).toEqual(GOOD.get(name));
  });

  it('an incomplete state after the state', () => {
    for (const begun of ['    "', '    "ne', '    "new"', '    new']) {
      const end = name === 'last' ? '' : ',';
      const text = TEXT.replace(stateText(name) + end, `${stateText(name)},\n${begun}`);
      expect(findingsBeside(text, name), begun).toEqual(GOOD.get(name));
    }
  });
});
