import type { NameEntry } from '../../project/names/symbols';
import { pairOf, resolveAlias, textOf } from '../../yaml/tree/tree';
import type { CompletionContext } from './completion-context';
import type { CompletionCandidate } from './item';
import { targetInputsAt } from './names';
import { formInputsAt } from './scenarios';

/** The choices of the input whose value is written, in the form of a scenario or in the inputs of a target. */
export function choiceCandidates(context: CompletionContext): CompletionCandidate[] {
  const { step } = context;
  if (step.pair === undefined || step.parent?.type.kind !== 'map') return [];
  const { name } = step.pair;
  const inputs = inputsFor(context, step.parent.type.keys).filter((entry) => entry.name.text === name);
  return inputs.flatMap((entry) => choicesOf(entry));
}

function inputsFor(context: CompletionContext, keys: string): readonly NameEntry[] {
  if (keys === 'form-value') return formInputsAt(context);
  return keys === 'target-input' ? targetInputsAt(context, context.step.parent) : [];
}

const FLAGS: readonly CompletionCandidate[] = ['true', 'false'].map((value) => ({
  label: value,
  kind: 'value',
  insert: { as: 'literal', text: value },
  rank: 0,
}));

function choicesOf({ scope, name }: NameEntry): readonly CompletionCandidate[] {
  const node = scope.inputs.find((input) => input.name.text === name.text)?.node;
  const input = node && resolveAlias(node);
  if (input?.kind === 'map' && textOf(input, 'type') === 'boolean') return FLAGS;
  const choices = input?.kind === 'map' ? pairOf(input, 'choices')?.value : undefined;
  const items = choices?.kind === 'seq' ? choices.items : [];
  return items.flatMap((item): CompletionCandidate[] => {
    if (item.kind !== 'scalar' || item.empty || item.value.includes('{{')) return [];
    const as = item.type === 'string' ? 'text' : 'literal';
    return [{ label: item.value, kind: 'value', insert: { as, text: item.value }, rank: 0 }];
  });
}
