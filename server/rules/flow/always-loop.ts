import { stateFlow } from '../../project/flow';
import type { Rule } from '../rule';
import { alwaysOf } from './always';

/** States that go on to one another without end. */
export const alwaysLoop: Rule = {
  code: 'always-loop',
  severity: 'error',
  chapter: 'Flow',
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
      const [first] = loop ?? [];
      if (loop === undefined || first === undefined) continue;
      const way = [...loop, first].map((name) => (name === '…' ? name : `\`${name}\``)).join(' → ');
      const message =
        loop.length === 1
          ? `The state goes on to itself by \`ALWAYS\` without end: ${way}. Add a condition, or wait for an event.`
          : `These states go on to one another by \`ALWAYS\` without end: ${way}. Give one of them a condition, or an event to wait for.`;
      report(always.cases[0]?.target ?? always.event, message);
    }
  },
};
