import { RESERVED_NAMES } from '../../format/names';
import { stateFlow } from '../../project/flow/flow';
import type { ScopeEntry } from '../../project/names/symbols';
import { msg } from '../../text/message';
import { hasIncompleteKey } from '../../yaml/mistakes/incomplete-keys';
import { pairOf, resolvedPairOf } from '../../yaml/tree/tree';
import { addFields } from '../edits';
import type { Fix, Rule } from '../rule';
import { addTransition } from './new-transition';

/** A state without outgoing transitions. */
export const deadEnd: Rule = {
  code: 'dead-end',
  severity: 'information',
  title: 'State has no transitions and is not final',
  doc: 'Neither the state nor an enclosing automata has a transition, so the conversation stops here. If this is intended, set `properties.is_final: true`; otherwise add a transition.',
  example: {
    wrong:
      'initial: home\nstates:\n  home:\n    transitions:\n      CHAT: bye\n  bye:\n    render:\n      text: Bye!',
    right:
      'initial: home\nstates:\n  home:\n    transitions:\n      CHAT: bye\n  bye:\n    properties:\n      is_final: true\n    render:\n      text: Bye!',
  },
  check({ project, scopes }, report) {
    if (!project.isAutomata) return;
    for (const entry of scopes) {
      const { name, kind, handlers } = entry.scope;
      if (name === undefined || name.text === '' || kind !== 'state' || handlers.length > 0) continue;
      // `reserved-name` reports such a state.
      if (RESERVED_NAMES.has(name.text) || !stateFlow(project, entry.path).isDeadEnd) continue;
      if (isBeingWritten(entry)) continue;
      report(
        name,
        msg`State \`${name.text}\` has no transitions and is not final. Add a transition, or set \`is_final: true\`.`,
        {
          fixes: [...finalFix(entry), ...transitionFix(entry, name.text)],
          absentIn: entry.scope.map ?? name,
        },
      );
    }
  },
};

/** Whether a key of the state is only begun: it may become its transitions. */
function isBeingWritten({ unit, scope: { map } }: ScopeEntry): boolean {
  return map !== undefined && hasIncompleteKey(map, unit.text, unit.parsed.problems);
}

function finalFix({ unit, scope: { map } }: ScopeEntry): Fix[] {
  if (map === undefined) return [];
  const pair = pairOf(map, 'properties');
  const title = msg('Mark the state as final');
  if (pair === undefined) {
    if (resolvedPairOf(map, 'properties') !== undefined) return [];
    const after = map.pairs.findLastIndex(({ name }) => name === 'id' || name === 'type' || name === 'name');
    const value = { is_final: true };
    return [{ title, edits: addFields(unit, map, [{ name: 'properties', value, index: after + 1 }]) }];
  }
  const { value } = pair;
  if (value.kind !== 'map' || value.tag || value.anchor) return [];
  const flag = pairOf(value, 'is_final')?.value;
  if (flag !== undefined) return [{ title, edits: [{ range: flag, text: 'true' }] }];
  return [{ title, edits: addFields(unit, value, [{ name: 'is_final', value: true, index: 0 }]) }];
}

function transitionFix(entry: ScopeEntry, target: string): Fix[] {
  const edits = addTransition(entry, 'CHAT', target);
  return edits ? [{ title: msg('Add a transition on `CHAT`'), edits }] : [];
}
