import { BUILT_IN_CATALOG } from '../../format/catalog';
import { stateLabel } from '../../format/target-path';
import { folderOf, shortName } from '../../project/files/paths';
import { childrenOf, resolveEvent } from '../../project/names/resolve';
import type { ScopePath } from '../../project/names/scope-path';
import { type NameEntry, pathKey, type ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { isBlank, type Message, msg } from '../../text/message';
import { type MapNode, type Node, resolveAlias, textOf, valueAt } from '../../yaml/tree/tree';
import { type IncomingScope, incomingScopes } from '../incoming-scopes';
import { bulletList, commaList, factLine, inlineCode, limitedList, listLine, paragraphs } from '../markdown';
import { initialReferences } from '../state-transitions';
import { definitionSite } from '../symbols/sites';
import { taskLabelOf } from '../task-label';
import { neighbourSummary } from './flow';

/** The name of a scope in a sentence: its path, or the kind of its file. */
export function scopeName(project: Project, path: ScopePath): Message {
  if (path.length > 0) return inlineCode(stateLabel(path));
  return project.isAutomata ? msg('the automata') : msg('this state');
}

/** The names of the scopes of entries, without duplicates. */
export function scopeNames(project: Project, entries: readonly ScopeEntry[]): Message[] {
  const paths = new Map(entries.map(({ path }) => [pathKey(path), path]));
  return [...paths.values()].map((path) => scopeName(project, path));
}

/** The file and line of a name, counted from one. */
export function fileAndLine(project: Project, entry: NameEntry): Message {
  const site = definitionSite(project, entry);
  const line = site && project.source(entry.source)?.document.positionAt(site.selection.start).line;
  return inlineCode(`${shortName(entry.source, folderOf(project.root))}:${(line ?? 0) + 1}`);
}

/** A summary of a state or an automata: its message, inputs, tasks, and incoming and outgoing transitions. */
export function stateCard(project: Project, path: ScopePath): Message | undefined {
  const parts = project.scopes(path);
  const [first] = parts;
  if (first === undefined) return undefined;
  const kind = first.scope.kind === 'automata' ? msg('automata') : msg('state');
  const name = path.at(-1) ?? parts.find((part) => part.scope.id)?.scope.id?.text;
  const at = first.scope.name && fileAndLine(project, { ...first, name: first.scope.name });
  const title = [
    name === undefined ? msg`**${kind}**` : msg`**${kind}** ${inlineCode(name)}`,
    at,
    parts.map(finality).find(Boolean),
  ];
  const inputs = parts.flatMap((part) => part.scope.inputs.map(inputName));
  const children = childrenOf(project, path).map((child) => inlineCode(child.name.text));
  return paragraphs(
    factLine(...title),
    firstLine(first),
    path.length > 0 ? neighbourSummary(project, path) : undefined,
    bulletList(
      listLine(msg('inputs'), inputs),
      listLine(
        msg('tasks'),
        parts.flatMap((part) => taskNames(project, part)),
      ),
      listLine(msg('states'), children),
      originsLine(project, path),
      listLine(msg('transitions to'), targetLines(project, parts)),
    ),
  );
}

function finality({ scope }: ScopeEntry): Message | undefined {
  const properties = scope.map && valueAt(scope.map, 'properties');
  return properties?.kind === 'map' && textOf(properties, 'is_final') === 'true'
    ? msg('final state')
    : undefined;
}

/** The first non-blank line of the rendered text. */
function firstLine({ scope }: ScopeEntry): Message | undefined {
  const render = scope.map && valueAt(scope.map, 'render');
  const text = render?.kind === 'map' ? textOf(render, 'text') : undefined;
  const shown = text?.split(/\r?\n/).find((one) => one.trim() !== '');
  return shown === undefined ? undefined : inlineCode(shown);
}

function inputName({ name, node }: { name: { text: string }; node: Node }): Message {
  const type = declaredTypeName(node);
  return type === undefined ? inlineCode(name.text) : msg`${inlineCode(name.text)} (${inlineCode(type)})`;
}

/** The declared `type` of a variable or an input. */
export function declaredTypeName(node: Node): string | undefined {
  const value = resolveAlias(node);
  return value?.kind === 'map' ? textOf(value, 'type') : undefined;
}

/** The task maps of a scope in order, in either form. */
export function taskMapsOf({ scope }: ScopeEntry): (MapNode | undefined)[] {
  const tasks = scope.map && valueAt(scope.map, 'tasks');
  const nodes =
    tasks?.kind === 'seq' ? tasks.items : tasks?.kind === 'map' ? tasks.pairs.map((pair) => pair.value) : [];
  return nodes.map((node) => {
    const task = resolveAlias(node);
    return task?.kind === 'map' ? task : undefined;
  });
}

function taskNames(project: Project, entry: ScopeEntry): Message[] {
  return taskMapsOf(entry).flatMap((node, index) => {
    if (node === undefined) return [];
    const catalog = project.source(entry.source)?.catalog ?? BUILT_IN_CATALOG;
    const { name, called, result } = taskLabelOf(node, catalog);
    const label = name ?? called;
    const task = label === undefined ? msg`task ${index + 1}` : inlineCode(label, 40);
    return result ? msg`${task} → ${inlineCode(result, 40)}` : task;
  });
}

/** The predecessors, each with its events; the automata itself for its own transitions and `initial`. */
function originsLine(project: Project, path: ScopePath): Message | undefined {
  const byState = incomingScopes(project, path);
  const outer = path.slice(0, -1);
  const begins = initialReferences(project, path).length > 0;
  const own = begins ? byState.get(pathKey(outer)) : undefined;
  const count = byState.size + (begins && own === undefined ? 1 : 0);
  return count > 0 ? msg`incoming: ${limitedList(count, origins(), text)}` : undefined;

  function* origins(): Iterable<IncomingScope> {
    if (begins) yield { path: outer, events: new Set(['initial', ...(own?.events ?? [])]) };
    for (const origin of byState.values()) if (origin !== own) yield origin;
  }

  function text({ path: from, events }: IncomingScope): Message {
    return msg`${scopeName(project, from)} (${limitedList(events.size, events, (event) => inlineCode(event), 3)})`;
  }
}

/** The targets of the transitions, and the events of buttons that an enclosing automata handles. */
function targetLines(project: Project, parts: readonly ScopeEntry[]): Message[] {
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
    isBlank(names) ? inlineCode(event) : msg`${inlineCode(event)} → ${names}`,
  );
}

/** The targets of a transition's cases, without duplicates; empty if there are none yet. */
export function targetNames(cases: readonly { target: { text: string } | undefined }[]): Message {
  const names = [...new Set(cases.map(({ target }) => target?.text))];
  return commaList(
    names.map((name) => (name === undefined ? msg('this state') : inlineCode(name))),
    3,
  );
}
