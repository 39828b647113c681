import { engine } from '../../engine/engine';
import { hidesInputs } from '../../facts/transitions';
import { fieldOf } from '../../format/objects';
import { INPUT_TYPES } from '../../format/value-types';
import { isTagged } from '../../format/walk';
import { emittersOf, hasHiddenStates, resolveInitial, targetPath } from '../../project/names/resolve';
import { hidesLocals, localsNamed, mayInherit, placeIn, transitionsTo } from '../../project/names/scope';
import type { ScopePath } from '../../project/names/scope-path';
import { pathKey, type ScopeEntry, sharedPath, type TargetEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { msg } from '../../text/message';
import { hasKnownPairs, type MapNode, type Node, pairOf, textOf } from '../../yaml/tree/tree';
import { writingOf } from '../../yaml/write/scalars';
import { inlineValue, type Writable } from '../../yaml/write/values';
import { isGuarded } from '../data/inferred';
import { addFields, addToSection, type Edit } from '../edits';
import { nameRange, usesInSoundExpressions } from '../expressions/uses';
import { fixEdits } from '../fixes';
import { type Fix, type Rule, relatedEntry, type Subject } from '../rule';

/** An input that is read, but never has a value. */
export const unfilledInput: Rule = {
  code: 'unfilled-input',
  severity: 'warning',
  excludeFromFixAll: true,
  title: 'Input never has a value',
  doc: 'An input gets its value from a form (`user_input: true`), from the chat (`type: IM`), from `value` or `default_value`, or from the `target_inputs` of a transition to its state. Without any of them it is `undefined` where it is read. An input that is read only where its existence is tested, as in `size ?? 1`, is not reported.',
  example: {
    wrong:
      "type: automata\ninitial: home\nstates:\n  home:\n    render:\n      buttons:\n        - content: Large\n          on_click: {event: pick, payload: {size: 3}}\n    transitions:\n      pick: order\n  order:\n    inputs:\n      size:\n        type: number\n    render:\n      text: '{{size + 1}}'\n    transitions:\n      CHAT: home",
    right:
      "type: automata\ninitial: home\nstates:\n  home:\n    render:\n      buttons:\n        - content: Large\n          on_click: {event: pick, payload: {size: 3}}\n    transitions:\n      pick: {target: order, target_inputs: {size: '{{payload.size}}'}}\n  order:\n    inputs:\n      size:\n        type: number\n    render:\n      text: '{{size + 1}}'\n    transitions:\n      CHAT: home",
  },
  check(subject, report) {
    const { project, unit, source } = subject;
    for (const entry of subject.scopes) {
      if (entry.scope.kind !== 'state') continue;
      for (const { name, node } of entry.scope.inputs) {
        const map = emptyInput(node);
        const use = map && neededUse(subject, entry, name.text);
        if (map === undefined || use === undefined || !isNeverFilled(project, entry, name.text)) continue;
        const transitions = transitionsTo(project, entry.path);
        report(
          name,
          msg`Nothing fills the input \`${name.text}\`: it has no form and no value, and no transition passes it in \`target_inputs\`.`,
          {
            fixes: [
              ...passing(subject, transitions, name.text),
              addition(subject, map, 'default_value', EMPTY.get(textOf(map, 'type') ?? '') ?? ''),
              addition(subject, map, 'user_input', true),
            ],
            related: [
              { source: source.address, unit, range: use, message: msg`\`${name.text}\` is read here.` },
              ...transitions
                .slice(0, MAX_LOCATIONS)
                .map((one) => relatedEntry(msg`This transition does not pass \`${name.text}\`.`, one)),
            ],
            absentIn: map,
          },
        );
      }
    }
  },
};

/** Limit of transitions that a finding names. */
const MAX_LOCATIONS = 5;

const EMPTY: ReadonlyMap<string, Writable> = new Map<string, Writable>([
  ['number', 0],
  ['integer', 0],
  ['boolean', false],
  ['array', []],
  ['object', {}],
]);

/** Fields that fill an input. */
const FILLING = ['value', 'default_value', 'source'];

/** An input that is an object without anything that fills it; undefined if that is not certain. */
function emptyInput(node: Node): MapNode | undefined {
  if (node.kind !== 'map' || isTagged(node) || !hasKnownPairs(node)) return undefined;
  if (node.pairs.some(({ name }) => fieldOf('input', name) === undefined || FILLING.includes(name)))
    return undefined;
  const type = textOf(node, 'type');
  const form = pairOf(node, 'user_input')?.value;
  const hasNoForm = form === undefined || (form.kind === 'scalar' && form.value === 'false');
  const isKnown = INPUT_TYPES.some(({ value }) => value === type && value !== 'IM');
  return hasNoForm && isKnown ? node : undefined;
}

/** The place of an expression of the state that needs the value of an input. */
function neededUse(subject: Subject, entry: ScopeEntry, name: string) {
  if (localsNamed(subject.project, entry.path, name).length > 1) return undefined;
  for (const { use, part, entry: at } of usesInSoundExpressions(subject)) {
    if (at.scope !== entry.scope || use.name !== name || use.access !== 'read') continue;
    if (!use.guarded && !use.asked && !isGuarded(part, name)) return nameRange(use);
  }
  return undefined;
}

/** Whether it is certain that no way into a state passes a value to an input. */
function isNeverFilled(project: Project, entry: ScopeEntry, name: string): boolean {
  const { path } = entry;
  if (!project.isAutomata || hidesLocals(project, path)) return false;
  const transitions = transitionsTo(project, path);
  if (transitions.some(({ case: one }) => hidesInputs(one))) return false;
  const initial = isInitial(project, path);
  // It is not documented what an automata passes to its initial state.
  if (initial === undefined || (initial && path.length > 1)) return false;
  // `unreachable-state` reports a state without any way in.
  if (!initial && transitions.length === 0) return false;
  return !mayInherit(project, entry, placeIn('render'), name) && areTransitionsKnown(project);
}

/** Whether a state is the first one of its automata; undefined if that is not known. */
function isInitial(project: Project, path: ScopePath): boolean | undefined {
  const automata = project.scopes(path.slice(0, -1)).find(({ scope }) => scope.initial);
  const name = automata?.scope.initial?.text;
  if (automata === undefined || name === undefined) return undefined;
  const found = resolveInitial(project, automata, name);
  return found.kind === 'found' ? pathKey(found.path) === pathKey(path) : undefined;
}

/** Whether all transitions of an automata and their targets are known. */
const areTransitionsKnown = engine.query(
  'transitions are known',
  (project: Project): boolean =>
    project.table.get('incomplete', 'transitions').length === 0 &&
    !hasHiddenStates(project) &&
    project
      .inOrder('targeted', '')
      .every(
        ({ path, scope, name }) =>
          targetPath(project, sharedPath(path), scope.kind, name.text).kind === 'found',
      ),
);

/** The fix that passes the key of the payload with the name of the input, on each way in with such a key. */
function passing(subject: Subject, transitions: readonly TargetEntry[], name: string): Fix[] {
  const { project } = subject;
  const parts: Pick<Fix, 'edits' | 'elsewhere'>[] = [];
  for (const transition of transitions) {
    const emitters = emittersOf(project, {
      ...transition,
      name: { ...transition.name, text: transition.event },
    });
    if (!emitters.some(({ emit }) => emit.payload.some(({ text }) => text === name))) continue;
    const edits = withInput(transition, name);
    if (edits === undefined) return [];
    parts.push(fixEdits(subject, transition, edits));
  }
  if (parts.length === 0) return [];
  return [
    {
      title: msg`Pass \`payload.${name}\` to it`,
      edits: parts.flatMap(({ edits }) => edits),
      elsewhere: parts.flatMap(({ elsewhere }) => elsewhere ?? []),
    },
  ];
}

/** Adds an input to the `target_inputs` of a case, which may be only the name of its target. */
function withInput({ unit, case: { node } }: TargetEntry, name: string): Edit[] | undefined {
  const value = `{{payload.${name}}}`;
  if (node.kind === 'map')
    return addToSection(unit, node, { name: 'target_inputs', index: node.pairs.length }, { name, value });
  const holder = node.parent?.kind === 'pair' ? node.parent.parent : undefined;
  if (node.kind !== 'scalar' || holder === undefined || node.anchor !== undefined) return undefined;
  if (node.style === 'literal' || node.style === 'folded') return undefined;
  const written = { target: node.value, target_inputs: { [name]: value } };
  return [{ range: node, text: inlineValue(written, writingOf(holder, unit.notation)) }];
}

function addition({ unit }: Subject, map: MapNode, name: string, value: Writable): Fix {
  const title = name === 'user_input' ? msg('Ask for it in a form') : msg`Add \`${name}\``;
  return { title, edits: addFields(unit, map, [{ name, value, index: map.pairs.length }]) };
}
