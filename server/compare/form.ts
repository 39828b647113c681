/**
 * The form of a value is what two versions compare: the same for all ways to write it, with the names of states and
 * variables apart, so that they can be replaced.
 */
export type Form = string | FormReference | FormList;

/** A name, and what it refers to. */
export interface FormReference {
  readonly kind: 'scope' | 'variable' | 'unknown';
  /** The `pathKey` of a scope, or the key of a variable. */
  readonly key: string;
  /** The name or target as it is written. */
  readonly written: string;
  /** Whether the variable is defined here. */
  readonly defines?: true;
}

export interface FormList {
  readonly forms: readonly Form[];
  /** Their order has no meaning. */
  readonly isUnordered?: true;
}

/** A name that refers to no scope or variable. */
export function unknownName(written: string): FormReference {
  return { kind: 'unknown', key: '', written };
}

/** The text that replaces a name. */
export type ReferenceText = (reference: FormReference) => string;

/** A form as a text. Two forms have the same text only if they are the same, apart from the texts of references. */
export function formText(form: Form, referenceText: ReferenceText): string {
  if (typeof form === 'string') return JSON.stringify(form);
  if ('kind' in form) return `<${referenceText(form)}>`;
  const texts = form.forms.map((one) => formText(one, referenceText));
  return `(${(form.isUnordered ? texts.toSorted() : texts).join(' ')})`;
}

/** All references in a form, in the order of the text. */
export function referencesIn(form: Form): readonly FormReference[] {
  if (typeof form === 'string') return [];
  return 'kind' in form ? [form] : form.forms.flatMap(referencesIn);
}
