import type { CaseFacts } from '../../facts/facts';
import { fieldOf } from '../../format/objects';
import { idOfTarget, idTarget, stateLabel } from '../../format/target-path';
import { idsOfStates, namedChildren, type Resolution, resolveTarget } from '../../project/names/resolve';
import type { ScopePath } from '../../project/names/scope-path';
import type { ScopeEntry } from '../../project/names/symbols';
import { joinMessages, type Message, msg, type TextOrMessage } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import type { Range } from '../../text/range';
import { pairOf } from '../../yaml/tree/tree';
import { renameFixes } from '../fixes';
import type { Fix, Rule, Subject } from '../rule';
import { hasSections, isBroken } from '../shape/reliable-steps';
import { knownInWorkspace, workspaceStates } from '../workspace-states';
import { newStateFixes } from './new-state';

/** A transition to a state that does not exist. */
export const unknownTarget: Rule = {
  code: 'unknown-target',
  severity: 'error',
  title: 'Target state does not exist',
  doc: 'The agent cannot take such a transition. A target is the name of a sibling state, `.child` for a child of the state itself, `a.b` for a child of a sibling, or `#id` for the state with that `id` anywhere in the automata.',
  example: {
    wrong: 'home:\n  transitions:\n    CHAT: anwser\nanswer: {}',
    right: 'home:\n  transitions:\n    CHAT: answer\nanswer: {}',
  },
  *check(subject, report) {
    for (const entry of subject.scopes) {
      for (const one of entry.scope.handlers.flatMap((handler) => handler.cases)) {
        yield;
        const { target } = one;
        if (target === undefined || isBroken(subject.unit, target) || isNoText(one)) continue;
        const found = resolveTarget(subject.project, entry, target.text);
        if (found.kind !== 'missing' || isBesideStates(subject, found)) continue;
        const names = subject.project.isAutomata
          ? candidateNames(subject, found)
          : workspaceStates(subject.workspace, subject.project);
        if (!subject.project.isAutomata && (names === undefined || knownInWorkspace(subject, target.text)))
          continue;
        const meant = targetInOtherNotation(subject, entry, target.text);
        if (meant !== undefined) {
          const text = msg`\`${target.text}\` is not the name of a state. Did you mean \`${meant}\`?`;
          report(target, text, { fixes: renameFixes(target, [meant]) });
          continue;
        }
        const colon = colonAfter(subject, one, target);
        if (colon) {
          report(target, msg`Expected \`:\` after the key \`${'target'}\`.`, { fixes: [colon] });
          continue;
        }
        const near = nearestNames(found.segment, names ?? []);
        const paths = near.map((name) => replaceSegment(target.text, found.segment, name));
        report(target, msg`${message(subject, found)}${didYouMean(near)}`, {
          fixes: [...renameFixes(target, paths), ...newStateFixes(subject, entry, target.text, found)],
        });
      }
    }
  },
};

/** Whether the target is a number or another value that is no text, which `wrong-type` reports. */
function isNoText({ node }: CaseFacts): boolean {
  const value = node.kind === 'map' ? pairOf(node, 'target')?.value : node;
  return value?.kind === 'scalar' && value.type !== 'string';
}

/** The fix for `target home` in place of a map: no state has a blank in its name. */
function colonAfter({ unit }: Subject, { node }: CaseFacts, { start, end }: Range): Fix | undefined {
  if (node.kind !== 'scalar' || !/^target[ \t]+[\w.#-]+$/.test(unit.text.slice(start, end))) return undefined;
  const at = start + 'target'.length;
  return {
    title: msg('Add the `:`'),
    edits: [{ range: { start: at, end: at }, text: ':' }],
    preferred: true,
  };
}

type Missing = Extract<Resolution<ScopeEntry>, { kind: 'missing' }>;

/** Whether the missing state is written next to `states` or in a state of the unit, which is reported there. */
function isBesideStates({ project, scopes }: Subject, { container, segment }: Missing): boolean {
  for (const { scope } of scopes) {
    const pair = scope.kind === 'state' && scope.map && pairOf(scope.map, segment);
    if (pair && hasSections(pair)) return true;
  }
  const isField = fieldOf('automata', segment) !== undefined;
  return project.isAutomata && container.length === 0 && !isField && project.hasRootKey(segment);
}

/** The state that is meant by a file-system path, a path in the document, or an id without `#`, if it exists. */
function targetInOtherNotation({ project }: Subject, entry: ScopeEntry, target: string): string | undefined {
  const name = /^(?:\.{0,2}\/|states\.)([\w.-]+)$/.exec(target)?.[1];
  const candidates = name === undefined ? [idTarget(target)] : [name];
  return candidates.find((one) => resolveTarget(project, entry, one).kind === 'found');
}

/** Candidates for the missing name: the states of both automata if two were searched, and all ids for an id. */
function candidateNames({ project }: Subject, { segment, container, outer }: Missing): readonly string[] {
  const { names } = namedChildren(project, 'child', container);
  const isId = idOfTarget(segment) !== undefined;
  // Return the list itself: its search index is cached by identity.
  if (outer === undefined && !isId) return names;
  const ids = isId ? idsOfStates(project).map(({ name }) => idTarget(name.text)) : [];
  return [...ids, ...names, ...(outer === undefined ? [] : namedChildren(project, 'child', outer).names)];
}

function message({ project }: Subject, { segment, container, outer }: Missing): Message {
  const id = idOfTarget(segment);
  if (id !== undefined) return msg`No state has the id \`${id}\`.`;
  if (!project.isAutomata) return msg`State \`${segment}\` does not exist in this workspace.`;
  const where = [container, ...(outer ? [outer] : [])].map(automataName);
  return msg`State \`${segment}\` does not exist in ${joinMessages(where, msg(' or in '))}.`;
}

function automataName(path: ScopePath): TextOrMessage {
  return path.length === 0 ? msg('this automata') : `\`${stateLabel(path)}\``;
}

function replaceSegment(target: string, segment: string, name: string): string {
  return target === segment ? name : target.replace(segment, name);
}
