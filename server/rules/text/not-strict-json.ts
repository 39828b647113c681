import { engine } from '../../engine/engine';
import type { Address } from '../../project/files/paths';
import type { Project } from '../../project/project';
import { type Message, msg } from '../../text/message';
import type { Unit } from '../../yaml/cut/unit';
import type { Problem } from '../../yaml/read/problem';
import { commentRange, type Edit } from '../edits';
import type { Fix, RelatedEdits, Rule } from '../rule';

/** A comment or a trailing comma in JSON. Reported once per file, as such files usually contain many. */
export const notStrictJson: Rule = {
  code: 'not-strict-json',
  severity: 'hint',
  textual: true,
  excludeFromFixAll: true,
  title: 'Comment or trailing comma in JSON',
  doc: 'Templates copied from the service may contain them, but strict parsers, such as the tool that loads these files, reject them. Only the first one in a file is reported; its fix removes all of them.',
  check({ project, source, unit }, report) {
    const own = leniencies(unit);
    const [first] = own;
    if (first === undefined || firstLenient(project, source.address) !== unit) return;
    const elsewhere: RelatedEdits[] = [];
    let count = own.length;
    for (const other of project.unitsOf(source.address)) {
      const found = other === unit ? [] : leniencies(other);
      if (found.length === 0) continue;
      count += found.length;
      elsewhere.push({ source: source.address, unit: other, edits: removed(other, found) });
    }
    const fix: Fix = { title: titleOf(first, count), edits: removed(unit, own), preferred: true };
    const message =
      count === 1
        ? first.message
        : msg`Strict JSON does not allow comments and trailing commas, so other programs may reject this file. Remove all ${count} of them.`;
    report(first, message, { fixes: [elsewhere.length > 0 ? { ...fix, elsewhere } : fix] });
  },
};

function titleOf({ kind }: Problem, count: number): Message {
  if (count > 1) return msg('Remove all comments and trailing commas');
  return kind === 'comment' ? msg('Remove the comment') : msg('Remove the comma');
}

/**
 * The first unit of a file with one. A query, so that an edit elsewhere does not invalidate findings of other units.
 */
const firstLenient = engine.query(
  'first unit that is not strict JSON',
  (project: Project, address: Address) =>
    project.unitsOf(address).find((unit) => leniencies(unit).length > 0),
);

function leniencies({ parsed }: Unit): readonly Problem[] {
  return parsed.problems.filter(({ kind }) => kind === 'comment' || kind === 'trailing-comma');
}

function removed({ text }: Unit, found: readonly Problem[]): Edit[] {
  return found.map((problem) => ({
    range: problem.kind === 'comment' ? commentRange(text, problem) : problem,
    text: '',
  }));
}
