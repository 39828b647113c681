import { type AstNode, parseExpression } from '../../expression/parse';
import { allNodes } from '../../expression/walk';
import { rangeInUnit } from '../../facts/expressions';
import { changedVariables, contextValuesOf } from '../../inference/context-values';
import { contextVariable } from '../../project/names/resolve';
import type { ScopeEntry, VariableEntry } from '../../project/names/symbols';
import { type Message, msg } from '../../text/message';
import { alternativesOf, type NonUnionType } from '../../types/value-type';
import type { Node, ScalarNode } from '../../yaml/tree/tree';
import { replaceText } from '../edits';
import { fixEdits } from '../fixes';
import { type Fix, type RelatedLocation, type Rule, relatedEntry, type Subject } from '../rule';
import { memberName } from './members-read';

/** A text that is spread among the elements of a list. */
export const spreadOfText: Rule = {
  code: 'spread-of-text',
  severity: 'warning',
  title: 'Text is spread into a list',
  doc: "`...` adds the elements of a list to another list; of a text, it adds each character. A list that begins as the text `'[]'` gets two elements, `[` and `]`, and so on. Give it a list as its first value: `memory: '{{[]}}'`. A text alone between the brackets, as in `[...word]`, is not reported: that is how to split it.",
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  memory: '[]'\nstates:\n  home:\n    inputs:\n      message:\n        type: IM\n    outputs:\n      context.memory: '{{[...context.memory, {user: message}]}}'",
    right:
      "type: automata\ninitial: home\ncontext:\n  memory: '{{[]}}'\nstates:\n  home:\n    inputs:\n      message:\n        type: IM\n    outputs:\n      context.memory: '{{[...context.memory, {user: message}]}}'",
  },
  checkExpression({ subject, expression, part, inference }, report) {
    if (part.ast === undefined || expression.code) return;
    const entry = subject.resolvedScopes[expression.place.scope];
    for (const spread of spreadElements(part.ast)) {
      const texts = alternativesOf(inference.at(spread)).map(isText);
      // Read last, as it depends on the values that the variable has in all states.
      const firsts = entry && texts.includes(true) ? firstTexts(subject, entry, spread) : [];
      if (firsts.length === 0 && (texts.length === 0 || texts.includes(false))) continue;
      const range = rangeInUnit(subject.unit.text, expression, part, spread);
      const written = subject.unit.text.slice(range.start, range.end);
      report(
        range,
        msg`\`${written}\` is a text, so \`...\` adds each of its characters.${adviceOn(firsts)}`,
        {
          fixes: firsts.flatMap((first) => asList(subject, first)),
          related: firsts.map(locationOf),
        },
      );
    }
  },
};

/** The first value of a context variable. */
type FirstText = VariableEntry & { readonly node: ScalarNode };

/** What is spread in lists that have other elements as well. */
function spreadElements(ast: AstNode): readonly AstNode[] {
  return allNodes(ast).flatMap((node) => {
    if (node.type !== 'ArrayExpression' || node.elements.length < 2) return [];
    return node.elements.flatMap((element) => (element?.type === 'SpreadElement' ? [element.argument] : []));
  });
}

function isText(one: NonUnionType): boolean {
  return one.kind === 'string' || (one.kind === 'literal' && typeof one.value === 'string');
}

/**
 * The first values of a context variable if they are texts, and the variable has nothing but texts until it is spread:
 * all other values are made from it in this way. Empty if that is not certain.
 */
function firstTexts({ project }: Subject, entry: ScopeEntry, node: AstNode): readonly FirstText[] {
  const name = contextName(node);
  if (name === undefined || !contextVariable(project, entry, name).complete) return [];
  const changed = changedVariables(project);
  if (changed.has(name) || changed.has('')) return [];
  const values = contextValuesOf(project, name);
  const firsts = values.filter(
    (one): one is FirstText => one.output === undefined && isLiteralText(one.node),
  );
  const spreads = new RegExp(`\\.\\.\\.\\s*context\\.${name}(?![\\w$])`);
  const isSpread = ({ node: value }: VariableEntry) => value.kind === 'scalar' && spreads.test(value.value);
  const isCertain = values.every(
    (one) => firsts.some((first) => first === one) || (one.output !== undefined && isSpread(one)),
  );
  return isCertain ? firsts : [];
}

function contextName(node: AstNode): string | undefined {
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
  const name = node.object.name === 'context' ? memberName(node) : undefined;
  return name !== undefined && /^\w+$/.test(name) ? name : undefined;
}

function isLiteralText(node: Node): node is ScalarNode {
  return (
    node.kind === 'scalar' && node.type === 'string' && node.tag === undefined && !node.value.includes('{{')
  );
}

/** The expression that gives the list which a text shows; undefined if it shows none. */
function listIn({ value }: ScalarNode): string | undefined {
  if (value.trim() === '') return '{{[]}}';
  return parseExpression(value).ast?.type === 'ArrayExpression' ? `{{${value.trim()}}}` : undefined;
}

function adviceOn([first]: readonly FirstText[]): Message | '' {
  const list = first && listIn(first.node);
  return list === undefined ? '' : msg` Write its first value as a list: \`${list}\`.`;
}

function asList(subject: Subject, { source, unit, node }: FirstText): Fix[] {
  const list = listIn(node);
  if (list === undefined) return [];
  const edits = fixEdits(subject, { source, unit }, [replaceText(unit, node, list)]);
  return [
    { title: msg`Change its first value to \`${list}\``, ...edits, preferred: true, excludeFromFixAll: true },
  ];
}

function locationOf(first: FirstText): RelatedLocation {
  return relatedEntry(msg`Its first value is a text.`, first);
}
