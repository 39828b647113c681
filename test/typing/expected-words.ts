import { rootTypeOf } from '../../server/format/document-kind';
import type { Type } from '../../server/format/types';
import { enclosingStep, rootStep, type Step, walk } from '../../server/format/walk';
import type { Workspace } from '../../server/project/workspace';
import type { ScalarNode } from '../../server/yaml/tree/tree';
import { addressOf } from '../support/workspace';

/** The kind of a word; names of one kind refer to each other. */
type NameKind = 'state' | 'event' | 'context' | 'local' | 'input' | 'payload' | 'member';

/** A word of a finished file that completion could suggest. */
export interface Word {
  /** Offset in the file at which it begins, after quotes. */
  readonly start: number;
  /** The word as in the file. */
  readonly text: string;
  /** Its category in tables. */
  readonly place: string;
  /** For a name of the author, the names from which it can be known: if none of these exists yet, it is unknown. */
  readonly names?: readonly string[];
  /** Keys: the colon follows. */
  readonly isKey?: boolean;
}

const KEY_NAMES: Readonly<Record<string, NameKind>> = {
  state: 'state',
  context: 'context',
  input: 'input',
  output: 'local',
  event: 'event',
  payload: 'payload',
  'target-input': 'input',
};

const VALUE_NAMES: Readonly<Record<string, NameKind>> = {
  target: 'state',
  initial: 'state',
  event: 'event',
  result: 'local',
};

/** All words of a file in the order of the text. */
export function expectedWords(workspace: Workspace, path: string): Word[] {
  const source = workspace.source(addressOf(path));
  if (source === undefined) return [];
  const words: Word[] = [];
  source.document.units.forEach((unit, index) => {
    const start = source.document.startAt(index);
    const root = rootStep(unit.parsed.root, rootTypeOf(unit, source.documentKind), source.catalog);
    walk(root, {
      enter(step) {
        for (const word of wordsAt(step, unit.text)) words.push({ ...word, start: start + word.start });
      },
    });
  });
  return words.sort((a, b) => a.start - b.start);
}

function wordsAt(step: Step, text: string): Word[] {
  const { node } = step;
  if (node?.kind === 'map') {
    return node.pairs.flatMap((pair): Word[] => {
      const { key } = pair;
      if (key.kind !== 'scalar' || key.empty || pair.colon < 0) return [];
      const word = { ...inside(key, text), isKey: true };
      const { type, catalog } = step;
      if (type.kind === 'object') {
        const field = catalog.fieldOf(type.object, pair.name);
        return field ? [{ ...word, place: 'field' }] : [];
      }
      const kind = type.kind === 'map' ? KEY_NAMES[type.keys] : undefined;
      if (kind === undefined || type.kind !== 'map') return [];
      if (type.keys === 'event' && /^[A-Z]+$/.test(pair.name)) return [{ ...word, place: 'event key' }];
      const variable = type.keys === 'output' ? /^context\.(.*)$/.exec(pair.name)?.[1] : undefined;
      const names = variable === undefined ? namesOf(kind, pair.name, step) : [`context ${variable}`];
      return [{ ...word, place: `${type.keys} key`, names }];
    });
  }
  if (node?.kind !== 'scalar' || node.empty) return [];
  if (node.tag) return taggedWords(node, text);
  if (node.value.includes('{{')) return expressionWords(node, text, step);
  return valueWords(step, node, text);
}

/** Local names are distinguished by their state; inputs are also named by the transitions of other states. */
function namesOf(kind: NameKind, name: string, step: Step): string[] {
  if (kind !== 'local' && kind !== 'input') return [`${kind} ${name}`];
  const own = `local ${name} of ${enclosingStep(step, 'state')?.pair?.name}`;
  return kind === 'input' ? [`input ${name}`, own] : [own];
}

function inside(scalar: ScalarNode, text: string): { start: number; text: string } {
  const quotes = scalar.style === 'single' || scalar.style === 'double' ? 1 : 0;
  return { start: scalar.start + quotes, text: text.slice(scalar.start + quotes, scalar.end - quotes) };
}

