import { createScanner, type Node as JsonNode, type ParseError, parseTree } from 'jsonc-parser';
import { contentBefore, lineNumbers } from '../text/lines';
import type { Range } from '../text/range';
import { conflictRepairs } from './conflicts';
import { ERROR, jsonRepairs, stringStart } from './json-repairs';
import type { Mask } from './mask';
import { DEFAULT_LIMITS, type Parsed, type ParseLimits, type Problem } from './problem';
import { patched, problemsOf, type Repair, roundsFor } from './repair';
import { unclosed } from './syntax-problems';
import {
  emptyScalar,
  type MapNode,
  type Node,
  type Pair,
  type ScalarNode,
  type ScalarType,
  type SeqNode,
  UNBUILT,
} from './tree';

/** Kinds of token, by the numbers of the library: its enumeration exists for the type checker only. */
const TOKEN = {
  closeBrace: 2,
  closeBracket: 4,
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blanks: 15,
  end: 17,
};

type Building<T> = { -readonly [K in keyof T]: T[K] };
type Parent = Pair | SeqNode | undefined;

/** Parses JSON, tolerating (but naming) comments and trailing commas. Never throws. */
export function parseJson(text: string, limits: ParseLimits = DEFAULT_LIMITS): Parsed {
  const repairs: Repair[] = conflictRepairs(text);
  let current = patched(text, repairs);
  for (let round = 0; ; round++) {
    const { root, problems, errors } = parseOnce(current, text, repairs, limits);
    const found = round < roundsFor(text) ? jsonRepairs(current, root, errors, repairs) : [];
    if (found.length > 0) {
      repairs.push(...found);
      current = patched(current, found);
      continue;
    }
    const told = problemsOf(repairs);
    problems.push(...told, ...leniencies(current));
    // A file in which nothing is written yet is not wrong, it is only about to be written.
    if (errors.length > 0 && text.trim() !== '')
      problems.push(...syntaxProblems(current, root, errors, told, lineNumbers(text)));
    return { root, problems, openAliases: [] };
  }
}

interface Once {
  readonly root: Node | undefined;
  readonly problems: Problem[];
  readonly errors: readonly ParseError[];
}

/** `text` is what is parsed, `original` what the author wrote. */
function parseOnce(text: string, original: string, repairs: readonly Repair[], limits: ParseLimits): Once {
  const errors: ParseError[] = [];
  const problems: Problem[] = [];
  const masks = new Map(repairs.flatMap(({ mask }) => (mask ? [[mask.start, mask] as const] : [])));
  try {
    const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
    const root = tree && convert({ text: original, masks, problems }, tree, undefined, limits.maxDepth);
    return { root, problems, errors };
  } catch {
    // The library recurses; text nested some thousand levels deep exhausts the stack.
    const message = 'Nested too deep to be read: nothing of this file is checked. Flatten it.';
    problems.push({ kind: 'limit', start: 0, end: Math.min(1, text.length), message });
    return { root: undefined, problems, errors: [] };
  }
}

interface Source {
  readonly text: string;
  readonly masks: ReadonlyMap<number, Mask>;
  readonly problems: Problem[];
}

function convert(source: Source, node: JsonNode, parent: Parent, depth: number): Node {
  const { text, problems } = source;
  const start = node.offset;
  const end = source.masks.get(start)?.end ?? node.offset + node.length;
  if (depth <= 0) {
    if (!problems.some((problem) => problem.kind === 'limit')) {
      const message =
        'Nested deeper than `atomicState.limits.maxDepth`: what lies deeper is not checked. Raise the setting to have it read.';
      problems.push({ kind: 'limit', start, end: Math.min(start + 1, text.length), message });
    }
    return emptyScalar(start, parent);
  }
  if (node.type === 'object') {
    const map: Building<MapNode> = {
      kind: 'map',
      start,
      end,
      parent,
      flow: true,
      indent: -1,
      pairs: [],
      tag: undefined,
      anchor: undefined,
    };
    map.pairs = (node.children ?? []).map((child) => convertPair(source, child, map, depth - 1));
    return map;
  }
  if (node.type === 'array') {
    const seq: Building<SeqNode> = {
      kind: 'seq',
      start,
      end,
      parent,
      flow: true,
      indent: -1,
      items: [],
      tag: undefined,
      anchor: undefined,
    };
    seq.items = (node.children ?? []).map((child) => convert(source, child, seq, depth - 1));
    return seq;
  }
  const { style, value, type, empty, closed } = scalarOf(source, node);
  return {
    kind: 'scalar',
    start,
    end,
    parent,
    style,
    value,
    type,
    empty,
    closed,
    tag: undefined,
    anchor: undefined,
  };
}

function convertPair(source: Source, node: JsonNode, parent: MapNode, depth: number): Pair {
  const [key, value] = node.children ?? [];
  const colon = node.colonOffset ?? -1;
  const keyEnd = key ? key.offset + key.length : node.offset;
  const valueStart = colon < 0 ? keyEnd : colon + 1;
  const pair: Building<Pair> = {
    kind: 'pair',
    start: node.offset,
    end: Math.max(node.offset + node.length, valueStart),
    parent,
    key: emptyScalar(node.offset, undefined),
    name: '',
    colon,
    value: UNBUILT,
  };
  if (key) pair.key = convert(source, key, pair, depth + 1);
  if (pair.key.kind === 'scalar') pair.name = pair.key.value;
  pair.value = value ? convert(source, value, pair, depth) : emptyScalar(valueStart, pair);
  return pair;
}

