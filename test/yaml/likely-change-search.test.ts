import { describe, expect, it } from 'vitest';
import { parseWithLikelyChange } from '../../server/yaml/mistakes/likely-change-search';
import { parseYaml } from '../../server/yaml/read/parse';
import { DEFAULT_LIMITS, type Effort, newEffort, type ParseResult } from '../../server/yaml/read/problem';
import { sample } from '../support/depth';
import { treeDigest } from '../support/tree';

/** A state of typical size, for which a keystroke may take one or two frames. */
const STATE = [
  'id: question',
  'inputs:',
  '  index:',
  '    type: number',
  '    default_value: 1',
  '  answers:',
  "    type: '{{ context.answers }}'",
  'tasks:',
  '  - name: ask',
  '    module_type: AnyWidgetModule',
  '    module_config:',
  "      widget_id: '1744218088699596812'",
  '      system_prompt: |',
  '        You ask {{ index }} questions.',
  "        Each has an answer: yes, no, or 'perhaps'.",
  '      messages: [{ role: user, content: "{{ answers.join() }}" }]',
  '    output_name: result',
  'outputs:',
  "  context.index: '{{ index + 1 }}'",
  'render:',
  '  text: "{{ result }}"',
  '  buttons:',
  '    - content: Next',
  '      description: The next question',
  '      on_click: next',
  '    - content: { text: Stop, icon: x }',
  '      on_click:',
  '        event: stop',
  '        payload: { reason: "tired" }',
  'transitions:',
  '  next:',
  '    - target: \'{{ index > 3 ? "finish" : "question" }}\'',
  '  stop: finish',
];

const HALF_TYPED = [
  'name: {type: : ',
  '{{context',
  'a: b: c',
  "x: 'abc",
  'k: [a, b',
  '- ',
  ']',
  '"',
  'foo: {{ x }} y: ',
];

function* halfTypedStates(): Generator<string> {
  for (const typed of HALF_TYPED)
    for (let line = 0; line < STATE.length; line++) {
      const indent = /^ */.exec(STATE[line] ?? '')?.[0] ?? '';
      yield [...STATE.slice(0, line), indent + typed, ...STATE.slice(line)].join('\n');
    }
}

function readAgain(text: string, isWhole: boolean): { result: ParseResult; parsed: number } {
  let parsed = 0;
  const result = parseWithLikelyChange(text, (effort, change) => {
    const own: Effort = isWhole ? newEffort() : { ...newEffort(), maxProblems: effort.maxProblems };
    const once = parseYaml(text, DEFAULT_LIMITS, own, change && [change]);
    parsed += own.parsed;
    return once;
  });
  return { result, parsed };
}

describe('parsing a text with a likely change', () => {
  it('stops only attempts that do not improve the result', () => {
    let saved = 0;
    for (const [index, text] of [...halfTypedStates()].entries()) {
      if (index % 7 > 0) continue;
      const whole = readAgain(text, true);
      const early = readAgain(text, false);
      expect(treeDigest(early.result.root), text).toEqual(treeDigest(whole.result.root));
      expect(early.result.problems, text).toEqual(whole.result.problems);
      saved += whole.parsed - early.parsed;
    }
    expect(saved).toBeGreaterThan(0);
  });

  it('respects the limit of parsed text, repairs included', () => {
    for (const text of sample([...halfTypedStates()], 4)) {
      let parsed = 0;
      parseWithLikelyChange(text, (effort, change) => {
        const before = effort.parsed;
        const once = parseYaml(text, DEFAULT_LIMITS, effort, change && [change]);
        parsed += effort.parsed - before;
        return once;
      });
      // The first and the last parse may each take all rounds of repairs twice.
      expect(parsed, text).toBeLessThan(150_000 + 52 * text.length);
    }
  });

  it.each([
    'states:\n  a:\n    inputs:\n      x:\n        *ype: IM\n        b: true\n    tasks: []\n',
    'a:\n  b: !,neline x.json\n  c: 1\nd: 2\n',
  ])('reports no problem that a change causes: %j', (text) => {
    const { problems } = parseWithLikelyChange(text, (effort, change) =>
      parseYaml(text, DEFAULT_LIMITS, effort, change && [change]),
    );
    const starts = problems.map(({ start }) => start);
    expect(new Set(starts).size).toBe(starts.length);
  });
});
