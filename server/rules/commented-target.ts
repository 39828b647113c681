import { commentedText } from '../facts/commented-text';
import { keysOf, namesInUnit } from '../facts/place';
import { idOfTarget } from '../format/target-path';
import type { Step } from '../format/walk';
import { childrenOf, hasHiddenStates } from '../project/names/resolve';
import type { ScopePath } from '../project/names/scope-path';
import { lineEnd } from '../text/lines';
import { nearestNames } from '../text/nearest';
import type { Range } from '../text/range';
import { hasNoValue } from '../yaml/cut/unit';
import type { Subject } from './rule';

/** A target without quotes, which YAML reads as a comment: `target: #home`. */
export interface CommentedTarget extends Range {
  /** With its `#`. */
  readonly text: string;
  /** The name of a state to write instead: `initial` takes no `#id`, and there may be no such id. */
  readonly meant: string | undefined;
}

/** A comment of one word, without a space after `#`. */
const COMMENT = /^[ \t]+(#[\p{L}\p{N}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*)[ \t]*$/u;

/** Words in comments that are not state names. */
const MARKER = /^(?:todo|fixme|tbd|xxx|hack|note)$/i;

/**
 * The target in the comment after a key without a value. Undefined if the text may be a real comment: if all ids are
 * known, it must be one of them, a near name, or the name of a state.
 */
export function commentedTarget(subject: Subject, step: Step): CommentedTarget | undefined {
  const { unit, project, source } = subject;
  const { pair, parent } = step;
  if (pair === undefined || parent === undefined || unit.notation === 'json' || !takesTarget(step))
    return undefined;
  // An explicit `null` is a value.
  if (pair.value.end > pair.value.start || !hasNoValue(unit, pair)) return undefined;
  const from = pair.colon + 1;
  const rest = unit.text.slice(from, lineEnd(unit.text, from));
  const text = COMMENT.exec(rest)?.[1];
  const word = text && idOfTarget(text);
  if (text === undefined || word === undefined) return undefined;
  const path = project.pathIn(source.address, [...unit.path, ...namesInUnit(step)]);
  if (!isTarget(subject, path, word)) return undefined;
  const start = from + rest.indexOf('#');
  return {
    start,
    end: start + text.length,
    text,
    meant: isInitial(step) ? childOf(subject, path, word) : stateInPlaceOf(subject, path, word),
  };
}

/** Whether the value of a key is in a comment after it: another finding reports that. */
export function isCommented(subject: Subject, step: Step): boolean {
  return commentedText(subject.unit, step) !== undefined || commentedTarget(subject, step) !== undefined;
}

function takesTarget(step: Step): boolean {
  const { declared, parent } = step;
  const isCaseTarget = declared.kind === 'string' && declared.role === 'target';
  return isCaseTarget || isInitial(step) || keysOf(parent?.type) === 'event';
}

function isInitial({ declared }: Step): boolean {
  return declared.kind === 'string' && declared.role === 'initial';
}

function isTarget({ project }: Subject, path: ScopePath, word: string): boolean {
  if (project.table.has('id', word)) return true;
  for (let up = path.length; up >= 0; up--) {
    if (childrenOf(project, path.slice(0, up)).some(({ name }) => name.text === word)) return true;
  }
  const ids = project.inOrder('anyId', '').map(({ name }) => name.text);
  if (nearestNames(word, ids).length > 0) return true;
  return (!project.isAutomata || hasHiddenStates(project)) && !MARKER.test(word);
}

/** The state beside the one of a path that has the name of an id which no state has. */
function stateInPlaceOf({ project }: Subject, path: ScopePath, word: string): string | undefined {
  if (project.table.has('id', word) || hasHiddenStates(project)) return undefined;
  const siblings = childrenOf(project, path.slice(0, -1));
  return siblings.some(({ name }) => name.text === word) ? word : undefined;
}

/** The child of an automata with this name or `id`. */
function childOf({ project }: Subject, path: ScopePath, word: string): string | undefined {
  const children = childrenOf(project, path);
  const named =
    children.find(({ name }) => name.text === word) ?? children.find(({ scope }) => scope.id?.text === word);
  return named?.name.text;
}
