import { nameOfPath } from '../../project/paths';
import { takenIn } from '../../project/workspace';
import { fileUses } from '../files/file-uses';
import type { Rule } from '../rule';

/** A limit of the server was met. */
export const tooLarge: Rule = {
  code: 'too-large',
  severity: 'information',
  chapter: 'Text',
  title: 'A limit of the server was reached',
  doc: 'Beyond its limits (`atomicState.limits.maxFileSize`, `.maxDepth`, `.maxAliases`) the server does not read on, so that it stays quick. What it does not read is neither checked nor completed.',
  check(subject, report) {
    for (const problem of subject.unit.parsed.problems) {
      if (problem.kind === 'limit') report(problem, problem.message);
    }
    for (const { parts } of subject.facts.expressions) {
      for (const { problem } of parts) if (problem?.kind === 'limit') report(problem, problem.message);
    }
    for (const entry of fileUses(subject)) {
      const { state } = subject.workspace.resolvePath(subject.project, entry);
      if (entry.use.tag !== '!include' || state?.kind !== 'folder') continue;
      for (const address of takenIn(state.files)) {
        const file = subject.workspace.pathState(address);
        if (file?.kind !== 'file' || file.why !== 'too-large') continue;
        const message = `\`${nameOfPath(address)}\` in this folder is larger than \`atomicState.limits.maxFileSize\` allows, so its states are not read. Raise the setting, or split the file.`;
        report(entry.name, message);
      }
    }
  },
};