function valueWords(step: Step, node: ScalarNode, text: string): Word[] {
  const type: Type = step.type;
  const word = inside(node, text);
  switch (type.kind) {
    case 'enum':
      return type.values.some(({ value }) => value === node.value) ? [{ ...word, place: 'enum' }] : [];
    case 'boolean':
      return node.type === 'boolean' ? [{ ...word, place: 'boolean' }] : [];
    case 'string': {
      const kind = type.role && VALUE_NAMES[type.role];
      if (kind) {
        const isAction = kind === 'event' && /^[A-Z]+$/.test(node.value);
        const own = { ...word, place: type.role ?? '' };
        return [isAction ? own : { ...own, names: namesOf(kind, node.value.split('.').at(-1) ?? '', step) }];
      }
      const isSuggested = type.suggestions?.some(({ value }) => value === node.value);
      return isSuggested ? [{ ...word, place: 'suggestion' }] : [];
    }
    default:
      return [];
  }
}

function taggedWords(node: ScalarNode, text: string): Word[] {
  const { tag } = node;
  if (tag === undefined) return [];
  const words: Word[] = [{ start: tag.start, text: text.slice(tag.start, tag.end), place: 'tag' }];
  const { start, text: path } = inside(node, text);
  for (const segment of path.matchAll(/[^/]+/g))
    words.push({ start: start + segment.index, text: segment[0], place: 'path' });
  return words;
}

/** Common JavaScript. */
const BUILT_IN =
  /^(?:true|false|null|undefined|JSON|Math|Object|Array|String|Number|Boolean|Date|typeof|new|length|parse|stringify|map|filter|join|slice|push|includes|indexOf|toLowerCase|toUpperCase|trim|split|concat|floor|ceil|round|random|keys|values|toString|toFixed|replace)$/;

/** Names and members in `{{ }}`, found without code of the product: words outside of quotes. */
function expressionWords(node: ScalarNode, text: string, step: Step): Word[] {
  const source = text.slice(node.start, node.end);
  const words: Word[] = [];
  for (const body of source.matchAll(/\{\{([\s\S]*?)\}\}/g)) {
    const code = body[1] ?? '';
    const from = node.start + body.index + 2;
    const tokens = [
      ...code.matchAll(
        /(\[\s*)(''|\\"|['"])([\w$]+)\2(?=\s*\])|(''|\\"|['"`])(?:[\s\S]*?)\4|[A-Za-z_$][\w$]*|\d[\w.]*/g,
      ),
    ];
    tokens.forEach((token, index) => {
      const [whole, bracket, quote, member] = token;
      const before = code.slice(0, token.index);
      if (member !== undefined && bracket !== undefined && quote !== undefined) {
        const start = from + token.index + bracket.length + quote.length;
        words.push({ start, text: member, place: 'member', names: [`member ${member}`] });
        return;
      }
      if (!/^[A-Za-z_$]/.test(whole)) return;
      const start = from + token.index;
      const after = code.slice(token.index + whole.length);
      if (/(?<!\.\.)\.\s*$/.test(before)) {
        const base = tokens[index - 1]?.[0];
        const isDirect = /(?:^|[^.\w\])])(?:context|payload)\??\.$/.test(before);
        const kind = isDirect ? base : 'member';
        const place = isDirect ? `${base}.` : 'member';
        words.push({
          start,
          text: whole,
          place,
          ...(BUILT_IN.test(whole) && !isDirect ? {} : { names: [`${kind} ${whole}`] }),
        });
        return;
      }
      if (/[{,]\s*$/.test(before) && /^\s*:/.test(after)) return;
      if (/^\s*=>/.test(after) || /^\s*(?:,\s*\w+\s*)*\)\s*=>/.test(after)) return;
      if (whole === 'context' || whole === 'payload') words.push({ start, text: whole, place: 'object' });
      else if (BUILT_IN.test(whole)) words.push({ start, text: whole, place: 'built-in' });
      else words.push({ start, text: whole, place: 'variable', names: namesOf('local', whole, step) });
    });
  }
  return words;
}
