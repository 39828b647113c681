import type {
  ChatMessage,
  ConversationEvent,
  ConversationOutput,
  Remark,
  SourceRange,
} from '../../../server/run/conversation/events';
import type { Program } from '../../../server/run/conversation/program';
import { type Exploration, explore } from '../../../server/run/explore/explore';
import { type Evaluation, expressionSourceRange } from '../../../server/run/sandbox/evaluator';
import {
  isSandboxError,
  type Sandbox,
  type SavedGraph,
  type SavedValue,
} from '../../../server/run/sandbox/sandbox';
import { formatMessage } from '../../../server/text/message';

/** A value of a run, with what it refers to. */
export interface Observed {
  readonly value: SavedValue;
  readonly graph: SavedGraph;
}

/** One evaluation of an expression, while its variables can still be looked at. */
export interface SeenEvaluation {
  readonly place: SourceRange;
  /** Whether the file has the expression as it is evaluated, without escapes. */
  readonly isLiteral: boolean;
  /** The offset of the body in the file; only where the expression is literal. */
  readonly bodyStart: number;
  readonly source: string;
  readonly fault: string | undefined;
  /** The value of the whole expression. */
  readonly result: () => Observed | undefined;
  /** The value of another expression with the same variables; undefined if it fails. */
  readonly probe: (source: string) => Observed | undefined;
  readonly hasVariable: (name: string) => boolean;
}

/** One turn of a conversation. */
export interface SeenTurn {
  readonly before: ChatMessage | undefined;
  readonly event: ConversationEvent | undefined;
  readonly outputs: readonly ConversationOutput[];
}

export interface Observation {
  readonly exploration: Exploration;
  readonly remarks: readonly Remark[];
  readonly turns: readonly SeenTurn[];
}

/** Explores a program, and shows what is evaluated. */
export function observeRuns(
  program: Program,
  newSandbox: () => Sandbox,
  onSeen: (seen: SeenEvaluation) => void,
  limits: { readonly maxSteps: number; readonly maxMilliseconds: number },
): Observation {
  let sandbox: Sandbox | undefined;
  const turns: SeenTurn[] = [];
  const exploration = explore(program, {
    ...limits,
    now: () => performance.now(),
    sandbox: () => {
      sandbox = newSandbox();
      return sandbox;
    },
    onEvaluate: (evaluation) => {
      const seen = sandbox && seenOf(evaluation, sandbox);
      if (seen) onSeen(seen);
    },
    onTurn: ({ outputs, path }, before) => turns.push({ before, event: path.events.at(-1)?.event, outputs }),
  });
  const remarks = turns.flatMap(({ outputs }) =>
    outputs.filter((one): one is Remark => one.kind === 'error' || one.kind === 'note'),
  );
  return { exploration, remarks, turns };
}

function seenOf(
  { origin, text, expression, variables, result }: Evaluation,
  sandbox: Sandbox,
): SeenEvaluation | undefined {
  const place = expressionSourceRange(origin, text, expression);
  if (place === undefined) return undefined;
  const file = origin.file?.text ?? origin.text;
  const written = text.slice(expression.start, expression.end);
  const source = text.slice(expression.body.start, expression.body.end);
  const saved = (value: Parameters<Sandbox['save']>[0][number]): Observed | undefined => {
    const all = sandbox.save([value]);
    if (all === undefined) return undefined;
    const graph = JSON.parse(all.graph) as SavedGraph;
    return { value: graph.values[0] ?? null, graph };
  };
  return {
    place,
    isLiteral: file.slice(place.start, place.end) === written,
    bodyStart: place.start + expression.body.start - expression.start,
    source,
    fault: isSandboxError(result) ? formatMessage(result.message) : undefined,
    result: () => (isSandboxError(result) ? undefined : saved(result)),
    probe: (probed) => {
      const names = [...variables.keys()].filter((name) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name));
      const value = sandbox.evaluate(
        probed,
        names,
        names.flatMap((name) => variables.get(name) ?? []),
      );
      return isSandboxError(value) ? undefined : saved(value);
    },
    hasVariable: (name) => variables.has(name),
  };
}
