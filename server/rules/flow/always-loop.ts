import { stateFlow } from '../../project/flow/flow';
import type { ScopeEntry } from '../../project/names/symbols';
import { msg } from '../../text/message';
import type { RelatedLocation, Rule } from '../rule';
import { alwaysTransition } from './always';

/** States whose transitions form an endless loop. */
export const alwaysLoop: Rule = {
  code: 'always-loop',
  severity: 'error',
  title: 'States form an endless `ALWAYS` loop',
  doc: 'Each of these states has only one transition, an `ALWAYS` without a condition, and none of them waits for the user, so the loop never ends. Add a condition to one of them, or let it wait for an event.',
  example: {
    wrong: 'home:\n  transitions:\n    ALWAYS: check\ncheck:\n  transitions:\n    ALWAYS: home',
    right: 'home:\n  transitions:\n    CHAT: check\ncheck:\n  transitions:\n    ALWAYS: home',
  },
  check({ project, scopes }, report) {
    for (const { scope, path } of scopes) {
      const always = alwaysTransition(scope);
      if (scope.kind !== 'state' || always === undefined) continue;
      const { loop } = stateFlow(project, path);
      if (loop === undefined) continue;
      const names = [...loop.paths, ...loop.paths.slice(0, 1)].map((one) => `\`${one.at(-1)}\``);
      if (loop.isCut) names.splice(-1, 0, '…');
      const way = names.join(' → ');
      const message =
        loop.paths.length === 1
          ? msg`This state repeats forever: ${way}. Add a condition to its \`ALWAYS\` transition, or wait for an event.`
          : msg`These states repeat forever: ${way}. Add a condition to one of their \`ALWAYS\` transitions, or wait for an event.`;
      report(always.cases[0]?.target ?? always.event, message, {
        related: loop.paths.slice(1).flatMap((one) => project.scopes(one).flatMap(alwaysTransitionLocations)),
      });
    }
  },
};

/** The `ALWAYS` transition of another state of the loop. */
function alwaysTransitionLocations({ source, unit, scope }: ScopeEntry): RelatedLocation[] {
  const always = scope.kind === 'state' ? alwaysTransition(scope) : undefined;
  if (always === undefined) return [];
  const range = always.cases[0]?.target ?? always.event;
  return [{ message: msg`State \`${scope.name?.text}\` continues here.`, source, unit, range }];
}
