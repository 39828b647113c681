import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsFrom, callsTo, hierarchyAt } from '../../server/features/call-hierarchy';
import { codeLenses, lensText } from '../../server/features/code-lens';
import { definitionAt } from '../../server/features/definition';
import { documentLinks } from '../../server/features/document-links';
import { documentSymbols, type OutlineEntry } from '../../server/features/document-symbols';
import { foldingRanges } from '../../server/features/folding';
import { highlights } from '../../server/features/highlight';
import { hoverAt } from '../../server/features/hover';
import { eventTargetHints } from '../../server/features/inlay-hints';
import { editsForMoves } from '../../server/features/moved-files';
import { selectionRanges } from '../../server/features/selection';
import { tokensOf } from '../../server/features/semantic-tokens';
import { signatureHelp } from '../../server/features/signature-help';
import type { Address } from '../../server/project/files/paths';
import type { Workspace } from '../../server/project/workspace';
import type { Range } from '../../server/text/range';
import { Random } from '../robustness/edits/random';
import { IS_EXHAUSTIVE } from '../support/depth';
import { inEnglish } from '../support/english';
import { type FixtureFile, parseCases } from '../support/fixture';
import { parseMarks } from '../support/marks';
import { describeRealFiles } from '../support/real-files';
import { addressOf, workspaceOf } from '../support/workspace';

/**
 * Each request is answered for any text and cursor, and all ranges are inside the document. By default, a fixed sample of
 * places is tested; all of them with `ATOMIC_STATE_RUNS=all npx vitest run test/features/anywhere.slow.test.ts`.
 */
const ASKS_EVERYWHERE = IS_EXHAUSTIVE;

const FIXTURES = ['definition', 'hover', 'document-symbols'].flatMap((folder) => {
  const path = join(import.meta.dirname, '../fixtures', folder);
  return readdirSync(path).flatMap((file) =>
    parseCases(readFileSync(join(path, file), 'utf8')).map(({ title, body }): [string, FixtureFile[]] => [
      `${folder}: ${title}`,
      parseMarks(body).files.filter((one) => !/\.(?:hover|outline)$/.test(one.path)),
    ]),
  );
});

function checkInside(inner: Range, outer: Range): void {
  // A single comparison, because millions of expectations would take minutes.
  const holds = outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end;
  if (!holds) expect({ inner, outer }).toBe('one inside the other');
}

function whole(workspace: Workspace, address: Address): Range {
  return { start: 0, end: workspace.document(address)?.length ?? 0 };
}

/** The document of a target, which may be a file that is included as text. */
function wholeTarget(workspace: Workspace, address: Address): Range {
  const data = workspace.dataFile(address);
  return data ? { start: 0, end: data.text.length } : whole(workspace, address);
}

/** Sends all requests at an offset. */
function checkAt(workspace: Workspace, address: Address, offset: number): void {
  const said = hoverAt(workspace, address, offset);
  if (said) {
    checkInside(said.range, whole(workspace, address));
    checkInside({ start: offset, end: offset }, said.range);
    // `undefined` is also the name of a type.
    const text = inEnglish(said.markdown).replace(/^(?:\*\*member\*\*|- type:|- value:) .*$/gm, '');
    const isOurs = !inEnglish(said.markdown).endsWith('*JavaScript*');
    if ((isOurs && text.includes('undefined')) || /\n\n\n|^\s|\s$/.test(inEnglish(said.markdown)))
      expect(inEnglish(said.markdown)).toBe('whole');
    if (inEnglish(said.markdown).length > 1500) expect(inEnglish(said.markdown)).toBe('short');
  }
  for (const { range } of highlights(workspace, address, offset))
    checkInside(range, whole(workspace, address));
  checkSelection(workspace, address, offset);
  checkCall(workspace, address, offset);
  const found = definitionAt(workspace, address, offset);
  if (found === undefined) return;
  checkInside({ start: offset, end: offset }, found.origin);
  checkInside(found.origin, whole(workspace, address));
  for (const { address: target, range, selection } of found.targets) {
    checkInside(range, wholeTarget(workspace, target));
    checkInside(selection, range);
  }
}

function checkCall(workspace: Workspace, address: Address, offset: number): void {
  const help = signatureHelp(workspace, address, offset);
  if (help && help.signatures[help.active] === undefined) expect(help).toBe('of an existing signature');
  for (const { label, parameters } of help?.signatures ?? []) {
    let last = 0;
    for (const range of parameters) {
      checkInside(range, { start: last, end: label.length });
      last = range.end;
    }
  }
}

function checkSelection(workspace: Workspace, address: Address, offset: number): void {
  let last: Range = { start: offset, end: offset };
  for (const range of selectionRanges(workspace, address, offset)) {
    checkInside(last, range);
    if (range.end - range.start === last.end - last.start) expect(range).toBe('larger than the one before');
    last = range;
  }
  if (last.end > last.start) checkInside(last, whole(workspace, address));
}

