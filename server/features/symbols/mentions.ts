import { engine } from '../../engine/engine';
import type { Task } from '../../engine/task';
import type { Access, MemberName, NameUse } from '../../expression/names';
import type { ExpressionPlace, FileUse, NameNode, ScopeFacts, UnitFacts } from '../../facts/facts';
import type { ScenarioFacts, ScenarioName } from '../../facts/scenario';
import { groupBy } from '../../text/group-by';
import type { Range } from '../../text/range';

/**
 * A place of a unit that names something: a key of `states`, a segment of a target, an identifier in an expression.
 * The range is that of the name alone, relative to the unit. Resolving it needs the project (`symbol.ts`).
 */
export interface Mention extends Range {
  /** The range in which a cursor is on the name: the name with its prefix (`#`, `context.`). */
  readonly reach: Range;
  readonly scope: ScopeFacts;
  /** `definition`: the name is defined here. */
  readonly access: 'definition' | Access;
  /** All mentions of a symbol have the same name. */
  readonly name: string;
  readonly what: MentionedKind;
  /**
   * The mentions of this place in all scopes that have it, this one included: an alias or a merge key repeats it.
   * Undefined for a place of a single scope.
   */
  readonly repeated?: readonly Mention[];
}

type MentionedKind =
  | { readonly kind: 'state' | 'id' | 'initial' | 'handler' | 'emit' }
  /** An input, a result or a plain output where it is defined. */
  | { readonly kind: 'local' }
  /** One name of a target's path: `upTo` ends with it, and `following` is the number of names after it. */
  | {
      readonly kind: 'target';
      readonly target: string;
      readonly upTo: string;
      readonly following: number;
    }
  /** `member`: in an expression. */
  | { readonly kind: 'context'; readonly member?: MemberName }
  /** The display name of a task; the content of a button. */
  | { readonly kind: 'task' | 'button' }
  /** A name in a scenario. */
  | { readonly kind: 'scenario'; readonly named: ScenarioName }
  /** An identifier of an expression. */
  | { readonly kind: 'use'; readonly use: NameUse; readonly place: ExpressionPlace }
  /** The member after an identifier that may be a state: `<state>.<output>`. */
  | { readonly kind: 'member'; readonly of: string; readonly member: MemberName }
  | { readonly kind: 'payload'; readonly event: string }
  | { readonly kind: 'payload-use'; readonly event: string; readonly member: MemberName }
  | { readonly kind: 'target-input'; readonly target: string | undefined }
  /** Its name is `ANY_PATH`. */
  | { readonly kind: 'file'; readonly use: FileUse };

interface Index {
  readonly places: readonly Mention[];
  readonly all: readonly Mention[];
  readonly byWord: ReadonlyMap<string, readonly Mention[]>;
}

/** The mentions of a unit, in the order of the text, one for each place. */
export function mentionsOf(facts: UnitFacts): readonly Mention[] {
  return indexOf(facts).places;
}

/** The same with the mentions of a place in each scope that has it. */
export function allMentionsOf(facts: UnitFacts): readonly Mention[] {
  return indexOf(facts).all;
}

/** The mentions of a place in all scopes that have it. */
export function mentionsInScopes(mention: Mention): readonly Mention[] {
  return mention.repeated ?? [mention];
}

/** The mentions of a name in a unit, in the order of the text; of a place, those in each scope. */
export function mentionsByWord(facts: UnitFacts, word: string): readonly Mention[] {
  return indexOf(facts).byWord.get(word) ?? [];
}

/** All words in the mentions of a unit, including those in what they name. */
export const mentionedWords = engine.query('words', (facts: UnitFacts): ReadonlySet<string> => {
  const words = allMentionsOf(facts).flatMap(({ name, what }) => [name, ...Object.values(what)]);
  return new Set(words.filter((word) => typeof word === 'string'));
});

/** The name for all paths of files, which can be written in many ways. Names cannot contain line breaks. */
export const ANY_PATH = '\n';

