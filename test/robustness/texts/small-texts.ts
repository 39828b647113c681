import { Random } from '../edits/random';

/** What authors type: keys of the format, signs of YAML, JSON and expressions, white space, and what confuses readers. */
export const TOKENS: readonly string[] = [
  ...['a', 'a:', 'b: ', 'states:', 'text: ', 'type: automata', 'go: a', '"a": ', '1', 'null', '💬', '=', '.'],
  ...[':', ': ', ',', '-', '- ', '? ', '[', ']', '{', '}', '(', ')', '"', "'", '`', '\\'],
  ...[
    '#',
    ' #',
    '# ',
    '/*',
    '//',
    '@',
    '%',
    '&x ',
    '*x',
    '!t ',
    '!include ',
    '<<: ',
    '|',
    '>-',
    '|2-',
    '---',
  ],
  ...['{{', '}}', '{{context.', '${', '=>'],
  ...[' ', '  ', '\t', '\n', '\r\n', '\n  ', '\n    ', '\n- ', '\ufeff', '\0'],
];

/** A file with a gap for tokens. */
interface Frame {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

const FRAMES = {
  root: { path: 'main.yaml', before: 'initial: a\n', after: '\n  # none yet\n' },
  state: {
    path: 'main.yaml',
    before: 'initial: a\nstates:\n  a:\n    render: {text: hi}\n    ',
    after: '\n      # CHAT: a\n    id: x\n  b: {}\n',
  },
  'nothing else': { path: 'main.yaml', before: '', after: '' },
  'plain text': {
    path: 'main.yaml',
    before: 'states:\n  a:\n    render:\n      text: hi ',
    after: '\n    transitions: {go: a}\n',
  },
  'quoted text': {
    path: 'main.yaml',
    before: 'states:\n  a:\n    render:\n      text: "hi ',
    after: '"\n    transitions: {go: a}\n',
  },
  'flow map': {
    path: 'main.yaml',
    before: 'states:\n  a:\n    transitions: {',
    after: '}\n  b: {}\n',
  },
  JSON: {
    path: 'main.json',
    before: '{"initial": "a", "states": {"a": {',
    after: '}, "b": {"render": {"text": "hi"}}}}\n',
  },
  'lines of JSON': {
    path: 'main.json',
    before: '{\n  "initial": "a",\n  "states": {\n    "a": {\n      ',
    after: '\n      "render": {"text": "hi"}\n    }\n  }\n}\n',
  },
  scenario: {
    path: 'a.scenario.yaml',
    before: 'automata: main.yaml\nscenarios:\n  - name: x\n    steps:\n      - ',
    after: '\n      - say: hi\n',
  },
  'module file': {
    path: 'own-modules.yaml',
    before: 'modules:\n  Own:\n    ',
    after: '\n    fields: {x: string}\n',
  },
  expression: {
    path: 'main.yaml',
    before: "states:\n  a:\n    render:\n      text: '{{",
    after: "}}'\n    transitions: {go: a}\n",
  },
} satisfies Readonly<Record<string, Frame>>;

export type FrameName = keyof typeof FRAMES;

const FRAME_NAMES = Object.keys(FRAMES) as readonly FrameName[];

/** A text with tokens in a frame. */
export interface SmallText {
  readonly frame: FrameName;
  readonly tokens: readonly string[];
}

/** The file of a small text, and the offset after its tokens. */
export function textOf({ frame, tokens }: SmallText): { path: string; text: string; offset: number } {
  const { path, before, after } = FRAMES[frame];
  const start = before + tokens.join('');
  return { path, text: start + after, offset: start.length };
}

/** All sequences of up to this many tokens in some frames, by their number. */
export class SmallTexts {
  private readonly perFrame: number;

  constructor(
    private readonly frames: readonly FrameName[],
    private readonly min: number,
    private readonly max: number,
  ) {
    let perFrame = 0;
    for (let length = min; length <= max; length++) perFrame += TOKENS.length ** length;
    this.perFrame = perFrame;
  }

  get length(): number {
    return this.frames.length * this.perFrame;
  }

  at(index: number): SmallText {
    const frame = this.frames[Math.floor(index / this.perFrame)];
    if (frame === undefined) throw new RangeError(`There is no text ${index}.`);
    let rest = index % this.perFrame;
    let length = this.min;
    for (; length < this.max && rest >= TOKENS.length ** length; length++) rest -= TOKENS.length ** length;
    const tokens: string[] = [];
    for (; tokens.length < length; rest = Math.floor(rest / TOKENS.length))
      tokens.unshift(TOKENS[rest % TOKENS.length] ?? '');
    return { frame, tokens };
  }
}

/** Up to two tokens in each frame. */
export const SHORT_TEXTS = new SmallTexts(FRAME_NAMES, 0, 2);
/** Three tokens where most is possible. */
export const LONGER_TEXTS = new SmallTexts(['root', 'state'], 3, 3);

/** More tokens at random, the same for the same seed. */
export function randomText(seed: string): SmallText {
  const random = new Random(seed);
  const tokens = Array.from({ length: 3 + random.below(12) }, () => random.one(TOKENS));
  return { frame: random.one(FRAME_NAMES), tokens };
}
