import { type CheckOptions, type CheckReport, type OpenedFiles, openFiles, reportOf } from './check';
import { readPending } from './check-workspace';
import type { FileSystem } from './filesystem';
import type { Address } from './project/files/paths';
import { findingsOfFile } from './rules/file-findings';
import { fixAll, fixableOnSave, fixForAll } from './rules/fix-all';
import type { RuleSettings } from './rules/rule';
import { applyChanges } from './text/apply';
import { formatMessage } from './text/message';

/** A fix that was applied. */
export interface AppliedFix {
  readonly code: string;
  readonly title: string;
}

/** A file whose text changes. */
export interface FixedFile {
  readonly address: Address;
  readonly before: string;
  readonly after: string;
  readonly applied: readonly AppliedFix[];
}

export interface FixReport {
  /** In the order of their addresses. Nothing is written. */
  readonly fixed: readonly FixedFile[];
  /** Files that are left as they are, because the fixes together would cause errors of syntax in them. */
  readonly refused: ReadonlySet<Address>;
  /** What is found in the new texts, and the same files as `check` reads. */
  readonly left: CheckReport;
}

interface FixOptions extends CheckOptions {
  /**
   * The codes of the findings to fix, also with fixes that are preferred but not certain, as if the author fixes all of a
   * kind; undefined for all certain fixes.
   */
  readonly codes?: ReadonlySet<string> | undefined;
}

/** A fix may cause a finding with a fix, and two at one place are applied one after the other. */
const MAX_ROUNDS = 20;

/**
 * Applies the certain fixes of the findings that `check` reports, until none is left. Applied again to the new texts, it
 * changes nothing. Cost: that of `check` for each round; most need two.
 */
export async function fixFiles(
  world: FileSystem,
  addresses: readonly Address[],
  settings: RuleSettings,
  { codes, ...options }: FixOptions,
): Promise<FixReport> {
  const opened = await openFiles(world, addresses, settings, options);
  const { workspace, files } = opened;
  const before = new Map(files.map((address) => [address, workspace.document(address)?.text ?? '']));
  const errorsBefore = syntaxErrors(opened);
  const applied = new Map<Address, AppliedFix[]>();
  const refused = new Set<Address>();
  const seen = new Map([...before].map(([address, text]) => [address, new Set([text])]));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const changed = new Map<Address, string>();
    for (const address of files) {
      const document = workspace.document(address);
      if (document === undefined || refused.has(address)) continue;
      const found = findingsOfFile(opened.checker, address);
      const wanted = codes
        ? found.filter(({ finding }) => codes.has(finding.rule.code))
        : fixableOnSave(found);
      const { edits, fixed } = fixAll(document, wanted);
      const text = applyChanges(document.text, edits);
      const known = seen.get(address);
      if (known === undefined || known.has(text)) continue;
      known.add(text);
      changed.set(address, text);
      applied.set(address, [
        ...(applied.get(address) ?? []),
        ...fixed.map((one) => ({
          code: one.finding.rule.code,
          title: formatMessage(fixForAll(one)?.title ?? ''),
        })),
      ]);
    }
    if (changed.size > 0) {
      await store(opened, changed);
      continue;
    }
    const worse = moreErrors(errorsBefore, syntaxErrors(opened)).filter((address) => applied.has(address));
    if (worse.length === 0) break;
    // What was fixed in other files may depend on it, so all is decided again.
    await store(opened, new Map(worse.map((address) => [address, before.get(address) ?? ''])));
    for (const address of worse) {
      refused.add(address);
      applied.delete(address);
    }
  }
  const left = await reportOf(opened, { ...options, withFixes: true });
  const fixed = [...applied].map(([address, list]) => ({
    address,
    before: before.get(address) ?? '',
    after: workspace.document(address)?.text ?? '',
    applied: list,
  }));
  return {
    fixed: fixed
      .filter((one) => one.before !== one.after)
      .toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    refused,
    left,
  };
}

async function store({ workspace, world }: OpenedFiles, texts: ReadonlyMap<Address, string>): Promise<void> {
  workspace.setPaths([...texts].map(([address, text]) => [address, { kind: 'text', text }] as const));
  while (await readPending(workspace, world));
}

/** Other errors do not count: a fix may show what the mistake had hidden. */
function syntaxErrors({ checker, files }: OpenedFiles): ReadonlyMap<Address, number> {
  return new Map(
    files.map((address) => [
      address,
      findingsOfFile(checker, address).filter(({ finding }) => SYNTAX_CODES.has(finding.rule.code)).length,
    ]),
  );
}

const SYNTAX_CODES: ReadonlySet<string> = new Set(['yaml-syntax', 'loader-syntax', 'expression-syntax']);

function moreErrors(before: ReadonlyMap<Address, number>, after: ReadonlyMap<Address, number>): Address[] {
  return [...after].flatMap(([address, count]) => (count > (before.get(address) ?? 0) ? [address] : []));
}
