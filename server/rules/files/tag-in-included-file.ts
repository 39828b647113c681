import { lastSegmentOf } from '../../project/files/paths';
import { msg } from '../../text/message';
import { type RelatedLocation, type Rule, relatedEntry, type Subject } from '../rule';
import { fileUses, isIncluded } from './file-uses';

/** A tag in a file that is itself included. */
export const tagInIncludedFile: Rule = {
  code: 'tag-in-included-file',
  severity: 'error',
  title: 'Tag in an included file',
  doc: 'The tool does not support `!include` and `!oneline` in included files and stops with an error. Use the tag in the main file, for example for a variable of `context`, and read that variable in the state.',
  check(subject, report) {
    if (!isIncluded(subject)) return;
    const uses = fileUses(subject);
    // Looked up only if needed: the result depends on files on disk.
    const related = uses.length > 0 ? includedAt(subject) : [];
    for (const { use, name } of uses) {
      const main = lastSegmentOf(subject.project.root);
      const message = msg`\`${use.tag}\` works only in the main file. Move it to \`${main}\`, for example to a variable of \`context\`.`;
      report(name, message, { related });
    }
  },
};

/** The tag that includes the file. */
function includedAt({ workspace, project, source }: Subject): RelatedLocation[] {
  const [, outer] = project.includeChain(source.address);
  if (outer === undefined) return [];
  return project.table.get('file', outer).flatMap((entry): RelatedLocation[] => {
    const { state } = workspace.resolvePath(project, entry);
    const isIncluding =
      entry.use.tag === '!include' && state?.kind === 'folder' && state.files.includes(source.address);
    return isIncluding ? [relatedEntry(msg('This file is included here.'), entry)] : [];
  });
}
