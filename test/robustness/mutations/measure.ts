import { type ParseError, parse as parseStrict } from 'jsonc-parser';
import { parseDocument } from 'yaml';
import { documentSymbols, type OutlineEntry } from '../../../server/features/document-symbols';
import type { Address } from '../../../server/project/files/paths';
import { findingsOfFile } from '../../../server/rules/file-findings';
import { Checker } from '../../../server/rules/run';
import { lineEnd, lineStart } from '../../../server/text/lines';
import type { Range } from '../../../server/text/range';
import type { Notation } from '../../../server/yaml/cut/unit';
import { inEnglish } from '../../support/english';
import { addressOf, provideFiles, workspaceOf } from '../../support/workspace';
import { type Mutation, mutated, mutationsOf } from './mutate';
import type { Sample } from './samples';

/**
 * `syntax`: the text is no longer valid YAML or JSON. `expression`: it is, and a sign of an expression was changed.
 * `meaning`: it is a valid text with another meaning.
 */
export type Effect = 'syntax' | 'expression' | 'meaning';

export interface NewFinding {
  readonly path: string;
  readonly start: number;
  readonly code: string;
  readonly message: string;
}

/** The effects of a mutation. */
export interface MutationResult {
  readonly sample: Sample;
  readonly notation: Notation;
  readonly mutation: Mutation;
  readonly effect: Effect;
  /** New findings, with offsets of the mutated text. */
  readonly added: readonly NewFinding[];
  /** Those of them that are not in the mutated state. */
  readonly outside: readonly NewFinding[];
  /** States other than the mutated one that are missing, and findings in them. */
  readonly lost: readonly string[];
}

/** Rules about things that no part of the automata does: while a part is unclear, they must report nothing. */
const SPEAKS_OF_ALL = /^(?:unused-|dead-assignment|undeclared-|possibly-unset-)/;

interface State {
  readonly name: string;
  readonly range: Range;
}

/** Applies mutations to an open file, one after the other. */
export class MutationBench {
  readonly text: string;
  readonly notation: Notation;
  private readonly address: Address;
  private readonly workspace: ReturnType<typeof workspaceOf>;
  private readonly checker: Checker;
  private readonly before: readonly NewFinding[];
  private readonly states: readonly State[];
  private readonly sections: readonly Range[];

  constructor(readonly sample: Sample) {
    const { files, path } = sample;
    this.text = files.find((file) => file.path === path)?.text ?? '';
    this.notation = path.endsWith('.json') ? 'json' : 'yaml';
    this.address = addressOf(path);
    this.workspace = workspaceOf(files, [path]);
    this.checker = new Checker(this.workspace, () => ({}));
    this.before = this.findings();
    this.states = this.statesOf();
    const document = this.workspace.document(this.address);
    this.sections = (document?.units ?? []).map((unit) => {
      const start = document?.startOf(unit) ?? 0;
      return { start, end: start + unit.text.length };
    });
  }

  mutations(): Mutation[] {
    return mutationsOf(this.text, this.notation);
  }

  run(mutation: Mutation): MutationResult {
    const { sample, notation } = this;
    const text = mutated(this.text, mutation);
    const replace = (to: string) => {
      this.workspace.editFile(this.address, (document) => document.withText(to));
      provideFiles(this.workspace, new Map(sample.files.map((file) => [addressOf(file.path), file.text])));
    };
    replace(text);
    const after = this.findings();
    const names = new Set(this.statesOf().map(({ name }) => name));
    replace(this.text);
    const by = mutation.text.length - (mutation.end - mutation.start);
    const region = this.regionOf(mutation);
    const place = ({ path, start }: NewFinding) =>
      path !== sample.path || start < mutation.start
        ? start
        : start >= mutation.end
          ? start + by
          : mutation.start;
    const known = this.before.map((one) => ({ ...one, start: place(one) }));
    const added = without(after, known);
    const isInside = ({ path, start }: NewFinding) =>
      path === sample.path && start >= region.start && start <= region.end + by;
    const gone = without(known, after).filter((one) => !isInside(one) && !SPEAKS_OF_ALL.test(one.code));
    const missing = this.states.filter(
      ({ name, range }) => !names.has(name) && !(range.start <= region.end && region.start <= range.end),
    );
    return {
      sample,
      notation,
      mutation,
      effect: this.effectOf(text, mutation),
      added,
      outside: added.filter((one) => !isInside(one)),
      lost: [
        ...missing.map(({ name }) => `state ${name}`),
        ...gone.map(({ code, message }) => `finding ${code}: ${message}`),
      ],
    };
  }

