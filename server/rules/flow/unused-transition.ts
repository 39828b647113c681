import type { ScopeFacts } from '../../facts/facts';
import { specialEventOf } from '../../format/events';
import { didYouMean } from '../../text/nearest';
import { containerOf, type Node, pairOf } from '../../yaml/tree';
import { renames } from '../fixes';
import type { Rule } from '../rule';

/** A transition of a state on an event that none of its buttons raises. */
export const unusedTransition: Rule = {
  code: 'unused-transition',
  severity: 'hint',
  chapter: 'Flow',
  title: 'No button of the state raises the event of a transition',
  doc: 'The event may still come from a user intent, so this is a hint only. Often the name differs from that on the button.',
  example: {
    wrong:
      'home:\n  render:\n    buttons:\n      - content: Go\n        on_click: go\n  transitions:\n    go: home\n    goes: home',
    right:
      'home:\n  render:\n    buttons:\n      - content: Go\n        on_click: go\n  transitions:\n    go: home',
  },
  tag: 'unnecessary',
  check({ scopes }, report) {
    for (const { scope } of scopes) {
      if (scope.kind !== 'state' || !allButtonsInSight(scope)) continue;
      const emitted = new Set(scope.emits.map(({ event }) => event.text));
      for (const { event } of scope.handlers) {
        const isOurs = specialEventOf(event.text) === undefined && /[a-z]/.test(event.text);
        if (!isOurs || event.text.includes('{{') || emitted.has(event.text)) continue;
        const meant = specialEventOf(event.text.toUpperCase());
        const near = meant?.on === scope.kind ? [meant.name] : [];
        const message = `No button of this state raises \`${event.text}\`. A user intent still may.`;
        report(event, message + didYouMean(near), { fixes: renames(event, near) });
      }
    }
  },
};

/** Whether no expression, alias or broken text makes buttons, or events of buttons, that cannot be read off. */
function allButtonsInSight({ map, incomplete, emits }: ScopeFacts): boolean {
  if (map === undefined || incomplete.has('render') || incomplete.has('transitions')) return false;
  if (emits.some(({ event }) => event.text.includes('{{'))) return false;
  const render = pairOf(map, 'render')?.value;
  if (render === undefined || isNothing(render)) return true;
  if (render.kind !== 'map') return false;
  const buttons = pairOf(render, 'buttons')?.value;
  return buttons === undefined || isNothing(buttons) || isListOfButtons(buttons);
}

function isListOfButtons(node: Node): boolean {
  if (node.kind !== 'seq') return false;
  return node.items.every((item) => item.kind === 'map' || (isRow(node) && isListOfButtons(item)));
}

/** Buttons may be in rows, one level deep. */
function isRow(list: Node): boolean {
  return containerOf(list)?.kind === 'map';
}

function isNothing(node: Node): boolean {
  return node.kind === 'scalar' && (node.empty || node.type === 'null');
}
