import {
  BreakpointEvent,
  ContinuedEvent,
  DebugSession,
  type ErrorDestination,
  InitializedEvent,
  OutputEvent,
  StoppedEvent,
  TerminatedEvent,
  Thread,
} from '@vscode/debugadapter/lib/debugSession';
import { Event, Response } from '@vscode/debugadapter/lib/messages';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { URI } from 'vscode-uri';
import { type Address, lastSegmentOf } from '../project/paths';
import { shownTurns } from '../run/chat-data';
import {
  type ChatMessage,
  type ConversationEvent,
  type ConversationOutput,
  type Json,
  type SourceRange,
  shownOutput,
  shownOutputs,
} from '../run/events';
import type { Mismatch } from '../run/expect';
import { type PlayedStop, type Run, type Stop, turnsOf } from '../run/player';
import { formatMessage, type Message, msg, type TextOrMessage } from '../text/message';
import { visibleLines } from '../text/visible';
import { addressOfPath } from './address';
import { type Breakpoint, BreakpointPlacer } from './breakpoints';
import { completionsAt } from './completions';
import { type ConsoleLine, consoleCommand } from './console-commands';
import { consoleText } from './console-text';
import type { DebugConversation } from './conversation';
import { type Debuggee, loadDebuggee } from './debuggee';
import {
  Debugger,
  type DebuggerListener,
  type FaultFilter,
  type StopFault,
  type StopReason,
} from './debugger';
import { type Evaluated, effectOf, evaluate, localAssignment, look, variablesAt } from './evaluation';
import {
  type Container,
  type Frame,
  frameName,
  framesAt,
  scopesOf,
  setLocal,
  VariableLister,
} from './frames';
import type { DebugHost } from './host';
import { conversationEvent, type LaunchOptions, launchOptions } from './launch';
import { mismatchText } from './mismatch-text';
import { checkedArguments, OWN_REQUESTS } from './requests';
import { type StopTest, stepIn, stepOut, stepOver } from './stepping';

const THREAD = 1;

const CAPABILITIES = {
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsEvaluateForHovers: true,
  supportsStepBack: true,
  supportsSetVariable: true,
  supportsSetExpression: true,
  supportsClipboardContext: true,
  supportsRestartRequest: true,
  supportsTerminateRequest: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: [':', '.'],
  supportsExceptionInfoRequest: true,
  supportsLoadedSourcesRequest: true,
} satisfies DebugProtocol.Capabilities;

/** The faults that stop a run, by the name of their filter. */
const FAULT_FILTERS: Readonly<
  Record<FaultFilter, { readonly label: Message; readonly description: Message }>
> = {
  expressions: {
    label: msg('Expression errors'),
    description: msg('Stops when an expression fails.'),
  },
  tasks: { label: msg('Task failures'), description: msg('Stops when a task fails.') },
  expectations: {
    label: msg('Unmet expectations'),
    description: msg('Stops when an expectation of the scenario is not met.'),
  },
};

const ALL_FAULTS = Object.keys(FAULT_FILTERS) as FaultFilter[];

const SCOPE_LABELS: Readonly<Record<string, Message>> = {
  Context: msg('Context'),
  Inputs: msg('Inputs'),
  Results: msg('Results'),
  Outputs: msg('Outputs'),
  Payload: msg('Payload'),
};

/** A debug session with an automata, over the Debug Adapter Protocol. */
export class AutomataDebugSession extends DebugSession {
  private options: LaunchOptions | undefined;
  private debugger: Debugger | undefined;
  private isLoading = false;
  private breakpoints: readonly Breakpoint[] = [];
  private lastBreakpoint = 0;
  private faults: ReadonlySet<FaultFilter> = new Set(ALL_FAULTS);
  private fault: StopFault | undefined;
  private usesUris = false;
  /** Unmet expectations of the scenario. */
  private unmet = new Map<string, Mismatch>();
  /** Files edited after the start about which the user was notified. */
  private readonly reportedEdits = new Set<string>();
  /** The containers that variables refer to; valid while the run is stopped. */
  private containers: Container[] = [];

