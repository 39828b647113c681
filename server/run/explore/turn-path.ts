import type { ConversationPath, PathStep } from './explore';

/** A path that ends with a turn after some situation, whose own path may become shorter. */
export class TurnPath implements ConversationPath {
  constructor(
    private readonly before: { readonly path: TurnPath } | undefined,
    readonly step: PathStep,
    readonly unexpectedText?: string,
  ) {}

  get events(): readonly PathStep[] {
    const steps: PathStep[] = [];
    for (let at: TurnPath | undefined = this; at; at = at.before?.path) steps.push(at.step);
    return steps.reverse();
  }

  get length(): number {
    let length = 0;
    for (let at: TurnPath | undefined = this; at; at = at.before?.path) length++;
    return length;
  }

  /** The same path with a text that is unexpected at its end. */
  withUnexpected(text: string): TurnPath {
    return new TurnPath(this.before, this.step, text);
  }
}

/** A turn that leads to a situation. */
export interface Lead {
  readonly path: TurnPath;
  readonly to: { path: TurnPath };
}

/** Gives each situation the shortest of the paths that lead to it. */
export function shortenPaths(leads: readonly Lead[]): void {
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const { path, to } of leads) {
      if (path.length >= to.path.length) continue;
      to.path = path;
      isShorter = true;
    }
  }
}
