import type { DocumentChange } from '../features/refactor/refactoring';
import { openDocument } from '../format/document-kind';
import { exportSource } from '../project/files/exports';
import { type Address, folderOf, lastSegmentOf } from '../project/files/paths';
import { layoutIn } from '../project/layout';
import type { ScopePath } from '../project/names/scope-path';
import type { ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { type Edit, scalarsWithBlankLines } from '../rules/edits';
import { applyChanges } from '../text/apply';
import { lineChanges } from '../text/line-diff';
import { isLineBreak, lineEnd, lineStart, previousContent } from '../text/lines';
import { msg } from '../text/message';
import { type Range, shiftRange } from '../text/range';
import type { Document } from '../yaml/cut/document';
import { changesRepeated, hasNamedAnchor, type Unit } from '../yaml/cut/unit';
import { isSyntaxProblem } from '../yaml/read/problem';
import { descendantsOf } from '../yaml/tree/visit';
import type { TextLayout } from '../yaml/write/layout';
import { type Done, type EditRefusal, isRefusal, refuse } from './outcome';

interface DraftFile {
  readonly before: Document;
  readonly after: Document;
  /** The edits of the text before; undefined if there was more than one step. */
  readonly edits: readonly Edit[] | undefined;
}

export interface EditedDocument extends DocumentChange {
  readonly after: Document;
}

/** A file with its text. */
interface WholeFile {
  readonly address: Address;
  readonly text: string;
}

/**
 * A project while an operation edits it, step by step: each step reads the names and trees that the previous ones have
 * left. The project of the workspace does not change.
 */
export class Draft {
  /** The project after all steps so far. */
  project: Project;
  /** The created files with their first texts. */
  private readonly createdFiles = new Map<Address, string>();
  /** Files with nothing but removed states. */
  private readonly removedFiles = new Set<Address>();
  private readonly files = new Map<Address, DraftFile>();
  /** The project before the current operation. */
  original: Project;
  /** The written texts of scalars, which may end with blank lines. */
  readonly texts = new Set<string>();
  /** What the last edit of a scope has written, in the text after it. */
  private written: Done['at'];

  constructor(
    readonly workspace: Workspace,
    /** The project before all steps. */
    private readonly first: Project,
  ) {
    this.project = first;
    this.original = first;
  }

  /**
   * The workspace with the texts of all steps so far, for what reads names in all files; undefined if another automata
   * shares a file of the edited one.
   */
  get edited(): Workspace | undefined {
    const { workspace, project } = this;
    if (project === this.first) return workspace;
    const isShared = [...project.members].some(
      ({ source }) => workspace.projectsOf(source.address).length > 1,
    );
    return isShared ? undefined : workspace.withProject(project);
  }

  /** The other automata that share a file of the edited one, before and after all steps so far. */
  get others(): readonly { readonly before: Project; readonly after: Project }[] {
    const { workspace, first, project } = this;
    const shared = [...first.members].flatMap(({ source }) => workspace.projectsOf(source.address));
    const texts = new Map(Array.from(this.files, ([address, { after }]) => [address, after]));
    return [...new Set(shared)].flatMap((before) => {
      if (before === first || !before.isAutomata) return [];
      const after = before.withTexts(texts, (path) => path);
      for (const address of this.removedFiles) after.removeMember(address);
      for (const address of this.createdFiles.keys()) {
        // Included like the other files of its folder.
        const neighbour = [...before.members].find(
          ({ source }) => source.address !== before.root && folderOf(source.address) === folderOf(address),
        );
        const source = project.source(address);
        if (neighbour && source) after.setMember({ ...neighbour, source });
      }
      return [{ before, after }];
    });
  }

  /** Begins another operation on the result of the previous ones. */
  begin(): void {
    this.original = this.project;
  }

  /** How new text of a part looks: like that of its unit, its file, similar files. */
  layoutOf({ source, unit }: Pick<ScopeEntry, 'source' | 'unit'>): TextLayout {
    return layoutIn(this.project, source, unit);
  }

  /**
   * Edits a unit, in its offsets; a refusal if that is not certain to change nothing else.
   *
   * @param text of a scalar that is written, which may end with blank lines
   */
  edit(
    entry: Pick<ScopeEntry, 'source' | 'unit'> & Partial<ScopeEntry>,
    edits: readonly Edit[] | EditRefusal | undefined,
    text?: string,
  ): EditRefusal | undefined {
    if (isRefusal(edits)) return edits;
    if (text !== undefined) this.texts.add(text);
    const refused = this.whyFixed(entry, edits) ?? (edits === undefined ? otherForm(entry) : undefined);
    if (refused !== undefined || edits === undefined) return refused;
    const start = this.project.startOf(entry);
    // A file of one line has no line break of its own, and what is removed may have the only one of another.
    const lineBreak = entry.unit.lineBreak === undefined ? this.first.lineBreakIn(entry.source) : '\n';
    const moved = edits.map(({ range, text }) => ({
      range: shiftRange(range, start),
      text: text.replaceAll('\n', lineBreak),
    }));
    this.editFile(entry.source, moved);
    const range = writtenRange(moved);
    this.written = range && { address: entry.source, range };
    return undefined;
  }

  /** The result of an operation whose last edit has written the text in which the author continues. */
  doneAtText(id: string): Done {
    return { id, ...(this.written && { at: this.written }) };
  }

  /** `edit` of several edits of a file, in offsets of its document. */
  editDocument({ address, document, edits }: DocumentChange): EditRefusal | undefined {
    for (const { range } of edits) {
      const unit = document.units[document.unitIndexAt(range.start)];
      const start = unit === undefined ? 0 : document.startOf(unit);
      const refused =
        unit && this.whyFixed({ source: address, unit }, [{ range: shiftRange(range, -start) }]);
      if (refused !== undefined) return refused;
    }
    this.editFile(address, edits);
    return undefined;
  }

  /** Edits a file that may be outside of the project, in offsets of its document, without a check. */
  editFile(address: Address, edits: readonly Edit[]): void {
    const document = this.project.source(address)?.document ?? this.workspace.document(address);
    if (document === undefined) return;
    const changes = withoutBreakAtEnd(document.text, edits);
    const text = applyChanges(document.text, changes);
    if (text === document.text) return;
    const after = document.withText(text);
    const known = this.files.get(address);
    // The text of a created file is written as a whole.
    if (!this.createdFiles.has(address))
      this.files.set(address, {
        before: known?.before ?? document,
        after,
        edits: known === undefined ? changes : undefined,
      });
    if (this.project.has(address)) this.change(() => {}, new Map([[address, after]]));
  }

  /** Creates a file with states of an automata, which the project reads from now on. */
  create(address: Address, text: string, automata: ScopePath): void {
    this.createdFiles.set(address, text);
    const { root } = this.project;
    const catalog = this.project.source(root)?.catalog;
    if (catalog === undefined) return;
    const source = {
      address,
      document: openDocument(text, 'yaml'),
      documentKind: 'states',
      catalog,
    } as const;
    const includedBy = this.project.scopes(automata)[0]?.source ?? root;
    this.change((project) => project.setMember({ source, prefix: automata, includedBy }));
  }

  /** The created files with their texts after all steps. */
  get created(): readonly WholeFile[] {
    return Array.from(this.createdFiles, ([address, text]) => ({
      address,
      text: this.project.source(address)?.document.text ?? text,
    }));
  }

  get removed(): readonly Address[] {
    return [...this.removedFiles];
  }

  /** Removes a file that contains nothing else than what is removed from the project. */
  remove(address: Address): void {
    this.files.delete(address);
    // One that was created before does not exist yet.
    if (!this.createdFiles.delete(address)) this.removedFiles.add(address);
    this.change((project) => project.removeMember(address));
  }

  /** Continues with a copy of the project, in which something changes. */
  private change(
    update: (project: Project) => void,
    texts: ReadonlyMap<Address, Document> = new Map(),
  ): void {
    this.project = this.project.withTexts(texts, (path) => path);
    update(this.project);
  }

  /** Why the text of a unit cannot be edited. */
  whyFixed(
    { source, unit }: { readonly source: Address; readonly unit: Unit },
    edits: readonly Pick<Edit, 'range'>[] = [],
  ): EditRefusal | undefined {
    const main = exportSource(this.workspace, source);
    if (main !== undefined)
      return refuse(
        msg`\`${lastSegmentOf(source)}\` is an export of \`${lastSegmentOf(main)}\`. Change \`${lastSegmentOf(main)}\`, and export it again.`,
      );
    if (unit.parsed.problems.some(isSyntaxProblem))
      return refuse(msg('This text has a syntax error. Correct it first.'));
    return edits.some(({ range }) => changesRepeated(unit, range)) ? REPEATED : undefined;
  }

  /** The text of a file after all steps; undefined if it is not known. */
  textOf(address: Address): string | undefined {
    const created = this.created.find((file) => file.address === address);
    if (created !== undefined) return created.text;
    return (this.files.get(address)?.after ?? this.workspace.document(address))?.text;
  }

  /** The edits of all steps, by document, which is there after them as well; none of one whose text is as before. */
  get changes(): readonly EditedDocument[] {
    return Array.from(this.files, ([address, { before, after, edits }]) => ({
      address,
      document: before,
      edits: edits ?? lineChanges(before.text, after.text),
      after,
    })).filter(({ edits }) => edits.length > 0);
  }

  /** Whether a text that could be parsed before the edits has a syntax error now. */
  get isBroken(): boolean {
    return [...this.files.values()].some(({ before, after }) => {
      const known = new Set(before.units);
      const brokenBefore = before.units.some((unit) => !after.holds(unit) && hasSyntaxProblem(unit));
      return !brokenBefore && after.units.some((unit) => !known.has(unit) && hasSyntaxProblem(unit));
    });
  }

  /** An anchor that a text has twice only since the edits: it may have each one once. */
  get repeatedAnchor(): string | undefined {
    const repeatedIn = (project: Project, address: Address) => {
      const known = new Set<string>();
      const anchors = project.unitsOf(address).flatMap((unit) => unit.anchors);
      return anchors.filter((name) => known.size === known.add(name).size);
    };
    const { first, project } = this;
    return Array.from(project.members, ({ source: { address } }) => address)
      .filter((address) => this.files.has(address) || this.createdFiles.has(address))
      .filter((address) => repeatedIn(first, address).length === 0)
      .flatMap((address) => repeatedIn(project, address))[0];
  }

  /** Whether a text that keeps the blank lines after it has gained or lost some that no operation has written. */
  get changesBlankLines(): boolean {
    const changed = [...this.files.keys(), ...this.removedFiles, ...this.createdFiles.keys()];
    const textsIn = (project: Project) =>
      changed.flatMap((address) => project.unitsOf(address)).flatMap(textsWithBlankLines);
    const before = textsIn(this.first);
    return textsIn(this.project).some((text) => {
      const at = before.indexOf(text);
      if (at >= 0) before.splice(at, 1);
      return at < 0 && !this.texts.has(text);
    });
  }
}

/** Edits that leave a text without a line break at its end so: it would have that of the line before what they remove. */
function withoutBreakAtEnd(text: string, edits: readonly Edit[]): readonly Edit[] {
  if (/[\n\r]$/.test(text)) return edits;
  return edits.map((edit) => {
    const { start, end } = edit.range;
    const areLines = isLineBreak(text, start) || start === lineStart(text, start);
    if (!areLines || end < text.length || edit.text !== '') return edit;
    return { ...edit, range: { start: Math.min(start, lineEnd(text, previousContent(text, start))), end } };
  });
}

/** The last text that edits write, without commas and white space around it; undefined if they only remove. */
function writtenRange(edits: readonly Edit[]): Range | undefined {
  const contentOf = ({ text }: Edit) => text.replace(/^[\s,]+|[\s,]+$/g, '');
  const last = edits.findLast((edit) => contentOf(edit) !== '');
  if (last === undefined) return undefined;
  const before = edits.filter(({ range }) => range.start < last.range.start);
  const growth = before.reduce((sum, { range, text }) => sum + text.length - (range.end - range.start), 0);
  const content = contentOf(last);
  const start = last.range.start + growth + last.text.indexOf(content);
  return { start, end: start + content.length };
}

/** The texts that keep the blank lines after them. */
export function textsWithBlankLines(unit: Unit): string[] {
  return scalarsWithBlankLines(unit).map(({ value }) => value);
}

function hasSyntaxProblem({ parsed }: Unit): boolean {
  return parsed.problems.some(isSyntaxProblem);
}

/** Why there are no edits of a scope: an alias repeats its text, or it repeats other text. */
function otherForm({ scope, unit }: Pick<ScopeEntry, 'unit'> & Partial<ScopeEntry>): EditRefusal {
  const nodes = [...descendantsOf(scope?.map)];
  return hasNamedAnchor(unit, scope?.map) || nodes.some(({ kind }) => kind === 'alias')
    ? REPEATED
    : OTHER_FORM;
}

export const OTHER_FORM = refuse(
  msg('This text is written in a form that cannot be changed in the graph. Change it in the editor.'),
);

export const REPEATED = refuse(
  msg('An alias or a merge key uses this text in another place as well. Change it in the editor.'),
);

export const LOOSE_COMMENTS = refuse(
  msg('Comments between these entries may be about either of them. Move the entry in the editor.'),
);
