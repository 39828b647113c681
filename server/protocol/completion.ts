import * as lsp from 'vscode-languageserver';
import { type CompletionItem, type CompletionKind, complete } from '../features/completion';
import type { Address } from '../project/paths';
import type { Workspace } from '../project/workspace';
import type { Range } from '../text/range';
import type { Document } from '../yaml/document';
import { toRange } from './convert';
import type { Findings } from './findings';
import { withDefaults } from './item-defaults';
import type { CompletionSettings } from './settings';

const KINDS: Readonly<Record<CompletionKind, lsp.CompletionItemKind>> = {
  field: lsp.CompletionItemKind.Property,
  value: lsp.CompletionItemKind.EnumMember,
  state: lsp.CompletionItemKind.Class,
  event: lsp.CompletionItemKind.Event,
  module: lsp.CompletionItemKind.Module,
  widget: lsp.CompletionItemKind.Unit,
  context: lsp.CompletionItemKind.Variable,
  input: lsp.CompletionItemKind.Variable,
  result: lsp.CompletionItemKind.Variable,
  parameter: lsp.CompletionItemKind.Variable,
  output: lsp.CompletionItemKind.Variable,
  payload: lsp.CompletionItemKind.Field,
  function: lsp.CompletionItemKind.Function,
  method: lsp.CompletionItemKind.Method,
  property: lsp.CompletionItemKind.Property,
  class: lsp.CompletionItemKind.Class,
  constant: lsp.CompletionItemKind.Constant,
  keyword: lsp.CompletionItemKind.Keyword,
  folder: lsp.CompletionItemKind.Folder,
  file: lsp.CompletionItemKind.File,
  snippet: lsp.CompletionItemKind.Snippet,
  member: lsp.CompletionItemKind.Field,
};

/** What the client can take, of what completion can give. */
export interface CompletionClient {
  readonly snippets: boolean;
  readonly insertReplace: boolean;
  readonly asIs: boolean;
  /** What all items of a list share may be said once, beside them. */
  readonly defaults: ReadonlySet<string>;
  /** The command that opens the list of suggestions, where the client has one. */
  readonly triggerSuggest: string | undefined;
  /** Whether what JavaScript brings along is offered in expressions. */
  readonly builtins: boolean;
}

export function completionClient(
  capabilities: lsp.ClientCapabilities,
  triggerSuggest: string | undefined,
  settings: CompletionSettings,
): CompletionClient {
  const item = capabilities.textDocument?.completion?.completionItem;
  return {
    snippets: item?.snippetSupport === true && settings.snippets,
    insertReplace: item?.insertReplaceSupport === true,
    asIs: item?.insertTextModeSupport?.valueSet.includes(lsp.InsertTextMode.asIs) === true,
    defaults: new Set(capabilities.textDocument?.completion?.completionList?.itemDefaults),
    triggerSuggest,
    builtins: settings.builtins,
  };
}

/** Completion for a client; documentation is filled in when an item is looked at. */
export class Completion {
  /** The list that was given last: what may be resolved. */
  private last: readonly CompletionItem[] = [];
  private serial = 0;

  constructor(
    private readonly workspace: Workspace,
    private readonly findings: Findings,
  ) {}

  list(
    address: Address,
    position: lsp.Position,
    client: CompletionClient,
    trigger?: string,
    workspace = this.workspace,
  ): lsp.CompletionList {
    const document = workspace.document(address);
    if (document === undefined) return { isIncomplete: false, items: [] };
    const offset = document.offsetAt(position);
    const { items, incomplete } = complete(workspace, address, offset, {
      builtins: client.builtins,
      trigger,
      findings: () => {
        // They depend on all of a project.
        for (const { table } of workspace.projectsOf(address)) table.namesOf('scope');
        return this.findings.every(address);
      },
    });
    this.last = items;
    this.serial++;
    const place = new Converter(document, offset);
    const converted = items.map((item, index) => this.toItem(place, item, index, client));
    return withDefaults({ isIncomplete: incomplete, items: converted }, client.defaults);
  }

  resolve(item: lsp.CompletionItem): lsp.CompletionItem {
    const data = item.data as { serial?: number; index?: number } | undefined;
    const known = data?.serial === this.serial ? this.last[data.index ?? -1] : undefined;
    const value = known?.label === item.label ? known.documentation?.() : undefined;
    return value === undefined ? item : { ...item, documentation: { kind: lsp.MarkupKind.Markdown, value } };
  }

  private toItem(
    place: Converter,
    item: CompletionItem,
    index: number,
    client: CompletionClient,
  ): lsp.CompletionItem {
    const { insert, replace } = place.ranges(item.replace);
    const snippet = item.snippet && client.snippets;
    const newText = item.snippet && !client.snippets ? withoutHoles(item.insert) : item.insert;
    return {
      label: item.label,
      kind: KINDS[item.kind],
      sortText: item.sort,
      textEdit:
        client.insertReplace && item.keepsTail ? { newText, insert, replace } : { newText, range: replace },
      insertTextFormat: snippet ? lsp.InsertTextFormat.Snippet : lsp.InsertTextFormat.PlainText,
      data: { serial: this.serial, index },
      ...(client.asIs ? { insertTextMode: lsp.InsertTextMode.asIs } : {}),
      ...(item.detail === undefined ? {} : { detail: item.detail }),
      ...(item.filter === undefined ? {} : { filterText: item.filter }),
      ...(item.deprecated ? { tags: [lsp.CompletionItemTag.Deprecated] } : {}),
      ...(item.preselect ? { preselect: true } : {}),
      ...(item.commit ? { commitCharacters: [...item.commit] } : {}),
      ...(item.retrigger && client.triggerSuggest
        ? { command: { title: 'Suggest', command: client.triggerSuggest } }
        : {}),
    };
  }
}

/** What an item replaces, and what of it stands before the cursor. */
interface Ranges {
  readonly insert: lsp.Range;
  readonly replace: lsp.Range;
}

/** Ranges around a cursor as the protocol has them. Most items replace the same, which is worked out once. */
class Converter {
  private readonly cursor: lsp.Position;
  private last: { readonly of: Range; readonly ranges: Ranges } | undefined;

  constructor(
    private readonly document: Document,
    offset: number,
  ) {
    this.cursor = document.positionAt(offset);
  }

  ranges({ start, end }: Range): Ranges {
    if (this.last?.of.start === start && this.last.of.end === end) return this.last.ranges;
    const replace = toRange(this.document, { start, end });
    const ranges = { insert: { start: replace.start, end: this.cursor }, replace };
    this.last = { of: { start, end }, ranges };
    return ranges;
  }
}

/** The text of a snippet for a client that has none: placeholders as their defaults. */
function withoutHoles(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|((?:[^,|\\]|\\.)*)[^}]*\|\}/g, '$1')
    .replace(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, '$1')
    .replace(/\$\{\d+\}|\$\d+/g, '')
    .replace(/\\([\\$},|])/g, '$1');
}
