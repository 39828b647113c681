import { msg } from '../../text/message';
import {
  emitterLocations,
  emittersOfUse,
  mayEmittersBeHidden,
  withPayloadKey,
} from '../expressions/unknown-payload-key';
import { usesInSoundExpressions } from '../expressions/uses';
import type { Rule } from '../rule';
import { isGuarded } from './inferred';

/** A key of `payload` that only some of the buttons that raise the event have. */
export const possiblyMissingPayloadKey: Rule = {
  code: 'possibly-missing-payload-key',
  severity: 'hint',
  title: 'Payload key is missing from some of the buttons',
  doc: 'After a click on a button without the key, its value is `undefined`. Add the key to the payload of those buttons, or give a default: `payload.level ?? 1`.',
  example: {
    wrong:
      "home:\n  inputs:\n    level: {type: number}\n  render:\n    text: '{{level}}'\n    buttons:\n      - content: Easy\n        on_click: {event: go, payload: {level: 1}}\n      - content: Again\n        on_click: {event: go, payload: {}}\n  transitions:\n    go:\n      target: home\n      target_inputs: {level: '{{payload.level}}'}",
    right:
      "home:\n  inputs:\n    level: {type: number}\n  render:\n    text: '{{level}}'\n    buttons:\n      - content: Easy\n        on_click: {event: go, payload: {level: 1}}\n      - content: Again\n        on_click: {event: go, payload: {level: 2}}\n  transitions:\n    go:\n      target: home\n      target_inputs: {level: '{{payload.level}}'}",
  },
  check(subject, report) {
    for (const one of usesInSoundExpressions(subject)) {
      const { use, place, part } = one;
      const [member] = use.members;
      if (use.name !== 'payload' || member === undefined || member.name in Object.prototype) continue;
      if (isGuarded(part, `payload.${member.name}`)) continue;
      const emitters = emittersOfUse(subject, one);
      const lacking = emitters.filter(({ emit }) => emit.payload.every(({ text }) => text !== member.name));
      if (lacking.length === 0 || lacking.length === emitters.length) continue;
      if (mayEmittersBeHidden(subject.project)) continue;
      const carriers = emitters.filter((emitter) => !lacking.includes(emitter));
      const fix = withPayloadKey(subject, lacking, member.name, carriers);
      report(
        member,
        lacking.length === 1
          ? msg`\`payload.${member.name}\` may be \`undefined\`: ${lacking.length} of the ${emitters.length} buttons that raise \`${place.event}\` does not have it.`
          : msg`\`payload.${member.name}\` may be \`undefined\`: ${lacking.length} of the ${emitters.length} buttons that raise \`${place.event}\` do not have it.`,
        { related: emitterLocations(lacking), fixes: fix ? [fix] : [] },
      );
    }
  },
};
