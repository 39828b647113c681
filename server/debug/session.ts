import { Event, Response } from '@vscode/debugadapter/lib/messages.js';
import { ProtocolServer } from '@vscode/debugadapter/lib/protocol.js';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { URI } from 'vscode-uri';
import { type Address, lastSegmentOf } from '../project/files/paths';
import { shownTurns } from '../run/conversation/chat-data';
import {
  type ConversationEvent,
  type Json,
  type MessageButton,
  type SourceRange,
  shownOutput,
  shownOutputs,
} from '../run/conversation/events';
import { type PlayedStop, turnsOf } from '../run/conversation/player';
import type { Mismatch } from '../run/scenario/expect';
import { formatMessage, type Message, msg, type TextOrMessage } from '../text/message';
import { visibleLines } from '../text/visible';
import { addressOfPath } from './address';
import { type Breakpoint, Breakpoints } from './breakpoints';
import { type ConsoleLine, consoleCommand } from './console-commands';
import { consoleText } from './console-text';
import type { DebugConversation } from './conversation';
import { type Debuggee, loadDebuggee } from './debuggee';
import { Debugger, type DebuggerHost, type FaultFilter, type StopFault, type StopReason } from './debugger';
import { frameName } from './frames';
import type { DebugHost } from './host';
import { Inspector } from './inspector';
import { conversationEvent, type LaunchOptions, launchOptions } from './launch';
import { mismatchText } from './mismatch-text';
import { answered, answerTo, type DebugRequest, Refusal } from './requests';
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

const SOURCE = { 'path?': 'text' } as const;

/** A debug session with an automata, over the Debug Adapter Protocol. */
class AutomataDebugSession extends ProtocolServer {
  private options: LaunchOptions | undefined;
  private debugger: Debugger | undefined;
  private inspector: Inspector | undefined;
  private isLoading = false;
  private readonly breakpoints = new Breakpoints((parts, place, isFault) =>
    this.print(this.textOf([parts]), isFault ? 'stderr' : 'console', place),
  );
  private faults: ReadonlySet<FaultFilter> = new Set(ALL_FAULTS);
  private fault: StopFault | undefined;
  private usesUris = false;
  /** The numbers of the first line and column for the client. */
  private first = { line: 1, column: 1 };
  /** Unmet expectations of the scenario. */
  private unmet = new Map<string, Mismatch>();
  /** Files edited after the start about which the user was notified. */
  private readonly reportedEdits = new Set<string>();
  /** What follows the answer to the current request. */
  private afterAnswer: (() => void)[] = [];

