import { type Message, msg, type TextOrMessage } from '../text/message';

/** What an argument may be. Names of members that may be missing or null end with `?`. */
type Shape = keyof typeof TYPES | readonly [Shape] | { readonly [name: string]: Shape };

const TYPES = {
  text: { name: msg('a string'), has: (value: unknown) => typeof value === 'string' },
  number: { name: msg('a whole number'), has: Number.isSafeInteger },
  boolean: { name: msg('true or false'), has: (value: unknown) => typeof value === 'boolean' },
  /** Its handler checks it. */
  any: { name: '', has: () => true },
} as const;

const SOURCE = { 'path?': 'text' } as const;
const NO_GOTO = msg('A conversation cannot jump to a line. Step back, or launch with a `state` to begin in.');

/** Requests in addition to those of the protocol. */
export const OWN_REQUESTS = {
  /** Runs `event` of the arguments, as the user of the agent. */
  event: 'atomicState/event',
  /** Returns the outputs so far, and what the conversation waits for. */
  conversation: 'atomicState/conversation',
} as const;

type Arguments = { readonly [name: string]: Shape };

/** The requests that are answered, with the arguments that their handlers read. */
const REQUESTS: ReadonlyMap<string, Arguments> = new Map<string, Arguments>([
  ['initialize', { 'linesStartAt1?': 'boolean', 'columnsStartAt1?': 'boolean', 'pathFormat?': 'text' }],
  ['launch', {}],
  ['restart', { 'arguments?': 'any' }],
  ['configurationDone', {}],
  ['disconnect', {}],
  ['terminate', {}],
  [
    'setBreakpoints',
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
  ],
  ['setExceptionBreakpoints', { filters: ['text'] }],
  [
    'breakpointLocations',
    { source: SOURCE, line: 'number', 'column?': 'number', 'endLine?': 'number', 'endColumn?': 'number' },
  ],
  ['continue', {}],
  ['next', {}],
  ['stepIn', {}],
  ['stepOut', {}],
  ['stepBack', {}],
  ['reverseContinue', {}],
  ['pause', {}],
  ['threads', {}],
  ['stackTrace', { 'startFrame?': 'number', 'levels?': 'number' }],
  ['scopes', { frameId: 'number' }],
  ['variables', { variablesReference: 'number', 'filter?': 'text', 'start?': 'number', 'count?': 'number' }],
  ['setVariable', { variablesReference: 'number', name: 'text', value: 'text' }],
  ['setExpression', { expression: 'text', value: 'text', 'frameId?': 'number' }],
  ['evaluate', { expression: 'text', 'frameId?': 'number', 'context?': 'text' }],
  ['completions', { text: 'text', column: 'number', 'frameId?': 'number' }],
  ['exceptionInfo', {}],
  ['loadedSources', {}],
  ['source', { 'source?': SOURCE }],
  [OWN_REQUESTS.event, { 'event?': 'any' }],
  [OWN_REQUESTS.conversation, {}],
]);

/** Requests of the protocol that cannot be answered, with the reason. */
const REFUSED: ReadonlyMap<string, Message> = new Map([
  [
    'attach',
    msg('Nothing runs that could be attached to. Use `launch` with the path of an automata as `program`.'),
  ],
  ['gotoTargets', NO_GOTO],
  ['goto', NO_GOTO],
]);

/** The arguments of a request, without members that are null instead of missing; or why it is refused. */
export function checkedArguments(
  command: unknown,
  given: unknown,
): { readonly arguments: object } | { readonly problem: Message; readonly isShown: boolean } {
  const name = typeof command === 'string' ? command : JSON.stringify(command ?? null);
  const refusal = REFUSED.get(name);
  if (refusal !== undefined) return { problem: refusal, isShown: true };
  const expected = REQUESTS.get(name);
  if (expected === undefined) return { problem: msg`\`${name}\` is not a known request.`, isShown: false };
  const checker = new ArgumentChecker(name);
  const checked = checker.object(given ?? {}, expected, '');
  if (checker.problem !== undefined) return { problem: checker.problem, isShown: false };
  return { arguments: checked };
}

class ArgumentChecker {
  /** The first problem. */
  problem: Message | undefined;

  constructor(private readonly request: string) {}

  object(given: unknown, shape: Arguments, path: string): object {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      this.fail(path || 'arguments', msg('an object'));
      return {};
    }
    const checked = new Map(Object.entries(given));
    for (const [written, inner] of Object.entries(shape)) {
      const name = written.replace(/\?$/, '');
      const at = path === '' ? name : `${path}.${name}`;
      const value = checked.get(name) ?? undefined;
      if (value !== undefined) checked.set(name, this.value(value, inner, at));
      else if (written !== name) checked.delete(name);
      else this.problem ??= msg`The request \`${this.request}\` must have \`${at}\`.`;
    }
    return Object.fromEntries(checked);
  }

  private value(given: unknown, shape: Shape, path: string): unknown {
    if (typeof shape === 'string')
      return TYPES[shape].has(given) ? given : this.fail(path, TYPES[shape].name);
    if (!isList(shape)) return this.object(given, shape, path);
    if (!Array.isArray(given)) return this.fail(path, msg('a list'));
    return given.map((item, index) => this.value(item, shape[0], `${path}[${index}]`));
  }

  private fail(path: string, expected: TextOrMessage): undefined {
    this.problem ??= msg`\`${path}\` of the request \`${this.request}\` must be ${expected}.`;
    return undefined;
  }
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
