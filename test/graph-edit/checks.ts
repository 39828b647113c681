import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { StateGraph } from '../../server/drawing/state-graph';
import type { GraphOperation } from '../../server/graph-edit/operation';
import { commentTexts } from '../../server/yaml/tree/equivalence';
import type { FixtureFile } from '../support/fixture';
import { drawProject } from '../support/projects';
import { addressOf, findingsOf } from '../support/workspace';
import {
  asked,
  type Draw,
  type Drawn,
  determined,
  drawnGraph,
  type GraphShape,
  inverseOf,
  isInside,
  shapeOf,
  textOf,
  writtenText,
} from './drawn-operations';
import { type Edited, edited } from './edited';

/** Random files, and what must be true after an operation on their graph. */

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** The examples as projects. */
const EXAMPLE_PROJECTS: readonly (readonly FixtureFile[])[] = [
  ['echo.automata.yaml'],
  [
    'main.yaml',
    ...readdirSync(join(EXAMPLES, 'trivia/state')).map((name) => `state/${name}`),
    'trivia.scenario.yaml',
  ].map((name) => `trivia/${name}`),
].map((paths) => paths.map((path) => ({ path, text: readFileSync(join(EXAMPLES, path), 'utf8') })));

/** A random project, or an example, as authors write it: with comments, blank lines, other line breaks and indentation. */
export function drawFiles(draw: Draw): readonly FixtureFile[] {
  if (draw([false, false, false, true])) return draw(EXAMPLE_PROJECTS);
  const files = drawProject(draw, draw([true, true, false]));
  const isWide = draw([false, false, true]);
  const isCrlf = draw([false, false, true]);
  return files.map(({ path, text }) => {
    if (path.endsWith('.json')) return { path, text: isCrlf ? text.replaceAll('\n', '\r\n') : text };
    const lines = text.split('\n').flatMap((line, index) => decorated(line, index, draw));
    const wide = isWide
      ? lines.map((line) => line.replace(/^ +/, '$&$&').replace(/^( *)- /, '$1-   '))
      : lines;
    return { path, text: wide.join(isCrlf ? '\r\n' : '\n') };
  });
}

function decorated(line: string, index: number, draw: Draw): string[] {
  const blanks = /^ */.exec(line)?.[0] ?? '';
  if (line === '' || draw([false, false, false, true])) return [line];
  return draw([
    () => [line],
    () => [line],
    () => [`${blanks}# comment ${index}`, line],
    () => [`${line} # comment ${index}`],
    () => ['', line],
  ])();
}

/** An operation on a graph: as usual, with the result. */
export function editedGraph({ files, workspace }: Drawn, operation: GraphOperation): Edited | string {
  return edited(files, operation, undefined, workspace);
}

/** @param withFindings whether to compare all findings, which takes longer than everything else */
export function check(before: Drawn, operation: GraphOperation, result: Edited, withFindings = true): void {
  const after = drawnGraph(result.files);
  expect(after).toBeDefined();
  if (after === undefined) return;
  const wanted = asked(before.graph, operation, result.edit.id);
  const isDeletion = operation.kind === 'deleteState';
  const shape = isDeletion
    ? withMissing(shapeOf(after.graph), before.graph, operation)
    : shapeOf(after.graph);
  expect(textOf(determined(shape, operation))).toBe(textOf(determined(wanted, operation)));
  checkPlace(after, result);
  checkLines(before, operation, result);
  if (withFindings) checkFindings(before, after, operation);
  const isText = operation.kind === 'setText' || operation.kind === 'setButtonText';
  expect(writtenText(after, operation)).toBe(isText ? operation.text : undefined);
  const inverse = inverseOf(before, operation, result.edit.id);
  if (inverse === undefined) return;
  const back = editedGraph(after, inverse);
  expect(typeof back === 'string' ? back : back.files).toEqual(before.files);
}

/** A graph whose edges that led to a deleted state lead there still, whatever they mean now. */
function withMissing(shape: GraphShape, before: StateGraph, operation: GraphOperation): GraphShape {
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
function checkPlace({ graph, files }: Drawn, { edit: { id, selection } }: Edited): void {
  const ids = [...graph.nodes, ...graph.edges].map((one) => one.id);
  if (id !== undefined) expect(ids).toContain(id);
  if (selection === undefined) return;
  const { address, text, range } = selection;
  expect(files.find(({ path }) => addressOf(path) === address)?.text).toBe(text);
  expect(text.slice(range.start, range.end)).not.toBe('');
}

/** Syntax, shape and names: what follows from where transitions lead is the purpose of most operations. */
const INDEPENDENT =
  /^(?:yaml-syntax|duplicate-|wrong-type|invalid-|missing-field|unknown-(?:field|tag|initial)|unknown-scenario-state)/;

function checkFindings(before: Drawn, after: Drawn, { kind }: GraphOperation): void {
  // What referred to a deleted state is reported.
  const isExpected = (code: string) => kind === 'deleteState' && code.startsWith('unknown-');
  const codes = ({ workspace, files }: Drawn) =>
    findingsOf(workspace, files)
      .map(({ path, finding }) => `${path} ${finding.rule.code}`)
      .filter((line) => INDEPENDENT.test(line.split(' ')[1] ?? '') && !isExpected(line.split(' ')[1] ?? ''))
      .sort();
  expect(codes(before)).toEqual(expect.arrayContaining(codes(after)));
}

/** The lines outside of the changed state stay, with all comments in order. */
function checkLines(
  { files, graph, places }: Drawn,
  operation: GraphOperation,
  { files: after }: Edited,
): void {
  for (const { path, text } of files) {
    const now = after.find((one) => one.path === path)?.text ?? '';
    if (now === text) continue;
    const id = placeOf(operation);
    const place = id === undefined ? undefined : places.get(id);
    const isInRoot = graph.nodes.some((node) => node.id === id && node.kind === 'automata');
    const lines = text.split('\n');
    const kept =
      place === undefined || isInRoot || place.address !== addressOf(path)
        ? []
        : [
            ...lines.slice(0, lineOf(text, place.range.start)),
            ...lines.slice(lineOf(text, place.range.end) + 1),
          ];
    expect(rest(now.split('\n'), kept)).toEqual([]);
    if (!path.endsWith('.json')) {
      const isRemoval =
        operation.kind === 'deleteState' ||
        operation.kind === 'deleteTransition' ||
        operation.kind === 'setFinal' ||
        operation.kind === 'setCondition';
      const lost = isRemoval ? [] : commentTexts(text);
      expect(commentTexts(now)).toEqual(expect.arrayContaining(lost));
    }
    const breaks = new Set(now.match(/\r?\n/g));
    expect(breaks.size).toBeLessThanOrEqual(Math.max(1, new Set(text.match(/\r?\n/g)).size));
  }
}

/** The node whose text an operation changes; undefined if it is another one. */
function placeOf(operation: GraphOperation): string | undefined {
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
