import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Run, Stop } from '../run/conversation/player';
import { type Message, msg, type TextOrMessage } from '../text/message';
import { completionsAt } from './completions';
import type { Debuggee } from './debuggee';
import { type Evaluated, effectOf, evaluate, localAssignment, look, variablesAt } from './evaluation';
import {
  type Container,
  type Frame,
  framesAt,
  type ListArguments,
  scopesOf,
  setLocal,
  VariableLister,
} from './frames';
import { Refusal } from './requests';

const SCOPE_LABELS: Readonly<Record<string, Message>> = {
  Context: msg('Context'),
  Inputs: msg('Inputs'),
  Results: msg('Results'),
  Outputs: msg('Outputs'),
  Payload: msg('Payload'),
};

/** Shows and changes the values of a stopped run. Methods throw `Refusal`. */
export class Inspector {
  /** The containers that variables refer to; valid while the run is stopped. */
  private containers: Container[] = [];

  constructor(
    private readonly debuggee: Debuggee,
    private readonly text: (text: TextOrMessage) => string,
  ) {}

  /** Innermost first. */
  get frames(): readonly Frame[] {
    return framesAt(this.debuggee.player.stop, this.debuggee.points);
  }

  /** Called when the run continues or stops elsewhere. */
  reset(): void {
    this.containers = [];
  }

  scopes(frameId: number): DebugProtocol.Scope[] {
    const index = this.frameIndex(frameId);
    const frame = this.frames[index];
    const scopes = frame ? scopesOf(this.debuggee.player.stop, frame, index) : [];
    return scopes.map(({ name, container }) => ({
      name: this.text(SCOPE_LABELS[name] ?? name),
      variablesReference: this.handle(container),
      expensive: false,
    }));
  }

  variables(args: { readonly variablesReference: number } & ListArguments): DebugProtocol.Variable[] {
    const container = this.containers[args.variablesReference - 1];
    if (container === undefined)
      throw new Refusal(msg('This value is no longer available. Request the scopes of the stop again.'));
    return this.lister().list(container, args);
  }

  setVariable({
    variablesReference,
    name,
    value,
  }: DebugProtocol.SetVariableArguments): DebugProtocol.SetVariableResponse['body'] {
    const container = this.containers[variablesReference - 1];
    if (container === undefined) throw new Refusal(msg('This variable is no longer available.'));
    if (container.kind === 'members' && container.expression === undefined)
      throw new Refusal(msg('This value has no name in an expression and cannot be changed.'));
    if (this.lister().named(container, name) === undefined)
      throw new Refusal(msg`There is no variable \`${name}\` here.`);
    let problem: TextOrMessage | undefined;
    this.debuggee.player.edit((run, stop) => {
      problem = this.assign(run, stop, container, name, value);
    });
    if (problem !== undefined) throw new Refusal(problem);
    return this.lister().named(container, name) ?? { value };
  }

  /** @param isConsole whether it may change values */
  evaluate(
    { expression, frameId, context }: DebugProtocol.EvaluateArguments,
    isConsole: boolean,
  ): DebugProtocol.EvaluateResponse['body'] {
    const frame = this.frameIndex(frameId);
    const effect = effectOf(expression);
    if (!isConsole && effect === 'changes')
      throw new Refusal(msg('This expression changes values, which only the console can do.'));
    const { player, program } = this.debuggee;
    const found =
      isConsole && effect !== 'none'
        ? this.evaluateAsEdit(expression, frame)
        : look(expression, this.variablesOf(frame, player.stop), program.texts, player.sandbox);
    if ('problem' in found) throw new Refusal(found.problem);
    if (context === 'clipboard') {
      const { json, text } = player.sandbox.describe(found.value);
      return { result: json ?? text, variablesReference: 0 };
    }
    // Without side effects, the expression can be used as the name of its members, which can then be changed.
    const name = effect === 'none' ? `(${expression})` : undefined;
    const { value, name: _name, ...shown } = this.lister().show('', found.value, frame, name);
    return { ...shown, result: value };
  }

  /** @param before the text before the cursor */
  completions(before: string, frameId: number | undefined): readonly DebugProtocol.CompletionItem[] {
    const variables = this.variablesOf(this.frameIndex(frameId), this.debuggee.player.stop);
    return completionsAt(before, variables, this.debuggee);
  }

  /** Evaluates an expression that may change something, so it is repeated when the conversation is replayed. */
  private evaluateAsEdit(expression: string, frame: number): Evaluated {
    let evaluated: Evaluated = { problem: '' };
    const assigned = localAssignment(expression);
    this.debuggee.player.edit((run, stop) => {
      const variables = this.variablesOf(frame, stop);
      const isLocal = assigned !== undefined && frame === 0 && variables.has(assigned.name);
      const source = isLocal ? assigned.value : expression;
      evaluated = evaluate(source, variables, this.debuggee.program.texts, run.sandbox);
      if (isLocal && 'value' in evaluated) setLocal(run, stop, assigned.name, evaluated.value);
    });
    return evaluated;
  }

  /** Assigns a variable; returns why that is not possible. */
  private assign(
    run: Run,
    stop: Stop,
    container: Container,
    name: string,
    written: string,
  ): TextOrMessage | undefined {
    const { texts } = this.debuggee.program;
    const variables = this.variablesOf(container.frame, stop);
    const evaluated = evaluate(written, variables, texts, run.sandbox);
    if ('problem' in evaluated) return evaluated.problem;
    if (container.kind === 'group') {
      setLocal(run, stop, name, evaluated.value);
      return undefined;
    }
    // Looked up again: after a step back, it is another value with the same name.
    const object = evaluate(container.expression ?? '', variables, texts, run.sandbox);
    if ('problem' in object) return object.problem;
    return run.sandbox.set(object.value, name, evaluated.value)?.message;
  }

  /** The index of a frame; without an id, that of the innermost. */
  private frameIndex(id: number | undefined): number {
    if (id === undefined) return 0;
    if (this.frames[id - 1] === undefined)
      throw new Refusal(msg`There is no frame ${id}. Request the stack of the stop again.`);
    return id - 1;
  }

  private variablesOf(frame: number, stop: Stop): Frame['variables'] {
    return framesAt(stop, this.debuggee.points)[frame]?.variables ?? variablesAt(stop);
  }

  private lister(): VariableLister {
    const { stop, sandbox } = this.debuggee.player;
    return new VariableLister(stop, this.frames, sandbox, (one) => this.handle(one), this.text);
  }

  private handle(container: Container): number {
    return this.containers.push(container);
  }
}
