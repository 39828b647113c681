import type { Range } from '../../text/range';
import type { Unit } from '../../yaml/cut/unit';
import type { ScalarNode } from '../../yaml/tree/tree';
import { detectLayout, type TextLayout } from '../../yaml/write/layout';
import { isPlain, scalarEdit, scalarText, writingAt } from '../../yaml/write/scalars';
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
export function nameEdit({ unit, source, mention }: SymbolUse, name: string): NameEdit {
  const layout = () => detectLayout(unit, source.document);
  if (isButton(mention)) return buttonEdit(unit, mention, name, layout());
  const range = { start: mention.start, end: mention.end };
  if (!isShorthand(mention) && !isShorthandMember(mention)) {
    // Most names and places do not need the tree.
    if (isInExpression(mention) || (isTextAnywhere(name) && beginsScalar(unit.text, range.start)))
      return { range, text: name };
  }
  const scalar = scalarUnder(unit.parsed.root, mention.start);
  const isUnquoted = scalar?.style === 'plain';
  const colon = isUnquoted ? ':' : ': ';
  const kept = unit.text.slice(range.start, range.end);
  if (isShorthand(mention)) return { range, text: kept + colon + name };
  if (isShorthandMember(mention)) return { range, text: name + colon + kept };
  if (scalar !== undefined && isUnquoted && !isInExpression(mention)) {
    const value = written(unit.text, scalar, range, name);
    const text = scalarText(value, writingAt(scalar, unit.notation), undefined, layout());
    if (text !== value) return { range: { start: scalar.start, end: scalar.end }, text };
  }
  return { range, text: name };
}

function isButton({ what }: Mention): boolean {
  return what.kind === 'button' || (what.kind === 'scenario' && what.named.role === 'button');
}

/** The edit of a button's content, which may be any text on one line. */
function buttonEdit(unit: Unit, { start, end }: Range, name: string, layout: TextLayout): NameEdit {
  const scalar = scalarUnder(unit.parsed.root, start);
  const range = { start, end };
  return scalar ? scalarEdit(scalar, range, name, unit.notation, layout) : { range, text: name };
}

/** Whether a name is text without quotes, and so is any text that begins with it. */
function isTextAnywhere(name: string): boolean {
  return /^[\p{L}_]/u.test(name) && isPlain(name, 'flow');
}

/** Whether a name begins its scalar, quoted or not. */
function beginsScalar(text: string, start: number): boolean {
  return start === 0 || ' \t\r\n[{,\'"'.includes(text.charAt(start - 1));
}

function written(text: string, { start, end }: ScalarNode, range: Range, name: string): string {
  return text.slice(start, range.start) + name + text.slice(range.end, end);
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
