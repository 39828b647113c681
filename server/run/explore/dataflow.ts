import { freeNames } from '../../expression/names';
import { type AstNode, parseExpression } from '../../expression/parse';
import { parseTemplate } from '../../expression/template';
import { allNodes } from '../../expression/walk';
import type { ResultType } from '../../format/result-type';
import { maxOf } from '../../text/append';
import { groupBy } from '../../text/group-by';
import { caseSources } from '../conversation/cases';
import { CLIENT_HANDLED_EVENTS } from '../conversation/events';
import { isChatInput, isFilledByForm, LIST_TYPES, TEXT_TYPES } from '../conversation/forms';
import type { Program, ProgramScope } from '../conversation/program';
import type { SourceValue } from '../conversation/source-value';
import {
  CODE_RUNNER,
  type KnownModules,
  type ResultSpec,
  resultSpecOf,
  resultTypeOfParameter,
} from '../conversation/tasks';
import { countedNames, counterLimits } from './counters';
import { type FreeValue, sampledNames } from './enumeration';
import type { Tested } from './novelties';

/**
 * Dependencies between variables by name only: `context.x`, an input `x` and an output `x` are the same. It may find
 * too many dependencies, but never too few; names that are only known at run time (`context[name]`) are `*`.
 */
export interface Dataflow {
  /** Variables that affect a condition or an observed value, directly or indirectly. */
  readonly control: NameSet;
  /** Variables that depend on user input, tasks, randomness or time. */
  readonly open: NameSet;
  /** Variables that depend on the results of task stubs. */
  readonly stubbed: NameSet;
  /** Variables that only count: larger values are equivalent. */
  readonly counters: ReadonlyMap<string, number>;
  /** Variables that count in one direction only. */
  readonly counted: ReturnType<typeof countedNames>;
  /** Variables of users and tasks that affect a condition and whose values are only sampled. */
  readonly sampled: ReadonlySet<string>;
  /** Whether random numbers or the time affect a condition. */
  readonly isRandom: boolean;
  /** Variables that are compared after a division or bitwise operation, so that large values matter. */
  readonly cyclic: NameSet;
  /** What the conditions of each transition, and each observed value, depend on. */
  readonly decisions: readonly Decision[];
  /** The variables that the conditions and observed values themselves read. */
  readonly tested: ReadonlyMap<string, Tested>;
  /** The largest number in expressions that conditions depend on, up to a thousand. */
  readonly largest: number;
}

/** What the conditions of one transition, or one observed value, depend on, directly or indirectly. */
export interface Decision {
  /** The variables that affect them. */
  readonly variables: NameSet;
  /** Strings and numbers that open variables are compared with in the expressions that affect them. */
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  /** Identifiers and strings in these expressions, such as the names of members that they read. */
  readonly words: ReadonlySet<string>;
}

/** A set of names; `*` stands for all names. */
export type NameSet = ReadonlySet<string>;

export function hasName(names: NameSet, name: string): boolean {
  return names.has(name) || names.has('*');
}

/** An expression with the variable that it assigns. */
export interface Flow {
  readonly target: string;
  readonly sources: NameSet;
  readonly expressions: readonly FoundExpression[];
  /** Whether only the truth of its values matters. */
  readonly isCondition: boolean;
  /** `task`: a result that is tried. `code`: a result that is computed. `form`: the definition of a field. */
  readonly kind: 'value' | 'task' | 'code' | 'form';
  /** Of a user or task: what it can be. */
  readonly free?: FreeValue | undefined;
  /** The code that computes it. */
  readonly code?: string | undefined;
}

/** Limit of strings, numbers and choices that are tried at one place. */
export const MAX_TRIED_VALUES = 16;

/** The text that is tried if conditions compare with none. */
export const USUAL_TEXT = 'Hello';

const MAX_LARGEST = 1000;

/** Sources that are no variables. */
const OPEN = '?open';
const STUBBED = '?stubbed';
/** The target of conditions. */
const CONTROL = '?control';
/** The target of observed values that matter beyond their truth. */
const OBSERVED = '?observed';

export function isTest(target: string): boolean {
  return target === CONTROL || target === OBSERVED;
}

