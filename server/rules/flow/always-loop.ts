import { stateFlow } from '../../project/flow';
import type { ScopeEntry } from '../../project/symbols';
import { msg } from '../../text/message';
import type { Related, Rule } from '../rule';
import { alwaysOf } from './always';

/** States that go on to one another without end. */
export const alwaysLoop: Rule = {
  code: 'always-loop',
  severity: 'error',
  title: 'States lead into one another by `ALWAYS` without end',
  doc: 'Each of these states has one `ALWAYS` without a condition and no other transition, and none of them waits for the user: whoever gets in never gets out. Give one of them a condition, or an event to wait for.',
  example: {
    wrong: 'home:\n  transitions:\n    ALWAYS: check\ncheck:\n  transitions:\n    ALWAYS: home',
    right: 'home:\n  transitions:\n    CHAT: check\ncheck:\n  transitions:\n    ALWAYS: home',
  },
  check({ project, scopes }, report) {
    for (const { scope, path } of scopes) {
      const always = alwaysOf(scope);
      if (scope.kind !== 'state' || always === undefined) continue;
      const { loop } = stateFlow(project, path);
      if (loop === undefined) continue;
      const names = [...loop.paths, ...loop.paths.slice(0, 1)].map((one) => `\`${one.at(-1)}\``);
      if (loop.isCut) names.splice(-1, 0, '…');
      const way = names.join(' → ');
      const message =
        loop.paths.length === 1
          ? msg`The state goes on to itself by \`ALWAYS\` without end: ${way}. Add a condition, or wait for an event.`
          : msg`These states go on to one another by \`ALWAYS\` without end: ${way}. Give one of them a condition, or an event to wait for.`;
      report(always.cases[0]?.target ?? always.event, message, {
        related: loop.paths.slice(1).flatMap((one) => project.scopes(one).flatMap(goesOn)),
      });
    }
  },
};

/** Where another state of the circle goes on. */
function goesOn({ source, unit, scope }: ScopeEntry): Related[] {
  const always = scope.kind === 'state' ? alwaysOf(scope) : undefined;
  if (always === undefined) return [];
  const range = always.cases[0]?.target ?? always.event;
  return [{ message: msg`\`${scope.name?.text}\` goes on here.`, source, unit, range }];
}
