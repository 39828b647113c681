/** The properties of a generated automata. All numbers are averages over its states. */
export interface WorkloadShape {
  /** Context variables per state. */
  readonly variables: number;
  /** States that read each variable. */
  readonly readers: number;
  /** Length of the chains of variables, each computed from the one before; 1: none. */
  readonly depth: number;
  /** Expressions in each message, besides those that read variables. */
  readonly expressions: number;
  /** A list of objects, appended to by one state in three and read by seven in eight. */
  readonly hasMemory: boolean;
  /** Variables that most states read, each computed from the next and the last from the first. */
  readonly cycle: number;
  /** Whether each state has the same unused input and the same unused output. */
  readonly hasUnusedLocals: boolean;
  /** Findings per state, each an unknown name. */
  readonly findings: number;
  /** Levels of automata; 1: all states are children of the root. */
  readonly levels: number;
  /** Undefined: everything is in one file. */
  readonly statesPerFile: number | undefined;
  readonly isJson: boolean;
  /** Whether the server has just started and the editor has text that is not saved. */
  readonly isCold: boolean;
}

export interface Workload {
  readonly name: string;
  /** The difference from `plain`. */
  readonly about: string;
  readonly shape: WorkloadShape;
}

const PLAIN: WorkloadShape = {
  variables: 0.3,
  readers: 4,
  depth: 1,
  expressions: 0,
  hasMemory: false,
  cycle: 0,
  hasUnusedLocals: false,
  findings: 0,
  levels: 1,
  statesPerFile: undefined,
  isJson: false,
  isCold: false,
};

/** To add a workload, add a line. */
export const WORKLOADS: readonly Workload[] = [
  workload('plain', '3 variables to 10 states, each read by 4', {}),
  workload('few-variables', '1 variable to 10 states, each read by 1', { variables: 0.1, readers: 1 }),
  workload('many-variables', '2 variables to each state, each read by 2', { variables: 2, readers: 2 }),
  workload('many-readers', '1 variable to 10 states, each read by 200', { variables: 0.1, readers: 200 }),
  workload('chains-10', 'variables computed from each other, 10 in a row', { variables: 0.5, depth: 10 }),
  workload('chains-50', 'variables computed from each other, 50 in a row', { variables: 0.5, depth: 50 }),
  workload('long-texts', '40 expressions in each message', { expressions: 40 }),
  workload('memory', 'a list of objects, read by most states', { hasMemory: true }),
  workload('cycles', '6 variables computed from each other in a circle, read by most states', { cycle: 6 }),
  workload('unused-locals', 'the same unused input and output in every state', { hasUnusedLocals: true }),
  workload('findings', 'an unknown name in every other state', { findings: 0.5 }),
  workload('nested', '3 levels of automata', { levels: 3 }),
  workload('files', '20 states to a file', { statesPerFile: 20 }),
  workload('json', 'JSON instead of YAML', { isJson: true }),
  workload('cold', 'a server that has just started, and text that is not saved', { isCold: true }),
  workload('mixed', 'memory, chains, a circle, unused locals, findings and unsaved text together', {
    hasMemory: true,
    depth: 10,
    cycle: 6,
    hasUnusedLocals: true,
    findings: 0.5,
    isCold: true,
  }),
];

function workload(name: string, about: string, differing: Partial<WorkloadShape>): Workload {
  return { name, about, shape: { ...PLAIN, ...differing } };
}
