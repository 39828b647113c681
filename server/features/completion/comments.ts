import type { Address } from '../../project/files/paths';
import type { Workspace } from '../../project/workspace';
import { RULES } from '../../rules';
import type { PlacedFinding } from '../../rules/placed-finding';
import { DISABLE, directivesOf, isSuppressedBy } from '../../rules/suppression';
import { lineStart, matchedText } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import { commentAt } from '../../yaml/read/comments';
import type { CompletionItem } from './item';

/** Comments that suppress findings, and the codes in them. */

const FORMS = [
  {
    word: `${DISABLE}-next-line`,
    detail: msg('the next line'),
    doc: msg(
      'Disables findings in the next line: those with the given codes, or all of them without a code.',
    ),
  },
  {
    word: `${DISABLE}-line`,
    detail: msg('this line'),
    doc: msg('Disables findings in the line of the comment.'),
  },
  {
    word: DISABLE,
    detail: msg('the whole file'),
    doc: msg('Disables findings in the whole file. The comment can be anywhere in it.'),
  },
] as const;

/**
 * The completions at an offset of a document inside a comment; undefined outside of comments. `findings` are all
 * findings of the file, including suppressed ones, so that codes in use come first.
 */
export function commentItems(
  workspace: Workspace,
  address: Address,
  offset: number,
  findings: () => readonly PlacedFinding[],
): readonly CompletionItem[] | undefined {
  const document = workspace.document(address);
  if (document === undefined || workspace.source(address) === undefined) return undefined;
  const index = document.unitIndexAt(offset);
  const unit = document.units[index];
  const base = document.startAt(index);
  const comment = unit && commentAt(unit, offset - base);
  if (unit === undefined || comment === undefined) return undefined;
  const written = unit.text.slice(comment.words, offset - base);
  if (written === '') return [];
  if (/^[\w-]+$/.test(written)) {
    const replace = wordAround(unit.text, comment.words, offset - base, base);
    const fits = FORMS.filter(({ word }) => word.startsWith(written) || written.startsWith(DISABLE));
    return fits.map(({ word, detail, doc }, order) =>
      item(word, `${word} `, detail, doc, replace, order, true),
    );
  }
  const directive = directivesOf(document).find(
    (one) => one.unit === unit && one.start <= offset && offset <= one.end,
  );
  const start = /(?<![\w-])[\w-]*$/.exec(written)?.index ?? written.length;
  if (directive === undefined || written.includes('--')) return [];
  const replace = wordAround(unit.text, comment.words + start, offset - base, base);
  const named = new Set(
    directive.codes.filter((code) => code.start !== replace.start).map(({ text }) => text),
  );
  const here = new Set(
    findings().flatMap(({ finding: { rule }, start: at }) =>
      isSuppressedBy({ ...directive, codes: [] }, rule.code, at) ? [rule.code] : [],
    ),
  );
  const inForce = RULES.filter(({ code }) => here.has(code));
  const others = RULES.filter(({ code }) => !here.has(code));
  return [...inForce, ...others]
    .filter(({ code }) => !named.has(code))
    .map(({ code, title }, order) => {
      const detail = here.has(code) ? msg('reported here') : msg(title);
      return item(code, code, detail, msg(title), replace, order, false);
    });
}

function wordAround(text: string, start: number, offset: number, base: number): Range {
  const after = matchedText(text.slice(offset), /^[\w-]*/).length;
  return { start: base + Math.max(start, lineStart(text, offset)), end: base + offset + after };
}

function item(
  label: string,
  insert: string,
  detail: Message,
  doc: Message,
  replace: Range,
  order: number,
  retrigger: boolean,
): CompletionItem {
  return {
    label,
    kind: 'keyword',
    insert,
    snippet: false,
    replace,
    canKeepTail: true,
    sort: String(order).padStart(4, '0'),
    detail,
    documentation: () => doc,
    retrigger,
  };
}
