import { clientActionOf } from '../../format/events';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { containerOf } from '../../yaml/tree/tree';
import { withPayloadKey } from '../expressions/unknown-payload-key';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';
import { checkScenarioPayloads } from '../scenarios/missing-payload';

/** An event whose payload lacks what the client, or every way on, requires. */
export const missingPayloadKey: Rule = {
  code: 'missing-payload-key',
  severity: 'warning',
  title: 'Payload lacks a required key',
  doc: '`OPEN` and `DOWNLOAD` require `url` in their `payload`, and `COPY` requires `content`. The client handles these events itself, so a button without this key has nothing to open, download or copy. In a scenario, an event requires the keys that every case of its transition reads. Payloads that an expression computes are not checked.',
  example: {
    wrong: 'home:\n  render:\n    buttons:\n      - content: Help\n        on_click: OPEN',
    right:
      'home:\n  render:\n    buttons:\n      - content: Help\n        on_click:\n          event: OPEN\n          payload:\n            url: https://example.com',
  },
  check(subject, report) {
    if (subject.facts.scenarios) checkScenarioPayloads(subject, report);
    for (const entry of subject.scopes) {
      for (const emit of entry.scope.emits) {
        const { event, payload, complete } = emit;
        const names = payload.map(({ text }) => text);
        const keys = complete ? (clientActionOf(event.text)?.payload ?? []) : [];
        for (const { name } of keys.filter((key) => !names.includes(key.name))) {
          const written = payload.find(({ text }) => nearestNames(text, [name]).length > 0);
          if (written) {
            report(written, msg`\`${event.text}\` has no payload \`${written.text}\`.${didYouMean([name])}`, {
              fixes: renameFixes(written, [name]),
            });
            continue;
          }
          const fix = withPayloadKey(subject, [{ ...entry, emit, name: event }], name);
          report(event, msg`\`${event.text}\` requires \`${name}\` in its \`payload\`.`, {
            fixes: fix ? [{ ...fix, excludeFromFixAll: true }] : [],
            absentIn: containerOf(emit.node) ?? event,
          });
        }
      }
    }
  },
};
