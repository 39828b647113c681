import type { Notation } from '../../yaml/unit';

/** Words that YAML 1.1 or 1.2 does not read as strings. */
const NO_TEXT = /^(?:true|false|yes|no|on|off|y|n|null|~|\.nan|[-+]?\.inf)$/i;
/** Numbers, dates and times of YAML 1.1 and 1.2. */
const NUMERIC = /^[-+]?(?:\.?\d[\d_.,:eExXoOa-fA-F+-]*)$/;

/** Whether YAML reads the text without quotes as the same string. */
export function isPlainSafe(text: string, flow: boolean): boolean {
  if (text === '' || text.trim() !== text || /[\n\r\t]/.test(text)) return false;
  if (NO_TEXT.test(text) || NUMERIC.test(text)) return false;
  if (/^[-?:](?:\s|$)|^[#&*!|>'"%@`{}[\],]/.test(text)) return false;
  if (/:(?:\s|$)|\s#/.test(text)) return false;
  return !(flow && /[{}[\],]/.test(text));
}

/** A string as a value, with quotes if they are needed. */
export function quoteIfNeeded(text: string, notation: Notation, flow: boolean): string {
  if (notation === 'json') return JSON.stringify(text);
  return isPlainSafe(text, flow) ? text : quotePreferred(text);
}

/** A string in the quotes that are usual in YAML. */
export function quotePreferred(text: string): string {
  return /[\n\r\t]/.test(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
}

/** A text as it is written inside existing quotes. */
export function escapeInQuotes(text: string, quote: 'none' | 'single' | 'double' | 'block'): string {
  if (quote === 'single') return text.replaceAll("'", "''");
  if (quote === 'double') return JSON.stringify(text).slice(1, -1);
  return text;
}
