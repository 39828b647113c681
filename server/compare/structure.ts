import { stateLabel } from '../format/target-path';
import { pathKey, pathOfKey } from '../project/names/scope-path';
import {
  type Program,
  type ProgramAutomata,
  type ProgramScope,
  programScopeAt,
} from '../run/conversation/program';
import type { SourceValue } from '../run/conversation/source-value';
import { sourceRangeOf } from '../run/sandbox/evaluator';
import { groupBy } from '../text/group-by';
import type { StructureChange, StructureKind, VersionName, VersionPlace } from './difference';
import { type Form, type FormReference, formText } from './form';
import { type ListItem, listPairs } from './list-pairs';
import type { Matching } from './matching';
import { type Part, partsOf } from './parts';
import { type DescribedVersion, type RenamedVariable, renamedVariables } from './renamed-variables';
import { CONTEXT_PREFIX, Version } from './version';

/**
 * What changed between two versions, in the order of the new one; what was removed follows in each automata and list. A
 * change is that of the smallest part, and something that was renamed with all its uses is one change.
 */
export function compareStructure(
  before: Program,
  after: Program,
  matching: Matching,
): readonly StructureChange[] {
  const comparison = new StructureComparison(described(before), described(after), matching);
  comparison.scopes({ old: before.root, now: after.root });
  return comparison.changes;
}

function described(program: Program): DescribedVersion {
  const version = new Version(program);
  const scopes = new Set([program.root, ...program.scopes.values()]);
  return { version, parts: new Map([...scopes].map((scope) => [scope, partsOf(version, scope)])) };
}

/** A state or automata in both versions. */
interface BothScopes {
  readonly old: ProgramScope;
  readonly now: ProgramScope;
}

class StructureComparison {
  readonly changes: StructureChange[] = [];
  private readonly renamedByKey: ReadonlyMap<string, RenamedVariable>;
  private readonly renamedByOwner: ReadonlyMap<string, readonly RenamedVariable[]>;

  constructor(
    private readonly before: DescribedVersion,
    private readonly after: DescribedVersion,
    private readonly matching: Matching,
  ) {
    const renamed = renamedVariables(before, after, matching);
    this.renamedByKey = new Map(renamed.map((one) => [one.oldKey, one]));
    this.renamedByOwner = groupBy(renamed, ({ variable }) => pathKey(variable.owner));
  }

  scopes(both: BothScopes): void {
    const { old, now } = both;
    this.place(both);
    if (old.kind !== now.kind) {
      this.add('changed', now, now.kind, stateLabel(now.path), old.source, now.source);
      return;
    }
    for (const one of this.renamedByOwner.get(pathKey(now.path)) ?? []) this.variable(both, one);
    this.members(both, this.before.parts.get(old) ?? [], this.after.parts.get(now) ?? []);
    if (old.kind === 'automata' && now.kind === 'automata') this.states(old, now);
  }

  private place({ old, now }: BothScopes): void {
    if (old.parent === undefined || now.parent === undefined) return;
    const parent = this.matching.newPathOf(old.parent.path);
    const isMoved = parent === undefined || pathKey(parent) !== pathKey(now.parent.path);
    if (!isMoved && old.name === now.name) return;
    const [name, was] = [stateLabel(now.path), stateLabel(old.path)];
    this.rename(isMoved ? 'moved' : 'renamed', now, now.kind, name, was, now.source);
  }

  private variable({ old, now }: BothScopes, { oldName, variable, definition }: RenamedVariable): void {
    const prefix = variable.kind === 'context' ? CONTEXT_PREFIX : '';
    const ownKind = definition.kind === 'task' ? 'variable' : definition.kind;
    const kind = { context: 'variable', local: ownKind, event: 'transition' } as const;
    const [name, was] = [labelIn(now, prefix + variable.name), labelIn(old, prefix + oldName)];
    this.rename('renamed', now, kind[variable.kind], name, was, definition.source);
  }

  private states(old: ProgramAutomata, now: ProgramAutomata): void {
    for (const child of now.states.values()) this.newScope(child, true);
    for (const { path, kind, source } of old.states.values())
      if (this.matching.newPathOf(path) === undefined)
        this.add('removed', undefined, kind, stateLabel(path), source, undefined);
  }

  /** @param isReported false within an automata that was added as a whole */
  private newScope(now: ProgramScope, isReported: boolean): void {
    const oldPath = this.matching.oldPathOf(now.path);
    const old = oldPath && programScopeAt(this.before.version.program, oldPath);
    if (old) {
      this.scopes({ old, now });
      return;
    }
    if (isReported) this.add('added', now, now.kind, stateLabel(now.path), undefined, now.source);
    if (now.kind === 'automata') for (const child of now.states.values()) this.newScope(child, false);
  }