  /** The requests that are answered, by command. */
  private readonly requests: ReadonlyMap<string, DebugRequest> = new Map(
    Object.entries({
      initialize: answered(
        { 'linesStartAt1?': 'boolean', 'columnsStartAt1?': 'boolean', 'pathFormat?': 'text' },
        ({ linesStartAt1 = true, columnsStartAt1 = true, pathFormat }) => {
          this.first = { line: Number(linesStartAt1), column: Number(columnsStartAt1) };
          this.usesUris = pathFormat === 'uri';
          const exceptionBreakpointFilters = ALL_FAULTS.map((filter) => ({
            filter,
            label: this.text(FAULT_FILTERS[filter].label),
            description: this.text(FAULT_FILTERS[filter].description),
            default: true,
          }));
          return { ...CAPABILITIES, exceptionBreakpointFilters };
        },
      ),
      launch: answered({}, (args) => this.launch(args)),
      restart: answered({ 'arguments?': 'any' }, (args) => this.restart(args.arguments)),
      configurationDone: answered({}, () => this.begin()),
      disconnect: answered({}, () => this.end()),
      terminate: answered({}, () => {
        this.debugger?.cancel();
        this.after(() => this.send('terminated'));
      }),

      setBreakpoints: answered(
        {
          source: SOURCE,
          'breakpoints?': [
            {
              line: 'number',
              'column?': 'number',
              'condition?': 'text',
              'hitCondition?': 'text',
              'logMessage?': 'text',
            },
          ],
        },
        ({ source, breakpoints = [] }) => {
          const { first } = this;
          const wanted = breakpoints.map(({ line, column, ...others }) => ({
            ...others,
            line: line - first.line,
            ...(column === undefined ? {} : { column: column - first.column }),
          }));
          const set = this.breakpoints.set(addressOf(source), wanted);
          return { breakpoints: set.map((one) => this.shownBreakpoint(one)) };
        },
      ),
      setExceptionBreakpoints: answered({ filters: ['text'] }, ({ filters }) => {
        this.faults = new Set(ALL_FAULTS.filter((one) => filters.includes(one)));
      }),
      breakpointLocations: answered(
        {
          source: SOURCE,
          line: 'number',
          'column?': 'number',
          'endLine?': 'number',
          'endColumn?': 'number',
        },
        (args) => ({ breakpoints: this.breakpointLocations(args) }),
      ),

      continue: answered({}, () => this.go(() => undefined, { allThreadsContinued: true })),
      next: answered({}, () => this.go(stepOver)),
      stepIn: answered({}, () => this.go(() => stepIn)),
      stepOut: answered({}, () => this.go(stepOut)),
      stepBack: answered({}, () => {
        const paused = this.paused();
        this.after(() => paused.stepBack());
      }),
      reverseContinue: answered({}, () => {
        const paused = this.paused();
        this.after(() => paused.reverseContinue());
      }),
      pause: answered({}, () => this.after(() => this.debugger?.pause())),

      threads: answered({}, () => ({
        threads: [{ id: THREAD, name: this.debugger?.debuggee.name ?? 'automata' }],
      })),
      stackTrace: answered(
        { 'startFrame?': 'number', 'levels?': 'number' },
        ({ startFrame = 0, levels = 0 }) => {
          const frames = this.stackFrames();
          const end = levels > 0 ? startFrame + levels : frames.length;
          return { stackFrames: frames.slice(startFrame, end), totalFrames: frames.length };
        },
      ),
      scopes: answered({ frameId: 'number' }, ({ frameId }) => ({
        scopes: this.inspected().scopes(frameId),
      })),
      variables: answered(
        { variablesReference: 'number', 'filter?': 'text', 'start?': 'number', 'count?': 'number' },
        (args) => ({ variables: this.inspected().variables(args) }),
      ),
      setVariable: answered({ variablesReference: 'number', name: 'text', value: 'text' }, (args) =>
        this.inspected().setVariable(args),
      ),
      setExpression: answered(
        { expression: 'text', value: 'text', 'frameId?': 'number' },
        ({ expression, value, ...frame }) => {
          const assignment = { ...frame, expression: `${expression} = (${value})` };
          const { result, ...shown } = this.inspected().evaluate(assignment, true);
          return { ...shown, value: result };
        },
      ),
      evaluate: answered({ expression: 'text', 'frameId?': 'number', 'context?': 'text' }, (args) =>
        this.evaluate(args),
      ),
      completions: answered(
        { text: 'text', column: 'number', 'frameId?': 'number' },
        ({ text, column, frameId }) => ({
          targets: this.inspector?.completions(text.slice(0, column - this.first.column), frameId) ?? [],
        }),
      ),
      exceptionInfo: answered({}, () => {
        if (this.fault === undefined) throw new Refusal(msg('Nothing has failed here.'));
        const { code, message, written } = this.fault;
        const text = this.text(message);
        const description = written === undefined ? text : `${written}: ${text}`;
        return { exceptionId: code, description, breakMode: 'always' };
      }),
      loadedSources: answered({}, () => {
        const files = this.debugger?.debuggee.points.files ?? [];
        return { sources: [...files].map((address) => this.sourceOf(address)) };
      }),
      source: answered({ 'source?': SOURCE }, ({ source }) => {
        const content = source && this.debugger?.debuggee.sources.loadedText(addressOf(source));
        if (content === undefined) throw new Refusal(msg('This file is not a part of the automata.'));
        return { content };
      }),

      // Not of the protocol: runs an event as the user of the agent, and returns the conversation.
      'atomicState/event': answered({ 'event?': 'any' }, (args) => {
        const event = conversationEvent(args.event as Json | undefined);
        if (event === undefined)
          throw new Refusal(msg('`event` must be an event, such as { "click": "Start" }.'));
        this.runEvent(event);
      }),
      'atomicState/conversation': answered({}, () => this.conversation()),
    }),
  );

  constructor(private readonly host: DebugHost) {
    super();
  }

  override handleMessage(message: DebugProtocol.ProtocolMessage): void {
    if (message?.type === 'request') this.dispatchRequest(message as DebugProtocol.Request);
  }

  protected override dispatchRequest(given: DebugProtocol.Request): void {
    const response: DebugProtocol.Response = new Response(given);
    const fail = (error: unknown) => this.fail(response, error);
    const succeed = (body: unknown) => {
      if (body !== undefined) response.body = body;
      this.sendResponse(response);
      for (const follow of this.afterAnswer.splice(0)) follow();
    };
    let body: unknown;
    try {
      body = answerTo(this.requests, given.command, given.arguments);
    } catch (error) {
      fail(error);
      return;
    }
    if (body instanceof Promise) body.then(succeed, fail);
    else succeed(body);
  }

