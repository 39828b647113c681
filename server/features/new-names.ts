import { clientActionOf, specialEventOf } from '../format/events';
import { eventNameProblem, keyNameProblem } from '../format/names';
import { type Address, shortName } from '../project/files/paths';
import { childPath, type ScopePath, samePath } from '../project/names/scope-path';
import { keyAt } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { type Message, msg } from '../text/message';
import { oneLine } from '../text/one-line';
import { isMergePair, type Node, pairOf, resolvedPairOf } from '../yaml/tree/tree';
import { sourcesInOrder } from './symbols/occurrences';

/** Which new names are possible, for all who create or rename. */

/** Letters of languages without upper-case letters, which have names of their own. */
const FOREIGN = /(?!\p{ASCII})[\p{Ll}\p{Lo}\p{M}\p{N}]/gu;

/** What names in another style have, such as `goHome`. */
const OTHER_STYLE = /(?![a-z\d]|__proto__)(?:[\p{L}\p{M}\p{N}_$]|(?<=[^.])-)/gu;

/**
 * What is wrong with a text as a new name, and how to write names; undefined for what `invalid-name` and `reserved-name`
 * accept.
 *
 * @param isStyleFree also for names that are only not in snake_case
 */
export function nameProblem(name: string, isEvent = false, isStyleFree = false): Message | undefined {
  if (isEvent && (specialEventOf(name) ?? clientActionOf(name)))
    return msg`\`${name}\` is an event with a meaning of its own. Enter another name.`;
  // A letter that is in no reserved word.
  const plain = name.replace(isStyleFree ? OTHER_STYLE : FOREIGN, 'z');
  const fault = isEvent ? eventNameProblem(plain) : keyNameProblem(plain);
  if (fault === undefined) return undefined;
  if (name === '')
    return msg('Enter a name. Use lower-case letters, digits and single underscores, such as `first_page`.');
  const shown = oneLine(name);
  return fault.kind === 'reserved'
    ? msg`\`${shown}\` ${fault.reason}. Enter another name.`
    : msg`\`${shown}\` ${fault.reason}. Use lower-case letters, digits and single underscores, such as \`first_page\`.`;
}

/** Why a state of an automata cannot have a name: there is one with it already. */
export function takenName(
  workspace: Workspace,
  project: Project,
  path: ScopePath,
  name: string,
): Message | undefined {
  const source = project.scopes(childPath(path, name))[0]?.source ?? sourceOfMerged(project, path, name);
  if (source === undefined) return undefined;
  const where = shortName(source, workspace.boundaryOf(project.root));
  return msg`State \`${name}\` already exists in \`${where}\`. Enter another name.`;
}

/** The file in which a merge key among the states of an automata has a name: such states are not drawn. */
function sourceOfMerged(project: Project, path: ScopePath, name: string): Address | undefined {
  const isMerged = (states: Node | undefined) =>
    states?.kind === 'map' && states.pairs.some(isMergePair) && resolvedPairOf(states, name) !== undefined;
  const section = project
    .inOrder('section', keyAt(path, 'states'))
    .find(({ scope }) => scope.map && isMerged(pairOf(scope.map, 'states')?.value));
  // Each entry of the states may be a unit.
  const file = sourcesInOrder(project).find(({ address, document, documentKind }) =>
    document.units.some(
      (unit) =>
        (unit.kind === 'state' || documentKind === 'states') &&
        samePath(project.pathIn(address, unit.path), path) &&
        isMerged(unit.parsed.root),
    ),
  );
  return section?.source ?? file?.address;
}
