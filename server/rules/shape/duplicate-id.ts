import { pathKey } from '../../project/symbols';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** An `id` that leads to more than one state. */
export const duplicateId: Rule = {
  code: 'duplicate-id',
  severity: 'warning',
  title: 'An `id` is declared twice in one automata',
  doc: 'A target `#id` leads to the state with that `id`, wherever it is; with two of them nobody can say which. Ids of separate automata may be the same.',
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
      // Two definitions of one state are `duplicate-state` or `duplicate-key`.
      if (first === undefined || pathKey(first.path) === pathKey(entry.path)) continue;
      const name = first.path.join('.');
      report(
        id,
        msg`The id \`${id.text}\` is that of \`${name}\` already: \`#${id.text}\` cannot lead to both.`,
        {
          related: [
            {
              message: msg`The id of \`${name}\`.`,
              source: first.source,
              unit: first.unit,
              range: first.name,
            },
          ],
        },
      );
    }
  },
};
