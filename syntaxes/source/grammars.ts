import { COMMON_RULES } from './common';
import { expressionRules } from './expression';
import { FLOW_STYLE_RULES } from './flow';
import { INJECTIONS } from './injections';
import type { Grammar } from './rule';
import { BLOCK_RULES, YAML_START } from './yaml';

const GENERATED =
  'Generated from syntaxes/source: change it there, then run `node syntaxes/source/write.mjs`.';

const ATOMIC_STATE: Grammar = {
  $comment: GENERATED,
  name: 'Atomic State',
  scopeName: 'source.atomic-state',
  patterns: YAML_START,
  repository: {
    ...BLOCK_RULES,
    ...FLOW_STYLE_RULES,
    ...COMMON_RULES,
    ...expressionRules(),
    nothing: { patterns: [] },
  },
};

/** Every grammar of the extension by the name of its file in `syntaxes/`. */
export const GRAMMARS: Readonly<Record<string, Grammar>> = {
  'atomic-state.tmLanguage.json': ATOMIC_STATE,
  ...Object.fromEntries(
    Object.entries(INJECTIONS).map(([file, grammar]) => [file, { $comment: GENERATED, ...grammar }]),
  ),
};
