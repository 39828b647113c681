import { msg } from '../../text/message';
import { emittersOfUse, withPayloadKey } from '../expressions/unknown-payload-key';
import { evaluated, isSound } from '../expressions/uses';
import type { Rule } from '../rule';
import { isGuarded } from './inferred';

/** A key of `payload` that some of the buttons that lead here carry, and others do not. */
export const possiblyMissingPayloadKey: Rule = {
  code: 'possibly-missing-payload-key',
  severity: 'hint',
  title: 'Not every button that leads here carries what is read from `payload`',
  doc: 'After a click on a button that does not carry the key, what is read is `undefined`. Add the key to the payload of the others, or ask for it: `payload.level ?? 1`.',
  example: {
    wrong:
      "home:\n  inputs:\n    level: {type: number}\n  render:\n    text: '{{level}}'\n    buttons:\n      - content: Easy\n        on_click: {event: go, payload: {level: 1}}\n      - content: Again\n        on_click: {event: go, payload: {}}\n  transitions:\n    go:\n      target: home\n      target_inputs: {level: '{{payload.level}}'}",
    right:
      "home:\n  inputs:\n    level: {type: number}\n  render:\n    text: '{{level}}'\n    buttons:\n      - content: Easy\n        on_click: {event: go, payload: {level: 1}}\n      - content: Again\n        on_click: {event: go, payload: {level: 2}}\n  transitions:\n    go:\n      target: home\n      target_inputs: {level: '{{payload.level}}'}",
  },
  check(subject, report) {
    for (const { place, parts } of evaluated(subject.facts.expressions)) {
      const entry = subject.scopes[place.scope];
      if (entry === undefined) continue;
      for (const part of parts.filter(isSound)) {
        for (const use of part.uses) {
          const [member] = use.members;
          if (use.name !== 'payload' || member === undefined || member.name in Object.prototype) continue;
          if (isGuarded(part, `payload.${member.name}`)) continue;
          const emitters = emittersOfUse(subject, { use, place, entry });
          const lacking = emitters.filter(({ emit }) =>
            emit.payload.every(({ text }) => text !== member.name),
          );
          if (lacking.length === 0 || lacking.length === emitters.length) continue;
          const fix = withPayloadKey(subject, lacking, member.name);
          const count = msg`${lacking.length} of the ${emitters.length} buttons that raise \`${place.event}\``;
          const what = msg`\`${member.name}\`: after a click there it is \`undefined\`.`;
          report(
            member,
            lacking.length === 1 ? msg`${count} carries no ${what}` : msg`${count} carry no ${what}`,
            {
              related: lacking.slice(0, 5).map(({ source, unit, name }) => {
                return { message: msg`Raises \`${name.text}\` without it.`, source, unit, range: name };
              }),
              fixes: fix ? [fix] : [],
            },
          );
        }
      }
    }
  },
};
