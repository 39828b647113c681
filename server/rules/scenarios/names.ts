import type { ScopePart } from '../../facts/facts';
import type { ScenarioName, ScenarioRole } from '../../facts/scenario';
import { stateLabel } from '../../format/target-path';
import { hasHiddenStates } from '../../project/names/resolve';
import { ROOT_PATH, type ScopePath } from '../../project/names/scope-path';
import type { Project } from '../../project/project';
import { joinMessages, msg, type TextOrMessage } from '../../text/message';
import type { Subject } from '../rule';
import { isBroken } from '../shape/reliable-steps';

/** The names with these roles in the scenarios of a unit; none if the automata is not known. */
export function scenarioNamesOf(
  { facts, project, unit }: Subject,
  ...roles: readonly ScenarioRole[]
): ScenarioName[] {
  if (facts.scenarios === undefined || !project.isAutomata) return [];
  return facts.scenarios.names.filter(
    (name) => roles.includes(name.role) && !name.text.includes('{{') && !isBroken(unit, name),
  );
}

/** Whether everything that could define names in these parts of states is known. */
export function isCompletelyKnown(project: Project, ...parts: readonly ScopePart[]): boolean {
  return (
    project.statesComplete(ROOT_PATH) &&
    !hasHiddenStates(project) &&
    parts.every((part) => project.table.get('incomplete', part).length === 0)
  );
}

/** Limit of states that a message names. */
const MAX_NAMED = 3;

/** Paths of states in a sentence: "`a` or `b`". */
export function formatStates(paths: readonly ScopePath[]): TextOrMessage {
  if (paths.length > MAX_NAMED) return msg('the current state of the conversation');
  return joinMessages(
    paths.map((path) => `\`${stateLabel(path)}\``),
    msg(' or '),
  );
}
