import { engine } from '../../engine/engine';
import { groupBy } from '../../text/group-by';
import {
  hasLineBreak,
  indentAt,
  lineEnd,
  lineNumbers,
  lineStart,
  nextLine,
  previousContent,
} from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import type { Unit } from '../cut/unit';
import { isSyntaxProblem, type Problem, type ProblemFix } from '../read/problem';
import { withCommonTabFix } from '../read/tab-width';
import {
  containerOf,
  isBlockText,
  isMergePair,
  mergedNodes,
  type Node,
  type Pair,
  resolveAlias,
  type ScalarNode,
} from '../tree/tree';
import { descendantsOf } from '../tree/visit';
import { markCertain, quoteFix, replacementFix } from './mistake';

/**
 * What YAML 1.2 allows and the authors' loader, which follows YAML 1.1, refuses: tabs between words, keys that are
 * missing or not text, some characters in brackets, anchors that are repeated or have unusual names, and characters
 * that cannot be printed. In the order of the text; only on lines without another problem, and none if the tree may
 * differ from the text. The tree is as written. Linear.
 */
export const loaderProblemsOf = engine.query('loader problems', (unit: Unit): readonly Problem[] => {
  const { text, notation, parsed } = unit;
  const known = parsed.problems.filter(isSyntaxProblem);
  if (notation === 'json' || known.some(({ recovered }) => !recovered)) return [];
  const found = loaderProblems(text, parsed.root);
  if (found.length === 0) return found;
  const lineOf = lineNumbers(text);
  const lines = new Set(known.map(({ start }) => lineOf(start)));
  const own = found.filter(({ start }) => !lines.has(lineOf(start)));
  const tabs = known.filter(({ kind }) => kind === 'tab');
  return withCommonTabFix(text, [...tabs, ...own]).slice(tabs.length);
});

/** Of a text that parses, with its tree. */
export function loaderProblems(text: string, root: Node | undefined): Problem[] {
  const problems: Problem[] = [];
  const opaque: ScalarNode[] = [];
  const nodes = [...descendantsOf(root)];
  const anchors: Anchors = {
    known: new Set(),
    names: new Set(nodes.map(({ anchor }) => anchor)),
    aliases: groupBy(nodes, (node) => (node.kind === 'alias' ? node.target : undefined)),
  };
  const hasSeparator = SEPARATOR.test(text);
  const add = (problem: Problem | undefined) => {
    if (problem !== undefined) problems.push(problem);
  };
  for (const node of nodes) {
    if (node.anchor !== undefined) add(anchorProblem(text, node, node.anchor, anchors));
    if (node.kind === 'scalar') {
      if (hasSeparator && node.style !== 'single' && node.style !== 'double')
        add(separatorProblem(text, node));
      if (node.style === 'plain') add(flowTextProblem(text, node));
      else opaque.push(node);
    }
    if (node.kind !== 'map') continue;
    for (const pair of node.pairs) {
      add(keyProblem(text, pair));
      if (isMergePair(pair)) for (const source of mergedNodes(pair.value)) add(mergeProblem(source));
    }
  }
  if (text.includes('\t')) for (const tab of tabsIn(text, opaque)) problems.push(tabProblem(text, tab));
  for (const problem of unprintableProblems(text)) problems.push(problem);
  return problems.sort((a, b) => a.start - b.start);
}

function problemAt(range: Range, message: Message, remedy?: ProblemFix): Problem {
  const { start, end } = range;
  return { kind: 'syntax', recovered: true, start, end, message, ...(remedy && { remedy }) };
}

