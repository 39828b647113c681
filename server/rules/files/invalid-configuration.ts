import { nameOf } from '../../facts/name';
import { fieldOf } from '../../format/objects';
import type { Step } from '../../format/walk';
import { extendedPath, MAX_EXTENDED } from '../../project/files/configurations';
import type { PathState } from '../../project/files/path-state';
import { type Address, folderOf, resolvePath } from '../../project/files/paths';
import { type Message, msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { pairOf } from '../../yaml/tree/tree';
import { renameFixes } from '../fixes';
import type { ReportFinding, Rule, Subject } from '../rule';
import { reliableSteps } from '../shape/reliable-steps';

/**
 * A value in a configuration file that has no effect.
 *
 * @param codesOf the codes of all rules
 */
export function invalidConfiguration(codesOf: () => readonly string[]): Rule {
  return {
    code: 'invalid-configuration',
    severity: 'error',
    title: 'Setting in a configuration file has no effect',
    doc: 'The code of a rule is misspelt, a file that `extends` or `modules` names does not exist in the workspace, or a limit is too small. The rest of the file applies.',
    check(subject, report) {
      if (subject.source.documentKind !== 'configuration') return;
      for (const step of reliableSteps(subject)) {
        if (step.parent?.type.kind === 'map' && step.parent.type.keys === 'rule')
          checkCode(step, codesOf(), subject, report);
        if (isField(step, 'extends')) checkExtended(step, subject, report);
        if (step.parent?.field?.name === 'modules') checkPath(step, subject, report);
        checkLimit(step, subject, report);
      }
    },
  };
}

function checkCode(
  { pair, parent }: Step,
  codes: readonly string[],
  { unit }: Subject,
  report: ReportFinding,
): void {
  const name = pair?.key.kind === 'scalar' ? nameOf(pair.key, unit.text) : undefined;
  if (name === undefined || codes.includes(name.text)) return;
  const near = nearestNames(name.text, codes);
  report(name, msg`There is no rule \`${name.text}\`.${didYouMean(near)}`, {
    // A later version may have it.
    severity: 'warning',
    fixes: renameFixes(
      name,
      near.filter((code) => parent?.node?.kind !== 'map' || pairOf(parent.node, code) === undefined),
    ),
  });
}

function checkExtended(step: Step, subject: Subject, report: ReportFinding): void {
  const { workspace, source } = subject;
  const file = checkPath(step, subject, report);
  if (file === undefined || step.node === undefined) return;
  const kind = workspace.source(file)?.documentKind;
  if (kind !== undefined && kind !== 'configuration') {
    report(step.node, msg`\`extends\` expects a configuration file, and this is another kind of file.`);
    return;
  }
  const seen = new Set<Address>();
  let at: Address | undefined = file;
  while (at !== undefined && !seen.has(at) && at !== source.address && seen.size < MAX_EXTENDED) {
    seen.add(at);
    const document = workspace.document(at);
    const path = document && extendedPath(document);
    at = path === undefined ? undefined : resolvePath(folderOf(at), path);
  }
  if (at === undefined || seen.has(at)) return;
  report(
    step.node,
    at === source.address
      ? msg`This file extends itself. Remove \`extends\` here or in the other file.`
      : msg`This leads to more than ${MAX_EXTENDED} files that extend each other. The rest is not read.`,
  );
}

/** Reports a path that leads to no file of the workspace; returns the address of the file otherwise. */
function checkPath({ node }: Step, subject: Subject, report: ReportFinding): Address | undefined {
  const { workspace, source, unit } = subject;
  const name = node?.kind === 'scalar' ? nameOf(node, unit.text) : undefined;
  if (name === undefined || name.text === '') return undefined;
  const address = resolvePath(folderOf(source.address), name.text);
  if (!workspace.isInWorkspace(address)) {
    report(name, msg`\`${name.text}\` is outside of the workspace, so it is not read.`);
    return undefined;
  }
  const state = workspace.pathState(address);
  const message = state && fault(name.text, state);
  if (message) report(name, message);
  return message === undefined ? address : undefined;
}

function fault(path: string, state: PathState): Message | undefined {
  switch (state.kind) {
    case 'missing':
      return msg`File \`${path}\` does not exist. Paths are relative to the folder of this file.`;
    case 'folder':
      return msg`\`${path}\` is a folder. Write the path of a file.`;
    case 'outside':
      return msg`\`${path}\` is outside of the workspace, so it is not read.`;
    default:
      return undefined;
  }
}

/** The least values of numbers; smaller ones are ignored. */
function checkLimit(step: Step, { unit }: Subject, report: ReportFinding): void {
  const { field, node } = step;
  const least = isLimit(step) ? 1 : isField(step, 'printWidth') ? 0 : undefined;
  if (least === undefined || node?.kind !== 'scalar' || node.type !== 'integer') return;
  const name = nameOf(node, unit.text);
  if (name !== undefined && Number(node.value) < least)
    report(name, msg`\`${field?.name ?? ''}\` must be at least ${least}, so this is ignored.`);
}

function isLimit({ field }: Step): boolean {
  return field !== undefined && fieldOf('configured-limits', field.name) === field;
}

function isField({ field }: Step, name: string): boolean {
  return field?.name === name;
}
