import { lastSegmentOf } from '../../project/paths';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** A state that two included files define. */
export const duplicateState: Rule = {
  code: 'duplicate-state',
  severity: 'error',
  title: 'Two files define a state of the same name',
  doc: 'When the files of a folder are joined, one of the two states replaces the other without a word; which one depends on the order in which the system lists the files. Rename or remove one of them.',
  check({ project, scopes }, report) {
    for (const entry of scopes) {
      const { name } = entry.scope;
      if (name === undefined) continue;
      const [first] = project.scopes(entry.path);
      if (first?.scope.name === undefined || first.source === entry.source) continue;
      const file = lastSegmentOf(first.source);
      report(name, msg`The state \`${name.text}\` is defined in \`${file}\` too, and one of them is lost.`, {
        related: [
          {
            message: msg`\`${name.text}\` in \`${file}\`.`,
            source: first.source,
            unit: first.unit,
            range: first.scope.name,
          },
        ],
      });
    }
  },
};