  private findings(): NewFinding[] {
    const { workspace, checker } = this;
    return this.sample.files.flatMap(({ path }) =>
      workspace.source(addressOf(path)) === undefined
        ? []
        : findingsOfFile(checker, addressOf(path)).map(({ start, finding }) => ({
            path,
            start,
            code: finding.rule.code,
            message: inEnglish(finding.message),
          })),
    );
  }

  private statesOf(): State[] {
    const states: State[] = [];
    const visit = (entry: OutlineEntry, depth: number) => {
      if (depth > 0 && (entry.kind === 'state' || entry.kind === 'automata'))
        states.push({ name: entry.name, range: entry.range });
      for (const child of entry.children) visit(child, depth + 1);
    };
    for (const entry of documentSymbols(this.workspace, this.address))
      visit(entry, entry.kind === 'automata' ? 0 : 1);
    return states;
  }

  /** The lines of the innermost state, otherwise of the section, that contains a mutation. */
  private regionOf({ start, end }: Mutation): Range {
    const around = [this.partAt(start), this.partAt(end)];
    const first = Math.min(...around.map((one) => one.start));
    const last = Math.max(...around.map((one) => one.end));
    return { start: lineStart(this.text, first), end: lineEnd(this.text, last) };
  }

  private partAt(offset: number): Range {
    if (this.states.length === 0) return { start: 0, end: this.text.length };
    const holds = ({ start, end }: Range) =>
      lineStart(this.text, start) <= offset && offset <= lineEnd(this.text, end);
    // On one line, the state itself must contain it.
    const isOneLine = !this.text.trimEnd().includes('\n');
    const state = this.states.findLast(({ range }) =>
      isOneLine ? range.start <= offset && offset <= range.end : holds(range),
    );
    if (state) return isOneLine ? state.range : state.range;
    const section = this.sections.find(({ start, end }) => start <= offset && offset < end);
    return section ?? { start: offset, end: offset };
  }

  private effectOf(text: string, { start, end }: Mutation): Effect {
    if (!isValid(text, this.notation)) return 'syntax';
    const line = this.text.slice(lineStart(this.text, start), lineEnd(this.text, end));
    const at = start - lineStart(this.text, start);
    const opened = line.lastIndexOf('{{', at);
    const isExpression = opened >= 0 && line.indexOf('}}', opened) + 2 >= at;
    return isExpression ? 'expression' : 'meaning';
  }
}

function isValid(text: string, notation: Notation): boolean {
  if (notation === 'yaml') return parseDocument(text, { logLevel: 'silent' }).errors.length === 0;
  const errors: ParseError[] = [];
  parseStrict(text, errors, { allowTrailingComma: true });
  return errors.length === 0;
}

/** The findings that are not in the other list, at the same place or elsewhere. */
function without(findings: readonly NewFinding[], others: readonly NewFinding[]): NewFinding[] {
  const elsewhere = new Map<string, number>();
  const textOf = ({ path, code, message }: NewFinding) => `${path} ${code} ${message}`;
  const keyOf = (one: NewFinding) => `${one.start} ${textOf(one)}`;
  const here = new Set(findings.map(keyOf));
  const there = new Set(others.map(keyOf));
  for (const one of others)
    if (!here.has(keyOf(one))) elsewhere.set(textOf(one), (elsewhere.get(textOf(one)) ?? 0) + 1);
  return findings.filter((one) => {
    if (there.has(keyOf(one))) return false;
    const left = elsewhere.get(textOf(one)) ?? 0;
    elsewhere.set(textOf(one), left - 1);
    return left <= 0;
  });
}
