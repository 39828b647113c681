import type { Key } from './memo-store';

/** An input in a trace. */
export interface TracedInput {
  readonly label: string;
  readonly changedAt: number;
  readonly isPending: boolean;
}

/** The result of a query in a trace. */
export interface TracedResult extends TracedInput {
  readonly executions: number;
  /** Negative if there is no valid result, because the last execution failed or is running. */
  readonly verifiedAt: number;
  readonly cause: TracedInput | undefined;
  readonly dependencies: readonly TracedInput[];
}

/** Maximum depth of the results whose own dependencies are listed. */
const MAX_FOLLOWED = 2;

/** After this number of lines, a line only has the number of its dependencies that are not shown. */
const MAX_LINES = 200;

/** Longer names are not shown. */
const MAX_NAME_LENGTH = 80;

interface Line {
  readonly text: string;
  readonly children: Line[];
  hidden: number;
}

/**
 * A line for a result, followed by indented lines for its dependencies in the order in which they were read. A result
 * that several others depend on is followed once, where it is the least indented.
 */
export function traceOf(result: TracedResult): string {
  const root = lineOf(result);
  const followed = new Set<TracedInput>([result]);
  let count = 1;
  let level: (readonly [TracedResult, Line])[] = [[result, root]];
  // Breadth first: if there are too many lines, the deepest ones are left out.
  for (let depth = 0; depth <= MAX_FOLLOWED; depth++) {
    const next: typeof level = [];
    for (const [{ dependencies }, line] of level) {
      for (const dependency of dependencies) {
        if (count >= MAX_LINES) {
          line.hidden++;
          continue;
        }
        count++;
        const child = lineOf(dependency);
        line.children.push(child);
        if (!isResult(dependency) || followed.has(dependency)) continue;
        followed.add(dependency);
        next.push([dependency, child]);
      }
    }
    level = next;
  }
  return printed(root, '').join('\n');
}

/**
 * The name of a key in a trace. Of addresses, only the last part is shown. Only names of states, events, variables,
 * files and folders are shown, and no expressions that are used as names.
 */
export function nameOfKey(key: Exclude<Key, object>): string {
  const name = String(key)
    .replace(/\S+/g, (word) => (word.includes(':/') ? decoded(word.slice(word.lastIndexOf('/') + 1)) : word))
    .replace(/\n+/g, '.');
  return name.length > MAX_NAME_LENGTH || /[{}<>"'`;=\\]/.test(name) ? '…' : name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isResult(dependency: TracedInput): dependency is TracedResult {
  return 'executions' in dependency;
}

/** The name of an input usually begins with its kind. */
function labelOf(dependency: TracedInput): string {
  if (isResult(dependency)) return dependency.label;
  const [kind = ''] = /^[A-Za-z]+\//.exec(dependency.label) ?? [];
  return kind + nameOfKey(dependency.label.slice(kind.length));
}

function lineOf(dependency: TracedInput): Line {
  const { changedAt, isPending } = dependency;
  const result = isResult(dependency) ? dependency : undefined;
  const parts = [result ? `executed ${result.executions} ×` : 'input', `changed in revision ${changedAt}`];
  if (result)
    parts.push(result.verifiedAt < 0 ? 'not verified' : `verified in revision ${result.verifiedAt}`);
  if (isPending) parts.push('pending');
  if (result) parts.push(`cause: ${result.cause ? labelOf(result.cause) : 'first use'}`);
  return { text: `${labelOf(dependency)}: ${parts.join(', ')}`, children: [], hidden: 0 };
}

function printed({ text, children, hidden }: Line, indentation: string): string[] {
  return [
    `${indentation}${text}${hidden > 0 ? `, dependencies not shown: ${hidden}` : ''}`,
    ...children.flatMap((child) => printed(child, `${indentation}  `)),
  ];
}
