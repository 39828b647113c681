import type { Project } from '../project/project';
import type { Range } from '../text/range';
import type { Unit } from '../yaml/unit';
import type { Finding, Severity } from './rule';

/** A finding with its range in the document, before the severities of the settings are applied. */
export interface PlacedFinding extends Range {
  readonly finding: Finding;
  /** The project in which it was found; the first of several. */
  readonly project: Project;
  readonly unit: Unit;
}

/** A finding as it is reported to the user. */
export interface FileFinding extends PlacedFinding {
  readonly severity: Severity;
}

/** A finding that is valid in any project and refers only to its own file. */
export type StandaloneFinding = Omit<FileFinding, 'project'>;