  private fail(response: DebugProtocol.Response, error: unknown): void {
    // Clients get the message only, without a stack.
    const { reason, isShown } = error instanceof Refusal ? error : new Refusal(failureOf(error));
    const text = this.text(reason);
    this.afterAnswer = [];
    response.success = false;
    // Some clients show only this.
    response.message = text;
    // Braces in a message would be placeholders.
    const shown = { id: 1, format: '{_message}', variables: { _message: text }, showUser: isShown };
    response.body = { error: shown };
    this.sendResponse(response);
  }

  private after(follow: () => void): void {
    this.afterAnswer.push(follow);
  }

  private send(event: string, body?: object): void {
    this.sendEvent(new Event(event, body));
  }

  // Launching

  private async launch(args: unknown): Promise<void> {
    if (this.isLoading || this.debugger !== undefined)
      throw new Refusal(
        msg('This session already runs an automata. Restart it, or start another session.'),
        true,
      );
    const problem = await this.load(args);
    if (problem !== undefined) throw new Refusal(problem, true);
    // Breakpoints are sent after this: only then their places can be resolved.
    this.after(() => this.send('initialized'));
  }

  private async restart(args: unknown): Promise<void> {
    const problem = await this.load(args ?? this.options);
    if (problem !== undefined) {
      this.send('terminated');
      throw new Refusal(problem, true);
    }
    for (const one of this.breakpoints.all)
      this.send('breakpoint', { reason: 'changed', breakpoint: this.shownBreakpoint(one) });
    this.begin();
  }

  private begin(): void {
    this.after(() => this.debugger?.start(this.options?.stopOnEntry === true));
  }

