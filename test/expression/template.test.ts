// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of the expressions under test
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expressionAt, parseTemplate } from '../../server/expression/template';
import { EXPRESSIONS, takeCursorMark } from './samples';

/** `«body»` is a closed expression, `«body…` an unclosed one; strays are `†`, the rest is the text. */
function outline(text: string): string {
  const { expressions, strays } = parseTemplate(text);
  const marks = [
    ...expressions.map(({ start, end, body, closed }) => ({
      start,
      end,
      as: `«${text.slice(body.start, body.end)}${closed ? '»' : '…'}`,
    })),
    ...strays.map((start) => ({ start, end: start + 2, as: '†' })),
  ].sort((a, b) => a.start - b.start);
  let at = 0;
  let result = '';
  for (const { start, end, as } of marks) {
    result += text.slice(at, start) + as;
    at = end;
  }
  return result + text.slice(at);
}

describe('the splitter as observed (format.md 3.2)', () => {
  // Text, outline, whole, and where the service would end the expression, as it does not parse JavaScript.
  const table: [string, string, boolean, string?][] = [
    ['{{ {a:{b:1}} }}', '« {a:{b:1}} »', true, '}} }}'],
    ['{{JSON.stringify({a:{b:1}})}}', '«JSON.stringify({a:{b:1}})»', true, '}})}}'],
    ["{{[...m,{'user':u},{'assistant':r}]}}", "«[...m,{'user':u},{'assistant':r}]»", true],
    ["{{'}}'}}", "«'}}'»", true, "}}'}}"],
    ['pre {{ {a:{b:1}}.a }} post', 'pre « {a:{b:1}}.a » post', false, '}}.a }} post'],
    [
      'pre {{f(x=>{return {y:{z:x}}})}} post {{b}}',
      'pre «f(x=>{return {y:{z:x}}})» post «b»',
      false,
      '}}})}} post {{b}}',
    ],
    ['x {{{a:1}}} y', 'x «{a:1}» y', false],
    ['{{a}}}', '«a}»', true],
    ['{{}}', '«»', true],
    ['{{a}', '«a}…', false],
    ['{{ }}', '« »', true],
    ['{{a}}{{b}}', '«a»«b»', false],
  ];
  test.each(table)('%j', (text, expected, whole, cut) => {
    const template = parseTemplate(text);
    expect(outline(text)).toBe(expected);
    expect(template.whole).toBe(whole);
    const { firstClose } = template.expressions[0] ?? {};
    expect(firstClose === undefined ? undefined : text.slice(firstClose)).toBe(cut);
  });
});

describe('whole', () => {
  const table: readonly (readonly [string, boolean])[] = [
    ['{{0}}', true],
    ['{{\r\n0\r\n}}', true],
    [' {{0}}', false],
    ['{{0}} ', false],
    ['{{0', false],
    ['', false],
    ['0', false],
    ['}}', false],
    ['{{a}} and {{b}}', false],
  ];
  test.each(table)('%j: %s', (text, whole) => {
    expect(parseTemplate(text).whole).toBe(whole);
  });
});

describe('the end of an expression is found for all kinds of JavaScript, alone and in text', () => {
  test.each(EXPRESSIONS)('%j', (script) => {
    expect(outline(`{{ ${script} }}`)).toBe(`« ${script} »`);
    expect(parseTemplate(`{{ ${script} }}`).whole).toBe(true);
    expect(outline(`it's {{ ${script}\n}} and {{b}} }}`)).toBe(`it's « ${script}\n» and «b» †`);
  });
});

