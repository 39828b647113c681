import type { Project } from '../project/project';
import type { Range } from '../text/range';
import type { Unit } from '../yaml/cut/unit';
import type { Finding, RuleSettings, Severity } from './rule';

/** A finding with its range in the document. */
export interface PlacedFinding extends Range {
  readonly finding: Finding;
  /** The project in which it was found; the first of several. */
  readonly project: Project;
  readonly unit: Unit;
  /** By the settings. */
  readonly severity: Severity | 'off';
}

/** A finding as it is reported to the user. */
export interface FileFinding extends PlacedFinding {
  readonly severity: Severity;
}

/** A finding that is valid in any project and refers only to its own file. */
export type StandaloneFinding = Omit<FileFinding, 'project'>;

/** The severity of a finding by the settings. */
export function severityOf({ rule, severity }: Finding, settings: RuleSettings): Severity | 'off' {
  return settings.severity?.get(rule.code) ?? severity ?? rule.severity;
}
