import { htmlElement } from '../dom';
import { type IconName, icon } from './icons';

/** A button with an icon. Its name is also its tooltip and contains the key: `Zoom in (+)`. */
export function iconButton(name: IconName, title: string, press: () => void): HTMLButtonElement {
  const button = htmlElement(
    'button',
    { type: 'button', class: 'button', title, 'aria-label': title },
    icon(name),
  );
  button.addEventListener('click', press);
  return button;
}

/** Shows whether a toggle button is on, also to screen readers. */
export function setPressed(button: HTMLButtonElement, isOn: boolean): void {
  button.setAttribute('aria-pressed', String(isOn));
}
