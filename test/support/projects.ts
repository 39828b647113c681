import fc from 'fast-check';
import type { FixtureFile } from './fixture';

/**
 * Small random projects: nested automata, included files, JSON, names in all quotes. They use the same few words for names
 * of all kinds, so that many names are equal.
 */

type Draw = <T>(values: readonly T[]) => T;
type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

/** Words for names of all kinds, in addition to those of one kind. */
const COMMON = ['a', 'x'] as const;
const STATES = [...COMMON, 'home', 'quiz', 'nest'] as const;
const IDS = [...COMMON, 'the_home', 'the_nest'] as const;
const CONTEXT = [...COMMON, 'score', 'box', 'y_1'] as const;
const LOCALS = [...COMMON, 'name', 'answer', 'z'] as const;
const KEYS = [...COMMON, 'key', 'value'] as const;
const EVENTS = [...COMMON, 'go', 'next', 'go.on', 'CHAT', 'ALWAYS'] as const;
const TWICE = [false, true] as const;
const SELDOM = [false, false, false, true] as const;

/** A project; the function given draws one of several values. In blocks, most states have lines of their own. */
export function drawProject(draw: Draw, inBlocks = false): FixtureFile[] {
  const notation = draw(['block', 'block', 'flow', 'json'] as const);
  const states = drawStates(draw, 2);
  const included = notation !== 'json' && draw(TWICE);
  const { states: _, ...rest } = drawAutomata(draw, states, 2);
  if (!included) {
    const text = write({ ...rest, states }, notation, draw, inBlocks);
    return [{ path: notation === 'json' ? 'main.json' : 'main.yaml', text }];
  }
  const main = `${write(rest, 'block', draw, inBlocks)}states: !include state\n`;
  const half = draw([0, 1]);
  const files = [0, 1].map((part) =>
    Object.entries(states).filter((_one, index) => index % 2 === part * half),
  );
  const parts = half === 0 ? files.slice(0, 1) : files;
  return [
    { path: 'main.yaml', text: main },
    ...parts.map((entries, index) => ({
      path: `state/${index}.yaml`,
      text: write(Object.fromEntries(entries), draw(['block', 'flow'] as const), draw, inBlocks),
    })),
  ];
}

function drawAutomata(draw: Draw, states: { readonly [key: string]: Value }, depth: number) {
  return {
    ...(draw(SELDOM) ? { id: draw(IDS) } : {}),
    ...(draw(TWICE)
      ? { context: named(draw, CONTEXT, 2, () => draw(['1', `{{context.${draw(CONTEXT)}}}`])) }
      : {}),
    initial: draw(Object.keys(states)),
    transitions: drawTransitions(draw, draw(TWICE) ? depth : 1),
    states,
  };
}

function drawStates(draw: Draw, depth: number): { readonly [key: string]: Value } {
  return named(draw, STATES, 3, () => {
    if (depth > 0 && draw(SELDOM)) return drawAutomata(draw, drawStates(draw, depth - 1), 1);
    return drawState(draw);
  });
}

function drawState(draw: Draw): Value {
  return {
    ...(draw(SELDOM) ? { id: draw(IDS) } : {}),
    ...(draw(TWICE) ? { inputs: named(draw, LOCALS, 2, () => expression(draw)) } : {}),
    ...(draw(TWICE) ? { tasks: [task(draw), task(draw)].slice(draw([0, 1])) } : {}),
    ...(draw(TWICE) ? { outputs: drawOutputs(draw) } : {}),
    render: {
      text: `text ${expression(draw)} ${draw(LOCALS)}`,
      ...(draw(TWICE) ? { buttons: [button(draw), button(draw)].slice(draw([0, 1])) } : {}),
    },
    ...(draw(TWICE) ? { transitions: drawTransitions(draw, 2) } : {}),
  };
}

function drawOutputs(draw: Draw): Value {
  return {
    [draw([draw(LOCALS), `context.${draw(CONTEXT)}`])]: expression(draw),
    [`context.${draw(CONTEXT)}`]: expression(draw),
  };
}

function task(draw: Draw): Value {
  const isFunction = draw(SELDOM);
  const config = isFunction
    ? { function_parameters: [{ name: draw(LOCALS), type: 'string', description: draw(LOCALS) }] }
    : { widget_id: '1', prompt: expression(draw), output_name: draw(LOCALS) };
  const module = isFunction ? 'LLMFunctionModule' : 'AnyWidgetModule';
  return { name: draw(LOCALS), module_type: module, module_config: config };
}