function keyProblem(text: string, { key, colon }: Pair): Problem | undefined {
  const question = questionBefore(text, key.start);
  if (key.kind === 'map' || key.kind === 'seq') {
    if (question === undefined)
      return problemAt(
        { start: key.start, end: key.start + 1 },
        msg('YAML reads this as a key, but a key must be text. Remove the extra brackets, or add quotes.'),
      );
    return problemAt(
      { start: question, end: question + 1 },
      msg('YAML reads everything after this `?` as a key, but a key must be text. Remove the `?`.'),
      markCertain(replacementFix({ start: question, end: key.start }, '', msg('Remove the `?`'))),
    );
  }
  if (question !== undefined || colon < 0) return undefined;
  const colonRange = { start: colon, end: colon + 1 };
  if (key.kind === 'scalar' && key.empty && key.tag === undefined && key.anchor === undefined)
    return problemAt(
      colonRange,
      msg('This `:` has no key before it. Write the key, or remove the `:`.'),
      /\S/.test(text.slice(colonRange.end, lineEnd(text, colonRange.end)))
        ? undefined
        : replacementFix(colonRange, '', msg('Remove the `:`')),
    );
  return hasLineBreak(text, key.start, colon)
    ? problemAt(colonRange, msg('A key and its `:` must be on one line.'))
    : undefined;
}

function mergeProblem(node: Node): Problem | undefined {
  const source = resolveAlias(node);
  const isEmpty = source?.kind === 'scalar' && source.empty;
  if (source === undefined || source.kind === 'map' || source.tag !== undefined || isEmpty) return undefined;
  return problemAt(node, msg('`<<` can only merge maps. Write a map, or an alias of one, such as `*name`.'));
}

/** The offset of the `?` before a key, with only a tag and an anchor in between. */
function questionBefore(text: string, key: number): number | undefined {
  let at = previousContent(text, key);
  for (let properties = 0; properties < 2; properties++) {
    const start = startOfWord(text, at);
    if (!/[&!]/.test(text.charAt(start))) break;
    at = previousContent(text, start);
  }
  return at < key && text[at - 1] === '?' && startOfWord(text, at) === at - 1 ? at - 1 : undefined;
}

function startOfWord(text: string, end: number): number {
  let at = end;
  while (at > 0 && !/[\s{[,]/.test(text.charAt(at - 1))) at--;
  return at;
}

/** In brackets, some characters are indicators. */
function flowTextProblem(text: string, node: ScalarNode): Problem | undefined {
  if (containerOf(node)?.flow !== true) return undefined;
  const { start, end, parent } = node;
  const isValue = parent?.kind === 'pair' && parent.value === node && parent.colon >= 0;
  const written = text.slice(start, end);
  const at = written.startsWith(':') ? 0 : written.indexOf('?', isValue ? 0 : 1);
  if (at < 0) return undefined;
  return problemAt(
    node,
    msg`Inside \`[ ]\` or \`{ }\`, text with \`${written[at]}\` must be in quotes.`,
    quoteFix(text, node),
  );
}

/** A name with a character that ends it, although nothing else may begin there. */
const ODD_ANCHOR = /^[A-Za-z0-9_-]*[^A-Za-z0-9_?:,\]}%@`-]/;

interface Anchors {
  /** The names so far. */
  readonly known: Set<string>;
  readonly names: ReadonlySet<string | undefined>;
  /** By the nodes that they repeat. */
  readonly aliases: ReadonlyMap<Node | undefined, readonly Node[]>;
}

function anchorProblem(text: string, node: Node, name: string, anchors: Anchors): Problem | undefined {
  const start = text.lastIndexOf(`&${name}`, node.start);
  if (start < 0 || name === '') return undefined;
  const range = { start, end: start + 1 + name.length };
  if (ODD_ANCHOR.test(name))
    return problemAt(
      range,
      msg`The name of an anchor can only have the letters \`a\` to \`z\` and \`A\` to \`Z\`, digits, \`-\` and \`_\`. Rename \`${name}\`.`,
      renamedAnchor(node, range, name.replace(/[^A-Za-z0-9_-]/g, '_'), anchors),
    );
  if (!anchors.known.has(name)) {
    anchors.known.add(name);
    return undefined;
  }
  return problemAt(
    range,
    msg`The anchor \`&${name}\` already exists above. Rename one of them.`,
    renamedAnchor(node, range, `${name}_2`, anchors),
  );
}

