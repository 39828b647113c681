import { callsFrom, callsTo, hierarchyAt } from '../../../server/features/call-hierarchy';
import { codeLenses, lensText } from '../../../server/features/code-lens';
import { complete } from '../../../server/features/completion';
import { definition } from '../../../server/features/definition';
import { documentLinks } from '../../../server/features/document-links';
import { documentSymbols } from '../../../server/features/document-symbols';
import { folds } from '../../../server/features/folding';
import { highlights } from '../../../server/features/highlight';
import { hover } from '../../../server/features/hover';
import { eventTargetHints } from '../../../server/features/inlay-hints';
import { contextTypeHints } from '../../../server/features/inlay-hints/types';
import { linkedRanges } from '../../../server/features/linked-editing';
import { refactorings } from '../../../server/features/refactor';
import { references } from '../../../server/features/references';
import { rename } from '../../../server/features/rename';
import { selectionRanges } from '../../../server/features/selection';
import { signatureHelp } from '../../../server/features/signature-help';
import { typeDefinition } from '../../../server/features/type-definition';
import { workspaceSymbols } from '../../../server/features/workspace-symbols';
import type { Project } from '../../../server/project/project';
import type { FileFinding } from '../../../server/rules/placed-finding';
import type { Range } from '../../../server/text/range';
import type { Unit } from '../../../server/yaml/unit';
import { addressOf } from '../../support/workspace';
import { Random } from './random';
import type { Side } from './session';
import type { Compare, Texts } from './steps';

/** What is said, by what was asked; texts to be compared. */
export type Said = ReadonlyMap<string, string>;

/** All that is said of a file beside its findings. */
const OF_FILE: Readonly<Record<string, (side: Side, address: string, length: number) => unknown>> = {
  outline: ({ workspace }, address) => documentSymbols(workspace, address),
  folds: ({ workspace }, address) => folds(workspace, address),
  links: ({ workspace }, address) => documentLinks(workspace, address),
  lenses: ({ workspace }, address) =>
    codeLenses(workspace, address).map(({ range, root, path }) => [range, lensText(workspace, root, path)]),
  'event hints': ({ workspace }, address, end) => eventTargetHints(workspace, address, { start: 0, end }),
  'type hints': ({ workspace }, address, end) => contextTypeHints(workspace, address, { start: 0, end }),
};

/** All that is said of a place of a file. */
const AT_PLACE: Readonly<Record<string, (side: Side, address: string, offset: number) => unknown>> = {
  completion: (side, address, offset) => {
    const { workspace, findings } = side;
    const { items, incomplete } = complete(workspace, address, offset, {
      findings: () => findings.every(address),
    });
    // What is said of an item is made when it is looked at, which is seldom.
    const looked = offset % 4;
    const shown = items.map(({ documentation, ...item }, index) =>
      index % 4 === looked ? { ...item, text: documentation?.() } : item,
    );
    return { incomplete, shown };
  },
  hover: ({ workspace }, address, offset) => hover(workspace, address, offset),
  definition: ({ workspace }, address, offset) => definition(workspace, address, offset),
  'type definition': ({ workspace }, address, offset) => typeDefinition(workspace, address, offset),
  references: ({ workspace }, address, offset) => references(workspace, address, offset),
  highlights: ({ workspace }, address, offset) => highlights(workspace, address, offset),
  'linked ranges': ({ workspace }, address, offset) => linkedRanges(workspace, address, offset),
  selection: ({ workspace }, address, offset) => selectionRanges(workspace, address, offset),
  signature: ({ workspace }, address, offset) => signatureHelp(workspace, address, offset),
  rename: ({ workspace }, address, offset) => rename(workspace, address, offset, 'new_name'),
  calls: ({ workspace }, address, offset) =>
    hierarchyAt(workspace, address, offset).map((state) => [
      state,
      callsTo(workspace, state.root, state.path),
      callsFrom(workspace, state.root, state.path),
    ]),
  refactorings: ({ workspace }, address, offset) =>
    refactorings(workspace, address, { start: offset, end: offset }),
};

const FILE_QUESTIONS = Object.keys(OF_FILE);
const PLACE_QUESTIONS = Object.keys(AT_PLACE);
/** What is asked most often of a place. */
const COMMON = ['completion', 'hover', 'definition'];

