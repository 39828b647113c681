import { BUILT_IN } from '../../format/catalog';
import { folderOf, shortName } from '../../project/paths';
import type { Project } from '../../project/project';
import { childrenOf, resolveEvent } from '../../project/resolve';
import { type NameEntry, pathKey, type ScopeEntry } from '../../project/symbols';
import { isBlank, type Message, msg } from '../../text/message';
import { type MapNode, type Node, resolveAlias, textOf, valueAt } from '../../yaml/tree';
import { beginningsAt } from '../leads';
import { bullets, code, facts, listed, listedAs, paragraphs } from '../markdown';
import { type Origin, originsOf } from '../origins';
import { siteOf } from '../symbols/sites';
import { taskLabel } from '../task-label';
import { neighbourhood } from './flow';

/** How a scope is called in a sentence: by its path, or as what the file holds. */
export function scopeName(project: Project, path: readonly string[]): Message {
  if (path.length > 0) return code(path.join('.'));
  return project.isAutomata ? msg('the automata') : msg('this state');
}

/** How the scopes of entries are called, each once. */
export function scopeNames(project: Project, entries: readonly ScopeEntry[]): Message[] {
  const paths = new Map(entries.map(({ path }) => [pathKey(path), path]));
  return [...paths.values()].map((path) => scopeName(project, path));
}

/** The file and line of a name, counted from one. */
export function placeName(project: Project, entry: NameEntry): Message {
  const site = siteOf(project, entry);
  const line = site && project.source(entry.source)?.document.positionAt(site.selection.start).line;
  return code(`${shortName(entry.source, folderOf(project.root))}:${(line ?? 0) + 1}`);
}

/** A state or an automata on a few lines: what it shows, takes and does, who leads here and where it leads. */
export function stateCard(project: Project, path: readonly string[]): Message | undefined {
  const parts = project.scopes(path);
  const [first] = parts;
  if (first === undefined) return undefined;
  const kind = first.scope.kind === 'automata' ? msg('automata') : msg('state');
  const name = path.at(-1) ?? parts.find((part) => part.scope.id)?.scope.id?.text;
  const at = first.scope.name && placeName(project, { ...first, name: first.scope.name });
  const title = [
    name === undefined ? msg`**${kind}**` : msg`**${kind}** ${code(name)}`,
    at,
    parts.map(finality).find(Boolean),
  ];
  const inputs = parts.flatMap((part) => part.scope.inputs.map(inputName));
  const children = childrenOf(project, path).map((child) => code(child.name.text));
  return paragraphs(
    facts(...title),
    firstLine(first),
    path.length > 0 ? neighbourhood(project, path) : undefined,
    bullets(
      line(msg('inputs'), inputs),
      line(
        msg('tasks'),
        parts.flatMap((part) => taskNames(project, part)),
      ),
      line(msg('states'), children),
      originsLine(project, path),
      line(msg('leads to'), destinations(project, parts)),
    ),
  );
}

function line(label: Message, items: readonly Message[]): Message | undefined {
  return items.length > 0 ? msg`${label}: ${listed(items)}` : undefined;
}

function finality({ scope }: ScopeEntry): Message | undefined {
  const properties = scope.map && valueAt(scope.map, 'properties');
  return properties?.kind === 'map' && textOf(properties, 'is_final') === 'true' ? msg('final') : undefined;
}

/** The first line of the rendered text that holds more than blanks. */
function firstLine({ scope }: ScopeEntry): Message | undefined {
  const render = scope.map && valueAt(scope.map, 'render');
  const text = render?.kind === 'map' ? textOf(render, 'text') : undefined;
  const shown = text?.split(/\r?\n/).find((one) => one.trim() !== '');
  return shown === undefined ? undefined : code(shown);
}

function inputName({ name, node }: { name: { text: string }; node: Node }): Message {
  const type = typeOf(node);
  return type === undefined ? code(name.text) : msg`${code(name.text)} (${code(type)})`;
}

/** The `type` that a variable or an input is given. */
export function typeOf(node: Node): string | undefined {
  const value = resolveAlias(node);
  return value?.kind === 'map' ? textOf(value, 'type') : undefined;
}

/** The task maps of a scope in their order, whichever form they are written in. */
export function tasksOf({ scope }: ScopeEntry): (MapNode | undefined)[] {
  const tasks = scope.map && valueAt(scope.map, 'tasks');
  const nodes =
    tasks?.kind === 'seq' ? tasks.items : tasks?.kind === 'map' ? tasks.pairs.map((pair) => pair.value) : [];
  return nodes.map((node) => {
    const task = resolveAlias(node);
    return task?.kind === 'map' ? task : undefined;
  });
}

function taskNames(project: Project, entry: ScopeEntry): Message[] {
  return tasksOf(entry).flatMap((node, index) => {
    if (node === undefined) return [];
    const catalog = project.source(entry.source)?.catalog ?? BUILT_IN;
    const { name, called, result } = taskLabel(node, catalog);
    const label = name ?? called;
    const task = label === undefined ? msg`task ${index + 1}` : code(label, 40);
    return result ? msg`${task} → ${code(result, 40)}` : task;
  });
}

/** The states that lead here, each with its events; the automata itself for its own transitions and `initial`. */
function originsLine(project: Project, path: readonly string[]): Message | undefined {
  const byState = originsOf(project, path);
  const outer = path.slice(0, -1);
  const begins = beginningsAt(project, path).length > 0;
  const own = begins ? byState.get(pathKey(outer)) : undefined;
  const count = byState.size + (begins && own === undefined ? 1 : 0);
  return count > 0 ? msg`reached from: ${listedAs(count, origins(), text)}` : undefined;

  function* origins(): Iterable<Origin> {
    if (begins) yield { path: outer, events: new Set(['initial', ...(own?.events ?? [])]) };
    for (const origin of byState.values()) if (origin !== own) yield origin;
  }

  function text({ path: from, events }: Origin): Message {
    return msg`${scopeName(project, from)} (${listedAs(events.size, events, (event) => code(event), 3)})`;
  }
}

/** Where the transitions lead, and the events of buttons that an automata above handles. */
function destinations(project: Project, parts: readonly ScopeEntry[]): Message[] {
  const byEvent = new Map<string, Message>();
  for (const { scope } of parts)
    for (const { event, cases } of scope.handlers) byEvent.set(event.text, targetNames(cases));
  for (const entry of parts) {
    for (const { event } of entry.scope.emits) {
      const found = byEvent.has(event.text) ? undefined : resolveEvent(project, entry, event.text);
      if (found?.kind !== 'found') continue;
      byEvent.set(event.text, targetNames(found.entries.flatMap(({ handler }) => handler.cases)));
    }
  }
  return [...byEvent].map(([event, names]) =>
    isBlank(names) ? code(event) : msg`${code(event)} → ${names}`,
  );
}

/** Where the cases of a transition lead, each target once; empty while none is written. */
export function targetNames(cases: readonly { target: { text: string } | undefined }[]): Message {
  const names = [...new Set(cases.map(({ target }) => target?.text))];
  return listed(
    names.map((name) => (name === undefined ? msg('itself') : code(name))),
    3,
  );
}
