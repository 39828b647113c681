import * as lsp from 'vscode-languageserver';
import type { FileTexts } from '../exchange/export';
import { exportAgain } from '../features/export-again';
import { renameSymbol } from '../features/rename';
import { type FileChanges, rewriteButtonId } from '../features/rename/button-id';
import { targetChoices } from '../features/target-choices';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { disableForFile, disableForLine } from '../rules/disable';
import type { Edit } from '../rules/edits';
import { fixAll, fixableOnSave, fixForAll } from '../rules/fix-all';
import type { FileFinding } from '../rules/placed-finding';
import type { Fix } from '../rules/rule';
import { append } from '../text/append';
import { type Message, msg } from '../text/message';
import { shiftRange } from '../text/range';
import type { Document } from '../yaml/cut/document';
import { FIX_ALL } from './capabilities';
import type { ClientOptions } from './client-options';
import {
  canResolveEdits,
  type DocumentEdits,
  type EditClient,
  type EditPlaceholder,
  isRequested,
  supportsDocumentChanges,
  supportsFileCreation,
  toWorkspaceEdit,
} from './edits';
import type { DiagnosticsProvider } from './findings';

/** Fixes that are computed on request, because they search the whole automata. */
const LAZY_FIXES: Readonly<
  Partial<Record<string, { readonly title: Message; readonly computeChanges: typeof exportAgain }>>
> = {
  'deprecated-button-id': {
    title: msg('Convert to `payload` and `target_inputs`'),
    computeChanges: rewriteButtonId,
  },
  'stale-export': { title: msg('Export again'), computeChanges: exportAgain },
};

/** Titles of the actions that go to the other definition, by the codes of findings about duplicates. */
const GO_TO_OTHER: Readonly<Partial<Record<string, Message>>> = {
  'duplicate-state': msg('Go to the other state with this name'),
  'duplicate-id': msg('Go to the other state with this id'),
};

/** The maximum number of findings of a selection that get their own actions. */
const MAX_FINDINGS_WITH_ACTIONS = 100;

/** The data of an action whose edits are computed when it is selected. */
interface LazyAction {
  /** Applies all fixes with this code in the whole workspace. */
  readonly fixEverywhere: string;
}

const NO_TEXTS: FileTexts = new Map();

/** The code actions for findings. */
export class CodeActions {
  constructor(
    private readonly workspace: Workspace,
    private readonly findings: Pick<DiagnosticsProvider, 'ofFile' | 'addresses' | 'toDiagnostic' | 'format'>,
    private readonly client: EditClient & { readonly options?: ClientOptions },
  ) {}

  /** The files that the client sent with the current request. */
  private texts: FileTexts = NO_TEXTS;

  /**
   * The code actions for the findings that intersect a range, of the requested kinds.
   *
   * @param texts of the files that `filesForExport` lists
   * @param all findings of the file, if they are known
   */
  at(
    address: Address,
    range: lsp.Range,
    only?: readonly lsp.CodeActionKind[],
    texts: FileTexts = NO_TEXTS,
    all: readonly FileFinding[] = this.findings.ofFile(address),
  ): lsp.CodeAction[] {
    this.texts = texts;
    const document = this.workspace.document(address);
    if (document === undefined) return [];
    const actions: lsp.CodeAction[] = [];
    if (isRequested(lsp.CodeActionKind.QuickFix, only))
      append(actions, this.quickFixes(address, document, range, all));
    // Only on explicit request, because it is not related to the selection.
    if (only && isRequested(FIX_ALL, only)) append(actions, this.onSave(address, document, all));
    return actions;
  }

  /** Adds the parts of an action that are computed only when it is resolved. */
  resolve(action: lsp.CodeAction): lsp.CodeAction {
    const code = (action.data as Partial<LazyAction> | undefined)?.fixEverywhere;
    if (typeof code !== 'string') return action;
    const changes = this.addresses().flatMap((address) => {
      const document = this.workspace.document(address);
      const findings = this.findings.ofFile(address).filter(({ finding }) => finding.rule.code === code);
      return document ? [{ address, document, edits: fixAll(document, findings).edits }] : [];
    });
    return { ...action, edit: toWorkspaceEdit(this.client, changes) };
  }

