import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import {
  type Breakpoint,
  commands,
  type DebugSession,
  type Disposable,
  debug,
  Location,
  SourceBreakpoint,
  type TextDocument,
} from 'vscode';
import { waitFor } from '../wait-for';
import { closeAll, edited, open, place } from './editor';

const home = 'quiz-bot/state/0_home.yaml';

/** The used members of a message of the debug adapter. */
interface AdapterMessage {
  readonly type: string;
  readonly event?: string;
  readonly body?: { readonly reason?: string; readonly output?: string };
}

export function debuggerSuite(): void {
  /** The messages of the adapter. */
  const messages: AdapterMessage[] = [];
  let tracker: Disposable | undefined;

  const events = (name: string) => messages.filter(({ event }) => event === name);
  const track = () => {
    messages.length = 0;
    tracker = debug.registerDebugAdapterTrackerFactory('atomic-state', {
      createDebugAdapterTracker: () => ({
        onDidSendMessage: (message: AdapterMessage) => messages.push(message),
      }),
    });
  };
  const session = (): DebugSession => {
    assert.ok(debug.activeDebugSession, 'a debug session is active');
    return debug.activeDebugSession;
  };
  const breakAt = (document: TextDocument, piece: string): Breakpoint => {
    const { line } = place(document, piece);
    const { uri } = document;
    const breakpoint = new SourceBreakpoint(
      new Location(uri, place(document, piece).with({ line, character: 0 })),
    );
    debug.addBreakpoints([breakpoint]);
    return breakpoint;
  };
  const stops = (count: number) =>
    waitFor(() => assert.equal(events('stopped').length, count, JSON.stringify(messages.slice(-3))));
  const topFrame = async () => {
    const { stackFrames } = await session().customRequest('stackTrace', { threadId: 1 });
    const [frame] = stackFrames as { name: string; line: number; source: { path: string } }[];
    assert.ok(frame);
    return frame;
  };
  const go = (command: string) => session().customRequest(command, { threadId: 1 });
  const evaluate = async (expression: string) =>
    (await session().customRequest('evaluate', { expression, context: 'watch', frameId: 1 })).result;

  describe('the debugger', () => {
    afterEach(async () => {
      await debug.stopDebugging();
      await waitFor(() => assert.equal(debug.activeDebugSession, undefined));
      debug.removeBreakpoints(debug.breakpoints);
      tracker?.dispose();
      await closeAll();
    });

    it('starts without any configuration, stops at a breakpoint, and steps back', async () => {
      const document = await open(home);
      const breakpoint = breakAt(document, 'render:');
      track();
      await commands.executeCommand('workbench.action.debug.start');
      await stops(1);
      const { name, source } = await topFrame();
      assert.match(name, /^home_state/);
      assert.ok(source.path.endsWith(`/${home}`), source.path);
      const verified = (await session().getDebugProtocolBreakpoint(breakpoint)) as
        | { readonly verified?: boolean }
        | undefined;
      assert.equal(verified?.verified, true);
      const { scopes } = await session().customRequest('scopes', { frameId: 1 });
      assert.equal(scopes[0].name, 'Context');
      const { variables } = await session().customRequest('variables', scopes[0]);
      assert.ok(variables.some((one: { name: string }) => one.name === 'player_name'));
      const { line } = await topFrame();
      await commands.executeCommand('workbench.action.debug.stepBack');
      await stops(2);
      assert.notEqual((await topFrame()).line, line);
    });

    it('runs the text of the editor, and input from the console', async () => {
      await edited(home, "text: 'Hello", "text: 'Howdy", async (document) => {
        track();
        await commands.executeCommand('atomicState.debugAutomata');
        await waitFor(() => assert.ok(events('output').some(({ body }) => body?.output?.includes('Howdy'))));
        assert.ok(document.isDirty);
        await session().customRequest('evaluate', { expression: ':click 1', context: 'repl' });
        await waitFor(() => assert.ok(events('output').at(-1)?.body?.output?.includes('Points so far: 1')));
        await go('pause');
        await stops(1);
        assert.match(String(await evaluate('context')), /^\{/);
      });
    });
  });
}