describe('incomplete and invalid templates', () => {
  const table: readonly (readonly [string, string])[] = [
    ['{{', '«…'],
    ['a {{', 'a «…'],
    ['{{ context.', '« context.…'],
    ['Hello {{context.\nmore', 'Hello «context.\nmore…'],
    ["{{ 'a }} text {{b}}", "« 'a » text «b»"],
    ["{{ 'a }}\nit's {{b}}", "« 'a »\nit's «b»"],
    ["{{ 'a }}\nb }} {{c}}", "« 'a »\nb † «c»"],
    ['{{ "a }}', '« "a »'],
    ['{{ `a }} text {{b}}', '« `a » text «b»'],
    ['{{ /* a }} text {{b}}', '« /* a » text «b»'],
    ['{{ a // note }} text {{b}}', '« a // note » text «b»'],
    ['{{ a // note }}\ntext {{b}}', '« a // note »\ntext «b»'],
    ['{{ f( }} text {{b}}', '« f( » text «b»'],
    ['{{ f(a }} text {{b}}', '« f(a » text «b»'],
    ['{{ [a }} {{b]}}', '« [a » «b]»'],
    ['{{ {a: 1 }} text {{b}}', '« {a: 1 » text «b»'],
    ['{{ {a: (1 } }} {{b}}', '« {a: (1 } » «b»'],
    ['{{ a.map(x => { }} text {{b}}', '« a.map(x => { » text «b»'],
    ['{{ `${a }} text {{b}}', '« `${a » text «b»'],
    ['{{ a text {{b}}', '« a text …«b»'],
    ['{{ a\ntext {{b}}', '« a…\ntext «b»'],
    ['{{ a\r\ntext {{b}}', '« a…\r\ntext «b»'],
    ['{{ a }\ntext {{b}}', '« a }…\ntext «b»'],
    ['{{ a } text {{b}}', '« a } text …«b»'],
    ['{{\n  a\n  text {{b}}', '«\n  a…\n  text «b»'],
    ["{{ context['\nDon't {{b}}", "« context['…\nDon't «b»"],
    ["{{context['}} and {{context['a']}}", "«context['» and «context['a']»"],
    ['{{ a {{ b {{c}}', '« a …« b …«c»'],
    ['{{{{ a }}', '«{{ a »'],
    ['{{{{{{', '«{{{{…'],
    ['{{{{{{ {{a}}', '«{{{{ …«a»'],
    ['{{ {{a}} }}', '« …«a» †'],
    ['{{a}b}}', '«a}b»'],
    ['{{a}}}}', '«a}}»'],
    ['{{ a / b }} / {{c}}', '« a / b » / «c»'],
    ['{{ x ? /b : c }} text', '« x ? /b : c » text'],
    ['{{ \\ }} {{b}}', '« \\ » «b»'],
    ['{{ # }} {{b}}', '« # » «b»'],
    ['{{ “a” }}', '« “a” »'],
    ['\ud83d{{\udc00}}\ud83d', '\ud83d«\udc00»\ud83d'],
    ['😀{{ "😀" }}😀 {{b', '😀« "😀" »😀 «b…'],
  ];
  test.each(table)('%j', (text, expected) => {
    expect(outline(text)).toBe(expected);
  });
});

describe('stray closing braces', () => {
  const table: readonly (readonly [string, string])[] = [
    ['a }} b', 'a }} b'],
    ['function f() { if (a) { b }}', 'function f() { if (a) { b }}'],
    ['a }} b {{c}}', 'a † b «c»'],
    ['{{c}} a }}', '«c» a †'],
    ['{{c}} }}}} d', '«c» †† d'],
    ['{{c}} } } d', '«c» } } d'],
    ['a }} {{c', 'a † «c…'],
  ];
  test.each(table)('%j', (text, expected) => {
    expect(outline(text)).toBe(expected);
  });
});

describe('expressionAt', () => {
  const table: readonly (readonly [string, string | undefined])[] = [
    ['¦{{a}} {{b}}', undefined],
    ['{¦{a}} {{b}}', undefined],
    ['{{¦a}} {{b}}', 'a'],
    ['{{a¦}} {{b}}', 'a'],
    ['{{a}¦} {{b}}', undefined],
    ['{{a}} {{b¦}}', 'b'],
    ['{{a}} {{¦}}', ''],
    ['{{a}} {{b.¦', 'b.'],
    ['{{a}}¦{{b}}', undefined],
    ['a¦', undefined],
  ];
  test.each(table)('%j: %s', (source, expected) => {
    const { text, cursor } = takeCursorMark(source);
    const found = expressionAt(parseTemplate(text), cursor);
    expect(found && text.slice(found.body.start, found.body.end)).toBe(expected);
  });
});

test('adjacent expressions', () => {
  fc.assert(
    fc.property(fc.constantFrom(...EXPRESSIONS), fc.constantFrom(...EXPRESSIONS), (a, b) => {
      expect(outline(`{{ ${a} }}{{ ${b} }}`)).toBe(`« ${a} »« ${b} »`);
    }),
  );
});

/** So long that anything worse than linear exceeds the time limit by far. */
const LONG = 250_000;

describe('long runs of', () => {
  const patterns = [
    '{',
    '}',
    '{{a}}',
    '{{a',
    '{{ ',
    '{{/*',
    "{{'",
    '{{\'"',
    '{{`',
    '{{${`',
    '{{`${',
    '{{/[',
    '{{(',
    '{{([{',
    '{{//\n',
    "{{'}}'",
    '{{a}}}}',
    "{{''",
    '((((}',
    '{{\\',
  ];
  const tails = ['', "*/`'}}"];
  test.each(patterns.flatMap((pattern) => tails.map((tail) => [pattern, tail] as const)))(
    '%j + %j',
    (pattern, tail) => {
      const text = pattern.repeat(LONG / pattern.length) + tail;
      expect(parseTemplate(text).expressions.length > 0).toBe(pattern.startsWith('{'));
      expect(parseTemplate(`{{${text}`).expressions.length).toBeGreaterThan(0);
    },
  );
  test('a long tail after many openings', () => {
    const text = `${'{{${`'.repeat(LONG / 10)}*/${'a + '.repeat(LONG / 8)}`;
    expect(parseTemplate(text).expressions).toHaveLength(LONG / 10);
  });
});
