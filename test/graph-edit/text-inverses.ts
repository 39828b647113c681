import { conditionCode } from '../../server/features/state-transitions';
import { eventNameProblem } from '../../server/format/names';
import { writtenCondition } from '../../server/graph-edit/change-text';
import type { GraphStep, OperationOf } from '../../server/graph-edit/operation';
import { allEdges, definitionOf, edgeOf, idOfCase, writtenButtons } from '../../server/graph-edit/places';
import { textEdits } from '../../server/graph-edit/scalars';
import { type WrittenState, writtenState } from '../../server/graph-edit/state-text';
import { targetFor } from '../../server/graph-edit/targets';
import { layoutIn } from '../../server/project/layout';
import { resolveTarget } from '../../server/project/names/resolve';
import { pathKey, pathOfKey } from '../../server/project/names/scope-path';
import type { ScopeEntry } from '../../server/project/names/symbols';
import { applyChanges } from '../../server/text/apply';
import { type ScalarNode, valueAt } from '../../server/yaml/tree/tree';
import { type Drawn, eventIn, parentOf } from './drawn-operations';

/** Inverse operations that restore the bytes only if the author has written as an operation would. */

/** The operation that restores the text before an operation; undefined if the text after it does not have all of that. */
export function textInverse(
  before: Drawn,
  after: Drawn,
  operation: GraphStep,
  id = '',
): GraphStep | undefined {
  switch (operation.kind) {
    case 'setText':
    case 'setButtonText': {
      const old = textScalar(before, operation);
      const now = textScalar(after, operation);
      if (old === undefined || old.empty || old.style !== now?.style) return undefined;
      const entry = definitionOf(before.project, operation.state);
      if ('refused' in entry || !isAsWritten(before, entry, old, old.value)) return undefined;
      // The blank lines after the old text are part of the new one.
      if (now.value.endsWith('\n\n') && /^\s*\n/.test(entry.unit.text.slice(old.end))) return undefined;
      return { ...operation, text: old.value };
    }
    case 'setCondition':
      return operation.condition === '' ? undefined : conditionBefore(before, after, operation);
    case 'renameEvent': {
      const old = eventIn(operation.edge);
      const isLeft = after.files.some(({ text }) => new RegExp(`\\b${old}\\b|\\\\[ux]`).test(text));
      if (isLeft || eventNameProblem(old) !== undefined) return undefined;
      return { kind: 'renameEvent', edge: id, name: old };
    }
    case 'connect':
      return withoutCase(before, after, operation, id);
    case 'moveState':
      return movedBack(before, after, operation, id);
    default:
      return undefined;
  }
}

/** Whether a scalar with a text is written as an operation would write it. */
function isAsWritten({ project }: Drawn, entry: ScopeEntry, old: ScalarNode, text: string): boolean {
  const { unit, source } = entry;
  const edits = textEdits(unit, old, text, layoutIn(project, source, unit));
  return applyChanges(unit.text, edits) === unit.text;
}

/** The text that an operation changes. */
export function textScalar(
  { project }: Drawn,
  operation: OperationOf<'setText' | 'setButtonText'>,
): ScalarNode | undefined {
  const entry = definitionOf(project, operation.state);
  if ('refused' in entry) return undefined;
  const isMessage = operation.kind === 'setText';
  const node = isMessage ? valueAt(entry.map, 'render') : writtenButtons(entry.map)[operation.button]?.node;
  const value = node?.kind === 'map' ? valueAt(node, isMessage ? 'text' : 'content') : undefined;
  return value?.kind === 'scalar' ? value : undefined;
}

