import type { Project } from '../project/project';
import type { Range } from '../text/range';
import type { Unit } from '../yaml/unit';
import type { Finding, Severity } from './rule';

/** A finding where it is in a file, before the settings have said how severe it is; the range is that of the document. */
export interface PlacedFinding extends Range {
  readonly finding: Finding;
  /** The project that it was found in; the first of several. */
  readonly project: Project;
  readonly unit: Unit;
}

/** A finding of a file as it is told. */
export interface FileFinding extends PlacedFinding {
  readonly severity: Severity;
}

/** A finding that holds in any project, with places in its own file only. */
export type StandaloneFinding = Omit<FileFinding, 'project'>;
