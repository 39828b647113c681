import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runTask } from '../../server/engine/task';
import { openDocument } from '../../server/format/document-kind';
import { normalize } from '../../server/project/paths';
import { CrashNoteWriter } from '../../server/protocol/crash-note';
import { hashOf } from '../../server/text/hash';

const TEXT = 'type: automata\n';

function started() {
  const written: string[] = [];
  return { note: new CrashNoteWriter((text) => written.push(text)), written };
}

const [FIRST, SECOND] = [normalize('file:///a'), normalize('file:///b')];

const noted = (uri: string, hash = hashOf(TEXT)) => `${JSON.stringify({ uri, hash })}\n`;

it('a crash note is written once per file and turn of the event loop', async () => {
  const { note, written } = started();
  const document = openDocument(TEXT, 'yaml');
  function* work() {
    yield;
    yield;
    return 7;
  }
  expect(runTask(note.during(FIRST, document, work()))).toBe(7);
  expect(written).toEqual([noted(FIRST)]);
  await setImmediate();
  expect(written).toEqual([noted(FIRST), '\n']);
  note.begin(SECOND, TEXT);
  note.begin(FIRST, TEXT);
  await setImmediate();
  expect(written.slice(2)).toEqual([noted(SECOND), noted(FIRST), '\n']);
});

it('a crash note has a hash only once the text is known', () => {
  const { note, written } = started();
  const edited = openDocument('', 'yaml').edit(0, 0, TEXT);
  note.begin(FIRST, edited);
  expect(edited.textAtHand).toBeUndefined();
  note.begin(FIRST, undefined);
  note.begin(FIRST, TEXT);
  note.begin(FIRST, edited);
  expect(written).toEqual([noted(FIRST, ''), noted(FIRST)]);
});
