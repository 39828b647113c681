import { lastSegmentOf } from '../../project/files/paths';
import { msg } from '../../text/message';
import { type Rule, relatedEntry } from '../rule';

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
      const other = { ...first, name: first.scope.name };
      const related = [relatedEntry(msg`\`${name.text}\` is also defined in \`${file}\`.`, other)];
      const message = msg`State \`${name.text}\` is also defined in \`${file}\`, and only one of them is used.`;
      report(name, message, { related });
    }
  },
};
