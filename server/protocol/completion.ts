import * as lsp from 'vscode-languageserver';
import { type CompletionItem, type CompletionKind, completeAt } from '../features/completion';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { lineStart, matchedText } from '../text/lines';
import type { Message } from '../text/message';
import type { Range } from '../text/range';
import type { Document } from '../yaml/cut/document';
import type { ClientOptions } from './client-options';
import { toRange } from './convert';
import type { DiagnosticsProvider } from './findings';
import { withItemDefaults } from './item-defaults';
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

/** The completion features that the client supports. */
interface CompletionClient {
  readonly snippets: boolean;
  readonly insertReplace: boolean;
  /** How the client indents inserted lines; undefined if the server cannot choose. */
  readonly mode: lsp.InsertTextMode | undefined;
  /** Whether the client supports snippets, enabled or not. */
  readonly supportsSnippets: boolean;
  /** Whether properties that all items share can be sent once, in the list. */
  readonly defaults: ReadonlySet<string>;
  /** The command that opens the list of suggestions; undefined if the client has none. */
  readonly triggerSuggest: string | undefined;
  /** The command that opens the help on parameters; undefined if the client has none. */
  readonly triggerParameterHints: string | undefined;
  /** Whether globals of JavaScript are suggested in expressions. */
  readonly builtins: boolean;
}

export function completionClient(
  capabilities: lsp.ClientCapabilities,
  { triggerSuggest, triggerParameterHints }: ClientOptions,
  settings: CompletionSettings,
): CompletionClient {
  const item = capabilities.textDocument?.completion?.completionItem;
  return {
    snippets: item?.snippetSupport === true && settings.snippets,
    insertReplace: item?.insertReplaceSupport === true,
    mode: modeOf(item?.insertTextModeSupport?.valueSet),
    supportsSnippets: item?.snippetSupport === true,
    defaults: new Set(capabilities.textDocument?.completion?.completionList?.itemDefaults),
    triggerSuggest,
    triggerParameterHints,
    builtins: settings.builtins,
  };
}

/** The best supported mode: with `asIs`, the server knows how the client indents. */
function modeOf(supported: readonly lsp.InsertTextMode[] | undefined): lsp.InsertTextMode | undefined {
  const { asIs, adjustIndentation } = lsp.InsertTextMode;
  return [asIs, adjustIndentation].find((mode) => supported?.includes(mode));
}

/** Completion for a client; documentation is added when an item is resolved. */
export class CompletionProvider {
  /** The last list, whose items can be resolved. */
  private last: readonly CompletionItem[] = [];
  private serial = 0;

  constructor(
    private readonly workspace: Workspace,
    private readonly findings: DiagnosticsProvider,
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
    const { items, incomplete } = completeAt(workspace, address, offset, {
      builtins: client.builtins,
      trigger,
      findings: () => {
        // Records that they depend on the whole project.
        for (const { table } of workspace.projectsOf(address)) table.namesOf('scope');
        return this.findings.allOfFile(address);
      },
    });
    this.last = items;
    this.serial++;
    const converter = new RangeConverter(document, offset);
    const converted = items.map((item, index) => this.toItem(converter, item, index, client));
    return withItemDefaults({ isIncomplete: incomplete, items: converted }, client.defaults);
  }

  resolve(item: lsp.CompletionItem, toMarkup: (markdown: Message) => lsp.MarkupContent): lsp.CompletionItem {
    const { serial, index } = { ...(item.data as { serial?: number; index?: number } | undefined) };
    const known = serial === this.serial && index !== undefined ? this.last[index] : undefined;
    const value = known?.label === item.label ? known.documentation?.() : undefined;
    return value === undefined ? item : { ...item, documentation: toMarkup(value) };
  }

