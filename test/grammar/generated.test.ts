import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GRAMMARS } from '../../syntaxes/source/grammars';
import type { GrammarRule } from '../../syntaxes/source/rule';
import { compilePattern, OWN_GRAMMARS } from './engine';

/** Compares the shipped files with their sources and with package.json. */

const SYNTAXES = new URL('../../syntaxes/', import.meta.url);

describe.each(Object.entries(GRAMMARS))('%s', (file, grammar) => {
  test('is up to date: run `node syntaxes/source/write.mjs`', () => {
    expect(JSON.parse(readFileSync(new URL(file, SYNTAXES), 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(grammar)),
    );
  });

  test('has valid patterns', async () => {
    const patterns = [grammar, ...Object.values(grammar.repository ?? {})].flatMap(patternsOf);
    expect(patterns.length).toBeGreaterThan(0);
    // A `while` or `end` may refer to the match of `begin`, which the engine inserts.
    for (const pattern of patterns) await compilePattern(pattern.replace(/\\1(?=[ |)])/g, ' '));
  });

  test('includes only existing rules', () => {
    const includes = [grammar, ...Object.values(grammar.repository ?? {})].flatMap(includesOf);
    const rules = GRAMMARS['atomic-state.tmLanguage.json']?.repository ?? {};
    const missing = includes.filter((name) => !(name.replace(/^(?:source\.atomic-state)?#/, '') in rules));
    expect(missing).toEqual([]);
  });
});

test('every rule is used', () => {
  const used = new Set(
    Object.values(GRAMMARS)
      .flatMap((grammar) => [grammar, ...Object.values(grammar.repository ?? {})])
      .flatMap(includesOf)
      .map((name) => name.replace(/^.*#/, '')),
  );
  const rules = Object.keys(GRAMMARS['atomic-state.tmLanguage.json']?.repository ?? {});
  expect(rules.filter((name) => !used.has(name))).toEqual([]);
});

test('the folder contains no other files', () => {
  expect(readdirSync(SYNTAXES).filter((file) => file !== 'source')).toEqual(Object.keys(GRAMMARS).sort());
});

interface Manifest {
  readonly contributes: {
    readonly grammars: readonly {
      readonly scopeName: string;
      readonly path: string;
      readonly injectTo?: string[];
    }[];
  };
}

test('package.json contributes the grammars as in the tests', () => {
  const manifest: Manifest = JSON.parse(readFileSync(new URL('../package.json', SYNTAXES), 'utf8'));
  const contributed = manifest.contributes.grammars.map(({ scopeName, path, injectTo = [] }) => ({
    scope: scopeName,
    file: path.replace('./syntaxes/', ''),
    into: injectTo,
  }));
  expect(contributed).toEqual(OWN_GRAMMARS);
});

function rulesOf(rule: GrammarRule): readonly GrammarRule[] {
  const captures = [rule.captures, rule.beginCaptures, rule.endCaptures].flatMap((all) =>
    Object.values(all ?? {}),
  );
  const below = [...(rule.patterns ?? []), ...captures.flatMap(({ patterns }) => patterns ?? [])];
  return [rule, ...below.flatMap(rulesOf)];
}

function patternsOf(rule: GrammarRule): readonly string[] {
  return rulesOf(rule).flatMap((one) =>
    [one.match, one.begin, one.end, one.while].filter((text) => text !== undefined),
  );
}

function includesOf(rule: GrammarRule): readonly string[] {
  return rulesOf(rule).flatMap(({ include }) => (include === undefined ? [] : [include]));
}