/** Renames an anchor and its aliases, unless another anchor has the name. */
function renamedAnchor(node: Node, anchor: Range, name: string, anchors: Anchors): ProblemFix | undefined {
  if (anchors.names.has(name)) return undefined;
  const places = [anchor, ...(anchors.aliases.get(node) ?? [])];
  const edits = places.map(({ start, end }) => ({ range: { start: start + 1, end }, text: name }));
  return { title: msg`Change to \`${name}\``, edits };
}

function tabProblem(text: string, { start, end }: Range): Problem {
  const isIndentation = text.slice(lineStart(text, start), start).trim() === '';
  const message = isIndentation
    ? msg('YAML does not allow tabs for indentation; use spaces.')
    : msg('A tab is outside of quotes, block texts and comments; use spaces.');
  return { kind: 'tab', recovered: true, start, end, message };
}

/** The tabs outside of quotes, block texts and comments. `opaque` are the scalars in quotes and block texts. */
function tabsIn(text: string, opaque: readonly ScalarNode[]): Range[] {
  const found: Range[] = [];
  let from = 0;
  for (const node of opaque) {
    if (node.start < from) continue;
    const isBlock = isBlockText(node);
    const start = isBlock ? lineEnd(text, node.start) : node.start;
    addTabs(text, { start: from, end: start }, found);
    if (isBlock) addTabsBeforeText(text, { start: nextLine(text, start), end: node.end }, found);
    from = node.end;
  }
  addTabs(text, { start: from, end: text.length }, found);
  return found;
}

/** Tabs, or a comment, which ends the search on its line. */
const TAB_OR_COMMENT = /\t+|(?<=[\s,[\]{}"'|>]|^)#[^\n\r]*/g;

function addTabs(text: string, { start, end }: Range, found: Range[]): void {
  for (const { 0: written, index } of text.slice(start, end).matchAll(TAB_OR_COMMENT)) {
    if (written.startsWith('\t')) found.push({ start: start + index, end: start + index + written.length });
  }
}

/** Tabs before the column of a block text: they end it. */
function addTabsBeforeText(text: string, { start, end }: Range, found: Range[]): void {
  const header = text.slice(lineStart(text, Math.max(0, start - 2)), start);
  // The header gives another column.
  if (/[|>][-+]?[1-9]/.test(header)) return;
  let column: number | undefined;
  for (let at = start; at < end; at = nextLine(text, at)) {
    const indent = indentAt(text, at);
    const first = at + indent;
    if (column === undefined) {
      if (first < end && !hasLineBreak(text, first, first + 1)) column = indent;
    } else if (text[first] === '\t' && indent < column) {
      let last = first;
      while (text[last] === '\t') last++;
      found.push({ start: first, end: last });
    }
  }
}

/** Characters that cannot be printed. */
const UNPRINTABLE = /[\0-\b\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/g;

function* unprintableProblems(text: string): Generator<Problem> {
  for (const { 0: character, index: start } of text.matchAll(UNPRINTABLE)) {
    const range = { start, end: start + 1 };
    const message = msg`The character ${codeOf(character)}, which cannot be printed, is not allowed. Remove it.`;
    yield problemAt(range, message, replacementFix(range, '', msg('Remove it')));
  }
}

/** Characters that end a line for the loader only; the text after one of them has no indentation. */
const SEPARATOR = /[\u2028\u2029\u0085](?! )/;

function separatorProblem(text: string, node: ScalarNode): Problem | undefined {
  const isKey = node.parent?.kind === 'pair' && node.parent.key === node;
  if (isKey || containerOf(node)?.flow === true) return undefined;
  const found = SEPARATOR.exec(text.slice(node.start, node.end));
  if (found === null) return undefined;
  const start = node.start + found.index;
  const range = { start, end: start + 1 };
  const message = msg`The character ${codeOf(found[0])} ends the line, and with it this text. Replace it with a space.`;
  return problemAt(range, message, replacementFix(range, ' ', msg('Replace it with a space')));
}

function codeOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
