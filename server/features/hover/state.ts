import { BUILT_IN } from '../../format/catalog';
import { folderOf, shortName } from '../../project/paths';
import type { Project } from '../../project/project';
import { childrenOf, resolveEvent } from '../../project/resolve';
import { type NameEntry, pathKey, type ScopeEntry } from '../../project/symbols';
import { type MapNode, type Node, resolveAlias, textOf, valueAt } from '../../yaml/tree';
import { beginningsAt } from '../leads';
import { bullets, code, listed, listedAs, paragraphs } from '../markdown';
import { type Origin, originsOf } from '../origins';
import { siteOf } from '../symbols/sites';
import { taskLabel } from '../task-label';
import { neighbourhood } from './flow';

/** How a scope is called in a sentence: by its path, or as what the file holds. */
export function scopeName(project: Project, path: readonly string[]): string {
  if (path.length > 0) return code(path.join('.'));
  return project.isAutomata ? 'the automata' : 'this state';
}

/** How the scopes of entries are called, each once. */
export function scopeNames(project: Project, entries: readonly ScopeEntry[]): string[] {
  return [...new Set(entries.map((entry) => scopeName(project, entry.path)))];
}

/** The file and line of a name, counted from one. */
export function placeName(project: Project, entry: NameEntry): string {
  const site = siteOf(project, entry);
  const line = site && project.source(entry.source)?.document.positionAt(site.selection.start).line;
  return code(`${shortName(entry.source, folderOf(project.root))}:${(line ?? 0) + 1}`);
}

/** A state or an automata on a few lines: what it shows, takes and does, who leads here and where it leads. */
export function stateCard(project: Project, path: readonly string[]): string | undefined {
  const parts = project.scopes(path);
  const [first] = parts;
  if (first === undefined) return undefined;
  const kind = first.scope.kind === 'automata' ? 'automata' : 'state';
  const name = path.at(-1) ?? parts.find((part) => part.scope.id)?.scope.id?.text;
  const at = first.scope.name && placeName(project, { ...first, name: first.scope.name });
  const title = [
    `**${kind}**${name === undefined ? '' : ` ${code(name)}`}`,
    at,
    parts.map(finality).find(Boolean),
  ];
  const inputs = parts.flatMap((part) => part.scope.inputs.map(inputName));
  const children = childrenOf(project, path).map((child) => code(child.name.text));
  return paragraphs(
    title.filter((part) => part !== undefined).join(' · '),
    firstLine(first),
    path.length > 0 ? neighbourhood(project, path) : undefined,
    bullets(
      line('inputs', inputs),
      line(
        'tasks',
        parts.flatMap((part) => taskNames(project, part)),
      ),
      line('states', children),
      originsLine(project, path),
      line('leads to', destinations(project, parts)),
    ),
  );
}

function line(label: string, items: readonly string[]): string | undefined {
  return items.length > 0 ? `${label}: ${listed(items)}` : undefined;
}

function finality({ scope }: ScopeEntry): string | undefined {
  const properties = scope.map && valueAt(scope.map, 'properties');
  return properties?.kind === 'map' && textOf(properties, 'is_final') === 'true' ? 'final' : undefined;
}

/** The first line of the rendered text that holds more than blanks. */
function firstLine({ scope }: ScopeEntry): string | undefined {
  const render = scope.map && valueAt(scope.map, 'render');
  const text = render?.kind === 'map' ? textOf(render, 'text') : undefined;
  const shown = text?.split(/\r?\n/).find((one) => one.trim() !== '');
  return shown && code(shown);
}

function inputName({ name, node }: { name: { text: string }; node: Node }): string {
  const type = typeOf(node);
  return type === undefined ? code(name.text) : `${code(name.text)} (${code(type)})`;
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

function taskNames(project: Project, entry: ScopeEntry): string[] {
  return tasksOf(entry).flatMap((task, index) => {
    if (task === undefined) return [];
    const catalog = project.source(entry.source)?.catalog ?? BUILT_IN;
    const { name, called, result } = taskLabel(task, catalog);
    const label = name ?? called;
    return `${label === undefined ? `task ${index + 1}` : code(label, 40)}${result ? ` → ${code(result, 40)}` : ''}`;
  });
}

/** The states that lead here, each with its events; the automata itself for its own transitions and `initial`. */
function originsLine(project: Project, path: readonly string[]): string | undefined {
  const byState = originsOf(project, path);
  const outer = path.slice(0, -1);
  const begins = beginningsAt(project, path).length > 0;
  const own = begins ? byState.get(pathKey(outer)) : undefined;
  const count = byState.size + (begins && own === undefined ? 1 : 0);
  return count > 0 ? `reached from: ${listedAs(count, origins(), text)}` : undefined;

  function* origins(): Iterable<Origin> {
    if (begins) yield { path: outer, events: new Set(['initial', ...(own?.events ?? [])]) };
    for (const origin of byState.values()) if (origin !== own) yield origin;
  }

  function text({ path: from, events }: Origin): string {
    return `${scopeName(project, from)} (${listedAs(events.size, events, (event) => code(event), 3)})`;
  }
}

/** Where the transitions lead, and the events of buttons that an automata above handles. */
function destinations(project: Project, parts: readonly ScopeEntry[]): string[] {
  const byEvent = new Map<string, string>();
  for (const { scope } of parts)
    for (const { event, cases } of scope.handlers) byEvent.set(event.text, targetNames(cases));
  for (const entry of parts) {
    for (const { event } of entry.scope.emits) {
      const found = byEvent.has(event.text) ? undefined : resolveEvent(project, entry, event.text);
      if (found?.kind !== 'found') continue;
      byEvent.set(event.text, targetNames(found.entries.flatMap(({ handler }) => handler.cases)));
    }
  }
  return [...byEvent].map(([event, names]) => (names === '' ? code(event) : `${code(event)} → ${names}`));
}

/** Where the cases of a transition lead, each target once; empty while none is written. */
export function targetNames(cases: readonly { target: { text: string } | undefined }[]): string {
  const names = cases.map(({ target }) => (target === undefined ? 'itself' : code(target.text)));
  return listed([...new Set(names)], 3);
}
