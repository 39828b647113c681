import { parseExpression } from '../expression/parse';
import { parseTemplate } from '../expression/template';
import { nameOf } from '../facts/name';
import { unwrapTarget, wrapTarget } from '../features/refactor/transition';
import { type RenameResult, renameSymbol } from '../features/rename';
import { conditionCode, conditionText } from '../features/state-transitions';
import { sectionIn } from '../rules/declare';
import { addToSection } from '../rules/edits';
import { matchedText } from '../text/lines';
import { msg } from '../text/message';
import { containerOf, type MapNode, type Node, pairOf } from '../yaml/tree/tree';
import type { TextLayout } from '../yaml/write/layout';
import { type Draft, OTHER_FORM, REPEATED } from './draft';
import { type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import {
  definitionOf,
  edgeOf,
  type WrittenEdge,
  type WrittenScope,
  whyNoButton,
  writtenButtons,
} from './places';
import { removeWithComments } from './remove';
import { fieldEdits } from './scalars';

/** The texts of a state in the graph: its message, its buttons, the conditions of its transitions. */

export const setText: Operate<'setText'> = (draft, operation) => {
  const { state, text } = operation;
  const entry = definitionOf(draft.project, state);
  if (isRefusal(entry)) return entry;
  const { unit, map, scope } = entry;
  if (scope.kind === 'automata')
    return refuse(msg('An automata has no message. Set the text of one of its states.'));
  const render = pairOf(map, 'render')?.value;
  const field = render?.kind === 'map' ? pairOf(render, 'text')?.value : undefined;
  if (text.includes('\n') && (field === undefined || hasNoText(field))) {
    // The form of several lines depends on their place.
    const added = setText(draft, { ...operation, text: '' });
    return isRefusal(added) ? added : setText(draft, operation);
  }
  const layout = draft.layoutOf(entry);
  const edits =
    render?.kind === 'map'
      ? fieldEdits(unit, render, 'text', text, indexOfText(render, layout), layout)
      : addToSection(unit, map, sectionIn(map, 'render'), { name: 'text', value: text, index: 0 }, layout);
  return draft.edit(entry, edits, text) ?? draft.doneAtText(state);
};

function indexOfText({ pairs }: MapNode, layout: TextLayout): number {
  return layout.isBefore('buttons', 'text') ? pairs.findIndex(({ name }) => name === 'buttons') + 1 : 0;
}

function hasNoText(node: Node): boolean {
  return node.kind === 'scalar' && node.empty;
}

export const setButtonText: Operate<'setButtonText'> = (draft, { state, button, text }) => {
  const entry = definitionOf(draft.project, state);
  if (isRefusal(entry)) return entry;
  if (text.trim() === '') return refuse(msg('A button needs a text. Enter one.'));
  const { unit, map } = entry;
  const node = writtenButtons(map)[button]?.node;
  if (node === undefined) return whyNoButton(map);
  if (node.kind !== 'map') return node.kind === 'alias' ? REPEATED : OTHER_FORM;
  const clicks = clicksOn(draft, entry, pairOf(node, 'content')?.value, text);
  if (isRefusal(clicks)) return clicks;
  const edits = fieldEdits(unit, node, 'content', text, 0, draft.layoutOf(entry));
  const refused = draft.edit(entry, edits, text);
  if (refused !== undefined) return refused;
  for (const [address, edits] of clicks) draft.editFile(address, edits);
  return draft.doneAtText(state);
};

/** The edits of scenarios, which name a button by its text. */
function clicksOn(
  draft: Draft,
  entry: WrittenScope,
  content: Node | undefined,
  text: string,
): RenameResult['changes'] | EditRefusal {
  const name = content?.kind === 'scalar' ? nameOf(content, entry.unit.text) : undefined;
  const { edited } = draft;
  if (name === undefined || edited === undefined) return new Map();
  const renamed = renameSymbol(edited, entry.source, draft.project.startOf(entry) + name.start, text);
  if (renamed.kind === 'refused') return new Map();
  const clicks = new Map(renamed.changes);
  clicks.delete(entry.source);
  const alike = entry.scope.buttons.filter((button) => button.text === name.text);
  return clicks.size === 0 || alike.length === 1
    ? clicks
    : refuse(msg`A scenario clicks \`${name.text}\`, the text of several buttons. Change it in the editor.`);
}

export const setCondition: Operate<'setCondition'> = (draft, { edge, condition }) => {
  const found = edgeOf(draft.project, edge);
  if (isRefusal(found)) return found;
  if ('initialOf' in found)
    return refuse(msg('The start of an automata has no condition. Set one on a transition instead.'));
  const js = condition.trim();
  // What the graph shows may not be one expression.
  const shown = [conditionCode(found.case), conditionText(found.case)];
  if (js !== '' && shown.some((code) => code?.trim() === js)) return { id: edge };
  const { node } = found.case;
  const refused =
    js === ''
      ? withoutCondition(draft, edge, found)
      : node.kind === 'map'
        ? withCondition(draft, found.entry, node, js)
        : inNewCase(draft, edge, found, js);
  return refused ?? draft.doneAtText(edge);
};

/** Removes a condition. A case that has only a target then is written as that, as it was before it got one. */
function withoutCondition(
  draft: Draft,
  edge: string,
  { entry, case: { node } }: WrittenEdge,
): EditRefusal | undefined {
  const pair = node.kind === 'map' ? pairOf(node, 'condition') : undefined;
  if (pair === undefined) return undefined;
  const refused = draft.edit(entry, removeWithComments(entry.unit, pair));
  const after = edgeOf(draft.project, edge);
  if (refused !== undefined || isRefusal(after) || 'initialOf' in after) return refused;
  const edits = after.list === undefined ? unwrapTarget(after.entry.unit, after.pair) : undefined;
  return edits && draft.edit(after.entry, edits);
}

function withCondition(draft: Draft, entry: WrittenScope, map: MapNode, js: string): EditRefusal | undefined {
  const old = pairOf(map, 'condition')?.value;
  const text = writtenCondition(js, old?.kind === 'scalar' ? old.value : '');
  if (isRefusal(text)) return text;
  const target = map.pairs.findIndex(({ name }) => name === 'target');
  const layout = draft.layoutOf(entry);
  const isFirst = layout.isBefore('condition', 'target', containerOf(map));
  const index = isFirst ? Math.max(0, target) : target + 1;
  return draft.edit(entry, fieldEdits(entry.unit, map, 'condition', text, index, layout));
}

/** Writes the target as a case, which gets the condition. */
function inNewCase(
  draft: Draft,
  edge: string,
  { entry, pair, list }: WrittenEdge,
  js: string,
): EditRefusal | undefined {
  if (list !== undefined) return OTHER_FORM;
  const wrapped = draft.edit(entry, wrapTarget(entry.unit, draft.layoutOf(entry), pair, false));
  if (wrapped !== undefined) return wrapped;
  const after = edgeOf(draft.project, edge);
  if (isRefusal(after)) return after;
  if ('initialOf' in after || after.case.node.kind !== 'map') return OTHER_FORM;
  return withCondition(draft, after.entry, after.case.node, js);
}

/**
 * A condition, with or without its braces, as an expression with the spaces inside of the braces that the old one has; a
 * refusal if it would end early, or is none.
 */
export function writtenCondition(condition: string, old = ''): string | EditRefusal {
  const js = bodyOf(condition)?.trim() ?? condition;
  const inside = bodyOf(old.trim()) ?? '';
  // A brace of the condition must not be read as one of the expression.
  const space = js.startsWith('{') || js.endsWith('}') ? ' ' : '';
  const text = `{{${matchedText(inside, /^\s*/) || space}${js}${matchedText(inside, /\s*$/) || space}}}`;
  const { ast } = parseExpression(js);
  if (ast === undefined && parseTemplate(js).expressions.length > 0)
    return refuse(msg('The condition is one JavaScript expression. Leave out the braces.'));
  const body = bodyOf(text);
  if (ast === undefined && body !== undefined)
    return refuse(msg('The condition is not a JavaScript expression. Correct it first.'));
  return body?.trim() === js
    ? text
    : refuse(msg('The condition is not complete, or has a bracket or quote too much. Correct it first.'));
}

/** The text between the braces of a text that is one expression. */
function bodyOf(text: string): string | undefined {
  const { whole, expressions } = parseTemplate(text);
  const [only] = expressions;
  return whole && only ? text.slice(only.body.start, only.body.end) : undefined;
}
