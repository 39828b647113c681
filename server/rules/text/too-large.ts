import { tooLargeFile, tooLargeMember } from '../../project/files/path-state';
import { includableFiles, lastSegmentOf } from '../../project/files/paths';
import { fileUses } from '../files/file-uses';
import type { Rule } from '../rule';

/** A limit of the server was reached. */
export const tooLarge: Rule = {
  code: 'too-large',
  severity: 'information',
  textual: true,
  title: 'Limit of the language server is exceeded',
  doc: 'Text beyond the limit is not checked, and its names are not suggested. The limits keep the editor responsive; raise them with the settings `atomicState.limits.maxFileSize`, `atomicState.limits.maxDepth` and `atomicState.limits.maxAliases`. A file that takes too long is checked only in part, and at most 1,000 problems of a file are shown. A file with which the language server ended is not analysed until you edit it.',
  check(subject, report) {
    for (const problem of subject.unit.parsed.problems) {
      if (problem.kind === 'limit') report(problem, problem.message);
    }
    for (const { problem } of subject.facts.expressions.flatMap(({ parts }) => parts)) {
      if (problem?.kind === 'limit') report(problem, problem.message);
    }
    const { workspace, project } = subject;
    for (const entry of fileUses(subject)) {
      const { state } = workspace.resolvePath(project, entry);
      const files =
        entry.use.tag === '!include' && state?.kind === 'folder' ? includableFiles(state.files) : [];
      const large = files.map((address) =>
        tooLargeMember(lastSegmentOf(address), workspace.pathState(address)),
      );
      if (entry.use.tag === '!oneline') large.unshift(tooLargeFile(entry.name.text, state));
      for (const message of large) if (message !== undefined) report(entry.name, message);
    }
  },
};
