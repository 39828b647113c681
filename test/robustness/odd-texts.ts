import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCases, parseFixture } from '../support/fixture';

/** Accidental, unusual or malicious texts. */

const STATE =
  "type: automata\ninitial: home\ncontext: {score: 1}\nstates:\n  home:\n    render:\n      text: '{{context.score}}'\n      buttons:\n        - {content: Go, on_click: go}\n    transitions:\n      go: home\n";

/** Inserts a piece into a state file: as a value, an expression, a key. */
function around(piece: string): readonly string[] {
  return [
    piece,
    STATE.replace('score: 1', `score: ${piece}`),
    STATE.replace('context.score', piece),
    STATE.replace('    transitions', `    ${piece}transitions`),
    `${STATE}${piece}`,
    `{"type": "automata", "initial": "a", "states": {"a": {"render": {"text": "${piece}"}}}}`,
  ];
}

/** Unreadable text. */
export const ODD_PIECES: Readonly<Record<string, string>> = {
  nothing: '',
  'a lone high surrogate': '\ud83d',
  'a lone low surrogate': 'a\udca9b',
  'a reversed surrogate pair': '\udca9\ud83d',
  NUL: 'a\0b',
  'control characters': '\u0001\u0007\u0008\u000b\u000c\u001b\u007f\u0085',
  'a byte order mark': '\ufeff',
  'a byte order mark in the middle': 'a\ufeffb',
  'line and paragraph separators': 'a\u2028b\u2029c',
  'all kinds of line endings': 'a\rb\nc\r\nd\n\re\r\r\n',
  tabs: '\t\n\t\ta:\tb\n \t c\n',
  'a merge conflict': '\n<<<<<<< HEAD\na: 1\n||||||| base\na: 0\n=======\na: 2\n>>>>>>> other\n',
  'half of a merge conflict': '\n<<<<<<< HEAD\na: 1\n',
  'bidirectional control characters': '\u202ea\u2066b\u2069',
  'combining characters': `a${'\u0301'.repeat(300)}`,
  'an unassigned character': '\u{e0fff}\u{10ffff}',
  directives: '\n%YAML 9.9\n%TAG ! tag:x,2000:\n---\na: 1\n...\n---\nb\n',
  'an alias without an anchor': '*nobody',
  'an alias of itself': '&a [*a, {*a : *a}]',
  'a merge key that refers to itself': '&a {<<: *a, b: {<<: [*a, *a]}}',
  'keys of JavaScript': '{__proto__: {a: 1}, constructor: x, toString: y, hasOwnProperty: z}',
  'a complex key': '{? [a, {b: c}] : d, ? {} : e}',
  'an unknown tag': '!<tag:yaml.org,2002:python/object/apply:os.system> ["ls"]',
  'too many braces': '{{{{{{}}}}}}}}{{',
  'a template literal in a template literal': '{{`${`${`${',
  'a regular expression': '{{/(a+)+$/.exec("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")}}',
};

