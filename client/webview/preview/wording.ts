import type { EventOutcome, PreviewField, PreviewTask } from '../../../server/features/preview/data';
import type { PreviewTexts } from '../../preview/texts';

/** What is said of parts of a preview in a few words. */

/** A text with `{0}`, `{1}` filled in. */
type Fill = (text: string, ...values: readonly (string | number)[]) => string;

/** What becomes of an event: "leads to a if x > 1, else to b"; empty where nothing is to be said. */
export function describeOutcome(
  texts: PreviewTexts,
  fill: Fill,
  way: EventOutcome | undefined,
  event: string,
): string {
  switch (way?.kind) {
    case 'cases':
      return way.cases
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

/** What a field asks for, beside its name. */
export function describeFormField(texts: PreviewTexts, fill: Fill, field: PreviewField): readonly string[] {
  return [
    ...(field.type === undefined ? [] : [field.type]),
    ...(field.isRequired === undefined ? [] : [field.isRequired ? texts.required : texts.optional]),
    ...field.limits.map(({ kind, value }) => fill(texts[kind], value)),
  ];
}

/** What a task does: "judge (GPT-3.5) → verdict". */
export function describeTask(texts: PreviewTexts, { name, called, result }: PreviewTask): string {
  const what = `${name ?? texts.task}${called === undefined ? '' : ` (${called})`}`;
  return result === undefined ? what : `${what} → ${result}`;
}
