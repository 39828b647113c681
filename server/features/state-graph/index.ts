import { EMPTY_NODE, type StateEdge, type StateGraph, type StateNode } from '../../drawing/state-graph';
import { parseTarget } from '../../format/target-path';
import { type Address, lastSegmentOf } from '../../project/files/paths';
import { allScopes, reachedStates } from '../../project/flow/flow';
import { mergedFinal } from '../../project/flow/graph';
import type { ReachableStates } from '../../project/flow/reach';
import {
  emittersOf,
  nearestAutomata,
  type Resolution,
  resolveInitial,
  resolveTarget,
} from '../../project/names/resolve';
import { childPath, ROOT_PATH, type ScopePath } from '../../project/names/scope-path';
import { pathKey, type ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import type { FileFinding } from '../../rules/placed-finding';
import { addToGroup } from '../../text/group-by';
import { oneLine } from '../../text/one-line';
import { shiftRange } from '../../text/range';
import type { Document } from '../../yaml/cut/document';
import { endOfNested } from '../../yaml/tree/nesting';
import { type DefinitionSite, mainFileSite } from '../symbols/sites';
import { type DrawnPlace, drawnScope } from './scope';
import { edgeId, edgesOf, scopeAround } from './state-at';

/** The graph of a project, and the places of its nodes and edges in the files. */
export interface PlacedGraph {
  readonly graph: StateGraph;
  /** By the `id` of nodes and edges. For a missing state, its first mention. */
  readonly places: ReadonlyMap<string, DefinitionSite>;
}

/** The findings of a file, in offsets of its document. */
type FindingsOf = (address: Address) => readonly Pick<FileFinding, 'start' | 'severity'>[];

/**
 * The graph of the states of a project, also with mistakes in its files. Parts that depend only on the text of one
 * state are cached, so an edit mostly repeats only their combination.
 */
export function stateGraph(project: Project, findingsOf: FindingsOf = () => []): PlacedGraph {
  return new Builder(project, findingsOf).run();
}

/** The start marker of an automata. */
interface InitialMarker {
  readonly id: string;
  readonly key: string;
  readonly found: Resolution<ScopeEntry>;
  readonly name: string;
  readonly entry: ScopeEntry;
  readonly site: DefinitionSite;
}

class Builder {
  private readonly nodes = new Map<string, StateNode>();
  private readonly edges: StateEdge[] = [];
  private readonly places = new Map<string, DefinitionSite>();
  /** The parts of each state, by the key of its path. */
  private readonly parts = new Map<string, ScopeEntry[]>();
  /** The key of the parent, whether it is known or not. */
  private readonly outer = new Map<string, string>();
  /** The keys of the children, by the key of the automata. */
  private readonly children = new Map<string, string[]>();
  private readonly problems = new Map<string, { errors: number; warnings: number }>();
  private readonly initials = new Set<string>();
  private readonly documents = new Map<Address, Document | undefined>();
  private readonly reached: ReachableStates;
  /** The resolved targets of siblings, by automata and target. */
  private readonly resolvedTargets = new Map<string, Resolution<ScopeEntry>>();

  constructor(
    private readonly project: Project,
    findingsOf: FindingsOf,
  ) {
    this.reached = reachedStates(project);
    for (const entry of allScopes(project)) this.group(entry);
    for (const { source } of project.stateFiles) this.count(source.address, findingsOf(source.address));
  }

  run(): PlacedGraph {
    const markers = [...this.parts].flatMap(([key, parts]) => this.initialMarker(key, parts) ?? []);
    for (const { found } of markers) if (found.kind === 'found') this.initials.add(pathKey(found.path));
    for (const key of this.parts.keys()) if (this.outerOf(key) === undefined) this.draw(key);
    const markerOf = new Map(markers.map((one) => [one.key, one]));
    for (const key of [...this.nodes.keys()]) {
      const marker = markerOf.get(key);
      if (marker) this.addInitialMarker(marker);
      this.addTransitions(key);
    }
    return { graph: { nodes: [...this.nodes.values()], edges: this.edges }, places: this.places };
  }

  private group(entry: ScopeEntry): void {
    // A standalone file of states has no enclosing automata.
    if (!this.project.isAutomata && entry.path.length === 0 && entry.scope.kind === 'automata') return;
    const key = pathKey(entry.path);
    const isKnown = this.parts.has(key);
    addToGroup(this.parts, key, entry);
    if (isKnown || entry.path.length === 0) return;
    const outer = pathKey(entry.path.slice(0, -1));
    this.outer.set(key, outer);
    addToGroup(this.children, outer, key);
  }

  private count(address: Address, findings: ReturnType<FindingsOf>): void {
    for (const { start, severity } of findings) {
      if (severity !== 'error' && severity !== 'warning') continue;
      // Text outside of all states belongs to the automata.
      const around = scopeAround(this.project, address, start)?.path;
      const key = pathKey(around ?? this.project.member(address)?.prefix ?? ROOT_PATH);
      const counts = this.problems.get(key) ?? { errors: 0, warnings: 0 };
      if (severity === 'error') counts.errors++;
      else counts.warnings++;
      this.problems.set(key, counts);
    }
  }

  /** The key of the automata in which a scope is drawn. */
  private outerOf(key: string): string | undefined {
    const outer = this.outer.get(key);
    return outer !== undefined && this.parts.has(outer) ? outer : undefined;
  }

  private initialMarker(key: string, parts: readonly ScopeEntry[]): InitialMarker | undefined {
    const entry = parts.find(({ scope }) => scope.initial !== undefined);
    const initial = entry?.scope.initial;
    if (entry === undefined || initial === undefined) return undefined;
    const range = { start: initial.start, end: initial.end };
    return {
      id: edgeId(key, '', 0),
      key,
      found: resolveInitial(this.project, entry, initial.text),
      name: initial.text,
      entry,
      site: this.siteOf(entry, { range, selection: range }),
    };
  }

  private addTransitions(key: string): void {
    for (const { id, entry, case: one } of edgesOf(this.project, this.parts.get(key) ?? [])) {
      const { kind, event, condition, target } = one;
      const found = this.resolve(entry, target);
      const site = this.siteOf(entry, one);
      const to =
        found.kind === 'found'
          ? pathKey(found.path)
          : this.unknownNode(found, target, nearestAutomata(entry), site);
      if (to === undefined) continue;
      const raisedBy = this.raisersOf(entry, event);
      this.edges.push({
        id,
        from: key,
        to,
        kind,
        event,
        condition,
        ...(raisedBy.length > 0 && { raisedBy }),
      });
      this.places.set(id, site);
    }
  }

  private resolve(entry: ScopeEntry, target: string | undefined): Resolution<ScopeEntry> {
    const isShared =
      target !== undefined &&
      entry.scope.kind === 'state' &&
      parseTarget(target).start !== 'self' &&
      entry.path.length > 0;
    if (!isShared) return resolveTarget(this.project, entry, target);
    const key = `${pathKey(entry.path.slice(0, -1))}\n\n${target}`;
    const known = this.resolvedTargets.get(key) ?? resolveTarget(this.project, entry, target);
    this.resolvedTargets.set(key, known);
    return known;
  }

  /** The states in an automata whose event it handles, without duplicates. */
  private raisersOf(entry: ScopeEntry, event: string): string[] {
    if (entry.scope.kind !== 'automata') return [];
    const emitters = emittersOf(this.project, { ...entry, name: { text: event, start: 0, end: 0 } });
    return [...new Set(emitters.map(({ path }) => pathKey(path)))];
  }

  private addInitialMarker({ id, key, found, name, entry, site }: InitialMarker): void {
    const to = found.kind === 'found' ? pathKey(found.path) : this.unknownNode(found, name, entry.path, site);
    if (to === undefined) return;
    this.edges.push({ id, from: key, to, kind: 'initial', event: '', condition: undefined });
    this.places.set(id, site);
  }

  /** The node for a name that does not resolve to a known state; undefined if the name is empty. */
  private unknownNode(
    found: Exclude<Resolution<ScopeEntry>, { kind: 'found' }>,
    target: string | undefined,
    container: ScopePath,
    place: DefinitionSite,
  ): string | undefined {
    const name = found.kind === 'missing' ? found.segment : target;
    if (name === undefined || oneLine(name) === '' || name === '.') return undefined;
    const outer = found.kind === 'missing' ? found.container : container;
    const id = pathKey(childPath(outer, name));
    if (this.nodes.has(id)) return id;
    const kind = found.kind === 'missing' && this.project.isAutomata ? 'missing' : 'unseen';
    this.nodes.set(id, { ...EMPTY_NODE, id, parent: this.automataAround(outer), name, kind });
    this.places.set(id, place);
    return id;
  }

  /** The innermost automata that is drawn around a path. */
  private automataAround(path: ScopePath): string | undefined {
    for (let length = path.length; length >= 0; length--) {
      const key = pathKey(path.slice(0, length));
      if (this.nodes.get(key)?.kind === 'automata') return key;
    }
    return undefined;
  }

  /** Draws a scope, then its children. */
  private draw(key: string): void {
    const parts = this.parts.get(key);
    const [first] = parts ?? [];
    if (parts === undefined || first === undefined || this.nodes.has(key)) return;
    const drawn = parts.map((entry) => drawnScope(this.project, entry));
    const { reached } = this;
    this.nodes.set(key, {
      id: key,
      parent: this.outerOf(key),
      name: first.path.at(-1) ?? this.rootName(parts),
      kind: parts.some(({ scope }) => scope.kind === 'automata') ? 'automata' : 'state',
      text: drawn.find(({ text }) => text !== undefined)?.text,
      isInitial: this.initials.has(key),
      isFinal: mergedFinal(parts) === 'yes',
      isCached: drawn.some(({ isCached }) => isCached),
      isReachable: !reached.complete || reached.keys.has(key),
      inputs: drawn.flatMap(({ inputs }) => inputs),
      tasks: drawn.flatMap(({ tasks }) => tasks),
      problems: this.problems.get(key) ?? EMPTY_NODE.problems,
    });
    const [place] = drawn.flatMap((one, index) => {
      const entry = parts[index];
      return one.place && entry ? [this.siteOf(entry, one.place)] : [];
    });
    this.places.set(key, place ?? mainFileSite(this.project));
    for (const child of this.children.get(key) ?? []) this.draw(child);
  }

  private rootName(parts: readonly ScopeEntry[]): string {
    const id = parts.find(({ scope }) => scope.id)?.scope.id?.text.trim();
    return id || lastSegmentOf(this.project.root).replace(/(?:\.(?:state|automata))?\.[^.]*$/, '');
  }

  /** Asked once for each file: the engine notes who asks. */
  private documentOf(address: Address): Document | undefined {
    if (!this.documents.has(address)) this.documents.set(address, this.project.source(address)?.document);
    return this.documents.get(address);
  }

  private siteOf({ source, unit }: ScopeEntry, { range, selection }: DrawnPlace): DefinitionSite {
    const document = this.documentOf(source);
    const by = document?.startOf(unit) ?? 0;
    const { start, end } = shiftRange(range, by);
    const last = (document && endOfNested(document, unit, range.start)) ?? end;
    return { address: source, range: { start, end: last }, selection: shiftRange(selection, by) };
  }
}
