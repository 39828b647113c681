import { DataOrigins } from '../../exchange/origins';
import { freeNames } from '../../expression/names';
import { parseExpression } from '../../expression/parse';
import { parseTemplate } from '../../expression/template';
import { WHERE_NAMES } from '../../format/scenario';
import { stateLabel } from '../../format/target-path';
import type { Program, ProgramScope } from '../../run/conversation/program';
import { SourceValue } from '../../run/conversation/source-value';
import type { ScenarioPromise } from '../../run/scenario/promise';
import { whereSource } from '../../run/scenario/where';

/** The name of the state of a promise; undefined if it names none. */
export function stateOf({ kind, promised }: ScenarioPromise): string | undefined {
  if (kind === 'always') return undefined;
  return promised.isMap ? promised.get('state').text : promised.text;
}

/** The names of the inputs of a state. */
export function inputsOf({ source }: Pick<ProgramScope, 'source'>): readonly string[] {
  const inputs = source.get('inputs').entries();
  return inputs.map(([name]) => name);
}

/** The names of the inputs that a promise reads: those of the state that it names. */
export function inputsReadBy(promise: ScenarioPromise, { scopes }: Program): readonly string[] {
  const named = stateOf(promise);
  const state = [...scopes.values()].find(({ kind, path }) => kind === 'state' && stateLabel(path) === named);
  const read = new Set(promisedExpressions(promise).flatMap((one) => [...namesIn(one)]));
  return (state ? inputsOf(state) : []).filter((name) => read.has(name) && !MESSAGE_NAMES.has(name));
}

/** What an expression of a promise reads of every message. */
export const MESSAGE_NAMES: ReadonlySet<string> = new Set(['context', ...WHERE_NAMES.keys()]);

/** The sources of the expressions of a promise. */
export function promisedExpressions({ kind, promised }: ScenarioPromise): SourceValue[] {
  const written = kind === 'always' ? promised : promised.get('where');
  return promised.isMap || kind === 'always' ? [written].filter(({ isGiven }) => isGiven) : [];
}

/** The free names of an expression of a promise. */
export function namesIn({ text = '' }: SourceValue): ReadonlySet<string> {
  const { ast } = parseExpression(whereSource(text));
  return new Set(ast === undefined ? [] : freeNames(ast).map(({ name }) => name));
}

/** What the result of a promise depends on: its expressions, and the texts and buttons that it compares. */
export function observedBy(promise: ScenarioPromise, program: Program): SourceValue[] {
  const expressions = promisedExpressions(promise);
  const { promised } = promise;
  const readsText = expressions.some((one) => namesIn(one).has('text'));
  const state = stateOf(promise);
  const shown = [...program.scopes.values()].filter(
    ({ kind, path }) => kind === 'state' && (state === undefined || stateLabel(path) === state),
  );
  const texts = readsText || promised.get('text').isGiven ? shown.map(textOf) : [];
  const buttons = promised.get('buttons').isGiven ? shown.flatMap(buttonsOf) : [];
  return [
    // Only the truth of an expression matters.
    ...expressions.map(({ text = '' }) => observedText(`{{!!(${whereSource(text)}\n)}}`)),
    ...texts,
    ...texts.flatMap((text) => comparisonsOf(text, promised.get('text'))),
    ...buttons,
    ...buttons.flatMap((text) => comparisonsOf(text, promised.get('buttons'))),
  ];
}

function textOf({ source }: ProgramScope): SourceValue {
  return source.get('render').get('text');
}

/** The contents of the buttons of a state, or everything that computes them. */
function buttonsOf({ source }: ProgramScope): readonly SourceValue[] {
  const buttons = source.get('render').get('buttons');
  const items = buttons.flatItems();
  return items.length > 0 && items.every(({ isMap }) => isMap)
    ? items.map((button) => button.get('content'))
    : [buttons];
}

/** Comparisons of the expressions of a shown text with the texts of a promise, so that these are tried. */
function comparisonsOf(shown: SourceValue, compared: SourceValue): SourceValue[] {
  const sources = shown
    .scalars()
    .flatMap(({ text = '' }) =>
      parseTemplate(text).expressions.map(({ body }) => text.slice(body.start, body.end)),
    );
  const texts = compared.scalars().flatMap(({ text }) => text ?? []);
  return sources.flatMap((source) =>
    texts.map((text) => observedText(`{{(${source}\n) === ${JSON.stringify(text)}}}`)),
  );
}

function observedText(text: string): SourceValue {
  return new SourceValue(new DataOrigins(), text, undefined);
}
