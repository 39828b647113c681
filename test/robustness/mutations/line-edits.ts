import type { Notation } from '../../../server/yaml/cut/unit';
import { blockAt, indentOf, lengthOf, linesOf } from '../edits/lines';
import { type Mutation, mutationsOf, stepOf } from './mutate';

/**
 * What people do to the lines of a text, each line and each block: a line with those that are indented further. Also every
 * deletion of a single bracket, quote, colon or dash.
 */
export function lineEditsOf(text: string, notation: Notation): Mutation[] {
  const lines = linesOf(text);
  const step = ' '.repeat(stepOf(text));
  const comment = notation === 'yaml' ? '# ' : '// ';
  const blocks = lines.map((_, index) => blockAt(lines, index));
  const edits = mutationsOf(text, notation).filter(({ kind }) => /^delete (?!indentation)/.test(kind));
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const start = lengthOf(lines.slice(0, index));
    const add = (kind: string, old: string, replacement: string) => {
      if (old !== replacement) edits.push({ kind, start, end: start + old.length, text: replacement });
    };
    const block = blocks[index] ?? '';
    const [parts, indent] = [block === line ? [line] : [line, block], indentOf(line)];
    for (const part of parts) {
      const what = part === line ? 'line' : 'block';
      const each = (pattern: RegExp, by: string) => part.replace(pattern, by);
      const broken = /[\n\r]$/.test(part) ? part : `${part}\n`;
      add(`comment out ${what}`, part, each(new RegExp(`^ {${indent}}(?=.)`, 'gm'), `$&${comment}`));
      add(`duplicate ${what}`, part, broken + part);
      add(`delete ${what}`, part, '');
      add(`indent ${what}`, part, each(/^(?=.)/gm, step));
      add(`outdent ${what}`, part, each(new RegExp(`^${step}`, 'gm'), ''));
    }
    // The value of a key that has a comment, and then its colon.
    const value = block.slice(line.length);
    const key = notation === 'yaml' ? /:[ \t]*(?=[\n\r]*$)/.exec(line) : null;
    if (key !== null && value !== '') {
      const commented = value.replace(/^( *)(?=\S)/gm, '$1# ');
      add('comment out the value', block, line + commented);
      add('comment out the value, without colon', block, line.replace(key[0], ' # none') + commented);
    }
    // Half of a part of the file in the same column, such as a state.
    const others = blocks.filter(
      (other, at) => at !== index && indentOf(lines[at]) === indent && other.includes('\n'),
    );
    const other = others[index % others.length] ?? '';
    const half = other.slice(0, other.length >> 1);
    add('paste half of another part above', '', index % 2 === 0 ? half : `${half}\n`);
  }
  return edits;
}
