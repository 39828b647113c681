import type { EventOutcome, PreviewField, PreviewTask } from '../../../server/features/preview/data';
import type { PreviewTexts } from '../../preview/texts';

/** Short texts of a preview. */

/** A text with `{0}`, `{1}` filled in. */
type Fill = (text: string, ...values: readonly (string | number)[]) => string;

/** The targets of an event: "goes to a if x > 1, otherwise to b"; empty if there is nothing to show. */
export function describeOutcome(
  texts: PreviewTexts,
  fill: Fill,
  outcome: EventOutcome | undefined,
  event: string,
): string {
  switch (outcome?.kind) {
    case 'cases':
      return outcome.cases
        .map(({ target, condition }, index) => {
          const to = target ?? texts.itself;
          if (condition === undefined) return fill(index === 0 ? texts.leads : texts.otherwise, to);
          return fill(index === 0 ? texts.leadsIf : texts.otherwiseIf, to, condition);
        })
        .join(', ');
    case 'client':
      return texts.byClient;
    case 'missing':
      return fill(texts.unhandled, event);
    default:
      return '';
  }
}

/** The conditions of a field, shown next to its name. */
export function describeFormField(texts: PreviewTexts, fill: Fill, field: PreviewField): readonly string[] {
  return [
    ...(field.type === undefined ? [] : [field.type]),
    ...(field.isRequired === undefined ? [] : [field.isRequired ? texts.required : texts.optional]),
    ...field.limits.map(({ kind, value }) => fill(texts[kind], value)),
  ];
}

/** A task with its module and its result: "judge (GPT-3.5) → verdict". */
export function describeTask(texts: PreviewTexts, { name, called, result }: PreviewTask): string {
  const what = `${name ?? texts.task}${called === undefined ? '' : ` (${called})`}`;
  return result === undefined ? what : `${what} → ${result}`;
}
