import { expect } from 'vitest';
import type { StateGraph } from '../../server/drawing/state-graph';
import { idOfTarget } from '../../server/format/target-path';
import type { GraphOperation, GraphStep } from '../../server/graph-edit/operation';
import { allEdges } from '../../server/graph-edit/places';
import { resolveTarget } from '../../server/project/names/resolve';
import { pathKey } from '../../server/project/names/scope-path';
import { isSyntaxProblem } from '../../server/yaml/read/problem';
import { commentTexts } from '../../server/yaml/tree/equivalence';
import { descendantsOf } from '../../server/yaml/tree/visit';
import type { FixtureFile } from '../support/fixture';
import { addressOf, findingsOf } from '../support/workspace';
import {
  asked,
  type Drawn,
  determined,
  eventIn,
  type GraphShape,
  inverseOf,
  isInside,
  shapeOf,
  textOf,
} from './drawn-operations';
import { type Edited, edited } from './edited';
import { textInverse, textScalar } from './text-inverses';

/** What must be true after an operation on a graph. */

/** An operation on a graph: as usual, with the result. */
export function editedGraph({ files, workspace }: Drawn, operation: GraphOperation): Edited | string {
  return edited(files, operation, undefined, workspace);
}

/** @param withFindings whether to compare all findings, which takes longer than everything else */
export function check(
  before: Drawn,
  after: Drawn,
  operation: GraphStep,
  result: Edited,
  withFindings = true,
): void {
  expect(syntaxProblems(after)).toBeLessThanOrEqual(syntaxProblems(before));
  const wanted = asked(before.graph, operation, result.edit.id);
  const isDeletion = operation.kind === 'deleteState';
  const shape = isDeletion
    ? withMissing(shapeOf(after.graph), before.graph, operation)
    : shapeOf(after.graph);
  // A rename includes all places of a state that an alias repeats.
  const isRepeated =
    operation.kind === 'renameState' && before.files.some(({ text }) => /\*shared/.test(text));
  if (!isRepeated) expect(textOf(determined(shape, operation))).toBe(textOf(determined(wanted, operation)));
  checkPlace(after, operation, result);
  checkLines(before, operation, result);
  checkBlocks(before, after, operation);
  if (withFindings) checkFindings(before, after, operation);
  if (operation.kind === 'duplicateState') expect(targetsLeft(after, operation.state, result)).toEqual([]);
  const isText = operation.kind === 'setText' || operation.kind === 'setButtonText';
  if (isText) expect(textScalar(after, operation)?.value).toBe(operation.text);
  const inverse =
    inverseOf(before, operation, result.edit.id) ?? textInverse(before, after, operation, result.edit.id);
  if (inverse === undefined) return;
  const back = editedGraph(after, inverse);
  expect(typeof back === 'string' ? back : back.files).toEqual(before.files);
}

/** The targets of a copy that lead into its original by an id of that. */
function targetsLeft({ project }: Drawn, original: string, { edit: { id: copy = '' } }: Edited): string[] {
  const isOfOriginal = (id: string) =>
    project.inOrder('id', id).some(({ path }) => isInside(pathKey(path), original));
  return allEdges(project).flatMap(({ entry, case: { target = '' } }) => {
    const found = resolveTarget(project, entry, target);
    const isInOriginal = found.kind === 'found' && isInside(pathKey(found.path), original);
    const isLeft = isInOriginal && isOfOriginal(idOfTarget(target) ?? '');
    return isLeft && isInside(pathKey(entry.path), copy) ? [target] : [];
  });
}

function syntaxProblems({ project, files }: Drawn): number {
  const units = files.flatMap(({ path }) => project.source(addressOf(path))?.document.units ?? []);
  return units.flatMap(({ parsed }) => parsed.problems.filter(isSyntaxProblem)).length;
}

/** The kinds of reasons for which an operation may be refused, each in one sentence and with what to do. */
const REFUSALS: readonly (readonly [kind: string, sentence: RegExp])[] = [
  ['alias', /^An alias or a merge key uses this text|^Without this text, that of a merge key/],
  [
    'form',
    /^This text is written in a form that cannot be changed|^The states there are in braces|would be in the text twice|^Comments between these entries may be about either/,
  ],
  ['syntax', /^This text has a syntax error/],
  ['export', /is an export of/],
  ['name', /Enter another name|Enter a name|Use lower-case letters|Enter the event|cannot/],
  [
    'meaning',
    /blank lines here belong to a text|would mean something else|would refer to something else|it refers to something else|it is not certain|No target in this place can name|no target could name|would end another automata|would mean another state|would not lead to/,
  ],
  [
    'choice',
    /has a transition already|has no condition|has several cases|has only one case|defined several times|text of several buttons/,
  ],
  ['missing', /is not defined\. Create it first|no longer in the text|no such position/],
  [
    'place',
    /only state of its automata|moves only within its row|start of an automata|own states|^A transition leads to a state/,
  ],
  [
    'place',
    /into an automata that is not in it|is the first state|is not a file of states|^Only |^An automata |in other states/,
  ],
];

