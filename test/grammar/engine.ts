import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { INITIAL, parseRawGrammar, Registry } from 'vscode-textmate';

/** The tokenizer of VS Code with the grammars of this extension and those of a host. */

/** The file of each grammar by its scope name. */
export type GrammarFiles = Readonly<Record<string, URL>>;

export interface GrammarToken {
  readonly text: string;
  readonly line: number;
  /** UTF-16, from the start of the line, half open. */
  readonly start: number;
  readonly end: number;
  /** Outermost first. */
  readonly scopes: readonly string[];
}

/** The tokens of a text in order; lines end in LF, as in VS Code. */
export type Tokenize = (text: string) => readonly GrammarToken[];

const SYNTAXES = new URL('../../syntaxes/', import.meta.url);

/** The grammars of this extension, with the root scopes into which they are injected, from package.json. */
export const OWN_GRAMMARS: readonly {
  readonly scope: string;
  readonly file: string;
  readonly into: readonly string[];
}[] = [
  { scope: 'source.atomic-state', file: 'atomic-state.tmLanguage.json', into: [] },
  {
    scope: 'injection.raw.atomic-state',
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
];

let engine: Promise<void> | undefined;

/** @throws the engine's message if the pattern is invalid; in a grammar, the engine would ignore the whole rule */
export async function compilePattern(pattern: string): Promise<void> {
  engine ??= loadEngine();
  await engine;
  createOnigScanner([pattern]);
}

/** A separate buffer: Node's may be a view of a larger one, which the engine would read from its start. */
function loadEngine(): Promise<void> {
  const file = readFileSync(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm'));
  return loadWASM(new Uint8Array(file).buffer);
}

/**
 * A tokenizer of a root scope. A grammar in neither list is missing, as in an editor without it.
 *
 * @param injected whether the grammars of this extension are injected into the host's
 * @throws if the root scope has no grammar, which is a mistake in the test
 */
export async function tokenizer(root: string, host: GrammarFiles = {}, injected = true): Promise<Tokenize> {
  engine ??= loadEngine();
  await engine;
  const own = Object.fromEntries(OWN_GRAMMARS.map(({ scope, file }) => [scope, new URL(file, SYNTAXES)]));
  const files: GrammarFiles = { ...host, ...own };
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (scope) => {
      const file = files[scope];
      return file ? parseRawGrammar(readFileSync(file, 'utf8'), 'grammar.json') : null;
    },
    getInjections: (scope) =>
      OWN_GRAMMARS.filter(({ into }) => injected && into.includes(scope)).map((grammar) => grammar.scope),
  });
  const grammar = await registry.loadGrammar(root);
  if (!grammar) throw new Error(`no grammar for ${root}`);

  return (text) => {
    let stack = INITIAL;
    return text.split('\n').flatMap((content, line) => {
      const result = grammar.tokenizeLine(content, stack);
      stack = result.ruleStack;
      return result.tokens.map(({ startIndex, endIndex, scopes }) => {
        const end = Math.min(endIndex, content.length); // the engine counts a line break
        return { text: content.slice(startIndex, end), line, start: startIndex, end, scopes };
      });
    });
  };
}