/** What the editor asks while somebody types; nobody compares the answers. */
export function ask(side: Side, texts: Texts, path: string, place: number): void {
  const random = new Random(`ask ${place}`);
  const text = texts.text(path);
  if (text === undefined) return;
  const address = addressOf(path);
  side.findings.ofFile(address);
  if (random.percent(60)) side.colours(path);
  if (random.percent(20)) for (const other of texts.open.keys()) side.findings.ofFile(addressOf(other));
  if (random.percent(25)) OF_FILE[random.one(FILE_QUESTIONS)]?.(side, address, text.length);
  if (random.percent(40))
    AT_PLACE[random.one(random.percent(60) ? COMMON : PLACE_QUESTIONS)]?.(
      side,
      address,
      placeIn(text, random),
    );
}

/**
 * What is said of the files of a workspace: all findings always, all of the rest or some that `place` chooses. What is
 * asked may want to know more of the world, which is told.
 */
export function said(side: Side, texts: Texts, asked: Compare): Said {
  let answers = answersOf(side, texts, asked);
  for (let round = 0; round < 5 && side.tell(); round++) answers = answersOf(side, texts, asked);
  return answers;
}

function answersOf(side: Side, texts: Texts, { path, place, all, at }: Compare): Said {
  const answers = new Map<string, string>();
  const note = (what: string, answer: unknown) =>
    answers.set(what, JSON.stringify(answer, withoutEngine) ?? '');
  const { workspace } = side;
  const random = new Random(`say ${place}`);
  const { paths } = texts;
  for (const one of paths) {
    const address = addressOf(one);
    const text = texts.text(one) ?? '';
    const { document } = workspace.source(address) ?? {};
    note(
      `${one}: findings`,
      side.findings.ofFile(address).map((finding) => told(side, address, finding)),
    );
    note(
      `${one}: projects`,
      workspace.projectsOf(address).map(({ root, isAutomata }) => [root, isAutomata]),
    );
    note(
      `${one}: units`,
      document?.units.map(({ text, kind }) => [kind, text]),
    );
    if (one !== path && !all) continue;
    note(`${one}: colours`, side.colours(one));
    for (const what of all ? FILE_QUESTIONS : [random.one(FILE_QUESTIONS)])
      note(`${one}: ${what}`, OF_FILE[what]?.(side, address, text.length));
    const atPlace = (what: string, offset: number) =>
      note(`${one}: ${what} at ${offset}`, AT_PLACE[what]?.(side, address, offset));
    if (one === path && at !== undefined) for (const what of PLACE_QUESTIONS) atPlace(what, at);
    const questions = all
      ? [...COMMON, random.one(PLACE_QUESTIONS), random.one(PLACE_QUESTIONS)]
      : [random.one(random.percent(60) ? COMMON : PLACE_QUESTIONS)];
    for (const what of questions) atPlace(what, placeIn(text, random));
  }
  if (all || random.percent(20)) {
    const query = random.one(['', 'a', 'go']);
    note(`symbols of the workspace: ${query}`, workspaceSymbols(workspace, query));
    note('files', side.findings.addresses());
  }
  return answers;
}

/** Anywhere in a text; more often where names in expressions are, of which most is to be said. */
function placeIn(text: string, random: Random): number {
  const expressions = random.percent(40) ? [...text.matchAll(/\{\{.*?\}\}/gs)] : [];
  if (expressions.length === 0) return random.below(text.length + 1);
  const { 0: body, index } = random.one(expressions);
  const names = [...body.matchAll(/\w+/g)];
  const name = names.length > 0 ? random.one(names) : { index: 2 };
  return index + name.index;
}

/** A finding with all that an editor makes of it. */
function told({ findings, workspace }: Side, address: string, placed: FileFinding): unknown {
  const document = workspace.document(address);
  const { finding, project } = placed;
  const fixes = finding.fixes?.map(({ elsewhere, ...fix }) => ({
    ...fix,
    elsewhere: elsewhere?.map(({ source, unit, edits }) => [placeOf(project, source, unit), edits]),
  }));
  return [document && findings.toDiagnostic(document, placed), fixes];
}

function placeOf(project: Project, address: string, unit: Unit): string {
  const document = project.source(address)?.document;
  if (document === undefined || !document.units.includes(unit)) return `${address} as it was`;
  return `${address} ${document.startOf(unit)}`;
}

/** Answers of features are plain data, but for what of the engine some refer to. */
function withoutEngine(key: string, value: unknown): unknown {
  if (key === 'project' || key === 'workspace' || key === 'document') return undefined;
  if (key === 'range' && isRange(value)) return [value.start, value.end];
  if (value instanceof Map) return [...value];
  return value instanceof Set ? [...value] : value;
}

/** What has more than its ends is a part of a tree, which leads to all of it. */
function isRange(value: unknown): value is Range {
  return typeof value === 'object' && value !== null && 'start' in value && 'end' in value;
}
