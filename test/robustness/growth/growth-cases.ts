import { ModelAnswer } from '../../../server/run/model/answer';

/** Files by their path, of which the first is opened. */
export type Files = Readonly<Record<string, string>>;

/** A text that is inserted at a position. */
export interface TextInsertion {
  readonly line: number;
  readonly character: number;
  readonly text: string;
}

/** A kind of text, or other input, that grows: `size` returns its files with `n` repetitions. */
export interface GrowthCase {
  /** The repetitions of the smallest text; the others repeat twice as often, four times and so on. */
  readonly n: number;
  readonly files: (n: number) => Files;
  /** The arguments of the command that runs on the files, instead of an editor that opens the first one. */
  readonly command?: readonly string[];
  /** What is measured instead, if it is about no file. */
  readonly perform?: (n: number) => void;
  /** Whether the first file is formatted as well. */
  readonly isFormatted?: boolean;
  /** One of `n` insertions that one notification brings; there are none without it. */
  readonly insertion?: (index: number) => TextInsertion;
  /** If the work cannot be linear: the maximum ratio for a text of twice the size, and the reason. */
  readonly bound?: { readonly growth: number; readonly why: string };
}

const times = (n: number, part: (index: number) => string) =>
  Array.from({ length: n }, (_, i) => part(i)).join('');
const bot = (states: string, top = '') => `type: automata\ninitial: s0\n${top}states:\n${states}`;
export const yaml = (text: string): Files => ({ 'main.yaml': text });
export const inState = (body: string) => yaml(bot(`  s0:\n${body}`));
export const text = (value: string) => inState(`    render:\n      text: ${JSON.stringify(value)}\n`);
/** A context variable with a value, in an automata. */
export const inContext = (value: string) => yaml(bot('  s0: {}\n', `context:\n  v: ${value}\n`));

function json(n: number, nameOf: (index: number) => string, gap: string): Files {
  const states = Array.from(
    { length: n },
    (_, i) => `    "${nameOf(i)}": {"transitions": {"CHAT": "${nameOf((i + 1) % n)}"}}`,
  );
  return {
    'main.json': `{${gap}"type": "automata",${gap}"initial": "s0",${gap}"states": {\n${states.join(',\n')}\n  }\n}\n`,
  };
}

/** Context variables `v0`, `v1` and so on. */
const context = (n: number) => `context:\n${times(n, (i) => `  v${i}: ${i}\n`)}`;
/** These variables, and a state whose text has a part for each. */
const inText = (n: number, part: (index: number) => string) =>
  yaml(bot(`  s0:\n    render:\n      text: "${times(n, part)}"\n`, context(n)));

/** Context variables that each merge the one before. */
const mergeChain = (n: number, keyOf: (index: number) => string) =>
  `context:\n  v0: &a0 {k: 1}\n${times(n, (i) => `  v${i + 1}: &a${i + 1}\n    <<: *a${i}\n    ${keyOf(i)}: ${i}\n`)}`;

/** A module of one's own with required fields `f0`, `f1` and so on. */
const ownModule = (n: number): Files => ({
  '.vscode/settings.json': '{"atomicState.modules": ["modules.yaml"]}',
  'modules.yaml': `modules:\n  Mine:\n    fields:\n${times(n, (i) => `      f${i}: {type: string, required: true}\n`)}`,
});

