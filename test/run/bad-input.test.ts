import { describe, expect, it } from 'vitest';
import { transcriptOf } from './conversation';

/** The transcript of a conversation that shows the expression in the text of a state, then goes to state `b`. */
async function shown(expression: string): Promise<string[]> {
  const text = JSON.stringify(`x {{${expression}}}`);
  const states = `  a:\n    render: {text: ${text}, buttons: [{content: Go, on_click: go}]}\n    transitions: {go: b}\n  b: {render: {text: B}}\n`;
  return await transcriptOf(`initial: a\nstates:\n${states}`, [{ click: 'Go' }]);
}

describe('a conversation continues after', () => {
  it.each([
    ['an endless loop', '(() => { for (;;) {} })()', /did not end within 1 s/],
    ['too much memory', '"x".repeat(1e9)', /needs more than 64 MB/],
    ['infinite recursion', '(function f() { return f() + 1; })()', /recurses or nests too deeply/],
    ['evaluated text that nests too deeply', 'eval("(".repeat(1e5))', /recurses or nests too deeply/],
    ['code that nests too deeply', `${'('.repeat(1e4)}1${')'.repeat(1e4)}`, /expression-fault: /],
    ['data that nests too deeply', 'JSON.parse("[".repeat(1e5))', /recurses or nests too deeply/],
    ['a list that is too long', 'new Array(4e9).join()', /a list of more than 1000000 items/],
    ['a thrown null', '(() => { throw null; })()', /expression-fault: The expression threw null\./],
    ['a thrown symbol', '(() => { throw Symbol(); })()', /expression-fault: /],
    ['a thrown proxy', '(() => { throw new Proxy({}, { get() { throw 1; } }); })()', /expression-fault: /],
  ])('%s', async (_what, expression, message) => {
    const lines = await shown(expression);
    expect(lines[1]).toMatch(message);
    // The error is located at the expression.
    expect(lines[1]).toContain(`«`);
    expect(lines.at(-1)).toBe('message "B"');
  });

  it('a chain of states whose expressions are all slow', async () => {
    const slow = JSON.stringify('{{(() => { for (;;) {} })()}}');
    const state = (next: string) =>
      `{outputs: {x: ${slow}}, render: {text: "{{1}}", buttons: [{content: Go, on_click: go}]}, transitions: {ALWAYS: ${next}, go: c}}`;
    const text = `initial: a\nstates:\n  a: ${state('b')}\n  b: ${state('a')}\n  c: {render: {text: C}}\n`;
    let reads = 0;
    const lines = await transcriptOf(text, [{ click: 'Go' }], {}, () => 10 * reads++);
    expect(lines.filter((line) => line.includes('did not end within 1 s'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('took more than 2 s')).length).toBeGreaterThan(900);
    // As after each expression that fails.
    expect(lines.some((line) => line.includes('This text is undefined'))).toBe(true);
    expect(lines.at(-1)).toBe('message "C"');
    // Without a limit for the step, each of 1,000 states takes as long as the first.
    expect(reads).toBeLessThan(30_000);
  });

  it.each([
    '() => 1',
    'Symbol()',
    '(() => { const a = {}; a.a = a; return a; })()',
    'new Proxy({}, {})',
    '"x".repeat(2e6)',
  ])('storing %s in the context', async (expression) => {
    const states = `  a:\n    outputs: {context.x: ${JSON.stringify(`{{${expression}}}`)}}\n    render: {text: A, buttons: [{content: Go, on_click: go}]}\n    transitions: {go: b}\n  b: {render: {text: B}}\n`;
    const lines = await transcriptOf(`initial: a\ncontext: {x: 1}\nstates:\n${states}`, [{ click: 'Go' }]);
    expect(lines.at(-1)).toBe('message "B"');
  });

  it.each([null, 7, 'text', []])('the invalid result %j of a function', async (value) => {
    const task = `{name: t, module_type: LLMFunctionModule, module_config: {function_name: f, function_parameters: [{name: city, type: string}]}}`;
    const lines = await transcriptOf(
      `initial: a\nstates:\n  a:\n    tasks: [${task}]\n    render: {text: A}\n    transitions: {CHAT: b}\n  b: {render: {text: B}}\n`,
      [{ say: 'x' }],
      { taskStub: () => ({ value }) },
    );
    expect(lines[1]).toContain('The result of Task `t` must be an object with `city`. «');
    expect(lines.at(-1)).toBe('message "B"');
  });
});
