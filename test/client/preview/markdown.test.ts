import { describe, expect, it } from 'vitest';
import { type RenderedPart, renderMarkdown, renderPlain } from '../../../client/webview/preview/markdown';
import type { ExpressionChip, TextPiece } from '../../../server/features/preview/data';

function chip(source: string): ExpressionChip {
  return { kind: 'expression', at: 0, source, type: undefined, value: undefined, isBroken: false };
}

/** `{{a}}` is an expression. */
function pieces(text: string): TextPiece[] {
  return text.split(/\{\{(.*?)\}\}/).map((part, index) => {
    return index % 2 === 1 ? chip(part) : { kind: 'text', text: part };
  });
}

/** A tree as a text: `<p>`, `{{chip}}`, `[image label|address]`. */
function shown(parts: readonly RenderedPart[]): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return part.text.replaceAll('<', '&lt;');
        case 'chip':
          return `{{${part.chip.source}}}`;
        case 'media':
          return `[${part.media} ${part.label}|${shown(part.address)}]`;
        default: {
          const marks = `${part.class ? `.${part.class}` : ''}${part.title ? `(${part.title})` : ''}`;
          return `<${part.tag}${marks}>${shown(part.children)}</${part.tag}>`;
        }
      }
    })
    .join('');
}

const of = (text: string) => shown(renderMarkdown(pieces(text)));

/** The names of all elements in a tree. */
function tags(parts: readonly RenderedPart[]): string[] {
  return parts.flatMap((part) => (part.kind === 'element' ? [part.tag, ...tags(part.children)] : []));
}

describe('a rendered text', () => {
  it.each([
    ['Hi **{{a}}**, {{b}}!', '<p>Hi <strong>{{a}}</strong>, {{b}}!</p>'],
    ['# {{a}}\n- one\n- `x {{b}}`', '<h1>{{a}}</h1><ul><li>one</li><li><code>x {{b}}</code></li></ul>'],
    ['a\nb  \nc', '<p>a\nb<br></br>c</p>'],
    ['```js\n{{a}} <b>\n```', '<pre><code>{{a}} &lt;b></code></pre>'],
    [
      '|a|b|\n|-|:-:|\n|{{x}}|1|',
      '<table><thead><tr><th>a</th><th.align-center>b</th></tr></thead>' +
        '<tbody><tr><td>{{x}}</td><td.align-center>1</td></tr></tbody></table>',
    ],
    [
      '[go](https://x.org/{{id}}) https://y.org',
      '<p><span.link(https://x.org/{{id}})>go</span> <span.link(https://y.org)>https://y.org</span></p>',
    ],
    ['![a {{b}}](https://x.org/{{c}}.png)', '<p>[image a …|https://x.org/{{c}}.png]</p>'],
    ['_{{a}}{{b}}_', '<p><em>{{a}}{{b}}</em></p>'],
    ['***', '<hr></hr>'],
  ])('%s', (text, expected) => {
    expect(of(text)).toBe(expected);
  });
});

describe('HTML in a text', () => {
  it.each([
    ['a <b onclick="x()">bold</b> c', '<p>a <b>bold</b> c</p>'],
    ['<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
    ['</style><style>*{}</style>', '<p>&lt;/style>&lt;style>*{}&lt;/style></p>'],
    ['<iframe src="https://x.org"></iframe>', '&lt;iframe src="https://x.org">&lt;/iframe>'],
    ['<img src="{{url}}" alt="cat" onerror=alert(1)>', '[image cat|{{url}}]'],
    ["<video src='https://x.org/v.mp4'></video>", '<p>[video |https://x.org/v.mp4]</p>'],
    ['*a <b>b* c', '<p><em>a <b>b</b></em> c</p>'],
    ['a </b></p></div> b', '<p>a  b</p>'],
    ['[x](javascript:alert(1))', '<p><span.link(javascript:alert(1))>x</span></p>'],
    ['<a href="javascript:alert(1)">x</a>', '<p>&lt;a href="javascript:alert(1)">x&lt;/a></p>'],
    ['<!-- {{gone}} -->', ''],
    ['&lt;script&gt;', '<p>&lt;script></p>'],
    ['<table><tr><td style="x">{{a}}</td></tr></table>', '<table><tr><td>{{a}}</td></tr></table>'],
  ])('%s', (text, expected) => {
    expect(of(text)).toBe(expected);
  });

  it('creates no other elements', () => {
    const names = [
      'script',
      'style',
      'iframe',
      'object',
      'embed',
      'form',
      'input',
      'svg',
      'math',
      'link',
      'base',
    ];
    const text = names.map((name) => `<${name} x="{{a}}">a</${name}>\n\n<${name}>`).join(' ');
    expect(tags(renderMarkdown(pieces(text))).filter((tag) => names.includes(tag))).toEqual([]);
  });
});

describe('placeholder characters for expressions', () => {
  it('are replaced if the text contains them', () => {
    expect(of('a \u{f0000} {{b}} \u{ffffd}')).toBe('<p>a \ufffd {{b}} \ufffd</p>');
  });

  it('suffice for thousands of expressions', () => {
    const many = Array.from({ length: 5000 }, (_, index) => chip(`x${index}`));
    const found = shown(renderMarkdown(many));
    expect(found.startsWith('<p>{{x0}}{{x1}}')).toBe(true);
    expect(found.endsWith('{{x4999}}</p>')).toBe(true);
  });
});

it('limits the depth of nested elements', () => {
  const depth = (parts: readonly RenderedPart[]): number =>
    Math.max(0, ...parts.map((part) => (part.kind === 'element' ? 1 + depth(part.children) : 0)));
  const found = renderMarkdown(pieces(`${'<b>'.repeat(20_000)}a${'</b>'.repeat(20_000)}<i>b</i>`));
  expect(depth(found)).toBeLessThanOrEqual(101);
  expect(shown(found)).toMatch(/a(?:<\/b>)+<i>b<\/i>/);
});

it('a plain text is unchanged', () => {
  expect(shown(renderPlain(pieces('**a** {{b}} <i>')))).toBe('**a** {{b}} &lt;i>');
});
