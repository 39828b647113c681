import { describe, expect, it } from 'vitest';
import { debugValueAt, debugValuesIn } from '../../server/features/debug-values';
import { parseMarks } from '../support/marks';
import { addressOf, workspaceOf } from '../support/workspace';

const BOT = `=== main.yaml
context:
  ‹score|score›: 0
  user: {name: Ann}
initial: menu
states: !include state
=== state/menu.yaml
menu:
  ‹stop|›inputs:
    ‹said|said›: {type: IM}
  tasks:
    - {name: judge, module_type: LlmModule, module_config: {output_name: ‹verdict|verdict›, llm_name: gpt-4o, user_prompt: '‹q|{{said}}›'}}
  outputs:
    ‹key|context.score›: '{{‹context|context›.score + 1}}'
    ‹double|double›: '{{[1, 2].map((‹item|item›) => item * ‹chain|context.score›)}}'
  render:
    text: 'Hi {{‹member|context.user.name›.toUpperCase()}} {{Math.max(1, double.length)}} {{context.user.name}}'
    buttons: [{content: '{{‹bracket|context["user›"].name}}', on_click: {event: go, payload: {n: '{{double}}'}}}]
  transitions:
    go: {target: menu, condition: '{{payload.n > 1}}'}
other:
  outputs: {far: '{{context.score}}'}
`;

const { files, names } = parseMarks(BOT);
const workspace = workspaceOf(files);
const mark = (label: string) => {
  const found = names.find((one) => one.label === label);
  if (found === undefined) throw new Error(`no mark ${label}`);
  return { ...found, address: addressOf(found.path) };
};

describe('the value at a position', () => {
  it.each([
    ['score', 'context.score'],
    ['said', 'said'],
    ['verdict', 'verdict'],
    ['key', 'context.score'],
    ['context', 'context'],
    ['double', 'double'],
    ['chain', 'context.score'],
    ['member', 'context.user.name'],
    ['bracket', 'context.user'],
  ])('is found for %s', (label, expression) => {
    const { address, start, end } = mark(label);
    expect(debugValueAt(workspace, address, end - 2)).toEqual({ range: { start, end }, expression });
  });

  it('is not found for variables of callbacks and for text', () => {
    const { address, start } = mark('item');
    expect(debugValueAt(workspace, address, start + 1)).toBeUndefined();
    expect(debugValueAt(workspace, address, mark('stop').start + 1)).toBeUndefined();
  });
});

it('shows the values of the paused state, each once per line', () => {
  const { address, start, path } = mark('stop');
  const text = files.find((one) => one.path === path)?.text ?? '';
  const found = debugValuesIn(workspace, address, { start: 0, end: text.length }, start);
  const line = (offset: number) => text.slice(0, offset).split('\n').length;
  expect(found.map(({ range, expression }) => `${line(range.start)} ${expression}`)).toEqual([
    '3 said',
    '5 verdict',
    '5 said',
    '7 context.score',
    '8 double',
    '8 context.score',
    '10 context.user.name',
    '10 double.length',
    '11 context.user.name',
    '11 double',
    '13 payload.n',
  ]);
});
