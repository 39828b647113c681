import { quoteText } from '../../rules/value-text';
import type { Range } from '../../text/range';
import type { ScalarNode } from '../../yaml/tree';
import type { Unit } from '../../yaml/unit';
import { readAs11, readAs12 } from '../../yaml/yaml-1-1';
import { escapeInQuotes, quoteIfNeeded } from '../completion/quoting';
import { scalarUnder } from '../nodes';
import type { SymbolUse } from '../symbols/linked-symbols';
import type { Mention } from '../symbols/mentions';

/** How a name is rewritten. The range is that of the unit. */
export interface NameEdit {
  readonly range: Range;
  readonly text: string;
}

/**
 * The edit that replaces a name by another, which contains nothing that any notation must escape: the new name, in
 * quotes if it would otherwise be misread, and after the old name if that is also the name of a property or variable
 * that remains.
 */
export function nameEdit({ unit, mention }: SymbolUse, name: string): NameEdit {
  if (isButton(mention)) return buttonEdit(unit, mention, name);
  const range = { start: mention.start, end: mention.end };
  if (!isShorthand(mention) && !isShorthandMember(mention)) {
    // Most names and places do not need the tree.
    if (isInExpression(mention) || (isTextAnywhere(name) && beginsScalar(unit.text, range.start)))
      return { range, text: name };
  }
  const scalar = scalarUnder(unit.parsed.root, mention.start);
  const isPlain = scalar?.style === 'plain';
  const colon = isPlain ? ':' : ': ';
  const kept = unit.text.slice(range.start, range.end);
  if (isShorthand(mention)) return { range, text: kept + colon + name };
  if (isShorthandMember(mention)) return { range, text: name + colon + kept };
  if (scalar !== undefined && isPlain && !isInExpression(mention)) {
    const value = written(unit.text, scalar, range, name);
    const mark = unit.notation === 'json' ? '"' : "'";
    if (!isPlainText(value)) {
      return { range: { start: scalar.start, end: scalar.end }, text: quoteText(value, mark) };
    }
  }
  return { range, text: name };
}

function isButton({ what }: Mention): boolean {
  return what.kind === 'button' || (what.kind === 'scenario' && what.named.role === 'button');
}

/** The edit of a button's content, which may be any text on one line. */
function buttonEdit(unit: Unit, { start, end }: Range, name: string): NameEdit {
  const scalar = scalarUnder(unit.parsed.root, start);
  switch (scalar?.style) {
    case 'single':
    case 'double':
      return { range: { start, end }, text: escapeInQuotes(name, scalar.style) };
    case 'plain':
      // Safe in flow style is safe everywhere.
      return { range: { start, end }, text: quoteIfNeeded(name, unit.notation, true) };
    default:
      return { range: { start, end }, text: name };
  }
}

/** Whether a name has a letter that does not occur in numbers and times, and is longer than any keyword of YAML. */
function isTextAnywhere(name: string): boolean {
  return /^[A-Za-z_][\w]{5,}$/.test(name) && /[g-hj-mp-su-wG-HJ-MP-SU-W]/.test(name);
}

/** Whether a name begins its scalar, quoted or not. */
function beginsScalar(text: string, start: number): boolean {
  return start === 0 || ' \t\r\n[{,\'"'.includes(text.charAt(start - 1));
}

function written(text: string, { start, end }: ScalarNode, range: Range, name: string): string {
  return text.slice(start, range.start) + name + text.slice(range.end, end);
}

/** Whether YAML 1.1 and 1.2 both read these letters, digits, dots and signs of an id as a string. */
function isPlainText(value: string): boolean {
  return (
    readAs11(value)?.kind === 'text' && readAs12(value).kind === 'text' && /^[\p{L}\p{N}_$.]/u.test(value)
  );
}

function isInExpression({ what }: Mention): boolean {
  return (
    what.kind === 'use' ||
    what.kind === 'member' ||
    what.kind === 'payload-use' ||
    (what.kind === 'context' && what.member !== undefined) ||
    (what.kind === 'scenario' && what.named.member !== undefined)
  );
}

function isShorthand({ what }: Mention): boolean {
  return what.kind === 'use' && what.use.shorthand === true;
}

function isShorthandMember({ what }: Mention): boolean {
  const member = what.kind === 'scenario' ? what.named.member : 'member' in what ? what.member : undefined;
  return member?.shorthand === true;
}
