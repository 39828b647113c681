import { codeFence } from '../../text/code-spans';
import { codeSpan, proseText } from '../../text/markdown-text';
import { visibleText } from '../../text/visible';
import { counted, document, type Printable } from '../printer';
import {
  behaviourSentence,
  changeLines,
  changeSentence,
  type ShownBehaviour,
  type ShownChange,
  type ShownDifference,
  STATUS_WORDS,
  signedLines,
  statusSummary,
  undecidedText,
  valueLines,
} from './difference';

/** The first line of the text, by which a comment of a pull request is found again. */
export const MARKDOWN_MARK = '<!-- atomic-state diff -->';

/** GitHub cuts nothing, but refuses comments above 65,536 characters. */
const MAX_LENGTH = 60_000;

/** The differences as a comment of a pull request. */
export function differenceMarkdown(differences: readonly ShownDifference[]): Printable {
  const changed = differences.filter(({ status }) => status !== 'same');
  const head = [MARKDOWN_MARK, '### Atomic State', ''];
  if (changed.length === 0) {
    const text = 'Nothing changes for the people who talk to the agents.';
    return document([...head, `${text} ${statusSummary(differences)}.`].join('\n'));
  }
  const blocks: string[] = [`${statusSummary(differences)}.`];
  for (const one of changed) for (const block of automataBlocks(one)) blocks.push(block);
  return document([...head, ...fitting(blocks)].join('\n'));
}

/** The blocks up to the limit of a comment, and how many more there are. */
function fitting(blocks: readonly string[]): readonly string[] {
  let length = 0;
  const count = blocks.findIndex((block) => {
    length += block.length + 1;
    return length > MAX_LENGTH;
  });
  if (count < 0) return blocks;
  return [
    ...blocks.slice(0, count),
    '',
    `… and ${counted(blocks.length - count, 'more entry', 'more entries')}.`,
  ];
}

function automataBlocks(one: ShownDifference): readonly string[] {
  const open = undecidedText(one);
  return [
    `\n#### ${code(one.file)}${one.status === 'changed' ? '' : `: ${STATUS_WORDS[one.status]}`}`,
    ...one.behaviour.map(behaviourBlock),
    ...structureBlocks(one.structure),
    ...(open === undefined ? [] : [`\n> ${prose(open)}`]),
  ];
}

function behaviourBlock(change: ShownBehaviour): string {
  const number = change.conversations > 1 ? ` (${counted(change.conversations, 'conversation')})` : '';
  const lines = [
    ...changeLines(change).map((line) => `  > ${line}`),
    ...signedLines(change.before.lines, change.after.lines),
  ];
  return `\n**${prose(behaviourSentence(change))}**${number}, ${place(change)}\n${fenced(lines)}`;
}

function structureBlocks(changes: readonly ShownChange[]): readonly string[] {
  if (changes.length === 0) return [];
  const items = changes.map((change) => {
    const values = valueLines(change);
    const below = values.length === 0 ? '' : `\n${fenced(values, '  ')}`;
    return `- ${prose(changeSentence(change))}, ${place(change)}${below}`;
  });
  return [
    `\n<details><summary>${counted(changes.length, 'change')} of what is written</summary>\n`,
    ...items,
    '\n</details>',
  ];
}

function place({ file, line }: { readonly file: string; readonly line: number }): string {
  return code(`${file}:${line}`);
}

/** A name or place, in which nothing is hidden. */
function code(name: string): string {
  return codeSpan(visibleText(name));
}

/** A sentence of ours with data in it. */
function prose(sentence: string): string {
  return proseText(visibleText(sentence));
}

/** Lines as a block of changes, whose fence is longer than any in it. */
function fenced(lines: readonly string[], indent = ''): string {
  if (lines.length === 0) return '';
  const shown = lines.map((line) => visibleText(line));
  const fence = codeFence(shown, 3);
  return [`${fence}diff`, ...shown, fence].map((line) => `${indent}${line}`).join('\n');
}
