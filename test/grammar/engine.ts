import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { INITIAL, type IRawGrammar, parseRawGrammar, Registry } from 'vscode-textmate';

/** The engine that VS Code colours text with, over the grammars of this extension and those of a host. */

/** Where the text of each grammar comes from, by scope name. */
export type GrammarFiles = Readonly<Record<string, string | URL>>;

export interface Token {
  readonly text: string;
  readonly line: number;
  /** UTF-16, from the start of the line, half open. */
  readonly start: number;
  readonly end: number;
  /** Outermost first. */
  readonly scopes: readonly string[];
}

export type Tokenize = (text: string) => readonly Token[];

const SYNTAXES = new URL('../../syntaxes/', import.meta.url);

/** The grammars of this extension, with the root scopes they are injected into: what package.json says. */
export const OWN_GRAMMARS = [
  { scope: 'source.atomic-state', file: 'atomic-state.tmLanguage.json', into: [] },
  {
    scope: 'injection.block.atomic-state',
    file: 'expression-raw.injection.tmLanguage.json',
    into: ['source.yaml'],
  },
  {
    scope: 'injection.single.atomic-state',
    file: 'expression-single.injection.tmLanguage.json',
    into: ['source.yaml'],
  },
  {
    scope: 'injection.double.atomic-state',
    file: 'expression-double.injection.tmLanguage.json',
    into: ['source.yaml'],
  },
  {
    scope: 'injection.json.atomic-state',
    file: 'expression-json.injection.tmLanguage.json',
    into: ['source.json', 'source.json.comments'],
  },
] as const;

let wasm: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  wasm ??= loadWASM(
    readFileSync(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm')),
  );
  return wasm;
}

/**
 * A tokenizer of a root scope. A grammar that is in neither list is empty, as in VS Code.
 *
 * @throws if the root scope itself has no grammar: the test is set up wrongly
 */
export async function tokenizer(root: string, host: GrammarFiles = {}): Promise<Tokenize> {
  await loadEngine();
  const files: Record<string, string | URL> = { ...host };
  for (const { scope, file } of OWN_GRAMMARS) files[scope] = new URL(file, SYNTAXES);
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (scope): Promise<IRawGrammar | null> => {
      const file = files[scope];
      return file ? parseRawGrammar(readFileSync(file, 'utf8'), 'grammar.json') : null;
    },
    getInjections: (scope) =>
      OWN_GRAMMARS.filter(({ into }) => into.some((target) => target === scope)).map((own) => own.scope),
  });
  const grammar = await registry.loadGrammar(root);
  if (!grammar) throw new Error(`no grammar for ${root}`);

  return (text) => {
    let stack = INITIAL;
    return text.split('\n').flatMap((content, line) => {
      const result = grammar.tokenizeLine(content, stack);
      stack = result.ruleStack;
      return result.tokens.map(({ startIndex, endIndex, scopes }) => {
        const end = Math.min(endIndex, content.length);
        return { text: content.slice(startIndex, end), line, start: startIndex, end, scopes };
      });
    });
  };
}