  constructor(private readonly host: DebugHost) {
    super();
    this.setDebuggerLinesStartAt1(false);
    this.setDebuggerColumnsStartAt1(false);
  }

  override handleMessage(message: DebugProtocol.ProtocolMessage): void {
    if (message?.type === 'request') this.dispatchRequest(message as DebugProtocol.Request);
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    const checked = checkedArguments(request.command, request.arguments);
    if ('problem' in checked) {
      this.fail(new Response(request), checked.problem, checked.isShown);
      return;
    }
    const args = checked.arguments as { readonly pathFormat?: string };
    if (request.command !== 'initialize') {
      super.dispatchRequest({ ...request, arguments: args });
      return;
    }
    this.usesUris = args.pathFormat === 'uri';
    // The library rejects anything but `path`, even if nothing is given.
    super.dispatchRequest({ ...request, arguments: { ...args, pathFormat: 'path' } });
  }

  /** The library answers exceptions with the stack: clients get the message only. */
  protected override sendErrorResponse(
    response: DebugProtocol.Response,
    error: number | DebugProtocol.Message,
    format?: string,
    variables?: { readonly _message?: string; readonly _exception?: string },
    destination?: ErrorDestination,
  ): void {
    if (variables?._exception === undefined)
      super.sendErrorResponse(response, error, format, variables, destination);
    else this.fail(response, msg`The request failed: ${variables._exception}`, false);
  }

  protected override initializeRequest(response: DebugProtocol.InitializeResponse): void {
    response.body = {
      ...CAPABILITIES,
      exceptionBreakpointFilters: ALL_FAULTS.map((filter) => ({
        filter,
        label: this.text(FAULT_FILTERS[filter].label),
        description: this.text(FAULT_FILTERS[filter].description),
        default: true,
      })),
    };
    this.sendResponse(response);
  }

  protected override async launchRequest(
    response: DebugProtocol.LaunchResponse,
    args: DebugProtocol.LaunchRequestArguments,
  ): Promise<void> {
    if (this.isLoading || this.debugger !== undefined)
      return this.fail(
        response,
        msg('This session already runs an automata. Restart it, or start another session.'),
      );
    const problem = await this.load(args);
    if (problem !== undefined) return this.fail(response, problem);
    this.sendResponse(response);
    // Breakpoints are sent after this: only then their places can be resolved.
    this.sendEvent(new InitializedEvent());
  }

  protected override configurationDoneRequest(response: DebugProtocol.ConfigurationDoneResponse): void {
    this.sendResponse(response);
    this.debugger?.start(this.options?.stopOnEntry === true);
  }

  protected override async restartRequest(
    response: DebugProtocol.RestartResponse,
    args: DebugProtocol.RestartArguments,
  ): Promise<void> {
    const problem = await this.load(args?.arguments ?? this.options);
    if (problem !== undefined) {
      this.sendEvent(new TerminatedEvent());
      return this.fail(response, problem);
    }
    for (const breakpoint of this.breakpoints) {
      this.placer()?.place(breakpoint);
      this.sendEvent(new BreakpointEvent('changed', this.shownBreakpoint(breakpoint)));
    }
    this.sendResponse(response);
    this.debugger?.start(this.options?.stopOnEntry === true);
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    this.debugger?.cancel();
    this.sendResponse(response);
    this.sendEvent(new TerminatedEvent());
  }

  protected override disconnectRequest(
    response: DebugProtocol.DisconnectResponse,
    args: DebugProtocol.DisconnectArguments,
    request?: DebugProtocol.Request,
  ): void {
    this.unload();
    super.disconnectRequest(response, args, request);
  }