/** @param observed values of interest besides conditions: what their expressions read counts as tested */
export function dataflowOf({ scopes, catalog }: Program, observed: readonly SourceValue[] = []): Dataflow {
  const watched = observed.map(observedFlow);
  const flows = [...[...scopes.values()].flatMap((scope) => flowsOf(scope, catalog)), ...watched];
  const control = closure(flows, new Set([CONTROL, OBSERVED]), 'sources');
  const open = closure(flows, new Set([OPEN, STUBBED]), 'targets');
  const deciding = flows.filter(({ target }) => hasName(control, target));
  const uses = deciding.flatMap(({ target, expressions, isCondition }) =>
    expressions.map(({ ast }) => ({ target, isCondition, ast })),
  );
  const relevant = deciding.flatMap(({ expressions }) => expressions);
  const largest = relevant
    .flatMap(({ ast }) => literalsOf(ast))
    .filter((one) => typeof one === 'number')
    .map(Math.abs);
  return {
    control,
    open,
    stubbed: closure(flows, new Set([STUBBED]), 'targets'),
    counters: control.has('*') ? new Map() : counterLimits(uses),
    counted: countedNames(uses),
    sampled: sampledNames(flows, control),
    isRandom: deciding.some((flow) => isRandom(flow)),
    cyclic: new Set(relevant.flatMap(({ ast }) => cyclicNamesOf(ast))),
    decisions: decisionsOf(
      [...conditionsOf(scopes), ...watched.map(({ expressions }) => expressions)],
      flows,
      open,
    ),
    tested: testedIn(flows.filter(({ target }) => isTest(target))),
    largest: maxOf(
      largest.filter((one) => one < MAX_LARGEST),
      0,
    ),
  };
}

function testedIn(conditions: readonly Flow[]): ReadonlyMap<string, Tested> {
  const literals = new Map<string, (string | number)[]>();
  for (const { ast, names } of conditions.flatMap(({ expressions }) => expressions)) {
    const compared = literalsOf(ast);
    for (const name of names) literals.set(name, [...(literals.get(name) ?? []), ...compared]);
  }
  return new Map(
    [...literals].map(([name, compared]) => [
      name,
      {
        texts: new Set(compared.filter((one) => typeof one === 'string')),
        numbers: [...new Set(compared.filter((one) => typeof one === 'number'))].toSorted((a, b) => a - b),
      },
    ]),
  );
}

/** The expressions of the conditions of each transition. */
function conditionsOf(scopes: Program['scopes']): FoundExpression[][] {
  return [...scopes.values()].flatMap(({ source }) =>
    source
      .get('transitions')
      .entries()
      .map(([, transition]) => caseSources(transition).flatMap((one) => expressionsIn(one.get('condition')))),
  );
}

/** The decision of each list of conditions; equal decisions are listed once. */
function decisionsOf(
  decided: readonly (readonly FoundExpression[])[],
  flows: readonly Flow[],
  open: NameSet,
): Decision[] {
  const byTarget = groupBy(flows, ({ target }) => target);
  // Many states have conditions on the same variables.
  const known = new Map<string, Sources>();
  const decisions = new Map<string, Decision>();
  for (const conditions of decided) {
    if (conditions.length === 0) continue;
    const names = [...new Set(conditions.flatMap((one) => [...one.names]))].toSorted();
    const key = JSON.stringify(names);
    const sources = known.get(key) ?? sourcesOf(names, flows, byTarget, open);
    known.set(key, sources);
    const own = comparedIn(conditions, open);
    // Those of the conditions first, as only some are tried.
    const literals = [...new Set([...own.literals, ...sources.literals])];
    decisions.set(`${key}${JSON.stringify([own.literals, own.words])}`, {
      variables: sources.variables,
      texts: literals.filter((one) => typeof one === 'string').filter((text) => text !== ''),
      numbers: literals.filter((one) => typeof one === 'number'),
      words: new Set([...own.words, ...sources.words]),
    });
  }
  return [...decisions.values()];
}

/** What expressions compare with, and the words in them. */
interface Compared {
  readonly literals: readonly (string | number)[];
  readonly words: readonly string[];
}

interface Sources extends Compared {
  readonly variables: NameSet;
}

/** The variables that affect some variables, themselves included, and what the expressions compare that assign them. */
function sourcesOf(
  names: readonly string[],
  flows: readonly Flow[],
  byTarget: ReadonlyMap<string, readonly Flow[]>,
  open: NameSet,
): Sources {
  const variables = new Set(names);
  const found: Flow[] = [];
  // Iterates over the names that are added meanwhile as well.
  for (const name of variables) {
    for (const flow of byTarget.get(name) ?? []) {
      found.push(flow);
      for (const source of flow.sources) variables.add(source);
    }
  }
  const deciding = variables.has('*') ? flows : found;
  const expressions = deciding.flatMap((flow) => flow.expressions);
  return { variables, ...comparedIn(expressions, open) };
}

function comparedIn(expressions: readonly FoundExpression[], open: NameSet): Compared {
  const literals = expressions
    // Other comparisons do not depend on users and tasks.
    .filter((one) => [...one.names].some((name) => name === '*' || hasName(open, name)))
    .flatMap(({ ast }) => literalsOf(ast));
  return {
    literals: [...new Set(literals)],
    words: [...new Set(expressions.flatMap(({ ast }) => wordsOf(ast)))],
  };
}