  /** Loads the program. Returns why that failed, or undefined. */
  private async load(args: unknown): Promise<TextOrMessage | undefined> {
    this.isLoading = true;
    try {
      return await this.loadProgram(args);
    } catch (error) {
      // Without an answer, the editor would wait forever.
      return failureOf(error);
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
    this.debugger = new Debugger(debuggee, this.debuggerHost(debuggee, options.noDebug));
    this.breakpoints.load(debuggee);
    this.inspector = new Inspector(debuggee, (text) => this.text(text));
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
    this.inspector = undefined;
  }

  private debuggerHost(debuggee: Debuggee, runsFreely: boolean): DebuggerHost {
    return {
      breakpoints: this.breakpoints,
      faults: () => this.faults,
      runsFreely,
      now: () => this.host.now(),
      stopped: (reason, hit, fault) => this.stopped(reason, hit, fault),
      unmet: (found) => {
        for (const { mismatch, error } of found) {
          // After a step back, it may be met again.
          this.unmet.set(`${mismatch.place?.start} ${this.text(mismatch.message)}`, mismatch);
          // Errors were printed as outputs.
          if (error === undefined) this.print(this.text(mismatchText(mismatch)), 'stderr', mismatch.place);
        }
      },
      continued: () => this.send('continued', { threadId: THREAD, allThreadsContinued: true }),
      output: (output, step) => {
        const { lines, category, place } = consoleText(output);
        // Errors without a place are about the event.
        this.print(this.textOf(lines), category, place ?? (output.kind === 'error' ? step : undefined));
        this.send('atomicState/output', shownOutput(output, this.host.translations));
      },
      ended: () => this.ended(debuggee),
    };
  }

  private ended(debuggee: Debuggee): void {
    const name = this.options?.scenario && debuggee.scenario?.name;
    if (name !== undefined) {
      const isMet = this.unmet.size === 0;
      const text = isMet ? msg`Scenario \`${name}\` passed.` : msg`Scenario \`${name}\` failed.`;
      this.print(this.text(text), isMet ? 'console' : 'stderr', undefined);
      const failures = [...this.unmet.values()].map((one) => ({
        ...one,
        message: this.text(one.message),
        place: one.place && this.shownPlace(one.place),
        at: one.at && this.shownPlace(one.at),
      }));
      this.send('atomicState/scenarioEnded', { name, failures });
    }
    this.send('terminated');
  }

  private print(text: string, category: string, place: SourceRange | undefined): void {
    // Consoles execute escape sequences.
    const output = `${visibleLines(text)}\n`;
    this.send('output', { category, output, ...(place && this.shownPlace(place)) });
  }

  private stopped(reason: StopReason, hit: readonly Breakpoint[], fault: StopFault | undefined): void {
    this.reportEdits();
    this.fault = fault;
    this.inspector?.reset();
    const { player } = this.debugger?.debuggee ?? {};
    const waiting = player?.conversation.isOver
      ? msg('The conversation is over')
      : msg('Waiting for the user');
    this.send('stopped', {
      reason,
      threadId: THREAD,
      allThreadsStopped: true,
      ...(hit.length > 0 ? { hitBreakpointIds: hit.map(({ id }) => id) } : {}),
      ...(fault ? { text: this.text(fault.message) } : {}),
      ...(player?.isWaiting ? { description: this.text(waiting) } : {}),
    });
  }

  /** Warns that the loaded text is run, not the edited one. */
  private reportEdits(): void {
    const debuggee = this.debugger?.debuggee;
    for (const address of debuggee?.sources.edited() ?? []) {
      if (this.reportedEdits.has(address)) continue;
      this.reportedEdits.add(address);
      const text = msg`\`${lastSegmentOf(address)}\` was edited. Restart to run the new text.`;
      this.print(this.text(text), 'console', undefined);
    }
  }

  // Breakpoints

  private breakpointLocations({
    source,
    line: first,
    column: from = this.first.column,
    endLine: last = first,
    endColumn: to = Number.POSITIVE_INFINITY,
  }: DebugProtocol.BreakpointLocationsArguments): DebugProtocol.BreakpointLocation[] {
    const { debuggee } = this.debugger ?? {};
    if (debuggee === undefined) return [];
    return debuggee.points.in(addressOf(source)).flatMap(({ place }) => {
      const { line, column } = this.shownPlace(place);
      const isBefore = line < first || (line === first && column < from);
      return isBefore || line > last || (line === last && column > to) ? [] : [{ line, column }];
    });
  }

  private shownBreakpoint({ id, point, problem, wanted }: Breakpoint): DebugProtocol.Breakpoint {
    if (point === undefined)
      return { id, verified: false, ...(problem === undefined ? {} : { message: this.text(problem) }) };
    const { line, column, source } = this.shownPlace(point.place);
    // With a column, an editor would show an inline breakpoint.
    return { id, verified: true, source, line, ...(wanted.column === undefined ? {} : { column }) };
  }

  // Running

  /** @param testOf where the step from a stop ends */
  private go(testOf: (from: PlayedStop) => StopTest | undefined, answer?: object): object | undefined {
    const paused = this.paused();
    const from = paused.debuggee.player.stops.at(-1);
    this.inspector?.reset();
    this.after(() => paused.go(from && testOf(from)));
    return answer;
  }

  private paused(): Debugger {
    if (this.debugger?.isPaused !== true) throw new Refusal(msg('The conversation is not paused.'), true);
    return this.debugger;
  }

  private runEvent(event: ConversationEvent): void {
    if (this.debugger === undefined) throw new Refusal(NOTHING);
    const problem = this.debugger.send(event);
    if (problem !== undefined) throw new Refusal(problem);
  }

  // Inspection

  private inspected(): Inspector {
    if (this.inspector === undefined) throw new Refusal(NOTHING);
    return this.inspector;
  }

  private stackFrames(): DebugProtocol.StackFrame[] {
    const { debuggee } = this.debugger ?? {};
    const frames = this.inspector?.frames ?? [];
    return frames.map((frame, index) => {
      const at = frame.place ? this.shownPlace(frame.place) : { line: 0, column: 0 };
      return { id: index + 1, name: frameName(frame, debuggee?.name ?? ''), ...at };
    });
  }

  private evaluate(args: DebugProtocol.EvaluateArguments): DebugProtocol.EvaluateResponse['body'] {
    const isConsole = args.context === 'repl' || args.context === undefined;
    const command = isConsole ? consoleCommand(args.expression, this.buttons()) : undefined;
    if (command === undefined) return this.inspected().evaluate(args, isConsole);
    if ('problem' in command) throw new Refusal(command.problem);
    if ('event' in command) this.runEvent(command.event);
    const result = 'lines' in command ? visibleLines(this.textOf(command.lines)) : '';
    return { result, variablesReference: 0 };
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
      outputs: shownOutputs(
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

  /** The buttons of the displayed message. */
  private buttons(): readonly MessageButton[] {
    const outputs = this.debugger?.debuggee.player.stops.flatMap((stop) => stop.outputs) ?? [];
    return outputs.findLast((one) => one.kind === 'message')?.buttons ?? [];
  }

  private shownPlace({ address, start, end }: SourceRange) {
    const { sources } = this.debugger?.debuggee ?? {};
    const positionAt = (offset: number) => sources?.positionAt(address, offset) ?? NOWHERE;
    const [from, to] = [positionAt(start), positionAt(end)];
    const { line, column } = this.first;
    return {
      source: this.sourceOf(address),
      line: from.line + line,
      column: from.character + column,
      endLine: to.line + line,
      endColumn: to.character + column,
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

function addressOf({ path = '' }: { readonly path?: string }): Address {
  return addressOfPath(path);
}

const NOWHERE = { line: 0, character: 0 };

const NOTHING = msg('Nothing is being debugged.');

function failureOf(error: unknown): Message {
  return msg`The request failed: ${error instanceof Error ? error.message : String(error)}`;
}
