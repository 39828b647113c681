import { sentenceParts } from '../../server/text/code-spans';
import { htmlElement } from './dom';

/** A sentence in which names and code are between backticks. */
export function sentence(text: string): (HTMLElement | string)[] {
  return sentenceParts(text).map((part) => (part.isCode ? htmlElement('code', {}, part.text) : part.text));
}