/** Removes a case from a transition that was only a target, or a case that has more than that. */
function withoutCase(
  before: Drawn,
  after: Drawn,
  { from, existing }: OperationOf<'connect'>,
  id: string,
): GraphStep | undefined {
  const edge = edgeOf(before.project, idOfCase(pathOfKey(from), eventIn(id), 0));
  if (existing !== 'case' || 'refused' in edge || 'initialOf' in edge) return undefined;
  const { case: one, pair, entry } = edge;
  const gap = entry.unit.text.slice(pair.colon + 1, one.node.start);
  const hasButton = countButtons(before, from) < countButtons(after, from);
  if (pair.value !== one.node || hasButton) return undefined;
  const isTarget = one.node.kind === 'scalar' && one.target !== undefined;
  const isCase = one.node.kind === 'map' && one.node.pairs.length > 1;
  if (!isCase && (!isTarget || (!pair.parent.flow && gap !== ' '))) return undefined;
  return { kind: 'deleteTransition', edge: id };
}

function countButtons({ project }: Drawn, state: string): number {
  const entry = definitionOf(project, state);
  return 'refused' in entry ? 0 : writtenButtons(entry.map).length;
}

function conditionBefore(
  before: Drawn,
  after: Drawn,
  operation: OperationOf<'setCondition'>,
): GraphStep | undefined {
  const edge = edgeOf(before.project, operation.edge);
  if ('refused' in edge || 'initialOf' in edge) return undefined;
  const { case: one, pair, entry, list } = edge;
  const without = { ...operation, condition: '' };
  if (one.node.kind !== 'map') {
    const gap = entry.unit.text.slice(pair.colon + 1, one.node.start);
    return pair.parent.flow || gap === ' ' ? without : undefined;
  }
  const old = valueAt(one.node, 'condition');
  // A case with nothing but a target becomes that.
  if (old === undefined) return list !== undefined || one.node.pairs.length > 1 ? without : undefined;
  const now = edgeOf(after.project, operation.edge);
  const value =
    'refused' in now || 'initialOf' in now || now.case.node.kind !== 'map'
      ? undefined
      : valueAt(now.case.node, 'condition');
  if (old.kind !== 'scalar' || value?.kind !== 'scalar' || value.style !== old.style) return undefined;
  const condition = conditionCode(one)?.trim() ?? '';
  const text = writtenCondition(condition, old.value);
  return typeof text === 'string' && isAsWritten(before, entry, old, text)
    ? { ...operation, condition }
    : undefined;
}

/** A state goes back to the end of its automata or file, if it was there. */
function movedBack(
  before: Drawn,
  after: Drawn,
  { state, to }: OperationOf<'moveState'>,
  id: string,
): GraphStep | undefined {
  const text = writtenState(before.project, state);
  if ('refused' in text) return undefined;
  const siblings = before.project.inOrder('child', parentOf(state)).flatMap(({ path }) => {
    const one = writtenState(before.project, pathKey(path));
    return 'refused' in one ? [] : [one];
  });
  const isToFile = to.includes(':');
  const inFile = siblings.filter((one) => one.source.address === text.source.address);
  const [previous] = inFile.slice(-2);
  if (inFile.length < 2 || previous === undefined || inFile.at(-1)?.key !== text.key) return undefined;
  if (!isToFile && siblings.at(-1)?.key !== text.key) return undefined;
  // Its gap is that of the others.
  if (text.hasLines && isApart(text) !== (inFile.length > 2 && isApart(previous))) return undefined;
  const hadStates = isToFile || before.graph.nodes.some(({ parent, id: one }) => parent === to && one !== '');
  if (!hadStates || to === parentOf(state) || to === text.source.address) return undefined;
  if (idsIn(after) !== idsIn(before) || !isShortest(before)) return undefined;
  return { kind: 'moveState', state: id, to: isToFile ? text.source.address : parentOf(state) };
}

function isApart({ source, start }: WrittenState): boolean {
  return /\n[ \t]*\r?\n$/.test(source.document.text.slice(0, start));
}

function idsIn({ project }: Drawn): number {
  return project.inOrder('anyId', '').length;
}

/** Whether all targets are written as an operation would write them. */
function isShortest({ project }: Drawn): boolean {
  return allEdges(project).every(({ entry, case: { target } }) => {
    const found = target === undefined ? undefined : resolveTarget(project, entry, target);
    return found?.kind !== 'found' || targetFor(project, entry, found.path) === target;
  });
}
