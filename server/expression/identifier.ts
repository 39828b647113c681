const PLAIN = /^[A-Za-z_$][\w$]*$/;
const ANY = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

const EACH = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** Whether a text is one name in JavaScript, so that it can follow a dot; reserved words are included. */
export function isIdentifier(text: string): boolean {
  // Most names are plain ASCII, which is checked in a tenth of the time.
  return PLAIN.test(text) || ANY.test(text);
}

/** All names in a text. */
export function identifiersIn(text: string): Set<string> {
  return new Set(text.match(EACH));
}
