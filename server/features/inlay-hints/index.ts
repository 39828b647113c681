import type { UnitFacts } from '../../facts/facts';
import { stateLabel } from '../../format/target-path';
import { type Address, folderOf, shortName } from '../../project/files/paths';
import { writtenFacts } from '../../project/files/source';
import { resolveEvent, resolveTarget } from '../../project/names/resolve';
import type { HandlerEntry, ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import type { Unit } from '../../yaml/cut/unit';
import { type DefinitionSite, definitionSite, definitionsOf } from '../symbols/sites';

/** A short text after a place in the document. */
export interface InlayHint {
  /** Offset in the document. */
  readonly offset: number;
  readonly parts: readonly HintPart[];
}

export interface HintPart {
  readonly text: string;
  /** The definition that it opens. */
  readonly site?: DefinitionSite;
  readonly tooltip?: Message;
}

/**
 * The targets of button events in a range of a document: ` → home` after the event. None if no transition handles the
 * event or its target is not known.
 */
export function eventTargetHints(workspace: Workspace, address: Address, range: Range): readonly InlayHint[] {
  const hints: InlayHint[] = [];
  for (const { project, start, entry } of scopesIn(workspace, address, range)) {
    for (const { event } of entry.scope.emits) {
      const offset = start + offsetAfterName(entry.unit, event);
      if (offset < range.start || offset > range.end) continue;
      const parts = destinations(project, entry, event.text);
      if (parts.length > 0) hints.push({ offset, parts: [{ text: ' → ' }, ...parts] });
    }
  }
  return hints;
}

/** A scope of a document. */
interface ScopeIn {
  readonly project: Project;
  readonly facts: UnitFacts;
  /** Offset of the scope's unit in the document. */
  readonly start: number;
  readonly entry: ScopeEntry;
}

/** The scopes of all units that a range of a document touches; none for files of other formats. */
export function* scopesIn(workspace: Workspace, address: Address, range: Range): Iterable<ScopeIn> {
  const [project] = workspace.projectsOf(address);
  const member = project?.member(address);
  if (project === undefined || member === undefined) return;
  const { source } = member;
  for (const { unit, start } of source.document.unitsIn(range)) {
    const facts = writtenFacts(source, unit);
    for (const scope of facts.scopes) {
      const entry = project.entryOf(address, unit, scope);
      yield { project, facts, start, entry };
    }
  }
}

/** The offset after a name of a unit and its closing quote. */
export function offsetAfterName({ text }: Unit, { start, end }: Range): number {
  const quote = text.charAt(start - 1);
  return (quote === '"' || quote === "'") && text[end] === quote ? end + 1 : end;
}

function destinations(project: Project, from: ScopeEntry, event: string): HintPart[] {
  const found = resolveEvent(project, from, event);
  if (found.kind !== 'found') return [];
  const parts = new Map<string, HintPart>();
  for (const entry of found.entries) {
    for (const { target } of entry.handler.cases) {
      const text = target?.text ?? 'itself';
      if (!parts.has(text)) parts.set(text, destination(project, entry, text, target?.text));
    }
  }
  return [...parts.values()].flatMap((part, index) => (index === 0 ? [part] : [{ text: ', ' }, part]));
}

function destination(
  project: Project,
  entry: HandlerEntry,
  text: string,
  target: string | undefined,
): HintPart {
  const resolved = target === undefined ? undefined : resolveTarget(project, entry, target);
  const path = target === undefined ? entry.path : resolved?.kind === 'found' ? resolved.path : undefined;
  const [definition] = path ? definitionsOf(project, { kind: 'state', path }) : [];
  const site = definition && definitionSite(project, definition);
  if (path === undefined || site === undefined) return { text };
  const file = shortName(site.address, folderOf(project.root));
  return { text, site, tooltip: msg`State ${stateLabel(path)} in ${file}` };
}
