import { engine } from '../../engine/engine';
import type { Task } from '../../engine/task';
import type { Access, MemberName, NameUse } from '../../expression/names';
import type {
  CaseFacts,
  ExpressionPlace,
  FileUse,
  HandlerFacts,
  NameNode,
  ScopeFacts,
  UnitFacts,
} from '../../facts/facts';
import type { ScenarioFacts, ScenarioName } from '../../facts/scenario';
import { parseTarget } from '../../format/target-path';
import { samePath } from '../../project/scope-path';
import { append } from '../../text/append';
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
  readonly what: MentionedName;
  /**
   * The mentions of this place in all scopes that have it, this one included: an alias or a merge key repeats it.
   * Undefined for a place of a single scope.
   */
  readonly repeated?: readonly Mention[];
}

type MentionedName =
  | { readonly kind: 'state'; readonly name: string }
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'initial'; readonly name: string }
  /** One name of a target's path: `upTo` ends with it, and `following` is the number of names after it. */
  | {
      readonly kind: 'target';
      readonly target: string;
      readonly word: string;
      readonly upTo: string;
      readonly following: number;
    }
  | { readonly kind: 'handler' | 'emit'; readonly event: string }
  /** `member`: in an expression. */
  | { readonly kind: 'context'; readonly name: string; readonly member?: MemberName }
  /** An input, a result or a plain output where it is defined. */
  | { readonly kind: 'local'; readonly name: string }
  /** The display name of a task. */
  | { readonly kind: 'task'; readonly name: string }
  /** The content of a button. */
  | { readonly kind: 'button'; readonly name: string }
  /** A name in a scenario. */
  | { readonly kind: 'scenario'; readonly name: string; readonly named: ScenarioName }
  /** An identifier of an expression. */
  | { readonly kind: 'use'; readonly use: NameUse; readonly place: ExpressionPlace }
  /** The member after an identifier that may be a state: `<state>.<output>`. */
  | { readonly kind: 'member'; readonly of: string; readonly name: string; readonly member: MemberName }
  | { readonly kind: 'payload'; readonly event: string; readonly name: string }
  | {
      readonly kind: 'payload-use';
      readonly event: string;
      readonly name: string;
      readonly member: MemberName;
    }
  | { readonly kind: 'target-input'; readonly target: string | undefined; readonly name: string }
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

/** The mentions of a unit by word, see `wordOf`, in the order of the text; of a place, those in each scope. */
export function mentionsByWord(facts: UnitFacts, word: string): readonly Mention[] {
  return indexOf(facts).byWord.get(word) ?? [];
}

/** All words in the mentions of a unit, including parts of what they name. */
export const mentionedWords = engine.query(
  'words',
  (facts: UnitFacts): ReadonlySet<string> => new Set(allMentionsOf(facts).flatMap(wordsIn)),
);

/** All words in a mention. */
function wordsIn({ what }: Mention): string[] {
  if (what.kind === 'target') return [...parseTarget(what.target).names];
  if (what.kind === 'use') return [what.use.name];
  return Object.values(what).filter((word) => typeof word === 'string');
}

/** The word for all paths of files, which can be written in many ways. Names cannot contain line breaks. */
export const ANY_PATH = '\n';

/** The word of a mention: all mentions of a symbol have the same word. */
export function wordOf({ what }: Mention): string {
  switch (what.kind) {
    case 'id':
      return what.id;
    case 'target':
      return what.word;
    case 'handler':
    case 'emit':
      return what.event;
    case 'use':
      return what.use.name;
    case 'file':
      return ANY_PATH;
    default:
      return what.name;
  }
}

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
  return { places, all, byWord: groupBy(all, wordOf) };
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
  return names.flatMap((name): Mention[] => {
    if (scope === undefined) return [];
    return [mentionOf(scope, name, 'read', { kind: 'scenario', name: name.text, named: name })];
  });
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
  { start, end }: Range,
  access: Mention['access'],
  what: MentionedName,
): Mention {
  return { start, end, reach: { start, end }, scope, access, what };
}

