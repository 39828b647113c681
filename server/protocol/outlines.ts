import * as lsp from 'vscode-languageserver';
import { LatestResult } from '../engine/latest-result';
import type { Outline, OutlineEntry, OutlineKind } from '../features/document-symbols';
import { shiftRange } from '../text/range';
import type { Document } from '../yaml/cut/document';
import { contentEndAt, nestByUnit } from '../yaml/tree/nesting';
import { toRange } from './convert';
import { serializeOnce } from './json';

/** Converts outlines. The symbols of a unit are converted once, and moved if only its first line has changed. */
export class Outlines {
  /** Converted symbols, with the position of the unit. */
  private readonly converted = new LatestResult<
    readonly OutlineEntry[],
    lsp.Position,
    readonly lsp.DocumentSymbol[]
  >();

  /** The outline of a document. */
  symbols(document: Document, { root, units }: Outline): lsp.DocumentSymbol[] {
    const children = serializeOnce(
      nestByUnit(
        document.units,
        (index) => this.convert(document, document.startAt(index), units[index] ?? []),
        (outer, inner, last): lsp.DocumentSymbol => {
          const range = { start: outer.range.start, end: document.positionAt(contentEndAt(document, last)) };
          return { ...outer, range, children: [...(outer.children ?? []), ...inner] };
        },
      ),
    );
    return root ? [{ ...toSymbol(document, root, 0), children }] : children;
  }

  private convert(
    document: Document,
    start: number,
    entries: readonly OutlineEntry[],
  ): readonly lsp.DocumentSymbol[] {
    if (entries.length === 0) return [];
    const position = document.positionAt(start);
    const last = this.converted.get(entries);
    const known = last?.argument.character === position.character ? last : undefined;
    const lines = position.line - (known?.argument.line ?? 0);
    if (known && lines === 0) return known.value;
    const symbols = known
      ? known.value.map((symbol) => movedSymbol(symbol, lines))
      : entries.map((entry) => toSymbol(document, entry, start));
    this.converted.set(entries, position, symbols);
    return symbols;
  }
}

const SYMBOLS: Readonly<Record<OutlineKind, lsp.SymbolKind>> = {
  automata: lsp.SymbolKind.Module,
  state: lsp.SymbolKind.Class,
  context: lsp.SymbolKind.Variable,
  input: lsp.SymbolKind.Property,
  task: lsp.SymbolKind.Function,
  output: lsp.SymbolKind.Field,
  transition: lsp.SymbolKind.Event,
  scenario: lsp.SymbolKind.Method,
  step: lsp.SymbolKind.Key,
};

/** Converts an entry whose offsets are relative to `start`. */
function toSymbol(document: Document, entry: OutlineEntry, start: number): lsp.DocumentSymbol {
  const symbol: lsp.DocumentSymbol = {
    name: entry.name,
    kind: SYMBOLS[entry.kind],
    range: toRange(document, shiftRange(entry.range, start)),
    selectionRange: toRange(document, shiftRange(entry.selection, start)),
  };
  // Empty properties are left out, because they would make up most of a small entry.
  if (entry.detail !== '') symbol.detail = entry.detail;
  if (entry.children.length > 0)
    symbol.children = entry.children.map((child) => toSymbol(document, child, start));
  return symbol;
}

/** Symbols as a flat list with the names of their parents, for clients without support for hierarchies. */
export function flattenSymbols(
  symbols: readonly lsp.DocumentSymbol[],
  uri: string,
  containerName?: string,
): lsp.SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range }, ...(containerName !== undefined && { containerName }) },
    ...flattenSymbols(children, uri, name),
  ]);
}

function movedSymbol(symbol: lsp.DocumentSymbol, lines: number): lsp.DocumentSymbol {
  const range = movedRange(symbol.range, lines);
  const selectionRange = movedRange(symbol.selectionRange, lines);
  const { children } = symbol;
  if (children === undefined) return { ...symbol, range, selectionRange };
  return { ...symbol, range, selectionRange, children: children.map((child) => movedSymbol(child, lines)) };
}

function movedRange({ start, end }: lsp.Range, lines: number): lsp.Range {
  return {
    start: { line: start.line + lines, character: start.character },
    end: { line: end.line + lines, character: end.character },
  };
}
