import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, describe, expect, it } from 'vitest';
import { DapClient } from '../debug/client';
import { Client, type ClientStartOptions } from './client';

const BOT = `=== main.yaml
context:
  ‹score|›score: 0
initial: menu
states: !include state
=== state/menu.yaml
‹menu|›menu:
  outputs:
    ‹output|›context.score: '{{context.score + 1}}'
  ‹render|›render:
    text: 'Score {{context.score}}'
    buttons: [{content: Again, on_click: again}]
  transitions: {again: menu}
`;

let open: { readonly dap: DapClient; readonly server: Promise<Client> } | undefined;
afterEach(async () => {
  await open?.dap.end();
  open = undefined;
});

/** A debug session in the built language server. */
function debugIn(fixture: string, options: ClientStartOptions = {}) {
  let resolve: (server: Client) => void = () => {};
  const server = new Promise<Client>((done) => {
    resolve = done;
  });
  const dap = new DapClient(fixture, async (folder, receive) => {
    const client = await Client.start({}, { ...options, folder, ownProcess: true });
    resolve(client);
    client.connection.onNotification(
      'atomicState/debug/toClient',
      ({ message }: { message: DebugProtocol.ProtocolMessage }) => receive(message),
    );
    return {
      send: (message) =>
        void client.connection.sendNotification('atomicState/debug/toAdapter', { session: 'one', message }),
      async end() {
        await client.connection.sendNotification('atomicState/debug/end', { session: 'one' });
        await client.stop();
      },
    };
  });
  open = { dap, server };
  return open;
}

describe('a debug session in the language server', () => {
  it('stops at breakpoints, steps back and shows values', async () => {
    const { dap } = debugIn(BOT);
    await dap.launch();
    expect(await dap.breakAt('render')).toMatchObject([{ verified: true }]);
    expect(await dap.begin()).toBe('breakpoint render');
    expect(await dap.allVariables()).toEqual(['Context.score = 1']);
    expect(await dap.go('stepBack')).toBe('step output');
    expect(await dap.allVariables()).toEqual(['Context.score = 0']);
  });

  it('runs the text in the editor, and moves breakpoints with edits', async () => {
    const { dap, server } = debugIn(BOT);
    const editor = await server;
    const text = dap.text('state/menu.yaml');
    const unsaved = text.replace("'Score ", "'Unsaved ");
    await editor.open('state/menu.yaml', unsaved);
    await dap.launch();
    await dap.breakAt('render');
    expect(await dap.begin()).toBe('breakpoint render');
    const edited = `# One\n# Two\n${unsaved.replace("'Unsaved ", "'New\n      text ")}`;
    await editor.change('state/menu.yaml', [{ text: edited }]);
    const { line } = dap.place('render');
    const at = { path: dap.path('state/menu.yaml') };
    expect((await dap.frames())[0]?.line).toBe(line + 2);
    const { breakpoints } = await dap.request('setBreakpoints', {
      source: at,
      breakpoints: [{ line: line + 2 }, { line: dap.place('output').line + 2 }],
    });
    expect(breakpoints).toMatchObject([
      { verified: true, line: line + 2 },
      { verified: true, line: dap.place('output').line + 2 },
    ]);
    expect(await dap.go('stepBack')).toContain('step');
    expect((await dap.frames())[0]?.line).toBe(dap.place('output').line + 2);
    expect(dap.output('console')).toContain('`menu.yaml` was edited. Restart to run the new text.');
    await dap.request('continue', { threadId: 1 });
    await dap.event('stopped');
    await dap.request('continue', { threadId: 1 });
    await expect.poll(() => dap.output('stdout').at(-1)).toContain('Unsaved 1');
    await dap.request('restart');
    await dap.event('stopped');
    await dap.request('setBreakpoints', { source: at, breakpoints: [] });
    await dap.request('continue', { threadId: 1 });
    await expect.poll(() => dap.output('stdout').at(-1)).toContain('New text 1');
  });

  it('uses the language of the client', async () => {
    const { dap } = debugIn(BOT, { locale: 'zh-cn' });
    await dap.launch();
    expect(await dap.breakAt({ at: 'render', hitCondition: 'often' })).toMatchObject([
      { verified: false, message: expect.stringContaining('不是命中次数') },
    ]);
    await dap.request('configurationDone');
    await expect.poll(() => dap.output('stdout').at(-1)).toContain('[1] Again');
    expect(await dap.evaluate(':help')).toMatch(/^:say Hello {10,}发送消息$/m);
  });

  it('is refused in a workspace that is not trusted', async () => {
    const { dap } = debugIn(BOT, { options: { trusted: false } });
    await dap.request('initialize', { adapterID: 'atomic-state', pathFormat: 'path' });
    expect(await dap.refusal('launch', { program: dap.path('main.yaml') })).toContain('Trust this workspace');
  });
});