/** Many repetitions; `n` determines the size. */
export const LARGE: Readonly<Record<string, (n: number) => string>> = {
  'one line': (n) => `type: automata\ninitial: a\nstates: {a: {render: {text: ${'x'.repeat(n)}}}}\n`,
  'one line of quoted text': (n) =>
    `type: automata\ninitial: a\nstates: {a: {render: {text: "${'x '.repeat(n / 2)}`,
  'one line of JSON': (n) =>
    `{"type":"automata","initial":"a","states":{"a":{"render":{"text":"${'x'.repeat(n)}"}}}}`,
  'blank lines': (n) => `type: automata\ninitial: a\n${'\n'.repeat(n)}states: {}\n`,
  'spaces on one line': (n) => `type: automata\ninitial: a${' '.repeat(n)}\nstates: {}\n`,
  tabs: (n) => `type: automata\ninitial: a\nstates:\n${'\t'.repeat(n)}a: {}\n`,
  'a comment': (n) => `type: automata\n# ${'atomic-state-disable '.repeat(n / 21)}\ninitial: a\nstates: {}\n`,
  'opening braces of expressions': (n) =>
    `type: automata\ninitial: a\nstates: {a: {render: {text: '${'{{'.repeat(n / 2)}'}}}\n`,
  'closing braces of expressions': (n) =>
    `type: automata\ninitial: a\nstates: {a: {render: {text: '${'}}'.repeat(n / 2)}'}}}\n`,
  expressions: (n) =>
    `type: automata\ninitial: a\nstates: {a: {render: {text: '${'{{a}} '.repeat(n / 6)}'}}}\n`,
  'a long expression': (n) =>
    `type: automata\ninitial: a\nstates: {a: {render: {text: '{{a${' + b'.repeat(n / 4)}}}'}}}\n`,
  'a long chain of members': (n) =>
    `type: automata\ninitial: a\nstates: {a: {render: {text: '{{a${'.b'.repeat(n / 2)}}}'}}}\n`,
  parentheses: (n) => `type: automata\ninitial: a\nstates: {a: {render: {text: '{{${'('.repeat(n)}}}'}}}\n`,
  'an unclosed string in an expression': (n) =>
    `type: automata\ninitial: a\nstates: {a: {render: {text: "{{'${'x'.repeat(n)}}}"}}}\n`,
  backslashes: (n) => `type: automata\ninitial: a\nstates: {a: {render: {text: "{{'${'\\\\'.repeat(n / 2)}`,
  brackets: (n) => `type: automata\ninitial: a\nstates: ${'['.repeat(n)}`,
  braces: (n) => `type: automata\ninitial: a\nstates: ${'{a: '.repeat(n / 4)}`,
  'nested braces of JSON': (n) => `{"type": "automata", "initial": "a", "states": ${'{"a":'.repeat(n / 5)}`,
  'nested brackets of JSON': (n) =>
    `{"type": "automata", "initial": "a", "states": ${'['.repeat(n)}${']'.repeat(n)}}`,
  'nested items': (n) => `type: automata\ninitial: a\nstates:\n  ${'- '.repeat(n / 2)}a\n`,
  keys: (n) =>
    `type: automata\ninitial: a\nstates:\n  a: {}\ncontext:\n${Array.from({ length: n / 10 }, (_, i) => `  k${i}: ${i}\n`).join('')}`,
  'keys of JSON': (n) =>
    `{"type":"automata","initial":"a","states":{"a":{}},"context":{${Array.from({ length: n / 10 }, (_, i) => `"k${i}":${i}`).join()}}}`,
  'one key repeated': (n) => `type: automata\ninitial: a\nstates:\n${'  a: {}\n'.repeat(n / 8)}`,
  states: (n) =>
    `type: automata\ninitial: a\nstates:\n${Array.from({ length: n / 40 }, (_, i) => `  s${i}:\n    transitions: {go: s${i + 1}}\n`).join('')}`,
  anchors: (n) =>
    `type: automata\ninitial: a\nstates: {}\ncontext:\n  a: &a 1\n${Array.from({ length: n / 20 }, (_, i) => `  k${i}: *a\n`).join('')}`,
  merges: (n) =>
    `type: automata\ninitial: a\nstates: {}\ncontext:\n  a: &a {b: 1}\n${Array.from({ length: n / 20 }, (_, i) => `  k${i}: {<<: *a}\n`).join('')}`,
  quotes: (n) => `type: automata\ninitial: a\nstates: ${`'"`.repeat(n / 2)}\n`,
  colons: (n) => `type: automata\ninitial: a\nstates: ${': '.repeat(n / 2)}\n`,
  'question marks': (n) => `type: automata\ninitial: a\nstates:\n  ${'? '.repeat(n / 2)}\n`,
  tags: (n) => `type: automata\ninitial: a\nstates: ${'!x '.repeat(n / 3)}\n`,
  'conflict markers': (n) => `type: automata\ninitial: a\nstates: {}\n${'<<<<<<< a\n'.repeat(n / 10)}`,
  'document markers': (n) => `type: automata\ninitial: a\nstates: {}\n${'---\n'.repeat(n / 4)}`,
};

/** A short text that represents billions of values. */
export function aliasBomb(levels: number): string {
  const lines = Array.from(
    { length: levels },
    (_, i) => `  k${i + 1}: &k${i + 1} [${Array(9).fill(`*k${i}`).join(', ')}]\n`,
  );
  const merges = `  m0: &m0 {a: 1}\n${Array.from({ length: levels }, (_, i) => `  m${i + 1}: &m${i + 1} {x: {<<: *m${i}}, y: {<<: [*m${i}, *m${i}]}}\n`).join('')}`;
  return `type: automata\ninitial: a\nstates: {a: {}}\ncontext:\n  k0: &k0 x\n${lines.join('')}${merges}`;
}

/** All small odd texts. */
export const ODD_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ...Object.entries(ODD_PIECES).flatMap(([what, piece]) =>
    around(piece).map((text, index) => [`${what}, ${index}`, text] as const),
  ),
  ['aliases of aliases', aliasBomb(12)],
];

/** All cases of the fixtures, each with its files, including marks. */
export function fixtureCases(): readonly (readonly [
  what: string,
  files: Readonly<Record<string, string>>,
])[] {
  const folder = join(import.meta.dirname, '../fixtures');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.txt'),
  );
  return paths.sort().flatMap((path) => {
    const whole = readFileSync(join(folder, path), 'utf8');
    return parseCases(whole).map(({ title, body }) => {
      const files = parseFixture(body.replace(/[«»‹›]|(?<=[«‹])[^|«»‹›\n]*\|/g, '')).files;
      return [`${path}: ${title}`, Object.fromEntries(files.map((file) => [file.path, file.text]))] as const;
    });
  });
}
