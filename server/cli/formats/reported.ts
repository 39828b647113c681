import type { PrintedRange } from '../../check';
import type { Rule, Severity } from '../../rules/rule';

/** A finding of a check or a fault of an exploration, for formats of other tools. */
export interface ReportedFinding extends PrintedRange {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  /** What its code means. */
  readonly rule: Pick<Rule, 'code' | 'title' | 'doc' | 'severity'>;
  /** Lines that follow the message. */
  readonly details?: readonly string[];
}

export interface Reported {
  readonly findings: readonly ReportedFinding[];
}