  private quickFixes(
    address: Address,
    document: Document,
    range: lsp.Range,
    all: readonly FileFinding[],
  ): lsp.CodeAction[] {
    const start = document.offsetAt(range.start);
    const end = document.offsetAt(range.end);
    const inRange = all.filter((one) => one.start <= end && one.end >= start);
    const byCode = new Map(inRange.map((one) => [one.finding.rule.code, one]));
    const touched = inRange.slice(0, MAX_FINDINGS_WITH_ACTIONS);
    return [
      ...certainFirst(touched.flatMap((one) => this.fixesOf(address, document, one))),
      ...touched.flatMap((one) => this.showOther(address, document, one)),
      ...[...byCode.values()].flatMap((one) => this.fixesOfKind(address, document, one, all)),
      ...touched.flatMap((one) => this.forThisLine(address, document, one)),
      ...[...byCode.values()].flatMap((one) => this.forThisFile(address, document, one)),
    ];
  }

  private fixesOf(address: Address, document: Document, one: FileFinding): lsp.CodeAction[] {
    const diagnostic = this.findings.toDiagnostic(document, one);
    const lazyFix = LAZY_FIXES[one.finding.rule.code];
    const changes = lazyFix?.computeChanges(this.workspace, address, one.start, this.texts);
    if (lazyFix !== undefined && changes !== undefined) {
      const edit = toWorkspaceEdit(this.client, this.inDocuments(changes));
      return [{ ...quickFix(this.findings.format(lazyFix.title), diagnostic), isPreferred: true, edit }];
    }
    return (one.finding.fixes ?? []).flatMap((fix): lsp.CodeAction[] => {
      const changes = this.changesOf(address, document, one, fix);
      if (changes === undefined || (fix.create !== undefined && !supportsFileCreation(this.client)))
        return [];
      return [
        {
          ...quickFix(this.findings.format(fix.title), diagnostic),
          isPreferred: fix.preferred === true,
          edit: toWorkspaceEdit(this.client, changes, fix.create, placeholderOf(one, fix)),
        },
      ];
    });
  }

  /** The action that opens the other definition with the same name, for an author who removes one of them. */
  private showOther(address: Address, document: Document, one: FileFinding): lsp.CodeAction[] {
    const other = GO_TO_OTHER[one.finding.rule.code];
    const command = this.client.options?.showReferences;
    if (other === undefined || command === undefined) return [];
    const diagnostic = this.findings.toDiagnostic(document, one);
    const locations = diagnostic.relatedInformation?.map(({ location }) => location) ?? [];
    if (locations.length === 0) return [];
    const title = this.findings.format(other);
    const args = [this.client.toUri(address), diagnostic.range.start, locations];
    return [{ ...quickFix(title, diagnostic), command: { title, command, arguments: args } }];
  }

  private inDocuments(changes: FileChanges): readonly DocumentEdits[] {
    return [...changes].flatMap(([address, edits]) => {
      const document = this.workspace.document(address);
      return document ? [{ address, document, edits }] : [];
    });
  }

  /** All edits of a fix; undefined if some of them are unknown. */
  private changesOf(
    address: Address,
    document: Document,
    { unit, project }: FileFinding,
    { edits, elsewhere, rename }: Fix,
  ): readonly DocumentEdits[] | undefined {
    const byAddress = new Map<Address, { document: Document; edits: Edit[] }>();
    const add = (at: Address, target: Document, base: number, more: readonly Edit[]) => {
      const known = byAddress.get(at) ?? { document: target, edits: [] };
      append(
        known.edits,
        more.map(({ range, text }) => ({ range: shiftRange(range, base), text })),
      );
      byAddress.set(at, known);
    };
    add(address, document, document.startOf(unit), edits);
    for (const other of elsewhere ?? []) {
      const inside = project.source(other.source)?.document;
      if (inside === undefined || !inside.units.includes(other.unit)) return undefined;
      add(other.source, inside, inside.startOf(other.unit), other.edits);
    }
    if (rename !== undefined) {
      const offset = document.startOf(unit) + rename.range.start;
      const renamed = renameSymbol(this.workspace, address, offset, rename.to);
      if (renamed.kind === 'refused') return undefined;
      for (const [at, more] of renamed.changes) {
        const inside = this.workspace.document(at);
        if (inside === undefined) return undefined;
        add(at, inside, 0, more);
      }
    }
    return [...byAddress].map(([at, changes]) => ({ address: at, ...changes }));
  }

