import { expect, it } from 'vitest';
import { engine } from '../../server/engine/engine';
import { serializeMessage, serializeOnce } from '../../server/protocol/json';
import { countExecutions } from '../support/executions';
import { outlinedAutomata } from './outlined';

const message = (result: unknown) => ({ jsonrpc: '2.0', id: 7, result });

it('serialised parts do not change the JSON of a message', () => {
  const item = { name: '"a"', range: { start: 1 } };
  const results = [
    [],
    [item],
    serializeOnce([]),
    serializeOnce([item, { ...item, children: [item] }]),
    [{ ...item, children: serializeOnce([item]) }],
    [{ ...item, children: serializeOnce([item]) }, item],
    [null, 'text', 3],
    ['text'],
    [null],
    null,
    'text',
    { items: serializeOnce([item]) },
    { kind: 'full', items: serializeOnce([item, item]) },
    { items: [item] },
    { items: item },
  ];
  for (const result of results)
    expect(JSON.parse(serializeMessage(message(result)).toString())).toEqual(message(result));
  const others = [
    { jsonrpc: '2.0', method: 'exit' },
    { jsonrpc: '2.0', id: null, error: { code: 1 } },
  ];
  for (const one of others) expect(serializeMessage(one).toString()).toBe(JSON.stringify(one));
});

it('after a letter, only the document symbols of its state are serialised', () => {
  const { symbols, stateStart, edit } = outlinedAutomata();
  /** The number of serialised items for an answer. */
  const answered = (): number => {
    const answer = message(symbols());
    let text = '';
    const executions = countExecutions(() => {
      text = serializeMessage(answer).toString();
    });
    expect(JSON.parse(text)).toEqual(answer);
    return executions.get('JSON') ?? 0;
  };
  expect(answered()).toBeGreaterThan(20);
  expect(answered()).toBe(0);
  expect(stateStart).toBeGreaterThan(1);
  const at = stateStart + '  judge_1'.length;
  const before = engine.revision;
  edit(at, at, 'x');
  expect(engine.revision).toBeGreaterThan(before);
  expect(answered()).toBe(1);
});
