import { exportedProject } from '../project/files/exports';
import type { Address } from '../project/files/paths';
import { emittersOf } from '../project/names/resolve';
import { targetsOfName } from '../project/names/scenario-names';
import { localsOf } from '../project/names/scope';
import type { NameEntry } from '../project/names/symbols';
import type { Workspace } from '../project/workspace';
import { extendRange, type Range, shiftRange } from '../text/range';
import { type Anchor, anchorAtCursor } from './anchors';
import { type CursorLocation, locateCursor } from './cursor-location';
import { memberAtCursor } from './expression-context';
import { standaloneTargetSite, standaloneTargets } from './standalone-state';
import { mentionsInScopes } from './symbols/mentions';
import { type DefinitionSite, definitionSite, definitionsOf, stateFiles } from './symbols/sites';
import { mentionAtCursor, type SymbolRef, symbolRefOf } from './symbols/symbol';
import { definingLocal } from './variables';

/** The result of "Go to Definition". All offsets are those of the documents. */
export interface Definition {
  /** The name under the cursor. */
  readonly origin: Range;
  /** In the order of files and text, without duplicates; for a file, the empty range at its start. */
  readonly targets: readonly DefinitionSite[];
}

/**
 * The definitions of the name at an offset, in every project that the file is part of. Names in an export lead to its
 * source. Undefined for files of other formats, and for names without a definition.
 */
export function definitionAt(workspace: Workspace, address: Address, offset: number): Definition | undefined {
  const first = locateCursor(workspace, address, offset);
  if (first === undefined) return undefined;
  const anchor = anchorAtCursor(first);
  if (anchor) return definitionOfAnchor(address, anchor);
  let origin: Range | undefined;
  const targets = new Map<string, DefinitionSite>();
  for (const at of inEachProject(first)) {
    const lead = definitionsOfName(at) ?? definitionsOfMember(at);
    if (lead === undefined) continue;
    origin ??= shiftRange(extendRange(lead.from, at.offset), at.unitStart);
    const found = lead.to;
    for (const site of found) targets.set(`${site.selection.start} ${site.address}`, site);
  }
  return origin && targets.size > 0 ? { origin, targets: [...targets.values()] } : undefined;
}

function definitionOfAnchor(address: Address, { definition, value, origin }: Anchor): Definition | undefined {
  if (definition === undefined) return undefined;
  const range = { start: definition.start, end: Math.max(definition.end, value.end) };
  return { origin, targets: [{ address, range, selection: definition }] };
}

/** A name in its unit, and its definitions. */
interface NameDefinitions {
  readonly from: Range;
  readonly to: readonly DefinitionSite[];
}

/** The definition in the format or the project; undefined for a name that cannot be resolved. */
function definitionsOfName(at: CursorLocation): NameDefinitions | undefined {
  const mention = mentionAtCursor(at);
  if (mention === undefined) return undefined;
  const refs = mentionsInScopes(mention).flatMap(
    (one) => symbolRefOf(at.workspace, at.project, at, one) ?? [],
  );
  if (refs.length > 0) return { from: mention.reach, to: refs.flatMap((ref) => sitesOfRef(at, ref)) };
  if (mention.what.kind === 'scenario') {
    // It is unknown which of them is meant.
    const meant = targetsOfName(at.project, mention.what.named);
    const to = meant.flatMap((one) => definitionsOf(at.project, one));
    return { from: mention.reach, to: to.flatMap((one) => definitionSite(at.project, one) ?? []) };
  }
  const candidates = standaloneTargets(at, mention);
  if (candidates.length === 0) return undefined;
  return { from: mention.reach, to: candidates.flatMap((one) => standaloneTargetSite(one) ?? []) };
}

function sitesOfRef(at: CursorLocation, ref: SymbolRef): readonly DefinitionSite[] {
  const source = exportedProject(at.workspace, at.source.address);
  const inSource = source
    ? definitionsOf(source, ref.symbol).flatMap((one) => definitionSite(source, one) ?? [])
    : [];
  return inSource.length > 0 ? inSource : sites(at, ref);
}

/** The definition of a property of a value is its key, possibly in a file that `JSON.parse` reads. */
function definitionsOfMember(at: CursorLocation): NameDefinitions | undefined {
  const member = memberAtCursor(at);
  if (member === undefined) return undefined;
  const to = member.places().map(({ address, start, end }): DefinitionSite => {
    return { address, range: { start, end }, selection: { start, end } };
  });
  return { from: member.range, to };
}

/** The same location in each of the projects that share the file. */
function inEachProject(at: CursorLocation): CursorLocation[] {
  return at.workspace.projectsOf(at.source.address).map((project) => ({ ...at, project }));
}

function sites(at: CursorLocation, ref: SymbolRef): readonly DefinitionSite[] {
  if (ref.symbol.kind === 'file') return fileSites(at, ref);
  return definingNames(at, ref).flatMap((entry) => definitionSite(at.project, entry) ?? []);
}

function definingNames({ project }: CursorLocation, ref: SymbolRef): readonly NameEntry[] {
  const { symbol, mention, entry } = ref;
  const { what } = mention;
  const here = { ...entry, name: { text: '', start: mention.start, end: mention.end } };
  // The definitions of an event are its buttons; all other names that are defined here are their own definition.
  if (what.kind === 'handler') {
    return emittersOf(project, { ...entry, name: { ...here.name, text: mention.name } });
  }
  if (mention.access === 'definition') return [here];
  if (symbol.kind === 'id') {
    const keys = definitionsOf(project, { kind: 'state', path: symbol.path });
    return keys.length > 0 ? keys : definitionsOf(project, symbol);
  }
  if (what.kind === 'use' && symbol.kind === 'local') {
    const seen = definingLocal(project, symbol.name, symbol.path, entry, what.place);
    if (seen) return [{ ...seen.at, name: seen.name }];
  }
  if (what.kind === 'target-input' && symbol.kind === 'local') {
    const inputs = localsOf(project, symbol.path).filter((local) => local.kind === 'input');
    const own = inputs.filter((local) => local.name.text === symbol.name);
    if (own.length > 0) return own.map((local) => ({ ...local.at, name: local.name }));
  }
  return definitionsOf(project, symbol);
}

const START: Range = { start: 0, end: 0 };

/** The definition of `!oneline` is the file, that of `!include` the state files in the folder. */
function fileSites({ workspace, project }: CursorLocation, { mention, entry }: SymbolRef): DefinitionSite[] {
  if (mention.what.kind !== 'file') return [];
  const { use } = mention.what;
  const { address, state } = workspace.resolvePath(project, { ...entry, name: use.path, use });
  const isFile = state?.kind === 'text' || state?.kind === 'file';
  const isFolder = state?.kind === 'folder' && use.tag === '!include';
  const files = isFolder ? stateFiles(state.files, project) : isFile ? [address] : [];
  return files.map((file) => ({ address: file, range: START, selection: START }));
}
