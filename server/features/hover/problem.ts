import type { FileFinding } from '../../rules/placed-finding';
import type { Rule } from '../../rules/rule';
import { type Message, msg } from '../../text/message';
import { type Range, touchesRange } from '../../text/range';
import { paragraphs } from '../markdown';
import type { Hover } from './index';

/** More explanations would hide the rest of the hover. */
const MAX_RULES = 2;

/**
 * Adds explanations of the rules with findings at a place to a hover, without the messages, which editors show
 * themselves. Offsets are those of the document.
 */
export function addProblems(
  hover: Hover | undefined,
  findings: readonly FileFinding[],
  offset: number,
): Hover | undefined {
  const here = findings.filter((finding) => touchesRange(finding, offset));
  const rules = [...new Set(here.map(({ finding }) => finding.rule))].slice(0, MAX_RULES);
  if (rules.length === 0) return hover;
  const range = hover?.range ?? smallest(here);
  return { range, markdown: paragraphs(hover?.markdown, hover && msg('---'), ...rules.map(ruleCard)) };
}

/** What a rule reports, and why it matters. */
export function ruleCard({ title, doc }: Rule): Message {
  return msg`**${msg(title)}.** ${msg(doc)}`;
}

function smallest(ranges: readonly Range[]): Range {
  const [first, ...others] = ranges.map(({ start, end }) => ({ start, end }));
  return others.reduce(
    (least, one) => (one.end - one.start < least.end - least.start ? one : least),
    first ?? NONE,
  );
}

const NONE: Range = { start: 0, end: 0 };
