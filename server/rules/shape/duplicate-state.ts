import { lastSegmentOf } from '../../project/paths';
import { msg } from '../../text/message';
import type { Rule } from '../rule';

/** A state that two included files define. */
export const duplicateState: Rule = {
  code: 'duplicate-state',
  severity: 'error',
  title: 'State is defined in two files',
  doc: 'When the files of a folder are joined, one of the two states silently replaces the other; which one depends on the order of the files. Rename or remove one of them.',
  check({ project, scopes }, report) {
    for (const entry of scopes) {
      const { name } = entry.scope;
      if (name === undefined) continue;
      const [first] = project.scopes(entry.path);
      if (first?.scope.name === undefined || first.source === entry.source) continue;
      const file = lastSegmentOf(first.source);
      report(
        name,
        msg`State \`${name.text}\` is also defined in \`${file}\`, and only one of them is used.`,
        {
          related: [
            {
              message: msg`\`${name.text}\` is also defined in \`${file}\`.`,
              source: first.source,
              unit: first.unit,
              range: first.scope.name,
            },
          ],
        },
      );
    }
  },
};
