/** Calls a function after the next frame: what is drawn until then is visible. */
export function afterFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