  /** Loads the program. Returns why that failed, or undefined. */
  private async load(args: unknown): Promise<TextOrMessage | undefined> {
    this.isLoading = true;
    try {
      return await this.loadProgram(args);
    } catch (error) {
      // Without an answer, the editor would wait forever.
      return msg`The request failed: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      this.isLoading = false;
    }
  }

  private async loadProgram(args: unknown): Promise<TextOrMessage | undefined> {
    const options = launchOptions(args);
    if (!('program' in options)) return options;
    const debuggee = await loadDebuggee(this.host, options);
    if ('problem' in debuggee) return debuggee.problem;
    if (!('player' in debuggee)) {
      const shown = debuggee.map(({ address, message }) => `${lastSegmentOf(address)}: ${message}`);
      return shown.join('\n');
    }
    this.unload();
    this.unmet.clear();
    this.reportedEdits.clear();
    this.options = options;
    this.debugger = new Debugger(
      debuggee,
      {
        breakpoints: () => this.breakpoints,
        faults: () => this.faults,
        runsFreely: options.noDebug,
        now: () => this.host.now(),
      },
      this.listener(debuggee),
    );
    return undefined;
  }

  /** Called when the client has disconnected. */
  end(): void {
    this.unload();
  }

  private unload(): void {
    this.debugger?.cancel();
    this.debugger?.debuggee.player.dispose();
    this.debugger = undefined;
    this.containers = [];
  }

  private listener(debuggee: Debuggee): DebuggerListener {
    return {
      stopped: (reason, hit, fault) => this.stopped(reason, hit, fault),
      unmet: (found) => {
        for (const { mismatch, error } of found) {
          // After a step back, it may be met again.
          this.unmet.set(`${mismatch.place?.start} ${this.text(mismatch.message)}`, mismatch);
          // Errors were printed as outputs.
          if (error === undefined)
            this.print(debuggee, this.text(mismatchText(mismatch)), 'stderr', mismatch.place);
        }
      },
      continued: () => this.sendEvent(new ContinuedEvent(THREAD, true)),
      output: (output, step) => {
        const { lines, category, place } = consoleText(output);
        // Errors without a place are about the event.
        this.print(
          debuggee,
          this.textOf(lines),
          category,
          place ?? (output.kind === 'error' ? step : undefined),
        );
        this.sendEvent(new Event('atomicState/happened', shownOutput(output, this.host.translations)));
      },
      logged: (parts, place, failed) => {
        this.print(debuggee, this.textOf([parts]), failed ? 'stderr' : 'console', place);
      },
      ended: () => this.ended(debuggee),
    };
  }

  private ended(debuggee: Debuggee): void {
    const name = this.options?.scenario && debuggee.scenario?.name;
    if (name !== undefined) {
      const isMet = this.unmet.size === 0;
      const text = isMet ? msg`Scenario \`${name}\` passed.` : msg`Scenario \`${name}\` failed.`;
      this.print(debuggee, this.text(text), isMet ? 'console' : 'stderr', undefined);
      const failures = [...this.unmet.values()].map((one) => ({
        ...one,
        message: this.text(one.message),
        place: one.place && this.shownPlace(debuggee, one.place),
        at: one.at && this.shownPlace(debuggee, one.at),
      }));
      this.sendEvent(new Event('atomicState/scenarioEnded', { name, failures }));
    }
    this.sendEvent(new TerminatedEvent());
  }

  private print(debuggee: Debuggee, text: string, category: string, place: SourceRange | undefined): void {
    // Consoles execute escape sequences.
    const event: DebugProtocol.OutputEvent = new OutputEvent(`${visibleLines(text)}\n`, category);
    if (place) Object.assign(event.body, this.shownPlace(debuggee, place));
    this.sendEvent(event);
  }

  private stopped(reason: StopReason, hit: readonly Breakpoint[], fault: StopFault | undefined): void {
    this.reportEdits();
    this.fault = fault;
    this.containers = [];
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(reason, THREAD);
    event.body.allThreadsStopped = true;
    if (hit.length > 0) event.body.hitBreakpointIds = hit.map(({ id }) => id);
    if (fault) event.body.text = this.text(fault.message);
    if (this.debugger?.debuggee.player.isWaiting)
      event.body.description = this.text(
        this.debugger.debuggee.player.conversation.isOver
          ? msg('The conversation is over')
          : msg('Waiting for the user'),
      );
    this.sendEvent(event);
  }