/** Texts whose cost grew, or could grow, faster than their size. */
export const GROWTH_CASES: Readonly<Record<string, GrowthCase>> = {
  states: {
    n: 60,
    files: (n) =>
      yaml(
        bot(times(n, (i) => `  s${i}:\n    render: {text: a}\n    transitions: {CHAT: s${(i + 1) % n}}\n`)),
      ),
    isFormatted: true,
  },
  'states in JSON': { n: 100, files: (n) => json(n, (i) => `s${i}`, '\n  ') },
  // Cut into units only if it is long.
  'states in JSON, opened on one line': { n: 440, files: (n) => json(n, (i) => `s${i}`, ' ') },
  'states without transitions': { n: 100, files: (n) => yaml(bot(times(n, (i) => `  s${i}: {}\n`))) },
  'one state name repeated': {
    n: 100,
    files: (n) => yaml(bot(times(n, () => '  s0:\n    transitions: {CHAT: s0}\n'))),
  },
  'one state name repeated, with context variables': {
    n: 50,
    files: (n) =>
      yaml(bot(times(n, (i) => `  s0:\n    outputs: {context.v${i}: "{{context.v${i + 1}}}"}\n`))),
  },
  'one state name repeated, with outputs': {
    n: 50,
    files: (n) =>
      yaml(bot(times(n, (i) => `  s0:\n    outputs: {o${i}: 1}\n    render: {text: "{{o${i}}}"}\n`))),
  },
  'one state name repeated, with one output': {
    n: 50,
    files: (n) => yaml(bot(times(n, () => '  s0:\n    outputs: {o: 1}\n    render: {text: "{{o}}"}\n'))),
  },
  'one state name repeated, with one context variable': {
    n: 50,
    files: (n) =>
      yaml(
        bot(
          times(
            n,
            (i) =>
              `  s0:\n    outputs: {context.v: ${i}}\n    render: {text: "{{context.v}}"}\n    transitions: {CHAT: s0}\n`,
          ),
        ),
      ),
  },
  'one state name repeated in JSON': { n: 100, files: (n) => json(n, () => 's0', '\n  ') },
  'one key repeated': {
    n: 100,
    files: (n) => yaml(`type: automata\n${times(n, () => 'initial: a\n')}states: {a: {}}\n`),
  },
  'encoded paths': {
    n: 100,
    files: (n) =>
      yaml(
        `type: automata\ninitial: a\ncontext:\n  a: !oneline ${'%2e%2e%2f'.repeat(n)}a.js\nstates: !include ${'%41%ff'.repeat(n)}\n`,
      ),
  },
  'deep paths': {
    n: 100,
    files: (n) =>
      yaml(
        `type: automata\ninitial: a\ncontext:\n  a: !oneline ${'a/'.repeat(n)}a.js\nstates: !include ${'b/'.repeat(n)}\n`,
      ),
  },
  'paths to parents': {
    n: 100,
    files: (n) =>
      yaml(`type: automata\ninitial: a\ncontext:\n  a: !oneline ${'../'.repeat(n)}a.js\nstates: {a: {}}\n`),
  },
  // Read in several batches from 100 on.
  'many missing files': {
    n: 100,
    files: (n) =>
      yaml(
        `type: automata\ninitial: a\ncontext:\n${times(n, (i) => `  v${i}: !oneline code/f${i}.js\n`)}states: {a: {}}\n`,
      ),
  },
  'object types that refer to each other': {
    n: 6,
    files: (n) =>
      yaml(
        bot(
          times(
            n,
            (i) =>
              `  s${i}:\n    outputs:\n      context.v${i}: "{{({a: context.v${(i + 1) % n}, b: context.v${(i + 2) % n}, c: ${i}})}}"\n    transitions: {CHAT: s${(i + 1) % n}}\n`,
          ),
        ),
      ),
  },
  'context references in a cycle and in a chain': {
    n: 50,
    files: (n) =>
      yaml(
        bot(
          times(n, (i) => {
            const next = (i + 1) % n;
            return `  s${i}:\n    outputs:\n      context.v${i}: "{{context.v${next}}}"\n      context.w${i}: "{{context.w${i + 1}}}"\n    transitions: {CHAT: s${next}}\n`;
          }),
          `context: {w${n}: 1}\n`,
        ),
      ),
  },
  'one comment that disables many codes': {
    n: 100,
    files: (n) => yaml(`# atomic-state-disable ${times(n, (i) => `code-${i}, `)}x\n${bot('  s0: {}\n')}`),
  },
  'many comments that disable': {
    n: 100,
    files: (n) => yaml(bot(times(n, (i) => `  # atomic-state-disable-next-line dead-end\n  s${i}: {}\n`))),
  },
  'comments that disable the same line': {
    n: 100,
    files: (n) => yaml(bot(`${'  # atomic-state-disable-next-line dead-end\n'.repeat(n)}  s0: {}\n`)),
  },
  'keys on one line': { n: 50, files: (n) => inContext('a: '.repeat(n)) },
  'items on one line': { n: 50, files: (n) => inContext(`\n    ${'- '.repeat(n)}a`) },
  'expressions in one text': { n: 200, files: (n) => text('{{context.a}} '.repeat(n)) },
  'wrong expressions in one text': { n: 200, files: (n) => text('{{a b}} '.repeat(n)) },
  'unclosed expressions': { n: 200, files: (n) => text('{{ '.repeat(n)) },
  'closed expressions': { n: 200, files: (n) => text('}} '.repeat(n)) },
  'opening braces': { n: 400, files: (n) => text('{{'.repeat(n)) },
  'open template literals': { n: 200, files: (n) => text(`{{${'`${'.repeat(n)}}}`) },
  'context variables': { n: 200, files: (n) => yaml(bot('  s0: {}\n', context(n))) },
  'context variables without values': {
    n: 200,
    files: (n) => yaml(bot('  s0: {}\n', `context:\n${times(n, (i) => `  v${i}:\n`)}`)),
  },
  'one input repeated on one line': {
    n: 100,
    files: (n) => inState(`    inputs: {${'a: {type: text}, '.repeat(n)}}\n`),
  },
  'inputs without values': {
    n: 200,
    files: (n) => inState(`    inputs:\n${times(n, (i) => `      i${i}:\n`)}`),
  },
  'context variables in use': { n: 100, files: (n) => inText(n, (i) => `{{context.v${i}}} `) },
  'unknown variables': { n: 200, files: (n) => inText(n, (i) => `{{context.w${i}}} {{u${i}}} `) },
  'unused locals': {
    n: 100,
    files: (n) =>
      yaml(
        bot(times(n, (i) => `  s${i}:\n    outputs: {same: 1}\n    transitions: {CHAT: s${(i + 1) % n}}\n`)),
      ),
  },
  cases: {
    n: 100,
    files: (n) =>
      inState(
        `    transitions:\n      CHAT:\n${times(n, (i) => `        - target: s0\n          condition: "{{context.a == ${i}}}"\n`)}`,
      ),
  },
  'cases on one value': {
    n: 100,
    files: (n) =>
      inState(
        `    inputs: {a: {type: text}}\n    transitions:\n      CHAT:\n${times(n, (i) => `        - {target: s0, condition: "{{a === 'v${i}'}}"}\n`)}`,
      ),
  },
  'unknown targets': {
    n: 200,
    files: (n) => yaml(bot(times(n, (i) => `  s${i}:\n    transitions: {CHAT: t${i}}\n`))),
  },
  'unknown targets in one state': {
    n: 100,
    files: (n) => inState(`    transitions:\n${times(n, (i) => `      e${i}: t${i}\n`)}`),
  },
  events: {
    n: 100,
    files: (n) =>
      inState(
        `    render:\n      buttons:\n${times(n, (i) => `        - {content: a, on_click: e${i}}\n`)}    transitions:\n${times(n, (i) => `      e${i}: s0\n`)}`,
      ),
  },
  inputs: { n: 100, files: (n) => inState(`    inputs:\n${times(n, (i) => `      i${i}: {type: text}\n`)}`) },
  outputs: {
    n: 100,
    files: (n) => inState(`    outputs:\n${times(n, (i) => `      o${i}: "{{o${i - 1}}}"\n`)}`),
  },
  tasks: {
    n: 50,
    files: (n) =>
      inState(
        `    tasks:\n${times(n, (i) => `      - name: t${i}\n        module_type: AnyWidgetModule\n        module_config: {widget_id: a}\n        output_name: r${i}\n`)}`,
      ),
  },
  tags: { n: 200, files: (n) => inContext(`${'!a '.repeat(n)}x`) },
  anchors: { n: 100, files: (n) => yaml(bot(times(n, (i) => `  s${i}: &a${i}\n    render: {text: a}\n`))) },
  aliases: {
    n: 100,
    files: (n) => yaml(bot(`  s0: &a\n    render: {text: a}\n${times(n, (i) => `  t${i}: *a\n`)}`)),
  },
  'merge keys': {
    n: 50,
    files: (n) =>
      yaml(
        bot(`  s0: &a0\n    render: {text: a}\n${times(n, (i) => `  t${i}: &a${i + 1}\n    <<: *a${i}\n`)}`),
      ),
  },
  'folded lines': {
    n: 200,
    files: (n) => inState(`    render:\n      text: >\n${times(n, () => '        a\n')}`),
    isFormatted: true,
  },
  'plain lines': {
    n: 200,
    files: (n) => inState(`    render:\n      text: a\n${times(n, () => '        b\n')}`),
    isFormatted: true,
  },
  'expression lines': {
    n: 100,
    files: (n) => inState(`    render:\n      text: |\n${times(n, () => '        {{context.a + 1}}\n')}`),
  },
  'lines of one expression': {
    n: 100,
    files: (n) =>
      inState(`    render:\n      text: |\n        {{[\n${times(n, () => '          1,\n')}        ]}}\n`),
  },
  comments: { n: 200, files: (n) => yaml(bot(`${'  # a\n'.repeat(n)}  s0: {}\n`)), isFormatted: true },
  'blank lines': { n: 400, files: (n) => yaml(bot(`${'\n'.repeat(n)}  s0: {}\n`)), isFormatted: true },
  'nested automata': {
    n: 8,
    files: (n) =>
      yaml(
        `type: automata\ninitial: s\nstates:\n${times(n, (i) => `${'  '.repeat(2 * i + 1)}s:\n${'  '.repeat(2 * i + 2)}initial: s\n${'  '.repeat(2 * i + 2)}states:\n`)}${'  '.repeat(2 * n + 1)}s: {}\n`,
      ),
  },
  'flow lists': { n: 50, files: (n) => inContext(`${'['.repeat(n)}${']'.repeat(n)}`) },
  'open brackets': { n: 50, files: (n) => inContext('['.repeat(n)) },
  'closing brackets': { n: 200, files: (n) => inContext(']'.repeat(n)) },
  'commas in brackets': { n: 200, files: (n) => inContext(`[${', '.repeat(n)}]`) },
  'anchors of one value': { n: 200, files: (n) => inContext(`${'&a '.repeat(n)}x`) },
  'open braces': {
    n: 20,
    files: (n) => yaml(`type: automata\ninitial: a\nstates: ${'{a: '.repeat(n)}`),
  },
  'strings in single quotes on one line of JSON': {
    n: 40,
    files: (n) => ({
      'main.json': `{'type': 'automata', 'initial': 's0', 'states': {${times(n, (i) => `'s${i}': {'transitions': {'CHAT': 's0'}}, `)}}}`,
    }),
  },
  'expressions without quotes on one line': {
    n: 40,
    files: (n) => inState(`    outputs: {${times(n, (i) => `o${i}: {{ 1 }}, `)}}\n`),
  },
  'open braces in JSON': { n: 200, files: (n) => ({ 'main.json': `{"states": ${'{"a": '.repeat(n)}` }) },
  'comments in JSON': {
    n: 100,
    files: (n) => ({
      'main.json': `{\n${'  // a\n'.repeat(n)}  "type": "automata", "initial": "a", "states": {"a": {}}}\n`,
    }),
  },
  'quotes that do not close': {
    n: 100,
    files: (n) => yaml(bot(times(n, (i) => `  s${i}:\n    render: {text: "a}\n`))),
  },
  tabs: { n: 100, files: (n) => yaml(bot(times(n, (i) => `  s${i}:\n\t  render: {text: a}\n`))) },
  'merge conflicts': {
    n: 50,
    files: (n) => yaml(bot(times(n, (i) => `<<<<<<< a\n  s${i}: {}\n=======\n  t${i}: {}\n>>>>>>> b\n`))),
  },
  'indentation with tabs': {
    n: 200,
    files: (n) =>
      yaml(
        `type: automata\ninitial: s0\nstates:\n${times(n, (i) => `\ts${i}:\n\t\trender:\n\t\t\ttext: a\n`)}`,
      ),
  },
  'missing fields of a module': {
    n: 100,
    files: (n) => ({
      ...yaml(bot('  s0:\n    tasks: [{name: a, module_type: Mine, module_config: {x: 1}}]\n')),
      ...ownModule(n),
    }),
    command: ['check', 'main.yaml'],
  },
  'fields of a module, every second one missing': {
    n: 100,
    files: (n) => ({
      ...yaml(
        bot(
          `  s0:\n    tasks:\n      - name: a\n        module_type: Mine\n        module_config:\n${times(n / 2, (i) => `          f${2 * i}: a\n`)}`,
        ),
      ),
      ...ownModule(n),
    }),
    command: ['check', 'main.yaml'],
  },
  // A short list of fields is compared with each key.
  'misspelt fields of a module': {
    n: 400,
    files: (n) => ({
      ...yaml(
        bot(
          `  s0:\n    tasks:\n      - name: a\n        module_type: Mine\n        module_config:\n${times(n / 2, (i) => `          f${i}x: a\n          f${i},: a\n`)}`,
        ),
      ),
      ...ownModule(n),
    }),
    command: ['check', 'main.yaml'],
  },
  'cases of a transition, explored': {
    n: 50,
    files: (n) =>
      inState(
        `    transitions:\n      go:\n${times(n, (i) => `        - {condition: "{{context.v === ${i}}}", target: s0}\n`)}`,
      ),
    command: ['explore', 'main.yaml'],
  },
  'chained merge keys, exported': {
    n: 50,
    files: (n) =>
      yaml(
        bot(
          '  s0: {}\n',
          mergeChain(n, () => 'k'),
        ),
      ),
    command: ['export', 'main.yaml'],
  },
  'chained merge keys that add keys, exported': {
    n: 30,
    files: (n) =>
      yaml(
        bot(
          '  s0: {}\n',
          mergeChain(n, (i) => `k${i}`),
        ),
      ),
    command: ['export', 'main.yaml'],
    bound: {
      growth: 4,
      why: 'Each map has the keys of all maps before it: the export, which is read back, is quadratic.',
    },
  },
  'chunks of an answer without a line break': {
    n: 500,
    files: () => ({}),
    perform: (n) => {
      const answer = new ModelAnswer(true, undefined, (error) => error);
      answer.push('data: {"choices": [{"delta": {"content": "');
      for (let chunk = 0; chunk < n; chunk++) answer.push('word ');
      answer.push('"}}]}\n\n');
    },
  },
  documents: { n: 50, files: (n) => yaml('---\ntype: automata\ninitial: a\nstates: {a: {}}\n'.repeat(n)) },
  'included files': {
    n: 40,
    files: (n) => ({
      'main.yaml': 'type: automata\ninitial: s0\nstates: !include state\n',
      ...Object.fromEntries(
        Array.from({ length: n }, (_, i) => [
          `state/s${i}.yaml`,
          `s${i}:\n  transitions: {CHAT: s${(i + 1) % n}}\n`,
        ]),
      ),
    }),
  },
  'edits in one notification': {
    n: 100,
    files: () => yaml(bot(times(100, (i) => `  s${i}:\n    render: {text: a}\n`))),
    insertion: () => ({ line: 0, character: 0, text: '\n' }),
  },
  'edits on one line in one notification': {
    n: 400,
    files: (n) => text('a '.repeat(n)),
    insertion: (index) => ({ line: 5, character: 20 + 2 * index, text: 'b' }),
  },
};