/** The variables of all expressions of a value. */
export function namesOfValue(located: SourceValue): NameSet {
  return new Set(expressionsIn(located).flatMap(({ names }) => [...names]));
}

function closure(flows: readonly Flow[], from: ReadonlySet<string>, to: 'sources' | 'targets'): NameSet {
  const found = new Set(from);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { target, sources } of flows) {
      if (to === 'sources' && hasName(found, target)) for (const source of sources) found.add(source);
      if (to === 'targets') {
        const dependsOnAny = sources.has('*') && found.size > from.size;
        if (dependsOnAny || [...sources].some((one) => hasName(found, one))) found.add(target);
      }
    }
  }
  return found;
}

function flowsOf({ source, kind }: ProgramScope, catalog: KnownModules): Flow[] {
  const flows: Flow[] = [];
  const add = (target: string, value: SourceValue, more: readonly string[] = [], what: FlowKind = VALUE) => {
    const expressions = expressionsIn(value);
    const sources = new Set([...expressions.flatMap(({ names }) => [...names]), ...more]);
    flows.push({ target, sources, expressions, isCondition: target === CONTROL, ...what });
    for (const { written } of expressions)
      for (const name of written)
        flows.push({ target: name, sources, expressions: [], isCondition: false, ...VALUE });
  };
  if (kind === 'automata') for (const [name, value] of source.get('context').entries()) add(name, value);
  const inputs = source.get('inputs').entries();
  const asked = inputs.filter(([, input]) => isFilledByForm(input));
  for (const [name, input] of inputs) {
    // If a form has a single field, several choices are tried.
    const choices = input.get('choices');
    const isTried = asked.length === 1 && choices.isList && choices.items().length <= MAX_TRIED_VALUES;
    const isForm = isFilledByForm(input);
    const isOpen = isChatInput(input) || (isForm && !isTried);
    const free = freeInput(input);
    add(name, input, isOpen ? [OPEN] : [], { kind: isForm ? 'form' : 'value', free });
  }
  for (const [name, output] of source.get('outputs').entries()) add(name.replace(/^context\./, ''), output);
  for (const task of source.get('tasks').children()) {
    const config = task.get('module_config');
    const spec = resultSpecOf(catalog, task.textOf('module_type'), config);
    const isCode = config.get('widget_id').text === CODE_RUNNER;
    const kind = isCode ? 'code' : 'task';
    for (const [result, free] of freeResults(spec, task))
      add(
        result,
        config,
        [isCode ? OPEN : STUBBED],
        isCode ? { kind, code: config.textOf('code') } : { kind, free },
      );
    add('', config);
  }
  for (const [, transition] of source.get('transitions').entries()) {
    for (const one of caseSources(transition)) {
      add(CONTROL, one.get('condition'));
      for (const [name, value] of one.get('target_inputs').entries()) add(name, value);
    }
  }
  for (const button of source.get('render').get('buttons').flatItems()) {
    const click = button.get('on_click');
    if (CLIENT_HANDLED_EVENTS.has(click.textOf('event'))) continue;
    const payload = click.get('payload');
    for (const [name, value] of payload.entries()) add(`payload.${name}`, value);
    if (!payload.isMap) add('payload.*', payload);
  }
  add('', source.get('render'));
  return flows;
}

type FlowKind = Pick<Flow, 'kind' | 'free' | 'code'>;

const VALUE: FlowKind = { kind: 'value' };

/** What users can write into an input; undefined if nothing. */
function freeInput(input: SourceValue): FreeValue | undefined {
  const usual = USUAL_TEXT;
  if (isChatInput(input)) return { kind: 'text', usual };
  if (!isFilledByForm(input)) return undefined;
  const type = input.get('type').text ?? 'text';
  const hasChoices = input.get('choices').isGiven && !LIST_TYPES.has(type);
  if (hasChoices || type === 'boolean') return { kind: 'finite', usual };
  if (type === 'number' || type === 'integer') return { kind: type, usual };
  return { kind: TEXT_TYPES.has(type) ? 'text' : 'other', usual };
}

/** The variables of the results of a task, with what they can be. */
function freeResults(
  { name, parameters, type }: ResultSpec,
  task: SourceValue,
): (readonly [name: string, free: FreeValue])[] {
  const named = parameters.map((one) => {
    const kind = one.type === 'integer' ? 'integer' : freeKind(resultTypeOfParameter(one.type));
    return [one.name, { kind, usual: one.name }] as const;
  });
  if (name === undefined) return named;
  const label = task.get('name').text ?? name;
  const kind = parameters.length > 0 ? 'other' : freeKind(type);
  return [[name, { kind, usual: `Result of ${label}` }] as const, ...named];
}