/** The mentions of an identifier: itself, and a member that the format defines. */
export function useMentions(use: NameUse, place: ExpressionPlace, facts: UnitFacts): Mention[] {
  const scope = facts.scopes[place.scope];
  if (scope === undefined) return [];
  const root = mentionOf(scope, use, use.members.length > 0 ? 'read' : use.access, {
    kind: 'use',
    use,
    place,
  });
  const [member] = use.members;
  if (member === undefined) return [root];
  const { name } = member;
  const access = use.members.length === 1 ? use.access : use.access === 'read' ? 'read' : 'readwrite';
  if (use.name === 'context')
    return [root, mentionOf(scope, member, access, { kind: 'context', name, member })];
  if (place.phase === 'where') return [root];
  if (use.name !== 'payload')
    return [root, mentionOf(scope, member, access, { kind: 'member', of: use.name, name, member })];
  const { event } = place;
  return event === undefined
    ? [root]
    : [root, mentionOf(scope, member, access, { kind: 'payload-use', event, name, member })];
}

function scopeMentions(scope: ScopeFacts): Mention[] {
  const mentions: Mention[] = [];
  const add = (name: Range, access: Mention['access'], what: MentionedName) => {
    mentions.push(mentionOf(scope, name, access, what));
  };
  if (scope.name) add(scope.name, 'definition', { kind: 'state', name: scope.name.text });
  if (scope.id) add(scope.id, 'definition', { kind: 'id', id: scope.id.text });
  if (scope.initial) add(scope.initial, 'read', { kind: 'initial', name: scope.initial.text });
  for (const { name } of scope.inputs) add(name, 'definition', { kind: 'local', name: name.text });
  for (const { name, kind } of scope.results) {
    // A default name is not written anywhere.
    if (kind !== 'default') add(name, 'definition', { kind: 'local', name: name.text });
  }
  for (const name of scope.tasks) add(name, 'definition', { kind: 'task', name: name.text });
  for (const { name, context } of scope.outputs) {
    if (context) {
      const mention = mentionOf(scope, context, 'write', { kind: 'context', name: context.text });
      mentions.push({ ...mention, reach: name });
    } else add(name, 'definition', { kind: 'local', name: name.text });
  }
  for (const { name } of scope.context) add(name, 'definition', { kind: 'context', name: name.text });
  for (const handler of scope.handlers) append(mentions, handlerMentions(handler, scope));
  for (const name of scope.buttons) add(name, 'definition', { kind: 'button', name: name.text });
  for (const { event, payload } of scope.emits) {
    add(event, 'read', { kind: 'emit', event: event.text });
    for (const name of payload)
      add(name, 'definition', { kind: 'payload', event: event.text, name: name.text });
  }
  return mentions;
}

function handlerMentions({ event, cases }: HandlerFacts, scope: ScopeFacts): Mention[] {
  return [
    mentionOf(scope, event, 'definition', { kind: 'handler', event: event.text }),
    ...cases.flatMap((one) => {
      const { target, inputs } = one;
      const targets = target ? targetMentions(target, one, scope) : [];
      const passed = inputs.map((name) => {
        return mentionOf(scope, name, 'write', {
          kind: 'target-input',
          target: target?.text,
          name: name.text,
        });
      });
      return [...targets, ...passed];
    }),
  ];
}

/** The segments of a target's path; a leading `#` or dot is in the reach of the next segment. */
function targetMentions(target: NameNode, { path }: CaseFacts, scope: ScopeFacts): Mention[] {
  return path.map(({ text: word, start, end, upTo, following }, index) => {
    const isFirst = index === 0 && !upTo.slice(1).includes('.');
    const reach = { start: isFirst ? target.start : start, end };
    const what = { kind: 'target', target: target.text, word, upTo, following } as const;
    return { start, end, reach, scope, access: 'read', what };
  });
}

function fileMention(use: FileUse, facts: UnitFacts): Mention[] {
  const scope = facts.scopes.find((one) => samePath(one.path, use.scope)) ?? facts.scopes[0];
  return scope ? [mentionOf(scope, use.path, 'read', { kind: 'file', use })] : [];
}
