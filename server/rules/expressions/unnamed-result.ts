import { engine } from '../../engine/engine';
import { hidesLocals, isVisible } from '../../project/names/scope';
import type { ScopeEntry } from '../../project/names/symbols';
import { groupBy } from '../../text/group-by';
import type { Subject } from '../rule';
import { isKnownName, suggestNames, unreadLocals } from './known-names';
import { javaScriptNameOf } from './python-names';
import { type EvaluatedUse, evaluatedUses } from './uses';

/** A name that a state reads for the result of a task without `output_name`. */
interface UnnamedResult {
  readonly name: string;
  /** Index of the task. */
  readonly task: number;
  /** The first use of the name. */
  readonly use: EvaluatedUse['use'];
}

/**
 * The result that a state reads under a name that its task does not define. Requires that the state knows all other
 * names that it reads, nothing reads the result by its default name, and the unknown name has no other likely
 * meaning.
 */
export function unnamedResultIn(subject: Subject, entry: ScopeEntry): UnnamedResult | undefined {
  return unnamedResults(subject).get(entry);
}

/**
 * Whether a name may be one of several results of an unknown widget without `output_name`: no single `output_name`
 * defines all the names that its state reads.
 */
export function isOfUnknownWidget(subject: Subject, one: EvaluatedUse): boolean {
  const { entry, place } = one;
  const opaque = entry.scope.results.filter(
    ({ isOpaque, task }) => isOpaque && isVisible({ kind: 'result', index: task }, place),
  );
  if (opaque.length === 0 || hasOtherMeaning(subject, one)) return false;
  return unknownNames(subject, entry).some(({ use }) => use.name !== one.use.name);
}

/** The uses of names that a state does not know. */
function unknownNames(subject: Subject, entry: ScopeEntry): readonly EvaluatedUse[] {
  return unknownNamesOf(subject).get(entry) ?? [];
}

const unknownNamesOf = engine.shared(
  (subject: Subject): ReadonlyMap<ScopeEntry, readonly EvaluatedUse[]> =>
    groupBy(
      evaluatedUses(subject).filter(
        ({ use, entry, place, code }) =>
          use.asked !== true && !code && !isKnownName(subject.project, entry, place, use.name),
      ),
      ({ entry }) => entry,
    ),
);

const unnamedResults = engine.shared((subject: Subject): ReadonlyMap<ScopeEntry, UnnamedResult> => {
  const all = new Map<ScopeEntry, UnnamedResult>();
  for (const entry of subject.scopes) {
    const found = findIn(subject, entry);
    if (found) all.set(entry, found);
  }
  return all;
});

function findIn(subject: Subject, entry: ScopeEntry): UnnamedResult | undefined {
  const uses = evaluatedUses(subject).filter((one) => one.entry === entry && one.use.asked !== true);
  const read = new Set(uses.map(({ use }) => use.name));
  const { results, hiddenResults } = entry.scope;
  // A misspelt key may contain the name.
  const isHidden = (task: number) => hiddenResults.some((hidden) => hidden.task === task);
  const unnamed = results.filter(
    ({ kind, name, task }) => kind === 'default' && !read.has(name.text) && !isHidden(task),
  );
  if (unnamed.length === 0 || hidesLocals(subject.project, entry.path)) return undefined;
  const lost = unknownNames(subject, entry);
  const [first, second] = lost;
  // A single use may be incomplete text, and is reported at its place.
  if (first === undefined || second === undefined || lost.some(({ use }) => use.name !== first.use.name))
    return undefined;
  const task = unnamed.findLast(({ task }) =>
    lost.every(({ place }) => isVisible({ kind: 'result', index: task }, place)),
  );
  if (task === undefined || lost.some((one) => hasOtherMeaning(subject, one))) return undefined;
  return { name: first.use.name, task: task.task, use: first.use };
}

/** Whether a name probably means something other than a result. */
function hasOtherMeaning(subject: Subject, one: EvaluatedUse): boolean {
  const { use, entry, place } = one;
  if (use.called || javaScriptNameOf(use) !== undefined || suggestNames(subject, one).all.length > 0)
    return true;
  const defaults = new Set(
    entry.scope.results.flatMap(({ kind, name }) => (kind === 'default' ? [name.text] : [])),
  );
  return unreadLocals(subject, entry, place).some((name) => !defaults.has(name));
}
