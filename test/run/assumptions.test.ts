import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASSUMPTIONS, type AssumptionId } from '../../server/run/conversation/assumptions';
import type { ConversationEvent } from '../../server/run/conversation/events';
import { formatMessage } from '../../server/text/message';
import { assumedIn } from './conversation';

interface Case {
  readonly root?: string;
  readonly states: string;
  readonly events?: readonly ConversationEvent[];
}

const go = 'render: {text: T, buttons: [{content: Go, on_click: go}]}';
const click: ConversationEvent = { click: 'Go' };

/** For each assumption, a conversation that depends on it and on no other. */
const CASES: Readonly<Record<AssumptionId, Case>> = {
  'value-first': {
    states: `  a:\n    ${go}\n    transitions: {go: {target: b, target_inputs: {x: passed}}}\n  b:\n    inputs: {x: {type: text, value: own}}\n`,
    events: [click],
  },
  'passed-first': {
    states: `  a:\n    ${go}\n    transitions: {go: {target: b, target_inputs: {x: passed}}}\n  b:\n    inputs: {x: {type: text, user_input: true}}\n`,
    events: [click],
  },
  'message-through-always': {
    states:
      '  a:\n    render: {text: A}\n    transitions: {CHAT: b}\n  b: {transitions: {ALWAYS: c}}\n  c:\n    inputs: {x: {type: IM}}\n',
    events: [{ say: 'Hi' }],
  },
  'always-inputs': {
    states: '  a:\n    transitions: {ALWAYS: {target: b, target_inputs: {x: 1}}}\n  b: {render: {text: B}}\n',
  },
  'always-first': {
    states:
      "  a:\n    inputs: {x: 1}\n    render: {text: '{{x}}'}\n    transitions: {ALWAYS: b}\n  b: {render: {text: B}}\n",
  },
  'error-message': {
    states: `  a:\n    ${go}\n    transitions: {go: {target: b, condition: '{{false}}', error_message: Not now}}\n  b: {render: {text: B}}\n`,
    events: [click],
  },
  'no-case': {
    root: 'transitions: {go: a}\n',
    states: `  a:\n    ${go}\n    transitions: {go: [{condition: '{{false}}', target: a}]}\n`,
    events: [click, click],
  },
  'unset-in-text': { states: "  a: {render: {text: 'x {{null}} {{undefined}}'}}\n" },
  'object-in-text': { states: "  a: {render: {text: 'x {{[1]}} {{[2]}}'}}\n" },
  'form-variables': {
    states: `  a:\n    inputs: {x: one}\n    ${go}\n    transitions: {go: b}\n  b:\n    inputs: {y: {type: text, user_input: true, description: 'Not {{x}}'}}\n`,
    events: [click],
  },
  'automata-inputs': { root: 'inputs: {x: 1}\n', states: "  a: {render: {text: '{{x}}'}}\n" },
  'automata-transitions': {
    root: 'transitions: {go: [{condition: \'{{typeof x === "number"}}\', target: a}]}\n',
    states: `  a:\n    inputs: {x: 1}\n    ${go}\n`,
    events: [click],
  },
  'bare-target': {
    states: `  inner:\n    initial: a\n    transitions: {go: b}\n    states:\n      a: {${go}}\n  b: {render: {text: B}}\n`,
    events: [click],
  },
  'new-context': {
    root: 'transitions: {go: inner}\n',
    states: `  inner:\n    initial: a\n    context: {x: 1}\n    states:\n      a: {${go}}\n`,
    events: [click, click],
  },
  'done-after': {
    states:
      "  inner:\n    initial: a\n    transitions: {DONE: '#end'}\n    states:\n      a: {properties: {is_final: true}, render: {text: A}}\n  b: {id: end, render: {text: B}}\n",
  },
  'done-in-root': {
    root: 'transitions: {DONE: b}\n',
    states: '  a: {properties: {is_final: true}, render: {text: A}}\n  b: {render: {text: B}}\n',
  },
  'cache-length': {
    root: 'transitions: {go: a}\n',
    states: `  a:\n    tasks: [{name: t, module_type: LLMModule, module_config: {cache: true}}]\n    ${go}\n`,
    events: [click],
  },
  'fixed-date': { states: "  a: {render: {text: '{{new Date().getTime()}} {{Date.now()}}'}}\n" },
};

describe('assumptions', () => {
  it.each(Object.entries(CASES))(
    'reports `%s` once, with its place',
    async (id, { root = '', states, events = [] }) => {
      const text = `initial: ${/^ {2}(\w+):/m.exec(states)?.[1]}\n${root}states:\n${states}`;
      const found = await assumedIn(text, events);
      const { message } = ASSUMPTIONS[id as AssumptionId];
      expect(found.map((line) => line.replace(/ «.*»$/s, ''))).toEqual([formatMessage(message)]);
      expect(found[0]).toContain('«');
    },
  );
});

it('reports no assumption for a plain conversation', async () => {
  const states = `  a:\n    outputs: {context.n: '{{context.n + 1}}'}\n    render: {text: 'n {{context.n}}', buttons: [{content: Go, on_click: go}]}\n    transitions: {go: a}\n`;
  expect(await assumedIn(`initial: a\ncontext: {n: '{{0}}'}\nstates:\n${states}`, [click, click])).toEqual(
    [],
  );
});

it('docs/running.md lists the topic of every assumption', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/running.md'), 'utf8');
  const list = page.slice(page.indexOf('## What is assumed'));
  const topics = [...list.matchAll(/^- \*\*(.+?)\*\*/gm)].map((match) => match[1]);
  expect([...new Set(Object.values(ASSUMPTIONS).map(({ topic }) => topic))].toSorted()).toEqual(
    topics.toSorted(),
  );
});
