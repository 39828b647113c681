import { formatMessage, type Message, msg, type Translations } from '../text/message';
import { RULES } from './index';
import type { Chapter, Rule } from './rule';

const CHAPTERS: readonly { readonly chapter: Chapter; readonly about: string }[] = [
  { chapter: 'Text', about: 'Whether the file can be parsed, and is read as intended.' },
  { chapter: 'Shape', about: 'Whether objects have the fields and values that the format knows.' },
  { chapter: 'Flow', about: 'Whether states, events and transitions fit together.' },
  { chapter: 'Expressions', about: 'Expressions in `{{ }}`.' },
  { chapter: 'Data', about: 'Types of values, and on which paths they are assigned.' },
  { chapter: 'Files', about: 'Files and folders of `!include` and `!oneline`.' },
  { chapter: 'Scenarios', about: 'Whether scenario files (`*.scenario.yaml`) fit their automata.' },
  {
    chapter: 'pcc',
    about:
      'Files that the tool `pcc` rejects although the service accepts them. These rules are off unless the setting `atomicState.diagnostics.pccRules` is `true`.',
  },
];

const SUPPRESSION = [
  '| Comment | Suppresses findings that begin |',
  '|---|---|',
  '| `# atomic-state-disable-next-line CODE` | on the next line with content, and in multi-line text that begins on it: a block (`\\|`, `>`), or quotes |',
  '| `# atomic-state-disable-line CODE` | on its own line |',
  '| `# atomic-state-disable CODE` | anywhere in the file; the comment can be anywhere |',
  '',
  'Separate several codes with commas or spaces; without a code, all findings are suppressed. Text after `--` is a remark: ' +
    '`# atomic-state-disable-next-line unknown-target -- comes with the next release`. A comment that suppresses ' +
    'nothing is reported itself, [`unused-suppression`](#unused-suppression).',
  '',
  'In JSON the comments begin with `//`, or are enclosed in `/*` and `*/`. As strict readers reject them, the editor ' +
    'offers to add one only where the file has comments already; otherwise the setting remains.',
].join('\n');

/** The documentation of all rules as one page of Markdown, with the codes as anchors. */
export function rulesPage(): string {
  return [
    '# Rules',
    '<!-- Generated from the rules by `npm run docs`. -->',
    'What the editor and `atomic-state check` may report in a state file. A finding is reported only if it is certain: if ' +
      'anything unknown could make the file valid, nothing is reported.',
    'The setting `atomicState.diagnostics.severity` changes the severity of a finding, or disables it: ' +
      '`{ "literal-escape": "off", "unhandled-event": "error" }`.',
    '## Comments that disable findings',
    SUPPRESSION,
    ...CHAPTERS.flatMap(({ chapter, about }) => [`## ${chapter}`, about, table(chapter)]),
    ...CHAPTERS.flatMap(({ chapter }) =>
      RULES.filter((rule) => rule.chapter === chapter).flatMap((rule) => section(rule)),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function table(chapter: Chapter): string {
  const rows = RULES.filter((rule) => rule.chapter === chapter).map(
    (rule) => `| [\`${rule.code}\`](#${rule.code}) | ${rule.severity} | ${rule.title} |`,
  );
  return ['| Code | Severity | |', '|---|---|---|', ...rows].join('\n');
}

/** The documentation of one rule as Markdown, in English if there are no translations. */
export function rulePage(rule: Rule, translations?: Translations): string {
  return section(rule, translations).join('\n\n');
}

function section({ code, title, severity, doc, example }: Rule, translations?: Translations): string[] {
  const format = (message: Message) => formatMessage(message, translations);
  const examples = example
    ? [format(msg('Raised by:')), block(example.wrong), format(msg('Not raised by:')), block(example.right)]
    : [];
  const head = format(msg`${msg(title)}. Severity: ${msg(severity)}.`);
  return [`### ${code}`, head, format(msg(doc)), ...examples];
}

function block(text: string): string {
  return `\`\`\`yaml\n${text}\n\`\`\``;
}
