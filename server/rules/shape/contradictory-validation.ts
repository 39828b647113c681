import { type Message, msg } from '../../text/message';
import type { MapNode, Pair, ScalarNode } from '../../yaml/tree/tree';
import { type ReportFinding, type Rule, relatedEntry, type Subject } from '../rule';
import { valueRange } from './descriptions';
import { type InputObject, inputObjects, pairsOf } from './inputs';
import { literalScalarAt } from './reliable-steps';

/** Limits that no value can satisfy, or that the input's own value does not. */
export const contradictoryValidation: Rule = {
  code: 'contradictory-validation',
  severity: 'warning',
  title: 'Limit cannot be met',
  doc: 'The minimum is greater than the maximum, a length or size is negative, or `value` or `default_value` is longer than `max_length`. Such a form can never be submitted, or rejects its own default.',
  example: {
    wrong:
      'inputs:\n  age:\n    type: number\n    user_input: true\n    validations:\n      - min_number: 99\n        max_number: 6',
    right:
      'inputs:\n  age:\n    type: number\n    user_input: true\n    validations:\n      - min_number: 6\n        max_number: 99',
  },
  check(subject, report) {
    for (const input of inputObjects(subject)) {
      const limits = input.validations.flatMap(limitsOf);
      for (const limit of limits) {
        if (NEVER_NEGATIVE.has(limit.pair.name) && limit.value < 0) {
          const message =
            limit.pair.name === 'min_items'
              ? msg`\`${limit.pair.name}\` is negative, so it has no effect.`
              : msg`\`${limit.pair.name}\` is negative, so no value is valid.`;
          raise(subject, report, limit.pair, message);
        }
      }
      checkBounds(subject, limits, ['min_number', 'max_number'], report);
      checkBounds(subject, limits, ['min_items', 'max_items'], report);
      checkLength(subject, input, limits, report);
    }
  },
};

const NEVER_NEGATIVE: ReadonlySet<string> = new Set([
  'max_length',
  'max_file_size',
  'max_items',
  'min_items',
]);
const LIMITS = [...NEVER_NEGATIVE, 'min_number', 'max_number'];

/** A limit that is a literal number. */
interface Limit {
  readonly pair: Pair;
  readonly value: number;
}

function limitsOf(validation: MapNode): Limit[] {
  return pairsOf(validation, LIMITS).flatMap((pair) => {
    const literal = literalScalarAt({ node: pair.value });
    const value = literal && isNumber(literal) ? Number(literal.value) : Number.NaN;
    return Number.isNaN(value) ? [] : [{ pair, value }];
  });
}

function isNumber({ type }: ScalarNode): boolean {
  return type === 'integer' || type === 'float';
}

/** Reports a lower bound above an upper one, on the later of the two. Of several bounds of a kind, the last counts. */
function checkBounds(
  subject: Subject,
  limits: readonly Limit[],
  [lower, upper]: readonly [string, string],
  report: ReportFinding,
): void {
  const low = limits.findLast((limit) => limit.pair.name === lower);
  const high = limits.findLast((limit) => limit.pair.name === upper);
  if (low === undefined || high === undefined || low.value <= high.value) return;
  // Already reported.
  if (NEVER_NEGATIVE.has(upper) && high.value < 0) return;
  const [later, earlier] = low.pair.start > high.pair.start ? [low, high] : [high, low];
  raise(
    subject,
    report,
    later.pair,
    msg`\`${lower}\` (${low.value}) is greater than \`${upper}\` (${high.value}), so no value is valid.`,
    earlier.pair,
  );
}

/** Reports a literal that is longer than the input allows. Counts characters as users see them, not bytes. */
function checkLength(
  subject: Subject,
  { map, type }: InputObject,
  limits: readonly Limit[],
  report: ReportFinding,
): void {
  if (type !== 'text' && type !== 'string') return;
  const lengths = limits.filter((limit) => limit.pair.name === 'max_length' && limit.value >= 0);
  const tightest = lengths.reduce<Limit | undefined>((a, b) => (a && a.value <= b.value ? a : b), undefined);
  if (tightest === undefined) return;
  for (const pair of pairsOf(map, ['value', 'default_value'])) {
    const literal = literalScalarAt({ node: pair.value });
    const length = literal?.type === 'string' ? Array.from(literal.value).length : 0;
    if (length <= tightest.value) continue;
    const message = msg`\`${pair.name}\` has ${length} characters, but \`max_length\` is ${tightest.value}.`;
    raise(subject, report, pair, message, tightest.pair);
  }
}

function raise(
  { unit, source }: Subject,
  report: ReportFinding,
  pair: Pair,
  message: Message,
  other?: Pair,
): void {
  const limit = other && { source: source.address, unit, name: other.value };
  const related = limit && [relatedEntry(msg`\`${other.name}\` is set here.`, limit)];
  report(valueRange(unit, pair.value, pair), message, related && { related });
}