function freeKind(type: ResultType | undefined): FreeValue['kind'] {
  if (type?.kind === 'boolean') return 'finite';
  if (type?.kind === 'string') return 'text';
  return type?.kind === 'number' ? 'number' : 'other';
}

/** Whether a flow reads random numbers or the time. Code that names neither has the same result each time. */
function isRandom({ kind, expressions, code }: Flow): boolean {
  if (kind === 'task') return false;
  return expressions.some(({ names }) => names.has(OPEN)) || (code !== undefined && UNSTEADY_CODE.test(code));
}

const UNSTEADY_CODE = /\b(?:Math|Date|Function|eval|globalThis|constructor|Intl|performance|crypto)\b|\[/;

/** What the user of an exploration observes, as an assignment. */
function observedFlow(value: SourceValue): Flow {
  const expressions = expressionsIn(value);
  const sources = new Set(expressions.flatMap(({ names }) => [...names]));
  return { target: OBSERVED, sources, expressions, isCondition: false, ...VALUE };
}

interface FoundExpression {
  readonly ast: AstNode;
  /** Whether it is the whole text. */
  readonly isWhole: boolean;
  readonly names: NameSet;
  /** Context variables that it may change. */
  readonly written: readonly string[];
}

function expressionsIn(located: SourceValue): FoundExpression[] {
  return located
    .scalars()
    .flatMap(({ value }) => (typeof value === 'string' && value.includes('{{') ? expressionsOf(value) : []));
}

function expressionsOf(text: string): FoundExpression[] {
  return parseTemplate(text).expressions.flatMap(({ body, start, end }) => {
    const { ast } = parseExpression(text.slice(body.start, body.end));
    if (ast === undefined) return [];
    const names = new Set<string>();
    const written: string[] = [];
    for (const { name, members, access, called } of freeNames(ast)) {
      const member = members[0]?.name;
      if (name === 'Date' || (name === 'Math' && member === 'random')) names.add(OPEN);
      const variable = name === 'context' ? (member ?? '*') : name;
      if (name !== 'payload') names.add(variable);
      else for (const one of payloadNames(member)) names.add(one);
      // A method of a variable, such as `push`, may change it.
      if (name === 'context' && (access !== 'read' || (called && members.length > 1))) written.push(variable);
    }
    const isWhole = start === 0 && end === text.length;
    return [{ ast, names, written, isWhole }];
  });
}

/** A payload may also be a single expression with unknown members. */
function payloadNames(member: string | undefined): readonly string[] {
  return member === undefined ? ['*'] : [`payload.${member}`, 'payload.*'];
}

function literalsOf(ast: AstNode): (string | number)[] {
  const nodes = allNodes(ast);
  const names = new Set(nodes.map((node) => (node.type === 'MemberExpression' ? node.property : undefined)));
  return nodes.flatMap((node) => {
    if (node.type !== 'Literal' || names.has(node)) return [];
    return typeof node.value === 'string' || typeof node.value === 'number' ? [node.value] : [];
  });
}

function wordsOf(ast: AstNode): string[] {
  return allNodes(ast).flatMap((node) => {
    if (node.type === 'Identifier') return [node.name];
    return node.type === 'Literal' && typeof node.value === 'string' ? [node.value] : [];
  });
}

const CYCLIC = new Set(['%', '&', '|', '^', '<<', '>>', '>>>']);

function cyclicNamesOf(ast: AstNode): string[] {
  return allNodes(ast).flatMap((node) => {
    if (node.type !== 'BinaryExpression' || !CYCLIC.has(node.operator)) return [];
    return allNodes(node).flatMap((one) => (one.type === 'Identifier' ? [one.name] : []));
  });
}

/** The variables of the expressions of a text. */
export function namesOfText(text: string): NameSet {
  return new Set(expressionsOf(text).flatMap(({ names }) => [...names]));
}

/** All strings that an automata can show or compute with: text outside of expressions, and string literals. */
export function textsOf({ root }: Program): string[] {
  return root.source.scalars().flatMap(({ value }) => (typeof value === 'string' ? textsIn(value) : []));
}

function textsIn(value: string): string[] {
  if (!value.includes('{{')) return [value];
  const texts: string[] = [];
  let at = 0;
  for (const { start, end } of parseTemplate(value).expressions) {
    texts.push(value.slice(at, start));
    at = end;
  }
  const literals = expressionsOf(value).flatMap(({ ast }) =>
    allNodes(ast).flatMap((node) => {
      if (node.type === 'Literal') return [String(node.value)];
      if (node.type === 'TemplateElement') return [node.value.raw];
      // The result may be the string `undefined`.
      return node.type === 'UnaryExpression' && node.operator === 'typeof' ? ['undefined'] : [];
    }),
  );
  return [...texts, value.slice(at), ...literals];
}
