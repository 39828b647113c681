import type { CaseFacts, NameNode } from '../../facts/facts';
import { resolveTarget } from '../../project/names/resolve';
import type { ScopeEntry } from '../../project/names/symbols';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { pairOf } from '../../yaml/tree/tree';
import { addToSection, type Edit } from '../edits';
import { fixEdits, renameFixes } from '../fixes';
import type { Fix, RelatedLocation, Rule, Subject } from '../rule';

/** A value for an input that the target does not have. */
export const unknownTargetInput: Rule = {
  code: 'unknown-target-input',
  severity: 'warning',
  title: 'Target has no such input',
  doc: 'The keys of `target_inputs` are input names of the target state. Values for other names are ignored.',
  example: {
    wrong:
      'home:\n  transitions:\n    CHAT:\n      target: quiz\n      target_inputs:\n        levle: 1\nquiz:\n  inputs:\n    level:\n      type: number\n      default_value: 1\n  transitions:\n    CHAT: home',
    right:
      'home:\n  transitions:\n    CHAT:\n      target: quiz\n      target_inputs:\n        level: 1\nquiz:\n  inputs:\n    level:\n      type: number\n      default_value: 1\n  transitions:\n    CHAT: home',
  },
  check(subject, report) {
    for (const entry of subject.scopes) {
      for (const one of entry.scope.handlers.flatMap(({ cases }) => cases)) {
        const target = one.inputs.length > 0 ? targetOf(subject, entry, one) : undefined;
        if (target === undefined) continue;
        const known = target.scope.inputs.map(({ name }) => name.text);
        for (const input of one.inputs) {
          if (known.includes(input.text) || input.text.includes('{{')) continue;
          const given = one.inputs.map(({ text }) => text);
          const near = nearestNames(
            input.text,
            known.filter((name) => !given.includes(name)),
          );
          const message = msg`State \`${target.path.at(-1)}\` has no input \`${input.text}\`.${didYouMean(near)}`;
          report(input, message, {
            fixes: [...renameFixes(input, near), ...declaration(subject, target, input)],
            related: inputsOf(target),
          });
        }
      }
    }
  },
};

/** The only state that a case leads to, if all of its inputs are known. */
function targetOf({ project }: Subject, from: ScopeEntry, one: CaseFacts): ScopeEntry | undefined {
  if (one.target === undefined) {
    // `target` may be misspelt.
    if (from.scope.incomplete.has('transitions')) return undefined;
  }
  const found = resolveTarget(project, from, one.target?.text);
  const [target] = found.kind === 'found' ? found.entries : [];
  if (target === undefined || (found.kind === 'found' && found.entries.length > 1)) return undefined;
  // It is not documented whether an automata passes its inputs to its initial state.
  return target.scope.kind === 'state' && isWhole(target) ? target : undefined;
}

function isWhole({ scope }: ScopeEntry): boolean {
  return scope.map !== undefined && !scope.incomplete.has('inputs');
}

/** The inputs of a state, or the place where they would be added. */
function inputsOf({ source, unit, scope: { map, name }, path }: ScopeEntry): RelatedLocation[] {
  const range = (map && pairOf(map, 'inputs')?.key) ?? name;
  return range === undefined
    ? []
    : [{ message: msg`The inputs of \`${path.at(-1)}\` are defined here.`, source, unit, range }];
}

/** The fix that declares the input in the target. */
function declaration(subject: Subject, target: ScopeEntry, { text }: NameNode): Fix[] {
  const edits = inputEdits(target, text);
  if (edits === undefined) return [];
  const title = msg`Add input \`${text}\` to \`${target.path.at(-1)}\``;
  return [{ title, ...fixEdits(subject, target, edits) }];
}

function inputEdits({ unit, scope: { map } }: ScopeEntry, name: string): Edit[] | undefined {
  if (map === undefined) return undefined;
  const first = ['id', 'type', 'name', 'properties'];
  const index = map.pairs.findLastIndex((one) => first.includes(one.name)) + 1;
  return addToSection(unit, map, { name: 'inputs', index }, { name, value: { type: 'text' } });
}
