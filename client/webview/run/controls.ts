import * as l10n from '@vscode/l10n';
import type { FromAnyPage } from '../../page-messages';
import { htmlElement } from '../dom';

/** A button with a callback. */
export function actionButton(
  label: string,
  press: () => void,
  { hint, kind }: { readonly hint?: string; readonly kind?: string } = {},
): HTMLButtonElement {
  const button = htmlElement('button', { type: 'button', class: kind, title: hint }, label);
  button.addEventListener('click', press);
  return button;
}

/** A button that lets the user trust the workspace. */
export function trustButton(host: { postMessage(message: FromAnyPage): void }): HTMLButtonElement {
  const trust = () => host.postMessage({ type: 'trust' });
  return actionButton(l10n.t('Manage Workspace Trust'), trust, { kind: 'primary' });
}

let ids = 0;

/** An id that no other element has. */
export function newId(name: string): string {
  ids++;
  return `${name}-${ids}`;
}

/** A label above a control. */
export function labelled(
  label: readonly (HTMLElement | string)[],
  control: HTMLElement,
  ...more: readonly HTMLElement[]
): HTMLElement {
  const id = newId('control');
  control.id = id;
  return htmlElement(
    'div',
    { class: 'field' },
    htmlElement('label', { class: 'label', for: id }, ...label),
    control,
    ...more,
  );
}