function scalarOf(
  { text, masks }: Source,
  node: JsonNode,
): Pick<ScalarNode, 'style' | 'value' | 'type' | 'empty' | 'closed'> {
  const mask = masks.get(node.offset);
  if (mask)
    return { style: mask.style, value: mask.value, type: mask.type ?? 'string', empty: false, closed: false };
  if (node.type === 'string')
    return { style: 'double', value: String(node.value ?? ''), type: 'string', empty: false, closed: true };
  const raw = text.slice(node.offset, node.offset + node.length);
  let type: ScalarType = 'null';
  if (node.type === 'boolean') type = 'boolean';
  else if (node.type === 'number') type = /^-?\d+$/.test(raw) ? 'integer' : 'float';
  return { style: 'plain', value: raw, type, empty: false, closed: true };
}

const MESSAGES: Readonly<Record<number, string>> = {
  1: 'This is no JSON value. Text needs double quotes.',
  2: 'This is no number as JSON writes them.',
  3: 'A field name in double quotes is expected here.',
  4: 'A value is expected here.',
  5: 'A `:` is expected between the field and its value.',
  6: 'A `,` is expected here, between one entry and the next.',
  7: 'A closing `}` is missing.',
  8: 'A closing `]` is missing.',
  9: 'Text behind the end of the document: a state file is one JSON value.',
  11: 'The comment is not closed. End it with `*/`.',
  12: 'The string is not closed on its line. Close it with `"`; a quote inside it is written `\\"`.',
  13: 'The number is not complete.',
  14: 'An escape `\\u` takes four hexadecimal digits.',
  15: 'JSON has no such escape. A backslash itself is written `\\\\`.',
  16: 'A control character inside a string. Write it as an escape, a line break as `\\n`.',
};

/** Errors about what is not written yet. */
const MENDED: ReadonlySet<number> = new Set([ERROR.name, ERROR.value, ERROR.colon]);

/** What is left when everything is repaired that can be: one message per line, as others follow from it. */
function syntaxProblems(
  text: string,
  root: Node | undefined,
  errors: readonly ParseError[],
  told: readonly Problem[],
  lineOf: (offset: number) => number,
): Problem[] {
  const problems = unclosed(text, root).filter(({ start }) => text[start] !== '"');
  const lines = new Set([...told, ...problems].map((problem) => lineOf(problem.start)));
  const written = text.trimEnd().length;
  for (const { error, offset, length } of errors) {
    if (problems.length > 0 && (error === ERROR.brace || error === ERROR.bracket)) continue;
    // At the end of the text there is nothing to mark: the bracket that opens it all stands for it.
    const atEnd = offset >= written && root !== undefined;
    const start = atEnd ? root.start : Math.min(offset, text.length);
    const end = atEnd ? root.start + 1 : Math.min(start + length, text.length);
    // Where the entry or the object ends, nothing is lost but what is not written yet.
    const mended = MENDED.has(error) && /^[,}\]]/.test(text.slice(start, start + 1));
    const place = mended ? placeBefore(text, start) : undefined;
    // What lacks behind an open string is told with the string.
    const behind = error === ERROR.colon ? contentBefore(text, start) - 1 : start;
    const line = lineOf(place?.start ?? behind);
    if (lines.has(line)) continue;
    lines.add(line);
    const message = MESSAGES[error] ?? 'This is not JSON.';
    problems.push({ kind: 'syntax', mended, ...(place ?? { start, end }), message });
  }
  return problems;
}

/** The name, the colon or the word, on a line above, behind which something is not written yet. */
function placeBefore(text: string, at: number): Range | undefined {
  const end = contentBefore(text, at);
  const isAbove = /[\n\r]/.test(text.slice(end, at));
  const last = text[end - 1];
  if (!isAbove || last === undefined || !/[":\w]/.test(last)) return undefined;
  if (last === '"') return { start: stringStart(text, end - 1) ?? end - 1, end };
  let start = end - 1;
  while (last !== ':' && /\w/.test(text[start - 1] ?? '')) start--;
  return { start, end };
}

/** Comments and trailing commas, which the strict readers of the format refuse. */
function leniencies(text: string): Problem[] {
  const problems: Problem[] = [];
  const scanner = createScanner(text, false);
  let comma = -1;
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (token === TOKEN.lineComment || token === TOKEN.blockComment) {
      problems.push({
        kind: 'comment',
        mended: true,
        start,
        end: start + scanner.getTokenLength(),
        message: 'Strict JSON has no comments: other readers of this file may refuse it. Remove the comment.',
      });
    } else if (token === TOKEN.comma) comma = start;
    else if (token !== TOKEN.blanks && token !== TOKEN.lineBreak) {
      if (comma >= 0 && (token === TOKEN.closeBrace || token === TOKEN.closeBracket)) {
        problems.push({
          kind: 'trailing-comma',
          mended: true,
          start: comma,
          end: comma + 1,
          message:
            'Strict JSON has no comma behind the last entry: other readers of this file may refuse it. Remove the comma.',
        });
      }
      comma = -1;
    }
  }
  return problems;
}
