import { parseExpressionAt } from 'acorn';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseChain } from '../../server/expression/chain';

/** The tree of the parser for a text that is one expression. */
function parsed(text: string): unknown {
  try {
    const ast = parseExpressionAt(text, 0, { ecmaVersion: 'latest', allowHashBang: false });
    return text.slice(ast.end).trim() === '' ? plain(ast) : undefined;
  } catch {
    return undefined;
  }
}

function plain(ast: object): unknown {
  return JSON.parse(JSON.stringify(ast));
}

test.each(['name', ' context.user_name ', 'a.b.c.length', '\n\u00a0$a.if.undefined', 'payload.choice\t'])(
  '%j has the same tree as in the parser',
  (text) => {
    const chain = parseChain(text);
    expect(chain && plain(chain)).toEqual(parsed(text));
    expect(chain).toBeDefined();
  },
);

const WORDS =
  `break case catch class const continue debugger default delete do else export extends false finally
  for function if import in instanceof new null return super switch this throw true try typeof var void while with
  let yield await async of get enum static arguments eval undefined interface implements package private protected
  public Infinity a context $x _ x1 1 é . . . . ?. ( //`.split(/\s+/);

test('every chain has the same tree as in the parser', () => {
  const part = fc.constantFrom(...WORDS, ...WORDS, ' ', '\n', '\u2028', '\ufeff', '\u180e');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (found) => {
      const text = found.join('');
      const chain = parseChain(text);
      if (chain) expect(plain(chain)).toEqual(parsed(text));
    }),
    { numRuns: 2000 },
  );
});

test.each(['', 'this', 'true', 'a .b', 'a. b', 'a?.b', 'a.1', 'a.', '.a', 'a()', 'new.target', 'await'])(
  '%j is not a chain',
  (text) => expect(parseChain(text)).toBeUndefined(),
);