const indexOf = engine.slicedQuery('mentions', function* (facts: UnitFacts): Task<Index> {
  const byStart = new Map<number, Mention | Mention[]>();
  for (const mention of collectMentions(facts)) {
    const known = byStart.get(mention.start);
    if (known === undefined) byStart.set(mention.start, mention);
    else if (Array.isArray(known)) addRepetition(known, mention);
    else if (isRepetition(known, mention)) byStart.set(mention.start, repeatedMentions(known, mention));
    yield;
  }
  const inOrder = [...byStart].sort(([a], [b]) => a - b);
  const groups = inOrder.map(([, one]) => (Array.isArray(one) ? one : [one]));
  yield;
  const all = groups.flat();
  const places = all.length === groups.length ? all : groups.flatMap(([first]) => first ?? []);
  return { places, all, byWord: groupBy(all, ({ name }) => name) };
});

/** Whether two mentions of a place may mean different symbols, because an alias or a merge key repeats it. */
function isRepetition(one: Mention, other: Mention): boolean {
  return one.end === other.end && (one.scope !== other.scope || ownerOf(one) !== ownerOf(other));
}

/** The event or target whose payload or input a mention names. */
function ownerOf({ what }: Mention): string | undefined {
  if (what.kind === 'target-input') return what.target;
  return what.kind === 'payload' || what.kind === 'payload-use' ? what.event : undefined;
}

function repeatedMentions(...mentions: readonly Mention[]): Mention[] {
  const all: Mention[] = [];
  for (const mention of mentions) all.push({ ...mention, repeated: all });
  return all;
}

function addRepetition(all: Mention[], mention: Mention): void {
  if (all.every((one) => isRepetition(one, mention))) all.push({ ...mention, repeated: all });
}

/** Finds the mentions of a unit as a task, after which `mentionsOf` is fast. */
export function prepareMentions(facts: UnitFacts): Task<unknown> {
  return indexOf.asTask(facts);
}

function* collectMentions(facts: UnitFacts): Iterable<Mention> {
  for (const scope of facts.scopes) yield* scopeMentions(scope);
  // Their names include the context variables in expressions.
  if (facts.scenarios) yield* scenarioMentions(facts, facts.scenarios);
  yield* expressionMentions(facts);
  for (const use of facts.files) yield* fileMention(use, facts);
}

function* expressionMentions(facts: UnitFacts): Iterable<Mention> {
  for (const { parts, place } of facts.expressions)
    for (const { uses } of parts) for (const use of uses) yield* useMentions(use, place, facts);
}

function scenarioMentions({ scopes: [scope] }: UnitFacts, { names }: ScenarioFacts): Mention[] {
  return scope ? names.map((named) => mentionOf(scope, named, 'read', { kind: 'scenario', named })) : [];
}

/** The name that a cursor touches; between two names, the one that begins there. */
export function mentionAt(facts: UnitFacts, offset: number): Mention | undefined {
  let touched: Mention | undefined;
  for (const mention of mentionsOf(facts)) {
    const { start, end } = mention.reach;
    if (start <= offset && offset < end) return mention;
    if (start <= offset && offset === end) touched = mention;
  }
  return touched;
}

/**
 * The name in quotes that a cursor touches from outside: before the opening quote or after the closing one. `text` is
 * that of the unit.
 */
export function mentionAtQuote(facts: UnitFacts, text: string, offset: number): Mention | undefined {
  const inside = insideQuotes(text, offset);
  return inside.flatMap((at) => {
    const mention = mentionAt(facts, at);
    // The quotes belong to the whole name: before the first segment of a path, after the last one.
    const isBeside = mention && (at > offset ? mention.reach.start === at : mention.reach.end === at);
    return isBeside ? [mention] : [];
  })[0];
}

