import { RULES } from '../../rules';
import { rulePage } from '../../rules/page';
import { parseChoice, readArguments, requireCode } from '../arguments';
import { type Command, EXIT_CODES, UsageError } from '../command';
import { json, plainLines } from '../printer';

const FORMATS = ['text', 'json'] as const;

export const explainCommand: Command = {
  name: 'explain',
  synopsis: 'explain <code> [--format <format>]',
  summary: 'Prints the page of a rule: what is wrong, why it matters, and an example.',
  details: `  --format <format>      text (the default: Markdown) or json

  The code is at the end of each line of \`check\`. Without a code, lists all rules.

  Exit codes: 0 printed; 2 wrong usage, or there is no such rule.`,
  examples: [
    ['explain dead-end', 'says what a dead end is, and what to do about it'],
    ['explain', 'lists all codes with their severities'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('explain', args, { format: { type: 'string' } });
    const format = parseChoice('format', values.format, FORMATS) ?? 'text';
    const [code, ...others] = positionals;
    if (others.length > 0) throw new UsageError('`explain` takes one code.');
    if (code !== undefined) requireCode(code);
    const shown = RULES.filter((rule) => code === undefined || rule.code === code);
    const listed = shown.map(({ code, severity, title, doc, example }) => ({
      code,
      severity,
      title,
      ...(positionals.length > 0 ? { doc, ...(example ? { example } : {}) } : {}),
    }));
    if (format === 'json') terminal.out(json(code === undefined ? { rules: listed } : listed[0], 2));
    else if (code === undefined)
      terminal.out(
        plainLines(
          shown.map((rule) => `${rule.code.padEnd(32)}${rule.severity.padEnd(13)}${rule.title}\n`).join(''),
        ),
      );
    else terminal.out(plainLines(`${shown.map((rule) => rulePage(rule)).join('\n')}\n`));
    return EXIT_CODES.fine;
  },
};
