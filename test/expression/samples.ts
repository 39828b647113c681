// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of the expressions under test

/** Valid expressions whose end is hard to find. */
export const EXPRESSIONS: readonly string[] = [
  'a',
  'context.questions[context.question_idx]["question"]',
  '(context.question_idx + 1) % context.questions.length',
  "[...context.memory, {'user': user_message}, {'assistant': reply}]",
  'JSON.parse(context.questions_string)',
  '{a:{b:1}}.a',
  'JSON.stringify({a:{b:1}})',
  'f(x=>{return {y:{z:x}}})',
  "'}}'",
  '"}}" + \'{{\'',
  "'\\'}}'",
  '`}} ${ {a:{b:`}} ${c}`}}.a.b } }}`',
  '`\\`}}\\${`',
  '`${`${`${a}`}`}`',
  '`$ {a} $`',
  'a /* }} {{ */ + b',
  'a // note\n + b',
  '/}}/.test(a)',
  '/[/}}]/g.exec(a)',
  '/\\/}}/',
  'a / b / c',
  'a++ / 2 / b',
  '(a) / b / (c)',
  'a[0] / b / c',
  '[1] / 2 / 3',
  '({}) / 2 / 3',
  '`x` / 2 / 3',
  'typeof /}}/',
  'x => { if (x) /}}/.test(x) }',
  'x => { { } /}}/.test(x) }',
  'x => { return /}}/ }',
  'a.return / 2 / b',
  'a ? /}}/ : b',
  'f(/}}/, /"/)',
  'a?.5:1',
  'a?.b?.["c"]?.(d)',
  '0x1F + 1_000 + .5e-3 + 5. + 10n',
  '(() => { const {a, b: [c]} = d; return {a, c} })()',
  'class { static #x = 1; m() { return this.#x } }',
  'async function* g() { for await (const x of y) yield x }',
  'a\r\n  ? "b"\r\n  : "c"',
  '"😀}}" + `😀` + context["😀"]',
  'größe + 变量 + \\u0061b + \\u{62}',
  'a\u00a0+\ufeffb',
  '"a\\\n}}b"',
];

export interface MarkedText {
  readonly text: string;
  readonly cursor: number;
}

/** Removes the cursor mark `¦` from a text. */
export function takeCursorMark(source: string): MarkedText {
  const cursor = source.indexOf('¦');
  if (cursor < 0) throw new Error(`no cursor in ${source}`);
  return { text: source.slice(0, cursor) + source.slice(cursor + 1), cursor };
}