/** The offsets inside of a quote that the cursor touches from outside; the opening one first. */
export function insideQuotes(text: string, offset: number): readonly number[] {
  const isQuote = (at: number) => text[at] === '"' || text[at] === "'";
  return [...(isQuote(offset) ? [offset + 1] : []), ...(isQuote(offset - 1) ? [offset - 1] : [])];
}

function mentionOf(
  scope: ScopeFacts,
  { start, end, text }: NameNode,
  access: Mention['access'],
  what: MentionedKind,
  reach: Range = { start, end },
): Mention {
  return { start, end, reach, scope, access, name: text, what };
}

/** The mentions of an identifier: itself, and a member that the format defines. */
export function useMentions(use: NameUse, place: ExpressionPlace, facts: UnitFacts): Mention[] {
  const scope = facts.scopes[place.scope];
  if (scope === undefined) return [];
  const [member] = use.members;
  const root = mentionOf(scope, nodeOf(use), member ? 'read' : use.access, { kind: 'use', use, place });
  if (member === undefined) return [root];
  const what = memberKind(use, member, place);
  if (what === undefined) return [root];
  const access = use.members.length === 1 ? use.access : use.access === 'read' ? 'read' : 'readwrite';
  return [root, mentionOf(scope, nodeOf(member), access, what)];
}

function memberKind(
  { name }: NameUse,
  member: MemberName,
  { phase, event }: ExpressionPlace,
): MentionedKind | undefined {
  if (name === 'context') return { kind: 'context', member };
  if (phase === 'where') return undefined;
  if (name !== 'payload') return { kind: 'member', of: name, member };
  return event === undefined ? undefined : { kind: 'payload-use', event, member };
}

function nodeOf({ name: text, start, end }: MemberName | NameUse): NameNode {
  return { text, start, end };
}

function scopeMentions(scope: ScopeFacts): Mention[] {
  const mentions: Mention[] = [];
  const add = (
    what: MentionedKind,
    name: NameNode | undefined,
    access: Mention['access'] = 'definition',
    reach?: Range,
  ) => {
    if (name) mentions.push(mentionOf(scope, name, access, what, reach));
  };
  add({ kind: 'state' }, scope.name);
  add({ kind: 'id' }, scope.id);
  add({ kind: 'initial' }, scope.initial, 'read');
  for (const { name } of scope.inputs) add({ kind: 'local' }, name);
  // A default name is not written anywhere.
  for (const { name, kind } of scope.results) if (kind !== 'default') add({ kind: 'local' }, name);
  for (const name of scope.tasks) add({ kind: 'task' }, name);
  for (const { name, context } of scope.outputs) {
    if (context) add({ kind: 'context' }, context, 'write', name);
    else add({ kind: 'local' }, name);
  }
  for (const { name } of scope.context) add({ kind: 'context' }, name);
  for (const { event, cases } of scope.handlers) {
    add({ kind: 'handler' }, event);
    for (const { target: node, path, inputs } of cases) {
      const target = node?.text;
      for (const [index, name] of path.entries()) {
        const { upTo, following, end } = name;
        // A leading `#` or dot is in the reach of the next name.
        const isFirst = index === 0 && !upTo.slice(1).includes('.');
        const reach = isFirst && node ? { start: node.start, end } : undefined;
        if (target !== undefined) add({ kind: 'target', target, upTo, following }, name, 'read', reach);
      }
      for (const name of inputs) add({ kind: 'target-input', target }, name, 'write');
    }
  }
  for (const name of scope.buttons) add({ kind: 'button' }, name);
  for (const { event, payload } of scope.emits) {
    add({ kind: 'emit' }, event, 'read');
    for (const name of payload) add({ kind: 'payload', event: event.text }, name);
  }
  return mentions;
}

function fileMention(use: FileUse, facts: UnitFacts): Mention[] {
  const scope = facts.scopes[use.scope];
  return scope ? [mentionOf(scope, { ...use.path, text: ANY_PATH }, 'read', { kind: 'file', use })] : [];
}
