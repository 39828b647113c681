import { stateLabel } from '../../format/target-path';
import { unsetPath } from '../../inference/unassigned-paths';
import { isAssigned } from '../../project/names/scope';
import type { ScopePath } from '../../project/names/scope-path';
import { elideMiddle } from '../../text/elide';
import { type Message, msg } from '../../text/message';
import { declareContext } from '../declare';
import { usesInSoundExpressions } from '../expressions/uses';
import type { RelatedLocation, Rule, Subject } from '../rule';
import { isGuarded } from './inferred';

/** A context variable that is read although some path has not assigned it yet. */
export const possiblyUnsetContextVariable: Rule = {
  code: 'possibly-unset-context-variable',
  severity: 'hint',
  title: 'Context variable may be read before it is assigned',
  doc: 'A variable that `context` does not declare is `undefined` until a state assigns it. The paths checked follow the transitions of states, and those of an automata for events that buttons of the state raise. Declare the variable with an initial value, or give a default: `context.name ?? "you"`.',
  example: {
    wrong:
      "type: automata\ninitial: home\nstates:\n  home:\n    render:\n      text: 'Hello {{context.name}}'\n    transitions:\n      CHAT: ask\n  ask:\n    inputs:\n      name: {type: IM}\n    outputs:\n      context.name: '{{name}}'\n    transitions:\n      CHAT: home",
    right:
      "type: automata\ninitial: home\ncontext:\n  name: you\nstates:\n  home:\n    render:\n      text: 'Hello {{context.name}}'\n    transitions:\n      CHAT: ask\n  ask:\n    inputs:\n      name: {type: IM}\n    outputs:\n      context.name: '{{name}}'\n    transitions:\n      CHAT: home",
  },
  *check(subject, report) {
    for (const { use, place, entry, part } of usesInSoundExpressions(subject)) {
      yield;
      const [member] = use.members;
      if (entry.scope.kind !== 'state' || use.name !== 'context' || member === undefined) continue;
      if (use.guarded || use.access === 'write') continue;
      const isSetHere = entry.scope.outputs.some(
        (output) => output.context?.text === member.name && isAssigned(output, place),
      );
      if (isSetHere) continue;
      const path = unsetPath(subject.project, member.name, entry.path);
      if (path === undefined || isGuarded(part, `context.${member.name}`)) continue;
      const fix = declareContext(subject, entry, member.name);
      const fixes = fix ? [fix] : [];
      report(member, message(member.name, path), { related: [...related(subject, path)], fixes });
    }
  },
};

/** Limit of states of the path that the message names. */
const MAX_NAMED_STEPS = 6;

function message(name: string, path: readonly ScopePath[]): Message {
  if (path.length === 1)
    return msg`\`context.${name}\` is read before it is assigned: this state can be the first of the conversation.`;
  const named = elideMiddle(path.map(stateLabel), MAX_NAMED_STEPS + 1).join(' → ');
  return msg`\`context.${name}\` may be read before it is assigned: no state on the path ${named} assigns it.`;
}

function* related({ project }: Subject, path: readonly ScopePath[]): Iterable<RelatedLocation> {
  for (const [index, state] of path.slice(0, MAX_NAMED_STEPS).entries()) {
    const [at] = project.scopes(state);
    if (at?.scope.name === undefined) continue;
    const { source, unit } = at;
    const step = index === 0 ? msg('The path starts here.') : msg`Step ${index} of the path.`;
    yield { message: step, source, unit, range: at.scope.name };
  }
}
