import { stateLabel } from '../../format/target-path';
import { samePath } from '../../project/names/scope-path';
import { msg } from '../../text/message';
import { type Rule, relatedEntry } from '../rule';

/** An `id` of several states. */
export const duplicateId: Rule = {
  code: 'duplicate-id',
  severity: 'warning',
  title: 'Duplicate `id` in an automata',
  doc: 'A target `#id` is the state with that `id`, anywhere in the automata, so an `id` must be unique. Separate automata may use the same `id`.',
  example: {
    wrong:
      'initial: a\nstates:\n  a:\n    id: start\n    transitions:\n      CHAT: b\n  b:\n    id: start\n    transitions:\n      CHAT: a',
    right:
      'initial: a\nstates:\n  a:\n    id: start\n    transitions:\n      CHAT: b\n  b:\n    id: end\n    transitions:\n      CHAT: a',
  },
  check({ project, scopes }, report) {
    for (const entry of scopes) {
      const { id } = entry.scope;
      if (id === undefined || entry.path.length === 0) continue;
      const [first] = project.sorted(
        project.table.get('id', id.text).filter((other) => other.path.length > 0),
      );
      // `duplicate-state` or `duplicate-key` reports two definitions of one state.
      if (first === undefined || samePath(first.path, entry.path)) continue;
      const name = stateLabel(first.path);
      report(id, msg`State \`${name}\` already has the id \`${id.text}\`, so \`#${id.text}\` is ambiguous.`, {
        related: [relatedEntry(msg`\`${name}\` has the same id.`, first)],
      });
    }
  },
};