/** The kind of a refusal; undefined if it is none of those that are allowed. */
export function refusalKind(sentence: string): string | undefined {
  const isWhole = /^[A-Z`].*\.$/.test(sentence) && !sentence.includes('\n');
  return isWhole ? REFUSALS.find(([, pattern]) => pattern.test(sentence))?.[0] : undefined;
}

/** A graph whose edges that led to a deleted state lead there still, whatever they mean now. */
function withMissing(shape: GraphShape, before: StateGraph, operation: GraphStep): GraphShape {
  const state = 'state' in operation ? operation.state : '';
  const isKept = operation.kind === 'deleteState' && operation.references === 'keep';
  const left = new Set(
    before.edges
      .filter(({ to, kind }) => isInside(to, state) && (isKept || kind === 'initial'))
      .map(({ id }) => id),
  );
  return { ...shape, edges: shape.edges.map((one) => (left.has(one.id) ? { ...one, to: state } : one)) };
}

/** The result is in the graph, and its selection in the text. */
function checkPlace({ graph, files }: Drawn, { kind }: GraphStep, { edit: { id, selection } }: Edited): void {
  const ids = [...graph.nodes, ...graph.edges].map((one) => one.id);
  if (id !== undefined) expect(ids).toContain(id);
  if (selection === undefined) return;
  const { address, text, range } = selection;
  expect(files.find(({ path }) => addressOf(path) === address)?.text).toBe(text);
  const selected = text.slice(range.start, range.end);
  if (kind === 'addState') expect(selected).toBe('Hello');
  else expect(selected).not.toBe('');
}

/** Syntax, shape and names: what follows from where transitions lead is the purpose of most operations. */
const INDEPENDENT =
  /^(?:yaml-syntax|duplicate-|wrong-type|invalid-|missing-field|unknown-(?:field|tag|initial)|unknown-scenario-state)/;

function checkFindings(before: Drawn, after: Drawn, { kind }: GraphStep): void {
  // What referred to a deleted state is reported.
  const isExpected = (code: string) => kind === 'deleteState' && code.startsWith('unknown-');
  // A copy has the same as its original, and a state takes its own along.
  const isElsewhere = ['duplicateState', 'moveState', 'extractAutomata'].includes(kind);
  const codes = ({ workspace, files }: Drawn) =>
    findingsOf(workspace, files)
      .map(({ path, finding }) => `${isElsewhere ? '' : path} ${finding.rule.code}`)
      .filter((line) => INDEPENDENT.test(line.split(' ')[1] ?? '') && !isExpected(line.split(' ')[1] ?? ''))
      .sort();
  expect(codes(before)).toEqual(expect.arrayContaining(codes(after)));
}

/** Every changed line belongs to the operation; all comments stay in order, and line breaks are those of the file. */
function checkLines(before: Drawn, operation: GraphStep, { files: after }: Edited): void {
  const isRemoval = REMOVALS.has(operation.kind);
  for (const { path, text } of before.files) {
    const now = after.find((one) => one.path === path)?.text;
    if (now === undefined || now === text) continue;
    expect(foreignLines(before, operation, { path, text, now })).toEqual([]);
    const breaks = new Set(now.match(/\r?\n/g));
    expect(breaks.size).toBeLessThanOrEqual(Math.max(1, new Set(text.match(/\r?\n/g)).size));
  }
  if (operation.kind === 'deleteState' && operation.references === 'keep')
    expect(lostComments(before, operation.state, after)).toEqual([]);
  if (isRemoval) return;
  const comments = (files: readonly FixtureFile[]) =>
    files.flatMap(({ path, text }) => (path.endsWith('.json') ? jsonComments(text) : commentTexts(text)));
  expect(comments(after)).toEqual(expect.arrayContaining(comments(before.files)));
}

/** The comments of JSON outside of a deleted state that are lost with it, besides those above it and at the end of its line. */
function lostComments({ places, files }: Drawn, state: string, after: readonly FixtureFile[]): string[] {
  const place = places.get(state);
  const file = files.find(({ path }) => addressOf(path) === place?.address);
  const now = after.find(({ path }) => path === file?.path)?.text;
  if (place === undefined || file === undefined || now === undefined || !file.path.endsWith('.json'))
    return [];
  const { text } = file;
  const lines = text.slice(0, text.lastIndexOf('\n', place.range.start));
  const above = lines.replace(/(?:\n\s*(?:\/[/*][^\n]*|of lines \*\/\r?))+$/, '');
  const below = text.slice(place.range.end).replace(/^(?:(?:\s|\/\/.*|\/\*.*\*\/)*,)?.*/, '');
  const kept = new Set(jsonComments(now));
  return [...jsonComments(above), ...jsonComments(below)].filter((one) => !kept.has(one));
}

/** The comments of JSON, with one space for the white space between their words. */
function jsonComments(text: string): string[] {
  const tokens = text.match(/"(?:\\.|[^"\\])*"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g) ?? [];
  return tokens.filter((one) => one.startsWith('/')).map((one) => one.trimEnd().replace(/\s+/g, ' '));
}

/** Blocks keep their texts, with the blank lines at their ends, wherever they are moved or copied. */
function checkBlocks(before: Drawn, after: Drawn, { kind }: GraphStep): void {
  if (kind === 'setText' || kind === 'setButtonText' || kind === 'setCondition') return;
  const [old, now] = [before, after].map(({ project, files }) =>
    files
      .flatMap(({ path }) => project.unitsOf(addressOf(path)))
      .flatMap(({ parsed }) => [...descendantsOf(parsed.root)])
      .flatMap((node) =>
        node.kind === 'scalar' && /literal|folded/.test(node.style) ? [JSON.stringify(node.value)] : [],
      ),
  );
  const isRemoval = REMOVALS.has(kind);
  if (!isRemoval) expect(now).toEqual(expect.arrayContaining(old ?? []));
  expect(old).toEqual(expect.arrayContaining(now ?? []));
  if (kind !== 'duplicateState' && !isRemoval) expect(now?.length).toBe(old?.length);
}

const REMOVALS: ReadonlySet<string> = new Set([
  'deleteState',
  'deleteTransition',
  'setFinal',
  'setCondition',
]);

/** The changed text of a file that does not belong to an operation. */
function foreignLines(
  { graph, places }: Drawn,
  operation: GraphStep,
  { path, text, now }: { readonly path: string; readonly text: string; readonly now: string },
): readonly string[] {
  const lines = text.split('\n');
  switch (operation.kind) {
    case 'addState':
    case 'duplicateState':
      return besides(text, now);
    case 'deleteState':
      return operation.references === 'keep' ? besides(now, text) : [];
    case 'setInitial': {
      const others = lines.filter((line) => !/initial/.test(line));
      return lines.length < 5 ? [] : rest(now.split('\n'), others);
    }
    case 'renameState':
    case 'renameEvent': {
      const old = 'state' in operation ? (operation.state.split('\n').at(-1) ?? '') : eventIn(operation.edge);
      // One name may be part of the other.
      const names = [old, operation.name].filter(Boolean).sort((one, other) => other.length - one.length);
      const masked = (one: string) => names.reduce((rest, name) => rest.replaceAll(name, '\0'), one);
      return /\\[ux]/.test(text) || masked(now) === masked(text) ? [] : [now];
    }
    case 'moveState':
    case 'extractAutomata': {
      // Only targets are written again, and the first state of an automata.
      const names = graph.nodes.map(({ id }) => id.split('\n').at(-1) ?? '').filter(Boolean);
      const after = new Set(now.split('\n').map((line) => line.trim()));
      const own = (operation.kind === 'moveState' ? [operation.state] : operation.states).map((state) =>
        places.get(state),
      );
      return lines.filter((line, index) => {
        const isOwn = own.some(
          (place) =>
            place?.address === addressOf(path) &&
            lineOf(text, place.range.start) <= index &&
            index <= lineOf(text, place.range.end),
        );
        return (
          !isOwn &&
          lines.length > 5 &&
          !/^\s*,?\s*(?:#|\/[/*]|$)/.test(line) &&
          !after.has(line.trim()) &&
          !names.some((name) => line.includes(name)) &&
          // A name that is written with escapes.
          !/\\[ux]/.test(line)
        );
      });
    }
    default: {
      const id = placeOf(operation);
      const place = id === undefined ? undefined : places.get(id);
      const isInRoot = graph.nodes.some((node) => node.id === id && node.kind === 'automata');
      if (place === undefined || isInRoot || place.address !== addressOf(path)) return [];
      return rest(now.split('\n'), [
        ...lines.slice(0, lineOf(text, place.range.start)),
        ...lines.slice(lineOf(text, place.range.end) + 1),
      ]);
    }
  }
}

/** What a text has lost when something was inserted in one place, besides commas, also before that, and empty brackets. */
function besides(text: string, longer: string): readonly string[] {
  let start = 0;
  while (start < text.length && text[start] === longer[start]) start++;
  let end = text.length;
  while (end > start && text[end - 1] === longer[longer.length - text.length + end - 1]) end--;
  const lost = text.slice(start, end);
  const added = longer.slice(start).replace(/^\s*,\s*/, '');
  return /^[\s,{}]*$/.test(lost) || added.startsWith(lost.trimStart()) ? [] : [lost];
}

/** The node whose text an operation changes; undefined if it is another one. */
function placeOf(operation: GraphStep): string | undefined {
  switch (operation.kind) {
    case 'connect':
      return operation.from;
    case 'retarget':
    case 'deleteTransition':
    case 'setCondition':
    case 'moveCase':
      return operation.edge.split('\n\n')[0];
    case 'setText':
    case 'setButtonText':
    case 'moveButton':
    case 'setFinal':
      return operation.state;
    default:
      return undefined;
  }
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1;
}

/** The lines of `kept` that are not found in `lines`, in this order. */
function rest(lines: readonly string[], kept: readonly string[]): string[] {
  let at = 0;
  return kept.filter((line) => {
    const found = lines.indexOf(line, at);
    if (found >= 0) at = found + 1;
    return found < 0;
  });
}