/** All requests for a whole text. */
function checkViews(workspace: Workspace, address: Address): void {
  const all = whole(workspace, address);
  for (const fold of foldingRanges(workspace, address) ?? []) checkInside(fold, all);
  for (const { range } of documentLinks(workspace, address)) checkInside(range, all);
  for (const { offset } of eventTargetHints(workspace, address, all))
    checkInside({ start: offset, end: offset }, all);
  for (const { range, root, path } of codeLenses(workspace, address)) {
    checkInside(range, all);
    for (const site of lensText(workspace, root, path)?.sites ?? [])
      checkInside(site.selection, whole(workspace, site.address));
    for (const { state } of [...callsTo(workspace, root, path), ...callsFrom(workspace, root, path)])
      checkInside(state.site.selection, state.site.range);
  }
  hierarchyAt(workspace, address, all.end >> 1);
  editsForMoves(workspace, [{ from: addressOf('state'), to: addressOf('states') }]);
  for (const project of workspace.projectsOf(address)) {
    const source = project.source(address);
    for (const unit of source?.document.units ?? []) {
      let last = 0;
      for (const token of source ? tokensOf(project, source, unit) : []) {
        checkInside(token, { start: last, end: unit.text.length });
        if (/[\r\n]/.test(unit.text.slice(token.start, token.end))) expect(token).toBe('on one line');
        last = token.end;
      }
    }
  }
}

function checkOutline(entries: readonly OutlineEntry[], outer: Range): void {
  let last = outer.start;
  for (const { name, range, selection, children } of entries) {
    if (name.trim() === '' || range.start < last) expect({ name, range, last }).toBe('named and in order');
    checkInside(range, outer);
    checkInside(selection, range);
    last = range.start;
    checkOutline(children, range);
  }
}

/** The offsets from 0 to an end, or a sample of them with a fixed seed. */
function* places(end: number, oneIn: number): Iterable<number> {
  const random = new Random(String(end));
  for (let at = 0; at <= end; at++) if (ASKS_EVERYWHERE || random.below(oneIn) === 0) yield at;
}

/** The sampling rate of places at which a text is broken: about two per text. */
function oneInFor(text: string): number {
  return Math.max(1, Math.ceil(text.length / 2));
}

function checkEverywhere(files: readonly FixtureFile[], oneIn: number): void {
  const workspace = workspaceOf(files);
  for (const { path, text } of files) {
    const address = addressOf(path);
    checkOutline(documentSymbols(workspace, address), whole(workspace, address));
    checkViews(workspace, address);
    for (const offset of places(text.length, oneIn)) checkAt(workspace, address, offset);
  }
}

describe('at every offset', () => {
  it.each(FIXTURES)('%s', (_title, files) => checkEverywhere(files, 24));
});

describe('in truncated text', () => {
  it.each(FIXTURES)('%s', (_title, files) => {
    for (const [index, { path, text }] of files.entries()) {
      for (const end of places(text.length - 1, oneInFor(text))) {
        const cut = files.map((file, at) => (at === index ? { path, text: text.slice(0, end) } : file));
        const workspace = workspaceOf(cut);
        const address = addressOf(path);
        checkOutline(documentSymbols(workspace, address), whole(workspace, address));
        checkViews(workspace, address);
        for (const offset of [end, end - 1, end - 5, end >> 1])
          if (offset >= 0) checkAt(workspace, address, offset);
      }
    }
  });
});

describe('with a part of the text removed', () => {
  it.each(FIXTURES)('%s', (_title, files) => {
    for (const [index, { path, text }] of files.entries()) {
      for (const at of places(text.length - 1, oneInFor(text))) {
        const broken = text.slice(0, at) + text.slice(at + 1 + (at % 5));
        const workspace = workspaceOf(files.map((file, i) => (i === index ? { path, text: broken } : file)));
        checkOutline(documentSymbols(workspace, addressOf(path)), whole(workspace, addressOf(path)));
        checkViews(workspace, addressOf(path));
        for (let offset = Math.max(0, at - 10); offset < Math.min(at + 10, broken.length); offset += 3)
          checkAt(workspace, addressOf(path), offset);
      }
    }
  });
});

describeRealFiles((folder) => {
  it.each(['master-prompting', 'master-javascript', 'quiz'])('%s', (project) => {
    const files = readdirSync(join(folder, project), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ya?ml|json|js)$/.test(path))
      .map((path) => ({ path, text: readFileSync(join(folder, project, path), 'utf8') }));
    checkEverywhere(files, 150);
  });
});

it('accepts offsets outside the text and unknown files', () => {
  const workspace = workspaceOf([{ path: 'main.yaml', text: 'initial: a\nstates: { a: {} }\n' }]);
  for (const offset of [-1, 1000]) {
    expect(hoverAt(workspace, addressOf('main.yaml'), offset)?.range.end ?? 0).toBeLessThan(30);
    expect(definitionAt(workspace, addressOf('main.yaml'), offset)).toBeUndefined();
  }
  expect(hoverAt(workspace, addressOf('other.yaml'), 0)).toBeUndefined();
  expect(definitionAt(workspace, addressOf('other.yaml'), 0)).toBeUndefined();
  expect(documentSymbols(workspace, addressOf('other.yaml'))).toEqual([]);
});