  private toItem(
    converter: RangeConverter,
    item: CompletionItem,
    index: number,
    client: CompletionClient,
  ): lsp.CompletionItem {
    const { insert, replace } = converter.ranges(item.replace);
    const { newText, snippet } = inserted(item, () => converter.indentBefore(item.replace.start), client);
    const converted: lsp.CompletionItem = {
      label: item.label,
      kind: KINDS[item.kind],
      sortText: item.sort,
      textEdit:
        client.insertReplace && item.canKeepTail ? { newText, insert, replace } : { newText, range: replace },
      insertTextFormat: snippet ? lsp.InsertTextFormat.Snippet : lsp.InsertTextFormat.PlainText,
      data: { serial: this.serial, index },
    };
    if (client.mode !== undefined) converted.insertTextMode = client.mode;
    if (item.detail !== undefined) converted.detail = this.findings.format(item.detail);
    if (item.filter !== undefined) converted.filterText = item.filter;
    if (item.deprecated) converted.tags = [lsp.CompletionItemTag.Deprecated];
    if (item.preselect) converted.preselect = true;
    if (item.commit) converted.commitCharacters = [...item.commit];
    if (item.retrigger && client.triggerSuggest)
      converted.command = { title: 'Suggest', command: client.triggerSuggest };
    else if (item.showParameters && snippet && client.triggerParameterHints)
      converted.command = { title: 'Parameters', command: client.triggerParameterHints };
    return converted;
  }
}

/** The range that an item replaces, and the part of it before the cursor. */
interface Ranges {
  readonly insert: lsp.Range;
  readonly replace: lsp.Range;
}

/** Converts ranges around a cursor. Most items replace the same range, which is converted once. */
class RangeConverter {
  private readonly cursor: lsp.Position;
  private last: { readonly of: Range; readonly ranges: Ranges } | undefined;

  constructor(
    private readonly document: Document,
    offset: number,
  ) {
    this.cursor = document.positionAt(offset);
  }

  /** The indentation of the line of an offset, up to the offset. */
  indentBefore(offset: number): string {
    const { document } = this;
    const index = document.unitIndexAt(offset);
    const at = offset - document.startAt(index);
    const text = document.units[index]?.text ?? '';
    return matchedText(text.slice(lineStart(text, at), at), /^[ \t]*/);
  }

  ranges({ start, end }: Range): Ranges {
    if (this.last?.of.start === start && this.last.of.end === end) return this.last.ranges;
    const replace = toRange(this.document, { start, end });
    const ranges = { insert: { start: replace.start, end: this.cursor }, replace };
    this.last = { of: { start, end }, ranges };
    return ranges;
  }
}

/**
 * The inserted text of an item for a client. Its lines are indented as in the document. If the client does not let
 * the server choose, the result is certain only for snippets: all clients add the indentation of the line in which a
 * snippet starts. Plain text with several lines is adjusted by some clients (Neovim 0.11, Sublime Text), inserted
 * unchanged by others (Helix, CodeMirror, Eglot), and damaged by some (Neovim 0.7): it becomes a snippet, or its
 * first line.
 */
function inserted(
  { insert, snippet: isSnippet }: CompletionItem,
  indent: () => string,
  { mode, snippets, supportsSnippets }: CompletionClient,
): { readonly newText: string; readonly snippet: boolean } {
  const snippet = isSnippet && snippets;
  const newText = isSnippet && !snippets ? withoutPlaceholders(insert) : insert;
  if (mode === lsp.InsertTextMode.asIs || !/[\n\r]/.test(newText)) return { newText, snippet };
  if (mode === undefined && !supportsSnippets)
    return { newText: matchedText(newText, /^[^\n\r]*/).trimEnd(), snippet };
  const relative = withoutIndent(newText, indent());
  if (mode !== undefined || snippet) return { newText: relative, snippet };
  return { newText: relative.replace(/[\\$}]/g, '\\$&'), snippet: true };
}

/** Removes an indentation from all lines but the first. */
function withoutIndent(text: string, indent: string): string {
  return text.replace(
    /(\r\n|\n|\r)([ \t]*)/g,
    (_, lineBreak: string, blanks: string) =>
      lineBreak + (blanks.startsWith(indent) ? blanks.slice(indent.length) : ''),
  );
}

/** The text of a snippet for a client without snippets: placeholders are replaced by their defaults. */
function withoutPlaceholders(snippet: string): string {
  const defaults = new Map(
    [...snippet.matchAll(/\$\{(\d+):((?:[^}\\]|\\.)*)\}/g)].map(([, number, text]) => [number, text]),
  );
  return snippet
    .replace(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, '$1')
    .replace(/(?<!\\)\$(?:\{(\d+)\}|(\d+))/g, (_, braced, bare) => defaults.get(braced ?? bare) ?? '')
    .replace(/\\([\\$},|])/g, '$1');
}
