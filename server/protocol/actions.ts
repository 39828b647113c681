import * as lsp from 'vscode-languageserver';
import type { FileTexts } from '../exchange/export';
import { type CompleteFix, completeFixes, NO_TEXTS } from '../features/fixes';
import type { FileChanges } from '../features/rename/button-id';
import { targetChoices } from '../features/target-choices';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { disableForFile, disableForLine } from '../rules/disable';
import { fixAll, fixableOnSave, fixForAll } from '../rules/fix-all';
import type { FileFinding } from '../rules/placed-finding';
import { append } from '../text/append';
import { type Message, msg } from '../text/message';
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
    return completeFixes(this.workspace, address, one, this.texts).flatMap((fix): lsp.CodeAction[] => {
      const { title, create, preferred } = fix;
      if (create !== undefined && !supportsFileCreation(this.client)) return [];
      const changes = this.inDocuments(fix.changes);
      return [
        {
          ...quickFix(this.findings.format(title), diagnostic),
          isPreferred: preferred,
          edit: toWorkspaceEdit(
            this.client,
            changes,
            { create: create && [create] },
            placeholderOf(one, fix),
          ),
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
    const { edits, fixed } = fixAll(document, alike);
    if (fixed.length > 1)
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
function placeholderOf({ project }: FileFinding, { placeholder }: CompleteFix): EditPlaceholder | undefined {
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
