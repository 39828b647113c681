import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldOf } from '../../server/format/objects';
import { SHAPE_RULES } from '../../server/rules/shape';
import { inEnglish } from '../support/english';
import { type FixtureFile, parseCases, parseFixture } from '../support/fixture';
import { type FoundFinding, findingsOf, workspaceOf } from '../support/workspace';

const SHAPE: ReadonlySet<string> = new Set(SHAPE_RULES.map(({ code }) => code));

function findings(text: string): FoundFinding[] {
  const { files } = parseFixture(text);
  return findingsOf(workspaceOf(files), files);
}

function codesOf(text: string): string[] {
  return findings(text).map(({ finding }) => finding.rule.code);
}

/** A valid file that contains a piece of a state file. */
function asFile(piece: string): string {
  const first = /^\w+/.exec(piece)?.[0] ?? '';
  if (first === 'blocks' || first === 'initial') return `=== one.automata.yaml\n${piece}\n`;
  if (fieldOf('state', first)) return `=== one.state.yaml\n${piece}\n`;
  return `=== main.yaml\ninitial:\nstates: !include state\n=== state/a.yaml\n${piece}\n`;
}

describe('the examples of the documentation', () => {
  const examples = SHAPE_RULES.flatMap(({ code, example }) => (example ? [{ code, ...example }] : []));

  it.each(examples)('$code', ({ code, wrong, right }) => {
    expect(codesOf(asFile(wrong))).toContain(code);
    const all = findings(asFile(right));
    expect(
      all.filter(({ finding }) => SHAPE.has(finding.rule.code)).map((one) => inEnglish(one.finding.message)),
    ).toEqual([]);
  });
});

describe('severities that differ from the severity of the rule', () => {
  const state = (text: string) => `=== one.state.yaml\n${text}\n`;
  it.each([
    ['a field of a closed object', state('rendre: {}\ntasks: []'), 'unknown-field', 'error'],
    [
      'a field of a known module',
      state(
        "tasks:\n  - module_type: LLMModule\n    module_config: {model: a, system_prompt: '', user_prompt: '', seed: 1}",
      ),
      'unknown-field',
      'warning',
    ],
    ['a dot in the name of an input', state('inputs:\n  a.b: 1\ntasks: []'), 'invalid-name', 'error'],
    ['an input in camel case', state('inputs:\n  aB: 1\ntasks: []'), 'invalid-name', 'information'],
    ['a space in the name of an input', state('inputs:\n  a b: 1\ntasks: []'), 'invalid-name', 'information'],
    ['a dot in the name of an output', state('outputs:\n  a.b: 1\ntasks: []'), 'invalid-name', 'information'],
    ['a space in the name of an event', state('transitions:\n  a b: {}'), 'invalid-name', 'error'],
    ['an event in camel case', state('transitions:\n  aB: {}'), 'invalid-name', 'information'],
  ])('%s', (_title, text, code, severity) => {
    const found = findings(text).filter(({ finding }) => finding.rule.code === code);
    expect(found.map(({ finding }) => finding.severity ?? finding.rule.severity)).toEqual([severity]);
  });
});

describe('the related information of a finding', () => {
  it.each([
    [
      'duplicate-state',
      '=== main.yaml\ninitial: a\nstates: !include s\n=== s/a.yaml\na: {}\n=== s/b.yaml\na: {}\n',
      's/a.yaml',
      'a',
    ],
    [
      'always-loop',
      '=== main.yaml\ninitial: a\nstates: !include s\n=== s/a.yaml\na: {transitions: {ALWAYS: b}}\n=== s/b.yaml\nb: {transitions: {ALWAYS: {target: a}}}\n',
      's/b.yaml',
      'a',
    ],
    [
      'unknown-target-input',
      '=== main.yaml\ninitial: a\nstates: !include s\n=== s/a.yaml\na: {transitions: {CHAT: {target: b, target_inputs: {hnt: 1}}}}\n=== s/b.yaml\nb: {inputs: {hint: {type: text}}}\n',
      's/b.yaml',
      'inputs',
    ],
    [
      'tag-in-included-file',
      '=== main.yaml\ninitial: a\nstates: !include s\n=== s/a.yaml\na: {render: {text: !oneline a.txt}}\n=== a.txt\nx\n',
      'main.yaml',
      's',
    ],
    [
      'choice-mismatch',
      '=== one.state.yaml\ninputs:\n  a: {type: text, choices: [a, b], default_value: c}\n',
      'one.state.yaml',
      'choices',
    ],
    ['duplicate-id', '=== main.yaml\ninitial: a\nstates:\n  a: {id: x}\n  b: {id: x}\n', 'main.yaml', 'x'],
    [
      'multiple-im-inputs',
      '=== one.state.yaml\ninputs:\n  a: {type: IM}\n  b: {type: IM}\n',
      'one.state.yaml',
      'a',
    ],
    [
      'contradictory-validation',
      '=== one.state.yaml\ninputs:\n  a: {type: number, validations: [{min_number: 5, max_number: 4}]}\n',
      'one.state.yaml',
      '5',
    ],
    [
      'duplicate-variable',
      "=== one.state.yaml\ninputs:\n  a: 1\ntasks:\n  - {module_type: AnyWidgetModule, module_config: {widget_id: '1', output_name: a}}\n",
      'one.state.yaml',
      'a',
    ],
  ])('%s', (code, text, path, name) => {
    const [found] = findings(text).filter(({ finding }) => finding.rule.code === code);
    const related = found?.finding.related?.[0];
    expect(related?.source).toBe(`file:///ws/${path}`);
    expect(related?.unit.text.slice(related.range.start, related.range.end)).toBe(name);
  });
});

describe('a file has the same findings as units and as a whole', () => {
  const FOLDER = join(import.meta.dirname, '../fixtures/rules');
  const lines = (files: readonly FixtureFile[]) =>
    findingsOf(workspaceOf(files), files).map(({ path, start, end, finding }) => {
      return `${path} ${start} ${end} ${finding.rule.code} ${inEnglish(finding.message)}`;
    });

  it.each(SHAPE_RULES.map((rule) => rule.code))('%s', (code) => {
    for (const { title, body } of parseCases(readFileSync(join(FOLDER, `${code}.txt`), 'utf8'))) {
      const { files } = parseFixture(body);
      // The marker of the end of a document, which prevents cutting into units.
      const whole = files.map(({ path, text }) => ({
        path,
        text: /ya?ml$/.test(path) ? `${text}\n...\n` : text,
      }));
      expect(lines(whole).sort(), title).toEqual(lines(files).sort());
    }
  });
});
