import type { ScalarNode } from '../../yaml/tree';
import { quote } from '../edits';
import type { Rule } from '../rule';

/** A plain scalar that the two versions of YAML read differently. */
export const ambiguousScalar: Rule = {
  code: 'ambiguous-scalar',
  severity: 'warning',
  chapter: 'Text',
  title: 'YAML 1.1 and YAML 1.2 read this scalar differently',
  doc: 'The tool that loads these files reads YAML 1.1, where `yes`, `no`, `on` and `off` are booleans, `012` is the number ten, `1:30` the number ninety, and `2024-01-01` a date which it cannot write out. Quotes make it what it looks like.',
  example: {
    wrong: 'home:\n  render:\n    buttons:\n      - content: yes\n        on_click: COPY',
    right: "home:\n  render:\n    buttons:\n      - content: 'yes'\n        on_click: COPY",
  },
  check({ steps, unit }, report) {
    if (unit.notation === 'json') return;
    for (const { node, pair } of steps) {
      for (const scalar of [pair?.key, node]) {
        if (scalar?.kind !== 'scalar' || scalar.tag !== undefined) continue;
        const reading = readingOf(scalar);
        if (reading === undefined) continue;
        report(
          scalar,
          `YAML 1.1, which the tool reads, takes \`${scalar.value}\` for ${reading}. Put it in quotes to keep it as it is.`,
          {
            fixes: [{ title: 'Put it in quotes', edits: [quote(unit, scalar)], preferred: true }],
          },
        );
      }
    }
  },
};

const BOOLEANS = /^(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/;
const OCTAL = /^[-+]?0[0-7_]+$/;
const BINARY = /^[-+]?0b[0-1_]+$/;
const UNDERSCORES = /^[-+]?(?:[1-9][0-9_]*|0x[0-9a-fA-F_]+|[0-9][0-9_]*\.[0-9_]*)$/;
const SEXAGESIMAL = /^[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const TIMESTAMP =
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?$/;

/** What a YAML 1.1 reader makes of a plain scalar, where a 1.2 reader makes something else; else undefined. */
function readingOf({ style, value, empty }: ScalarNode): string | undefined {
  if (style !== 'plain' || empty || value.length > 40) return undefined;
  if (BOOLEANS.test(value)) return `the boolean \`${/^(?:y|on)/i.test(value)}\``;
  if (OCTAL.test(value))
    return value.replace(/[-+0_]/g, '') === '' && !value.includes('_')
      ? undefined
      : `the octal number ${asNumber(value, 8)}`;
  if (BINARY.test(value)) return 'a binary number';
  if (value.includes('_') && UNDERSCORES.test(value)) return 'a number';
  if (SEXAGESIMAL.test(value)) return 'a number with the base sixty';
  if (DATE.test(value)) return 'a date';
  return TIMESTAMP.test(value) ? 'a point in time' : undefined;
}

function asNumber(text: string, base: number): number {
  return Number.parseInt(text.replace(/_/g, ''), base);
}
