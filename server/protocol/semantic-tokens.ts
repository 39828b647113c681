import type * as lsp from 'vscode-languageserver';
import { engine } from '../engine/engine';
import type { Task } from '../engine/task';
import {
  type SemanticToken,
  TOKEN_MODIFIERS,
  TOKEN_TYPES,
  tokensByUnit,
  tokensOf,
} from '../features/semantic-tokens';
import type { Address } from '../project/files/paths';
import type { Source } from '../project/files/source';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { commonEnds } from '../text/common-ends';
import type { Unit } from '../yaml/cut/unit';

/** Numbers for each token: lines and characters since the one before, length, type, modifiers. */
const WIDTH = 5;

interface Encoded {
  /** The numbers of the protocol; the first token is relative to the start of the unit. */
  readonly data: readonly number[];
  /** The lines of the first and the last token in the unit, and the position of the last one in its line. */
  readonly first: number;
  readonly last: number;
  readonly lastCharacter: number;
}

/** The tokens of a unit, and where it begins: in JSON without line breaks, within a line. */
interface Piece {
  readonly encoded: Encoded;
  readonly start: lsp.Position;
}

/** An answer to which a client can request a delta. */
interface Answer {
  readonly resultId: string;
  readonly data: number[];
}

/** The semantic tokens of documents, encoded for the protocol. The tokens of a unit are encoded once. */
export class SemanticTokens {
  private readonly answers = new Map<Address, Answer>();
  private count = 0;

  constructor(private readonly workspace: Workspace) {}

  /** All tokens of a file; null for a file that is not a state file. */
  *full(address: Address): Task<lsp.SemanticTokens | null> {
    const data = yield* this.data(address);
    return data && this.store(address, data);
  }

  /** The delta from an earlier answer; all tokens if that was not the last one. */
  *delta(address: Address, previousId: string): Task<lsp.SemanticTokens | lsp.SemanticTokensDelta | null> {
    const data = yield* this.data(address);
    const before = this.answers.get(address);
    if (data === null) return null;
    const answer = this.store(address, data);
    if (before === undefined || before.resultId !== previousId) return answer;
    return { resultId: answer.resultId, edits: difference(before.data, data) };
  }

  range(address: Address, { start, end }: lsp.Range): lsp.SemanticTokens | null {
    const sourceAndProject = this.sourceAt(address);
    if (sourceAndProject === undefined) return null;
    const { project, source } = sourceAndProject;
    return { data: this.tokensOn(source, (unit) => tokensOf(project, source, unit), start.line, end.line) };
  }

  /** Stores an answer, and drops those of closed documents. */
  private store(address: Address, data: number[]): Answer {
    const open = new Set(this.workspace.openFiles);
    for (const other of this.answers.keys()) if (!open.has(other)) this.answers.delete(other);
    const answer = { resultId: String(++this.count), data };
    this.answers.set(address, answer);
    return answer;
  }

  private *data(address: Address): Task<number[] | null> {
    const sourceAndProject = this.sourceAt(address);
    if (sourceAndProject === undefined) return null;
    const all = yield* tokensByUnit(sourceAndProject.project, sourceAndProject.source);
    return this.tokensOn(sourceAndProject.source, (_, index) => all[index] ?? []);
  }

  private sourceAt(address: Address): { readonly project: Project; readonly source: Source } | undefined {
    const [project] = this.workspace.projectsOf(address);
    const source = project?.source(address);
    return project && source && source.documentKind !== 'successor' ? { project, source } : undefined;
  }

  /** The tokens of the units that intersect these lines; those of other units are not computed. */
  private tokensOn(
    source: Source,
    tokensOfUnit: (unit: Unit, index: number) => readonly SemanticToken[],
    from = 0,
    to = Number.POSITIVE_INFINITY,
  ): number[] {
    const { document } = source;
    const pieces: Piece[] = [];
    let length = 0;
    for (const [index, unit] of document.units.entries()) {
      const start = document.positionOfUnit(index);
      if (start.line <= to && start.line + unit.lines.length > from) {
        const encoded = encode(unit, tokensOfUnit(unit, index));
        const { first, last, data } = encoded;
        if (data.length > 0 && start.line + first <= to && start.line + last >= from) {
          pieces.push({ encoded, start });
          length += data.length;
        }
      }
    }
    return concatenated(pieces, length);
  }
}

const encode = engine.query('encoded tokens', (unit: Unit, tokens: readonly SemanticToken[]): Encoded => {
  const data: number[] = [];
  const { lines } = unit;
  let line = 0;
  let lastLine = 0;
  let lastCharacter = 0;
  for (const { start, end, type, modifiers } of tokens) {
    while ((lines[line + 1] ?? Number.POSITIVE_INFINITY) <= start) line++;
    const character = start - (lines[line] ?? 0);
    const same = line === lastLine && data.length > 0;
    data.push(line - lastLine, same ? character - lastCharacter : character, end - start);
    data.push(TOKEN_TYPES.indexOf(type), bitsOf(modifiers));
    lastLine = line;
    lastCharacter = character;
  }
  return { data, first: data[0] ?? 0, last: lastLine, lastCharacter };
});

/** Concatenates the numbers of all units. There may be 100,000, so the list is allocated once. */
function concatenated(pieces: readonly Piece[], length: number): number[] {
  const all = new Array<number>(length);
  let at = 0;
  let lastLine = 0;
  let lastStart = 0;
  for (const { encoded, start } of pieces) {
    const { data, first, last, lastCharacter } = encoded;
    const line = start.line + first - lastLine;
    all[at] = line;
    all[at + 1] = (data[1] ?? 0) + (first === 0 ? start.character : 0) - (line === 0 ? lastStart : 0);
    for (let index = 2; index < data.length; index++) all[at + index] = data[index] ?? 0;
    at += data.length;
    lastLine = start.line + last;
    lastStart = lastCharacter + (last === 0 ? start.character : 0);
  }
  return all;
}

function bitsOf(modifiers: SemanticToken['modifiers']): number {
  return modifiers.reduce((bits, modifier) => bits | (1 << TOKEN_MODIFIERS.indexOf(modifier)), 0);
}

/** One edit between the common start and the common end, in whole tokens; none if nothing changed. */
function difference(before: readonly number[], after: readonly number[]): lsp.SemanticTokensEdit[] {
  const same = commonEnds(before, after);
  const front = same.front - (same.front % WIDTH);
  const back = same.back - (same.back % WIDTH);
  const deleteCount = before.length - back - front;
  const data = after.slice(front, after.length - back);
  return deleteCount === 0 && data.length === 0 ? [] : [{ start: front, deleteCount, data }];
}