  /** Warns that the loaded text is run, not the edited one. */
  private reportEdits(): void {
    const debuggee = this.debugger?.debuggee;
    for (const address of debuggee?.sources.edited() ?? []) {
      if (this.reportedEdits.has(address)) continue;
      this.reportedEdits.add(address);
      const text = msg`\`${lastSegmentOf(address)}\` was edited. Restart to run the new text.`;
      if (debuggee) this.print(debuggee, this.text(text), 'console', undefined);
    }
  }

  // Breakpoints

  protected override setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    { source, breakpoints = [] }: DebugProtocol.SetBreakpointsArguments,
  ): void {
    const address = addressOf(source);
    const placer = this.placer();
    const set = breakpoints.map((given): Breakpoint => {
      const line = this.convertClientLineToDebugger(given.line);
      const column =
        given.column === undefined ? undefined : this.convertClientColumnToDebugger(given.column);
      const { column: _column, ...others } = given;
      const wanted = { ...others, line, ...(column === undefined ? {} : { column }) };
      const id = ++this.lastBreakpoint;
      const breakpoint: Breakpoint = { id, address, wanted, point: undefined, problem: undefined, hits: 0 };
      placer?.place(breakpoint);
      return breakpoint;
    });
    this.breakpoints = [...this.breakpoints.filter((one) => one.address !== address), ...set];
    response.body = { breakpoints: set.map((one) => this.shownBreakpoint(one)) };
    this.sendResponse(response);
  }

  protected override setExceptionBreakPointsRequest(
    response: DebugProtocol.SetExceptionBreakpointsResponse,
    { filters }: DebugProtocol.SetExceptionBreakpointsArguments,
  ): void {
    this.faults = new Set(ALL_FAULTS.filter((one) => filters.includes(one)));
    this.sendResponse(response);
  }

  protected override breakpointLocationsRequest(
    response: DebugProtocol.BreakpointLocationsResponse,
    args: DebugProtocol.BreakpointLocationsArguments,
  ): void {
    const address = addressOf(args.source);
    const first = this.convertClientLineToDebugger(args.line);
    const last = args.endLine === undefined ? first : this.convertClientLineToDebugger(args.endLine);
    const from = args.column === undefined ? 0 : this.convertClientColumnToDebugger(args.column);
    const to =
      args.endColumn === undefined
        ? Number.POSITIVE_INFINITY
        : this.convertClientColumnToDebugger(args.endColumn);
    const breakpoints: DebugProtocol.BreakpointLocation[] = [];
    const debuggee = this.debugger?.debuggee;
    for (const { place } of debuggee?.points.in(address) ?? []) {
      const { line, character } = debuggee?.sources.positionAt(address, place.start) ?? NOWHERE;
      if (line < first || line > last) continue;
      if ((line === first && character < from) || (line === last && character > to)) continue;
      breakpoints.push({
        line: this.convertDebuggerLineToClient(line),
        column: this.convertDebuggerColumnToClient(character),
      });
    }
    response.body = { breakpoints };
    this.sendResponse(response);
  }

  private placer(): BreakpointPlacer | undefined {
    if (this.debugger === undefined) return undefined;
    const { points, sources, program, name } = this.debugger.debuggee;
    return new BreakpointPlacer(points, sources, program.texts, name);
  }

  private shownBreakpoint({ id, point, problem, wanted }: Breakpoint): DebugProtocol.Breakpoint {
    const debuggee = this.debugger?.debuggee;
    if (point === undefined || debuggee === undefined)
      return { id, verified: false, ...(problem === undefined ? {} : { message: this.text(problem) }) };
    const { line, column, source } = this.shownPlace(debuggee, point.place);
    // With a column, an editor would show an inline breakpoint.
    return { id, verified: true, source, line, ...(wanted.column === undefined ? {} : { column }) };
  }

  // Running

  protected override continueRequest(response: DebugProtocol.ContinueResponse): void {
    response.body = { allThreadsContinued: true };
    this.go(response, () => undefined);
  }

  protected override nextRequest(response: DebugProtocol.NextResponse): void {
    this.go(response, stepOver);
  }

  protected override stepInRequest(response: DebugProtocol.StepInResponse): void {
    this.go(response, () => stepIn);
  }

  protected override stepOutRequest(response: DebugProtocol.StepOutResponse): void {
    this.go(response, stepOut);
  }

  protected override stepBackRequest(response: DebugProtocol.StepBackResponse): void {
    if (this.requirePaused(response)) return;
    this.sendResponse(response);
    this.debugger?.stepBack();
  }

  protected override reverseContinueRequest(response: DebugProtocol.ReverseContinueResponse): void {
    if (this.requirePaused(response)) return;
    this.sendResponse(response);
    this.debugger?.reverseContinue();
  }

  protected override pauseRequest(response: DebugProtocol.PauseResponse): void {
    this.sendResponse(response);
    this.debugger?.pause();
  }

  private go(response: DebugProtocol.Response, testOf: (from: PlayedStop) => StopTest | undefined): void {
    if (this.requirePaused(response)) return;
    const from = this.debugger?.debuggee.player.stops.at(-1);
    this.sendResponse(response);
    this.containers = [];
    this.debugger?.go(from && testOf(from));
  }

  /** Refuses the request if the run is not stopped; returns whether it did. */
  private requirePaused(response: DebugProtocol.Response): boolean {
    if (this.debugger?.isPaused === true) return false;
    this.fail(response, msg('The conversation is not paused.'));
    return true;
  }

  // Inspection

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    response.body = { threads: [new Thread(THREAD, this.debugger?.debuggee.name ?? 'automata')] };
    this.sendResponse(response);
  }

  protected override stackTraceRequest(
    response: DebugProtocol.StackTraceResponse,
    { startFrame = 0, levels = 0 }: DebugProtocol.StackTraceArguments,
  ): void {
    const debuggee = this.debugger?.debuggee;
    const frames = this.frames().map((frame, index): DebugProtocol.StackFrame => {
      const at = frame.place && debuggee ? this.shownPlace(debuggee, frame.place) : { line: 0, column: 0 };
      return { id: index + 1, name: frameName(frame, debuggee?.name ?? ''), ...at };
    });
    const end = levels > 0 ? startFrame + levels : frames.length;
    response.body = { stackFrames: frames.slice(startFrame, end), totalFrames: frames.length };
    this.sendResponse(response);
  }

  protected override scopesRequest(
    response: DebugProtocol.ScopesResponse,
    { frameId }: DebugProtocol.ScopesArguments,
  ): void {
    this.answer(response, () => {
      const index = this.frameIndex(frameId);
      const frame = this.frames()[index];
      const stop = this.debugger?.stop;
      const scopes = frame && stop ? scopesOf(stop, frame, index) : [];
      return {
        scopes: scopes.map(({ name, container }) => ({
          name: this.text(SCOPE_LABELS[name] ?? name),
          variablesReference: this.handle(container),
          expensive: false,
        })),
      };
    });
  }

  protected override variablesRequest(
    response: DebugProtocol.VariablesResponse,
    args: DebugProtocol.VariablesArguments,
  ): void {
    this.answer(response, () => {
      const container = this.containers[args.variablesReference - 1];
      const lister = this.lister();
      if (container === undefined || lister === undefined)
        throw new Refusal(msg('This value is no longer available. Request the scopes of the stop again.'));
      return { variables: lister.list(container, args) };
    });
  }

  protected override setVariableRequest(
    response: DebugProtocol.SetVariableResponse,
    { variablesReference, name, value }: DebugProtocol.SetVariableArguments,
  ): void {
    this.answer(response, () => {
      const container = this.containers[variablesReference - 1];
      const debuggee = this.debugger?.debuggee;
      if (container === undefined || debuggee === undefined)
        throw new Refusal(msg('This variable is no longer available.'));
      if (container.kind === 'members' && container.expression === undefined)
        throw new Refusal(msg('This value has no name in an expression and cannot be changed.'));
      if (this.lister()?.has(container, name) !== true)
        throw new Refusal(msg`There is no variable \`${name}\` here.`);
      let problem: TextOrMessage | undefined;
      debuggee.player.edit((run, stop) => {
        problem = assign(run, stop, debuggee, container, name, value);
      });
      if (problem !== undefined) throw new Refusal(problem);
      return this.lister()?.named(container, name) ?? { value };
    });
  }

  protected override setExpressionRequest(
    response: DebugProtocol.SetExpressionResponse,
    { expression, value, frameId }: DebugProtocol.SetExpressionArguments,
  ): void {
    this.answer(response, () => {
      const { result, ...shown } = this.evaluated(
        { expression: `${expression} = (${value})`, ...(frameId === undefined ? {} : { frameId }) },
        true,
      );
      return { ...shown, value: result };
    });
  }

  protected override evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    args: DebugProtocol.EvaluateArguments,
  ): void {
    this.answer(response, () => {
      const isConsole = args.context === 'repl' || args.context === undefined;
      const command = isConsole ? consoleCommand(args.expression, this.message()?.buttons ?? []) : undefined;
      if (command === undefined) return this.evaluated(args, isConsole);
      if ('problem' in command) throw new Refusal(command.problem);
      if ('event' in command) this.send(command.event);
      return {
        result: 'lines' in command ? visibleLines(this.textOf(command.lines)) : '',
        variablesReference: 0,
      };
    });
  }

  private evaluated(
    args: DebugProtocol.EvaluateArguments,
    isConsole: boolean,
  ): DebugProtocol.EvaluateResponse['body'] {
    const { expression, frameId } = args;
    const { debuggee, stop } = this.debugger ?? {};
    const lister = this.lister();
    if (debuggee === undefined || stop === undefined || lister === undefined)
      throw new Refusal(msg('Nothing is being debugged.'));
    const frame = this.frameIndex(frameId);
    const effect = effectOf(expression);
    if (!isConsole && effect === 'changes')
      throw new Refusal(msg('This expression changes values, which only the console can do.'));
    const { texts } = debuggee.program;
    const found =
      isConsole && effect !== 'none'
        ? this.evaluateAsEdit(debuggee, expression, frame)
        : look(expression, this.variablesOf(frame, stop), texts, debuggee.player.sandbox);
    if ('problem' in found) throw new Refusal(found.problem);
    if (args.context === 'clipboard') {
      const { json, text } = debuggee.player.sandbox.describe(found.value);
      return { result: json ?? text, variablesReference: 0 };
    }
    // Without side effects, the expression can be used as the name of its members, which can then be changed.
    const name = effect === 'none' ? `(${expression})` : undefined;
    const { value, name: _name, ...shown } = lister.show('', found.value, frame, name);
    return { ...shown, result: value };
  }

  private send(event: ConversationEvent): void {
    if (this.debugger === undefined) throw new Refusal(msg('Nothing is being debugged.'));
    const problem = this.debugger.send(event);
    if (problem !== undefined) throw new Refusal(problem);
  }

  /** Evaluates an expression that may change something, so it is repeated when the conversation is replayed. */
  private evaluateAsEdit(debuggee: Debuggee, expression: string, frame: number): Evaluated {
    let evaluated: Evaluated = { problem: '' };
    const assigned = localAssignment(expression);
    debuggee.player.edit((run, stop) => {
      const variables = framesAt(stop, debuggee.points)[frame]?.variables ?? variablesAt(stop);
      const isLocal = assigned !== undefined && frame === 0 && variables.has(assigned.name);
      const source = isLocal ? assigned.value : expression;
      evaluated = evaluate(source, variables, debuggee.program.texts, run.sandbox);
      if (isLocal && 'value' in evaluated) setLocal(run, stop, assigned.name, evaluated.value);
    });
    return evaluated;
  }

  protected override completionsRequest(
    response: DebugProtocol.CompletionsResponse,
    { text, column, frameId }: DebugProtocol.CompletionsArguments,
  ): void {
    this.answer(response, () => {
      const before = text.slice(0, this.convertClientColumnToDebugger(column));
      const { debuggee, stop } = this.debugger ?? {};
      if (debuggee === undefined || stop === undefined) return { targets: [] };
      const variables = this.variablesOf(this.frameIndex(frameId), stop);
      return { targets: [...completionsAt(before, variables, debuggee)] };
    });
  }

  protected override exceptionInfoRequest(response: DebugProtocol.ExceptionInfoResponse): void {
    this.answer(response, () => {
      const { fault } = this;
      if (fault === undefined) throw new Refusal(msg('Nothing has failed here.'));
      const { code, message, written } = fault;
      const text = this.text(message);
      const description = written === undefined ? text : `${written}: ${text}`;
      return { exceptionId: code, description, breakMode: 'always' as const };
    });
  }

  protected override loadedSourcesRequest(response: DebugProtocol.LoadedSourcesResponse): void {
    const files = this.debugger?.debuggee.points.files ?? [];
    response.body = { sources: [...files].map((address) => this.sourceOf(address)) };
    this.sendResponse(response);
  }

  protected override customRequest(
    command: string,
    response: DebugProtocol.Response,
    args: { readonly event?: Json } | undefined,
  ): void {
    this.answer(response, () => {
      if (command === OWN_REQUESTS.event) {
        const event = conversationEvent(args?.event);
        if (event === undefined)
          throw new Refusal(msg('`event` must be an event, such as { "click": "Start" }.'));
        return this.send(event);
      }
      return this.conversation();
    });
  }

  private conversation(): DebugConversation {
    const { debuggee, isPaused = false } = this.debugger ?? {};
    const { player, main = '' } = debuggee ?? {};
    const { stops = [], isWaiting = false } = player ?? {};
    const { translations } = this.host;
    const context = player?.conversation.context;
    return {
      main,
      turns: shownTurns(
        turnsOf(stops).map(({ event, outputs }) => ({ event, outputs, answerCount: 0 })),
        translations,
      ),
      happenings: shownOutputs(
        stops.flatMap(({ outputs }) => outputs),
        translations,
      ),
      isPaused: isPaused && !isWaiting,
      isWaiting,
      waitsFor: player?.conversation.waitsFor ?? null,
      isOver: player?.conversation.isOver === true,
      ...(context === undefined ? {} : { context }),
    };
  }

  protected override sourceRequest(
    response: DebugProtocol.SourceResponse,
    { source }: DebugProtocol.SourceArguments,
  ): void {
    this.answer(response, () => {
      const content = source && this.debugger?.debuggee.sources.loadedText(addressOf(source));
      if (content === undefined) throw new Refusal(msg('This file is not a part of the automata.'));
      return { content };
    });
  }

  /** The index of a frame; without an id, that of the innermost. */
  private frameIndex(id: number | undefined): number {
    if (id === undefined) return 0;
    if (this.frames()[id - 1] === undefined)
      throw new Refusal(msg`There is no frame ${id}. Request the stack of the stop again.`);
    return id - 1;
  }

  private frames(): readonly Frame[] {
    return this.debugger ? framesAt(this.debugger.stop, this.debugger.debuggee.points) : [];
  }

  private variablesOf(frame: number, stop: Stop): Frame['variables'] {
    return this.frames()[frame]?.variables ?? variablesAt(stop);
  }

  private lister(): VariableLister | undefined {
    if (this.debugger === undefined) return undefined;
    const { stop, debuggee } = this.debugger;
    return new VariableLister(
      stop,
      this.frames(),
      debuggee.player.sandbox,
      (one) => this.handle(one),
      (text) => this.text(text),
    );
  }

  /** Formats a text in the language of the client. */
  private text(text: TextOrMessage): string {
    return formatMessage(text, this.host.translations);
  }

  /** Formats lines separately: translations put spaces between words of different scripts. */
  private textOf(lines: readonly ConsoleLine[]): string {
    const textOfLine = (line: ConsoleLine): string =>
      Array.isArray(line) ? line.map((part) => this.text(part)).join('') : this.text(line as TextOrMessage);
    return lines.map(textOfLine).join('\n');
  }

  private handle(container: Container): number {
    return this.containers.push(container);
  }

  /** The displayed message. */
  private message(): ChatMessage | undefined {
    const isMessage = (one: ConversationOutput): one is ChatMessage => one.kind === 'message';
    return this.debugger?.debuggee.player.stops.flatMap(({ outputs }) => outputs).findLast(isMessage);
  }

  private shownPlace({ sources }: Debuggee, { address, start, end }: SourceRange) {
    const [from, to] = [sources.positionAt(address, start), sources.positionAt(address, end)];
    return {
      source: this.sourceOf(address),
      line: this.convertDebuggerLineToClient(from.line),
      column: this.convertDebuggerColumnToClient(from.character),
      endLine: this.convertDebuggerLineToClient(to.line),
      endColumn: this.convertDebuggerColumnToClient(to.character),
    };
  }

  private sourceOf(address: Address): DebugProtocol.Source {
    return { name: lastSegmentOf(address), path: this.pathOf(address) };
  }

  /** Clients refer to local files by path, and to others by address. */
  private pathOf(address: Address): string {
    const uri = URI.parse(address);
    return this.usesUris || uri.scheme !== 'file' ? address : uri.fsPath;
  }

  /** @param bodyOf throws `Refusal` if the request cannot be answered */
  private answer<R extends DebugProtocol.Response>(response: R, bodyOf: () => R['body']): void {
    try {
      response.body = bodyOf();
      this.sendResponse(response);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.fail(response, error.reason, false);
    }
  }

  private fail(response: DebugProtocol.Response, reason: TextOrMessage, isShown = true): void {
    // Braces in a message would be placeholders. The underscore also puts the text into the short message, which is
    // all that some clients show.
    const variables = { _message: this.text(reason) };
    this.sendErrorResponse(response, { id: 1, format: '{_message}', variables, showUser: isShown });
  }
}