  private fixesOfKind(
    address: Address,
    document: Document,
    { finding: { rule } }: FileFinding,
    all: readonly FileFinding[],
  ): lsp.CodeAction[] {
    const alike = all.filter(({ finding }) => finding.rule.code === rule.code);
    const fixable = alike.filter((one) => fixForAll(one) !== undefined);
    if (fixable.length === 0) return [];
    const diagnostics = alike.map((one) => this.findings.toDiagnostic(document, one));
    const kind = { kind: lsp.CodeActionKind.QuickFix, diagnostics };
    const actions: lsp.CodeAction[] = [];
    const { edits, count } = fixAll(document, alike);
    if (count > 1)
      actions.push({
        ...kind,
        title: this.findings.format(msg`Fix all \`${rule.code}\` in this file`),
        edit: toWorkspaceEdit(this.client, [{ address, document, edits }]),
      });
    if (canResolveEdits(this.client) && supportsDocumentChanges(this.client) && this.addresses().length > 1) {
      const data: LazyAction = { fixEverywhere: rule.code };
      actions.push({
        ...kind,
        title: this.findings.format(msg`Fix all \`${rule.code}\` in the workspace`),
        data,
      });
    }
    return actions;
  }

  private onSave(address: Address, document: Document, all: readonly FileFinding[]): lsp.CodeAction[] {
    const { edits } = fixAll(document, fixableOnSave(all));
    if (edits.length === 0) return [];
    const edit = toWorkspaceEdit(this.client, [{ address, document, edits }]);
    return [{ title: this.findings.format(msg('Fix all auto-fixable problems')), kind: FIX_ALL, edit }];
  }

  private forThisLine(address: Address, document: Document, one: FileFinding): lsp.CodeAction[] {
    const edits = disableForLine(document, one);
    if (edits === undefined) return [];
    const title = this.findings.format(msg`Disable \`${one.finding.rule.code}\` for this line`);
    const edit = toWorkspaceEdit(this.client, [{ address, document, edits }]);
    return [{ ...quickFix(title, this.findings.toDiagnostic(document, one)), edit }];
  }

  private forThisFile(address: Address, document: Document, one: FileFinding): lsp.CodeAction[] {
    const { code } = one.finding.rule;
    const edits = disableForFile(document, code);
    if (edits === undefined) return [];
    const edit = toWorkspaceEdit(this.client, [{ address, document, edits }]);
    const title = this.findings.format(msg`Disable \`${code}\` for this file`);
    return [{ ...quickFix(title, this.findings.toDiagnostic(document, one)), edit }];
  }

  /** All state files that are known. */
  private addresses(): readonly Address[] {
    return this.findings.addresses();
  }
}

/** What the author is asked for, with the possible targets. */
function placeholderOf({ project }: FileFinding, { placeholder }: Fix): EditPlaceholder | undefined {
  const { text, targetsOf } = placeholder ?? {};
  if (text === undefined) return undefined;
  return targetsOf ? { text, choices: targetChoices(project, targetsOf, text) } : { text };
}

/** In a list for several findings, certain fixes come before guesses. */
function certainFirst(actions: readonly lsp.CodeAction[]): lsp.CodeAction[] {
  return actions.toSorted((a, b) => Number(b.isPreferred === true) - Number(a.isPreferred === true));
}

function quickFix(title: string, diagnostic: lsp.Diagnostic): lsp.CodeAction {
  return { title, kind: lsp.CodeActionKind.QuickFix, diagnostics: [diagnostic] };
}
