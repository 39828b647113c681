import type { NameNode } from '../../facts/facts';
import type { EmitEntry } from '../../project/names/symbols';
import { msg } from '../../text/message';
import { nearestNames } from '../../text/nearest';
import {
  emitterLocations,
  emittersOfUse,
  mayEmittersBeHidden,
  withPayloadKey,
} from '../expressions/unknown-payload-key';
import { type EvaluatedUse, evaluatedUses, usesInSoundExpressions } from '../expressions/uses';
import { fixEdits } from '../fixes';
import type { Fix, Rule, Subject } from '../rule';
import { isGuarded } from './inferred';

/** A key of `payload` that only some of the buttons that raise the event have. */
export const possiblyMissingPayloadKey: Rule = {
  code: 'possibly-missing-payload-key',
  severity: 'hint',
  title: 'Payload key is missing from some of the buttons',
  doc: 'After a click on a button without the key, its value is `undefined`. Add the key to the payload of those buttons, or give a default: `payload.level ?? 1`. If those buttons have a key with a near name that nothing reads, it is a warning.',
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
      const misspelt = misspeltKeys(subject, one, lacking, member.name);
      const fix =
        misspelt.length > 0
          ? renamedKeys(subject, misspelt, member.name)
          : withPayloadKey(subject, lacking, member.name, carriers);
      const message =
        lacking.length === 1
          ? msg`\`payload.${member.name}\` may be \`undefined\`: ${lacking.length} of the ${emitters.length} buttons that raise \`${place.event}\` does not have it.`
          : msg`\`payload.${member.name}\` may be \`undefined\`: ${lacking.length} of the ${emitters.length} buttons that raise \`${place.event}\` do not have it.`;
      const sent = misspelt[0]?.key.text;
      report(
        member,
        sent === undefined ? message : msg`${message} Its payload has \`${sent}\`, which nothing reads.`,
        {
          severity: sent === undefined ? 'hint' : 'warning',
          related: emitterLocations(lacking),
          fixes: fix ? [fix] : [],
        },
      );
    }
  },
};

/** A key of a button's payload that is not read, but near one that is. */
interface MisspeltKey {
  readonly emitter: EmitEntry;
  readonly key: NameNode;
}

/** The keys that all of these buttons have in place of one, and that no expression of the same event reads. */
function misspeltKeys(
  subject: Subject,
  { place }: EvaluatedUse,
  lacking: readonly EmitEntry[],
  name: string,
): readonly MisspeltKey[] {
  const isRead = ({ text }: NameNode) =>
    evaluatedUses(subject).some(
      ({ use, place: { event } }) =>
        use.name === 'payload' && event === place.event && (use.members[0]?.name ?? text) === text,
    );
  const misspelt = lacking.flatMap((emitter) => {
    const { payload } = emitter.emit;
    const [near] = nearestNames(
      name,
      payload.map(({ text }) => text),
      1,
    );
    const key = payload.find(({ text }) => text === near);
    return key === undefined || isRead(key) ? [] : [{ emitter, key }];
  });
  return misspelt.length === lacking.length ? misspelt : [];
}

/** The fix that renames keys of payloads. */
function renamedKeys(subject: Subject, misspelt: readonly MisspeltKey[], name: string): Fix {
  // Depend on the text of the buttons, as its changes move their places.
  const [first] = misspelt;
  if (first) subject.project.table.get('buttonText', first.emitter.name.text);
  const title = msg`Change \`${first?.key.text}\` to \`${name}\` in the payload`;
  const edits = misspelt.map(({ emitter, key }) =>
    fixEdits(subject, emitter, [{ range: { start: key.start, end: key.end }, text: name }]),
  );
  return {
    title,
    edits: edits.flatMap((one) => one.edits),
    elsewhere: edits.flatMap((one) => one.elsewhere ?? []),
    preferred: true,
    excludeFromFixAll: true,
  };
}
