/** A table of results, in the order in which they are added: rows by name, each with a cell per column. */
export class ResultTable {
  private readonly rows = new Map<string, Map<string, string>>();
  private readonly columns = new Set<string>();

  /** `logs`: whether each cell is shown as soon as it is measured. */
  constructor(private readonly logs = true) {}

  add(row: string, column: string, cell: string): void {
    this.columns.add(column);
    const cells = this.rows.get(row) ?? new Map<string, string>();
    this.rows.set(row, cells.set(column, cell));
    if (this.logs) console.error(`${column}, ${row}: ${cell}`);
  }

  toString(): string {
    const columns = [...this.columns];
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
    const rows = [...this.rows].map(([row, cells]) =>
      line([row, ...columns.map((column) => cells.get(column) ?? '')]),
    );
    return `${line(['', ...columns])}|${'---|'.repeat(columns.length + 1)}\n${rows.join('')}`;
  }
}

/** A limit and the measured value. */
export interface Goal {
  readonly goal: string;
  /** Undefined: not measured in this run. */
  readonly measured: number | undefined;
  readonly most: number;
  readonly unit: string;
}

/** All goals as a table; missed ones come first. */
export function goalsTable(goals: readonly Goal[]): string {
  const isMissed = ({ measured, most }: Goal) => measured !== undefined && measured > most;
  const sorted = [...goals.filter(isMissed), ...goals.filter((goal) => !isMissed(goal))];
  const rows = sorted.map(({ goal, measured, most, unit }) => {
    const met = measured === undefined ? 'not measured' : measured <= most ? 'met' : '**missed**';
    const found = measured === undefined ? '' : `${shortNumber(measured)}${unit}`;
    return `| ${goal} | ${shortNumber(most)}${unit} | ${found} | ${met} |\n`;
  });
  return `| | at most | measured | |\n|---|---|---|---|\n${rows.join('')}`;
}

export function shortNumber(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toFixed(value < 10 ? 2 : 1)));
}

export function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** The median; of an even number of times, the mean of the two in the middle. */
export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  const upper = sorted.length >> 1;
  const lower = (sorted.length - 1) >> 1;
  return ((sorted[lower] ?? 0) + (sorted[upper] ?? 0)) / 2;
}

/** Median and 95th percentile. */
export function medianAndP95(times: readonly number[]): string {
  return `${median(times).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)}`;
}
