/**
 * The form of a value is what two versions compare: the same for all ways to write it, with the names of states and
 * variables apart, so that they can be replaced.
 */
export type Form = string | FormReference | FormList;

/** A name that refers to something with a name of its own in each version. */
export interface FormReference {
  readonly kind: 'scope' | 'variable';
  /** What it refers to: the `pathKey` of a scope, or the key of a variable. */
  readonly key: string;
  /** The name or target as it is written. */
  readonly written: string;
}

export interface FormList {
  readonly forms: readonly Form[];
  /** Their order has no meaning. */
  readonly isUnordered?: true;
}

/** The text that stands for a reference. */
export type ReferenceText = (reference: FormReference) => string;

/** A form as a text. Two forms have the same text only if they are the same, apart from the texts of references. */
export function formText(form: Form, referenceText: ReferenceText): string {
  if (typeof form === 'string') return JSON.stringify(form);
  if ('kind' in form) return `<${referenceText(form)}>`;
  const texts = form.forms.map((one) => formText(one, referenceText));
  return `(${(form.isUnordered ? texts.toSorted() : texts).join(' ')})`;
}
