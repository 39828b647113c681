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

/** The findings outside of one state, by their codes and the texts that they mark. */
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
    'no closing bracket of a map on a line',
    '"text": "Hello", "buttons": [{ "content": "Go", "on_click": "go" }] }',
    '"text": "Hello", "buttons": [{ "content": "Go", "on_click": "go" }]',
  ],
  ['no closing bracket of a list on a line', '}] },', '} },'],
  ['no closing bracket of a map over lines', '      }\n    }', '    }'],
  ['no closing bracket of a list over lines', '      ],\n', ''],
  ['no closing bracket of the state', /\n {4}\}$/, ''],
  ['no closing brackets at all', /\n {6}\}\n {4}\}$/, ''],
  ['no opening bracket of a map', '"render": {', '"render": '],
  ['no opening bracket of a list', '"tasks": [', '"tasks": '],
  ['no opening bracket in a list', '{ "name": "t"', '"name": "t"'],
  ['a closing bracket too many on a line', '} }', '}} }'],
  ['a closing bracket too many at the end', /\}$/, '}}'],
  ['a closing bracket too many on a line of its own', '      "render"', '      }\n      "render"'],
  ['a wrong closing bracket', '}] },', '}} },'],
  ['an open quote', '"Hello"', '"Hello'],
  ['an open quote at the end of a line', '"Hello",', '"Hello'],
  ['an open quote of a key', '"render":', '"render:'],
  ['an open quote before a key', '"render":', 'render":'],
  ['a quote too many', '"Hello"', '"Hel"lo"'],
  ['an open quote of a value before brackets', '"on_click": "go"', '"on_click": "go'],
  ['no comma between two keys', '],\n      "render"', ']\n      "render"'],
  ['no colon', '"render": {', '"render" {'],
  ['no value', '"name": "t"', '"name": '],
  ['a comma too many', '"Hello",', '"Hello",,'],
  ['a begun key', '      "render"', '      "re\n      "render"'],
  ['a begun object', '      "render"', '      "x": {\n      "render"'],
  ['a begun list', '      "render"', '      "x": [\n      "render"'],
];

const GOOD = new Map(NAMES.map((name) => [name, findingsBeside(TEXT, name)]));

/** Only reported if the targets of all states are known. */
const OF_ALL_STATES = /^unreachable-state/;

describe.each(NAMES)('a mistake in the %s state', (name) => {
  it('is what there is to leave alone', () => {
    for (const other of NAMES) {
      const isNamed = GOOD.get(name)?.some((found) => found.includes(`no_${other}`));
      expect(isNamed, other).toBe(other !== name);
    }
  });

  const leavesOthersAlone = ([, from, to]: (typeof MISTAKES)[number]) => {
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

  it.each(MISTAKES.map((one) => [one[0], one] as const))('%s', (_, one) => leavesOthersAlone(one));

  it('no closing bracket is one finding, where the bracket belongs', () => {
    const broken = stateText(name).replace(/\n {4}\}$/, '');
    const file = { path: 'main.automata.json', text: TEXT.replace(stateText(name), broken) };
    const found = findingsOf(workspaceOf([file]), [file]).filter(
      ({ finding }) => finding.rule.code === 'yaml-syntax' || finding.rule.code === 'reserved-name',
    );
    const place = file.text.indexOf(broken) + broken.length;
    expect(found.map(({ end }) => end)).toEqual([place]);
  });

  it('no comma after it', () => {
    const text = TEXT.replace(`${stateText(name)},`, stateText(name));
    expect(findingsBeside(text, name)).toEqual(GOOD.get(name));
  });

  it('a comma too many after it', () => {
    const text = TEXT.replace(stateText(name), `${stateText(name)},`);
    expect(findingsBeside(text, name)).toEqual(GOOD.get(name));
  });

  it('a begun state after it', () => {
    for (const begun of ['    "', '    "ne', '    "new"', '    new']) {
      const end = name === 'last' ? '' : ',';
      const text = TEXT.replace(stateText(name) + end, `${stateText(name)},\n${begun}`);
      expect(findingsBeside(text, name), begun).toEqual(GOOD.get(name));
    }
  });
});
