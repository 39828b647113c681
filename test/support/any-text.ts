import fc from 'fast-check';
import { TOKENS } from '../robustness/texts/small-texts';

/** Words after which much is completed, besides what all texts consist of. */
const WORDS =
  'c: |initial: |home:|tasks:|render:|transitions:|on_click: |module_type: |!oneline |LLMModule|CHAT|/|x|>|é|😀|\n      ';

/** The text of a file: words and signs in any order. */
export const anyFile: fc.Arbitrary<string> = joined(fc.constantFrom(...TOKENS, '|\n', ...WORDS.split('|')));

const SIGNS =
  '{{ }} { } {{{ }}} ${ ` \' " \\ / // /* */ ( ) [ ] . ?. ?? ? : , ; => = ++ ! a b context 1 1. .5 # @ 😀 é …' +
  ' return function class let const typeof if ["x"] \\u0061';

/** The text of a value: pieces that begin or end something in templates or JavaScript. */
export const anyValue: fc.Arbitrary<string> = joined(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        ...[...SIGNS.split(' '), ' ', '\n', '\r\n', '\ud83d', '\udc00', '\u2028', '\0'],
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  ),
);

function joined(piece: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
}