/** A session whose messages are passed to a function instead of a stream. */
export function startDebugSession(
  host: DebugHost,
  send: (message: DebugProtocol.ProtocolMessage) => void,
): { handle(message: object): void; dispose(): void } {
  const session = new AutomataDebugSession(host);
  session.onDidSendMessage((message) => send(message as DebugProtocol.ProtocolMessage));
  return {
    handle: (message) => session.handleMessage(message as DebugProtocol.ProtocolMessage),
    dispose: () => session.end(),
  };
}

/** Why a request cannot be answered. */
class Refusal extends Error {
  constructor(readonly reason: TextOrMessage) {
    super(formatMessage(reason));
  }
}

function addressOf({ path = '' }: DebugProtocol.Source): Address {
  return addressOfPath(path);
}

const NOWHERE = { line: 0, character: 0 };

/** Assigns a variable; returns why that is not possible. */
function assign(
  run: Run,
  stop: Stop,
  { program, points }: Debuggee,
  container: Container,
  name: string,
  written: string,
): TextOrMessage | undefined {
  const variables = framesAt(stop, points)[container.frame]?.variables ?? variablesAt(stop);
  const evaluated = evaluate(written, variables, program.texts, run.sandbox);
  if ('problem' in evaluated) return evaluated.problem;
  const { value } = evaluated;
  if (container.kind === 'group') {
    setLocal(run, stop, name, value);
    return undefined;
  }
  // Looked up again: after a step back, it is another value with the same name.
  const object = evaluate(container.expression ?? '', variables, program.texts, run.sandbox);
  if ('problem' in object) return object.problem;
  return run.sandbox.set(object.value, name, value)?.message;
}
