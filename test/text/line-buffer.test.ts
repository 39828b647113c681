import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineBuffer } from '../../server/text/line-buffer';
import { Document } from '../../server/yaml/cut/document';
import { draws } from '../support/depth';

// Long lines are stored in pieces.
it.each([1, 90])('applies edits like a document, with words of %s characters', (length) => {
  const words = ['a'.repeat(length), 'b'.repeat(length), '\n', '\r', ' '];
  const text = fc.string({ unit: fc.constantFrom(...words), maxLength: 12 });
  const position = fc.record({
    line: fc.integer({ min: -1, max: 8 }),
    character: fc.integer({ min: -1, max: 6 * length }),
  });
  const edits = fc.array(fc.record({ start: position, end: position, text }), { maxLength: 8 });
  fc.assert(
    fc.property(text, edits, (before, changes) => {
      const lines = new LineBuffer(before);
      let document = Document.open(before, 'yaml', () => true);
      for (const { start, end, text: inserted } of changes) {
        lines.replace(start, end, inserted);
        document = document.edit(document.offsetAt(start), document.offsetAt(end), inserted);
        expect(lines.text).toBe(document.text);
      }
    }),
    { numRuns: draws(1000, 3000), seed: 5 },
  );
});
