import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MessageFramer } from '../../server/protocol/message-framer';

const frame = (text: string) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

/** Invalid bytes between messages, which end with a line break, so that the next header is valid. */
const noise = fc.constantFrom(
  ...[
    '\r\n\r\n',
    'x\r\n\r\n',
    'Content-Length: -5\r\n\r\n',
    'Content-Length: 1e9\r\n\r\n',
    'no end',
    '\r\n',
    '💬',
  ],
  ...['Content-Length: 99999999999\r\n\r\n', 'Content-Type: a\r\n', 'x'.repeat(10_000)],
);

it('all messages are found, whatever is between them and however they are split', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(noise, fc.string({ unit: 'binary' }))),
      fc.infiniteStream(fc.integer({ min: 1, max: 30 })),
      (messages, sizes) => {
        const frames = new MessageFramer(() => undefined);
        const bytes = Buffer.from(messages.map(([before, text]) => before + frame(text)).join(''));
        const whole = new MessageFramer(() => undefined);
        const passed: Buffer[] = [];
        const texts: string[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value ?? 1;
          passed.push(...frames.frames(bytes.subarray(at, at + size)));
          texts.push(...whole.messages(bytes.subarray(at, at + size)).map(String));
          at += size;
        }
        const expected = messages.map(([, text]) => frame(text)).join('');
        expect(Buffer.concat(passed).equals(Buffer.from(expected))).toBe(true);
        expect(texts).toEqual(messages.map(([, text]) => String(Buffer.from(text))));
      },
    ),
  );
});

it('invalid headers are reported, up to the length of a line', () => {
  const refused: string[] = [];
  const frames = new MessageFramer((header) => refused.push(header));
  frames.frames(Buffer.from(`Content-Length: -7\r\n\r\n${'x'.repeat(500)}\r\n\r\n`));
  expect(refused).toEqual(['Content-Length: -7', 'x'.repeat(200)]);
});
