import type { Rule } from '../rule';
import { ambiguousScalar } from './ambiguous-scalar';
import { duplicateKey } from './duplicate-key';
import { literalEscape } from './literal-escape';
import { loaderSyntax } from './loader-syntax';
import { notStrictJson } from './not-strict-json';
import { tooLarge } from './too-large';
import { typographicQuotes } from './typographic-quotes';
import { unknownTag } from './unknown-tag';
import { unquotedTarget } from './unquoted-target';
import { unsafeInteger } from './unsafe-integer';
import { unusedSuppression } from './unused-suppression';
import { valueIsComment } from './value-is-comment';
import { yamlSyntax } from './yaml-syntax';

export const TEXT_RULES: readonly Rule[] = [
  yamlSyntax,
  loaderSyntax,
  notStrictJson,
  duplicateKey,
  unknownTag,
  ambiguousScalar,
  unsafeInteger,
  unquotedTarget,
  valueIsComment,
  literalEscape,
  typographicQuotes,
  tooLarge,
  unusedSuppression,
];