function button(draw: Draw): Value {
  const event = draw([...EVENTS, 'COPY']);
  const payload = { [draw(KEYS)]: expression(draw), [draw(KEYS)]: 1 };
  return { content: expression(draw), on_click: draw([event, { event, payload }]) };
}

function drawTransitions(draw: Draw, most: number): Value {
  const events = Array.from({ length: most }, () => draw(EVENTS));
  return Object.fromEntries(
    events.map((event) => [event, draw([target(draw), oneCase(draw), [oneCase(draw)]])]),
  );
}

function oneCase(draw: Draw): Value {
  return {
    target: target(draw),
    ...(draw(TWICE) ? { condition: `{{payload.${draw(KEYS)}}}` } : {}),
    ...(draw(TWICE) ? { target_inputs: { [draw(LOCALS)]: expression(draw) } } : {}),
  };
}

function target(draw: Draw): string {
  const name = draw(STATES);
  const id = draw(IDS);
  return draw([name, name, name, `.${name}`, `#${id}`, `${name}.${draw(STATES)}`, `#${id}.${name}`]);
}

function expression(draw: Draw): string {
  const name = draw(LOCALS);
  const other = draw(LOCALS);
  const variable = draw(CONTEXT);
  return draw([
    `{{${name}}}`,
    `{{context.${variable}}}`,
    `{{context["${variable}"] + context['${variable}']}}`,
    `{{[${name}].map(${other} => ${other} + ${name})}}`,
    `{{${draw(STATES)}.${other}}}`,
    `{{({ ${other}: ${name} })}} ${name}`,
    `{{payload.${draw(KEYS)} + Math.max(${other})}}`,
    `{{\`\${${name}} it's ${other}\`}}`,
    name,
  ]);
}

function named(
  draw: Draw,
  words: readonly string[],
  most: number,
  value: () => Value,
): { readonly [key: string]: Value } {
  const names = Array.from({ length: most }, () => draw(words));
  return Object.fromEntries(names.map((name) => [name, value()]));
}

type Notation = 'block' | 'flow' | 'json';

function write(value: Value, notation: Notation, draw: Draw, inBlocks: boolean): string {
  if (notation === 'json') return `${JSON.stringify(value, undefined, draw([0, 2]))}\n`;
  return notation === 'flow' ? `${flow(value, draw)}\n` : block(value, '', draw, inBlocks).replace(/^\n/, '');
}

function block(value: Value, indent: string, draw: Draw, inBlocks: boolean): string {
  const isDeep = indent.length > 4;
  if (typeof value !== 'object' || Object.keys(value).length === 0 || draw(SELDOM) === (isDeep !== inBlocks))
    return ` ${flow(value, draw)}\n`;
  const lines = Array.isArray(value)
    ? value.map(
        (item: Value) => `${indent}-${block(item, `${indent}  `, draw, inBlocks).replace(/^\n\s*/, ' ')}`,
      )
    : Object.entries(value).map(
        ([key, one]) => `${indent}${scalar(key, draw)}:${block(one, `${indent}  `, draw, inBlocks)}`,
      );
  return `\n${lines.join('')}`;
}

function flow(value: Value, draw: Draw): string {
  if (typeof value !== 'object') return typeof value === 'number' ? String(value) : scalar(value, draw);
  if (Array.isArray(value)) return `[${value.map((item: Value) => flow(item, draw)).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, one]) => `${scalar(key, draw)}: ${flow(one, draw)}`);
  return `{ ${pairs.join(', ')} }`;
}

function scalar(text: string, draw: Draw): string {
  const style = draw(['plain', 'plain', 'single', 'double', 'escaped'] as const);
  if (style === 'plain' && /^\.?[a-z][\w.]*$/i.test(text)) return text;
  if (style === 'single') return `'${text.replaceAll("'", "''")}'`;
  const quoted = JSON.stringify(text);
  return style === 'escaped' ? quoted.replace('o', '\\u006f').replace('x', '\\x78') : quoted;
}

/** Random projects, generated so that a failing one can be reduced. */
export const projects: fc.Arbitrary<FixtureFile[]> = fc
  .array(fc.nat(99), { minLength: 40, maxLength: 400, size: 'max' })
  .map((choices) => {
    let at = 0;
    // Values beyond the end are the first of their kind.
    return drawProject((values) => {
      const value = values[(choices[at++] ?? 0) % values.length];
      if (value === undefined) throw new Error('nothing to draw from');
      return value;
    });
  });
