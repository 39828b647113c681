import { createScanner, type Node as JsonNode, type ParseError, parseTree } from 'jsonc-parser';
import { DEFAULT_LIMITS, type Parsed, type ParseLimits, type Problem } from './problem';
import type { MapNode, Node, Pair, ScalarNode, ScalarType, SeqNode } from './tree';

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
  const errors: ParseError[] = [];
  const problems: Problem[] = [];
  let root: Node | undefined;
  try {
    const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
    root = tree && convert(text, tree, undefined, limits.maxDepth, problems);
  } catch {
    // The library recurses; text nested some thousand levels deep exhausts the stack.
    problems.push({
      kind: 'limit',
      start: 0,
      end: Math.min(1, text.length),
      message: 'Nested too deep to be read: nothing of this file is checked. Flatten it.',
    });
  }
  for (const error of errors) problems.push(syntaxProblem(text, error));
  problems.push(...leniencies(text));
  return { root, problems, openAliases: [] };
}

function convert(text: string, node: JsonNode, parent: Parent, depth: number, problems: Problem[]): Node {
  const start = node.offset;
  const end = node.offset + node.length;
  const base = { start, end, parent, tag: undefined, anchor: undefined };
  if (depth <= 0) {
    if (!problems.some((problem) => problem.kind === 'limit')) {
      const message =
        'Nested deeper than `atomicState.limits.maxDepth`: what lies deeper is not checked. Raise the setting to have it read.';
      problems.push({ kind: 'limit', start, end: Math.min(start + 1, text.length), message });
    }
    return {
      ...base,
      kind: 'scalar',
      end: start,
      style: 'plain',
      value: '',
      type: 'null',
      empty: true,
      closed: true,
    };
  }
  if (node.type === 'object') {
    const pairs: Pair[] = [];
    const map: MapNode = { ...base, kind: 'map', flow: true, indent: -1, pairs };
    for (const child of node.children ?? []) pairs.push(convertPair(text, child, map, depth - 1, problems));
    return map;
  }
  if (node.type === 'array') {
    const items: Node[] = [];
    const seq: SeqNode = { ...base, kind: 'seq', flow: true, indent: -1, items };
    for (const child of node.children ?? []) items.push(convert(text, child, seq, depth - 1, problems));
    return seq;
  }
  return { ...base, kind: 'scalar', ...scalarOf(text, node) };
}

function convertPair(
  text: string,
  node: JsonNode,
  parent: MapNode,
  depth: number,
  problems: Problem[],
): Pair {
  const [key, value] = node.children ?? [];
  const colon = node.colonOffset ?? -1;
  const keyEnd = key ? key.offset + key.length : node.offset;
  const valueStart = colon < 0 ? keyEnd : colon + 1;
  const pair: Building<Pair> = {
    kind: 'pair',
    start: node.offset,
    end: Math.max(node.offset + node.length, valueStart),
    parent,
    key: emptyScalar(node.offset),
    name: typeof key?.value === 'string' ? key.value : '',
    colon,
    value: emptyScalar(valueStart),
  };
  if (key) pair.key = convert(text, key, pair, depth + 1, problems);
  pair.value = value
    ? convert(text, value, pair, depth, problems)
    : { ...emptyScalar(valueStart), parent: pair };
  return pair;
}

function scalarOf(
  text: string,
  node: JsonNode,
): Pick<ScalarNode, 'style' | 'value' | 'type' | 'empty' | 'closed'> {
  if (node.type === 'string')
    return { style: 'double', value: String(node.value ?? ''), type: 'string', empty: false, closed: true };
  const raw = text.slice(node.offset, node.offset + node.length);
  let type: ScalarType = 'null';
  if (node.type === 'boolean') type = 'boolean';
  else if (node.type === 'number') type = /^-?\d+$/.test(raw) ? 'integer' : 'float';
  return { style: 'plain', value: raw, type, empty: false, closed: true };
}

function emptyScalar(at: number): ScalarNode {
  return {
    kind: 'scalar',
    start: at,
    end: at,
    parent: undefined,
    tag: undefined,
    anchor: undefined,
    style: 'plain',
    value: '',
    type: 'null',
    empty: true,
    closed: true,
  };
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

function syntaxProblem(text: string, error: ParseError): Problem {
  const start = Math.min(error.offset, text.length);
  const end = Math.min(Math.max(start + error.length, start), text.length);
  return { kind: 'syntax', start, end, message: MESSAGES[error.error] ?? 'This is not JSON.' };
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
