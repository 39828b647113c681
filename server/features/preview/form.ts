import { isTagged } from '../../format/walk';
import {
  hasKnownPairs,
  type MapNode,
  type Node,
  resolveAlias,
  resolvedPairOf,
  textOf,
  valueAt,
} from '../../yaml/tree/tree';
import { PREVIEW_LIMITS, type PreviewField, type PreviewInput, type PreviewLimit } from './data';
import type { PreviewWriter } from './writer';

/** The inputs of a state that open a form, and those that receive the message of the user. */
export function formInputs(writer: PreviewWriter): {
  readonly form: readonly PreviewField[];
  readonly received: readonly PreviewInput[];
} {
  const form: PreviewField[] = [];
  const received: PreviewInput[] = [];
  for (const { name, node } of writer.entry.scope.inputs) {
    const input = resolveAlias(node);
    if (input?.kind !== 'map') continue;
    const whole = { start: name.start, end: Math.max(name.end, node.end) };
    if (textOf(input, 'type') === 'IM' || textOf(input, 'source') === 'IM')
      received.push({ at: writer.place(whole), name: name.text });
    else if (isAsked(input)) form.push(fieldOf(writer, name.text, writer.place(whole), input));
  }
  return { form, received };
}

function isAsked(input: MapNode): boolean {
  const asks = textOf(input, 'user_input');
  return textOf(input, 'source') === 'form' || (asks !== undefined && asks.toLowerCase() !== 'false');
}

function fieldOf(writer: PreviewWriter, name: string, at: number, input: MapNode): PreviewField {
  const choices = valueAt(input, 'choices');
  const items = choices?.kind === 'seq' ? choices.items : choices ? [choices] : undefined;
  return {
    at,
    name,
    label: textOf(input, 'name'),
    type: textOf(input, 'type'),
    help: writer.shownAt(input, 'description'),
    initial: writer.shownAt(input, 'default_value') ?? writer.shownAt(input, 'value'),
    choices: items?.flatMap((item) => writer.shown(item) ?? []),
    ...validationsOf(input),
  };
}

function validationsOf(input: MapNode): Pick<PreviewField, 'isRequired' | 'limits'> {
  const pair = resolvedPairOf(input, 'validations');
  const node = pair && resolveAlias(pair.value);
  if (pair === undefined) return { isRequired: hasKnownPairs(input) ? true : undefined, limits: [] };
  const nodes: readonly Node[] = node?.kind === 'seq' ? node.items : node ? [node] : [];
  const maps = nodes.map(resolveAlias).filter((one) => one?.kind === 'map');
  const limits = maps.flatMap((map) =>
    PREVIEW_LIMITS.flatMap((kind): PreviewLimit[] => {
      const value = textOf(map, kind);
      return value === undefined ? [] : [{ kind, value }];
    }),
  );
  const written = maps.map((map) => textOf(map, 'required')).filter((one) => one !== undefined);
  const isClear =
    maps.length === nodes.length &&
    maps.every((map) => hasKnownPairs(map) && !isTagged(map)) &&
    written.every((one) => /^(?:true|false)$/i.test(one));
  return { isRequired: isClear ? !written.some((one) => one.toLowerCase() === 'false') : undefined, limits };
}