  private members(both: BothScopes, old: readonly Part[], now: readonly Part[]): void {
    // A field of a state and one of its `render` may have the same name.
    const rest = new Map(old.map((part) => [`${part.kind} ${this.oldText(part.key)}`, part]));
    for (const part of now) {
      const key = `${part.kind} ${this.newText(part.key)}`;
      this.pair(both, rest.get(key), part);
      rest.delete(key);
    }
    for (const part of rest.values()) this.pair(both, part, undefined);
  }

  private pair({ old, now }: BothScopes, before: Part | undefined, after: Part | undefined): void {
    if (before && after) this.part({ old, now }, before, after);
    else if (after) this.add('added', now, after.kind, labelIn(now, after.label), undefined, after.source);
    else if (before)
      this.add('removed', now, before.kind, labelIn(old, before.label), before.source, undefined);
  }

  private part(both: BothScopes, before: Part, after: Part): void {
    const isSame = this.oldText(before.form) === this.newText(after.form);
    if (isSame || formText(before.form, writtenText) === formText(after.form, writtenText)) return;
    if (before.shape !== after.shape || after.shape === 'leaf') this.change(both, before, after);
    else if (after.shape === 'map') this.members(both, before.parts, after.parts);
    else this.items(both, before, after);
  }

  private items(both: BothScopes, before: Part, after: Part): void {
    const [old, now] = [before.parts[0], after.parts[0]];
    const isSingle = before.parts.length === 1 && after.parts.length === 1;
    if (after.kind === 'transition' && isSingle && old && now) {
      this.part(both, old, now);
      return;
    }
    const known = this.changes.length;
    const pairs = listPairs(
      before.parts.map((part, index) => listItem(part, index, (form) => this.oldText(form))),
      after.parts.map((part, index) => listItem(part, index, (form) => this.newText(form))),
    );
    const hasOrder = before.source.isList && after.source.isList;
    for (const pair of pairs) {
      if (pair.isMoved && hasOrder && pair.after) this.move(both, pair.after);
      this.pair(both, pair.before, pair.after);
    }
    if (known === this.changes.length && before.layout !== after.layout) this.change(both, before, after);
  }

  private change({ now }: BothScopes, before: Part, after: Part): void {
    this.add('changed', now, after.kind, labelIn(now, after.label), before.source, after.source);
  }

  private move({ now }: BothScopes, { kind, label, source }: Part): void {
    this.rename('moved', now, kind, labelIn(now, label), undefined, source);
  }

  private rename(
    change: 'renamed' | 'moved',
    { path: scope }: ProgramScope,
    kind: StructureKind,
    name: string,
    was: string | undefined,
    source: SourceValue,
  ): void {
    const place = placeInVersion(source, 'after');
    const former = was === undefined ? {} : { was };
    this.changes.push({ change, kind, scope, name, ...former, place, before: undefined, after: undefined });
  }

  private add(
    change: 'added' | 'removed' | 'changed',
    scope: ProgramScope | undefined,
    kind: StructureKind,
    name: string,
    before: SourceValue | undefined,
    after: SourceValue | undefined,
  ): void {
    const place = after ? placeInVersion(after, 'after') : before && placeInVersion(before, 'before');
    this.changes.push({ change, kind, scope: scope?.path, name, place, before, after });
  }

  private oldText(form: Form): string {
    return formText(form, (reference) => {
      const path = reference.kind === 'scope' && this.matching.newPathOf(pathOfKey(reference.key));
      if (path) return `to ${pathKey(path)}`;
      const renamed = this.renamedByKey.get(reference.key);
      return renamed ? `as ${renamed.variable.name}` : writtenText(reference);
    });
  }

  private newText(form: Form): string {
    return formText(form, (reference) => {
      const isKnown = reference.kind === 'scope' && this.matching.oldPathOf(pathOfKey(reference.key));
      return isKnown ? `to ${reference.key}` : writtenText(reference);
    });
  }
}

function writtenText({ written }: FormReference): string {
  return `as ${written}`;
}

function listItem(part: Part, index: number, textOf: (form: Form) => string): ListItem<Part> {
  const members = part.parts.map(({ key, form }) => textOf({ forms: [key, form] }));
  // Which case is evaluated first is a part of what it means.
  if (part.kind === 'condition') members.push(String(index));
  return { item: part, text: textOf(part.form), written: formText(part.form, writtenText), members };
}

function labelIn({ path }: ProgramScope, label: string): string {
  return stateLabel([...path, label]);
}

/** The place of a value in a version: its key if it is a map or list. */
export function placeInVersion(
  { origin, isMap, isList }: SourceValue,
  version: VersionName,
): VersionPlace | undefined {
  const range = sourceRangeOf(origin);
  if (range === undefined) return undefined;
  const { start, end } = (isMap || isList ? origin?.key : undefined) ?? range;
  return { version, address: range.address, start, end };
}
