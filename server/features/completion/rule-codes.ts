import { RULES } from '../../rules';
import { msg } from '../../text/message';
import { ruleCard } from '../hover/problem';
import { type CompletionContext, existingKeys } from './completion-context';
import type { CompletionCandidate } from './item';
import { placeholder } from './snippet';

/** The codes of all rules, as keys of `rules` in a configuration file. */
export function ruleCodeCandidates(context: CompletionContext): CompletionCandidate[] {
  const present = existingKeys(context);
  return RULES.filter(({ code }) => !present.has(code)).map((rule) => ({
    label: rule.code,
    kind: 'value',
    insert: { as: 'key', name: rule.code, value: placeholder() },
    rank: 0,
    detail: msg(rule.title),
    documentation: () => ruleCard(rule),
    retrigger: true,
  }));
}
