import { expect, it } from 'vitest';
import { ModelAnswer } from '../../server/run/model/answer';
import { inEnglish } from '../support/english';

const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`;

/** The result of a stream, and the text that arrives before its end. */
function read(stream: string, chunkLength = stream.length) {
  const answer = new ModelAnswer(true, undefined, (error) => `[${error}]`);
  let text = '';
  for (let start = 0; start < stream.length && !answer.isOver; start += chunkLength)
    text += answer.push(stream.slice(start, start + chunkLength));
  const result = answer.finish();
  return { text, result: 'value' in result ? result.value : inEnglish(result.reason) };
}

const END = 'data: [DONE]';

it.each([
  ['line feeds', '\n'],
  ['carriage returns and line feeds', '\r\n'],
  ['carriage returns', '\r'],
])('reads a stream with %s in chunks of any length', (_, end) => {
  const lines = [
    ': a comment',
    event('Hel'),
    '',
    'event: message',
    'id: 1',
    event('lo 世界'),
    '',
    END,
    '',
    '',
  ];
  const stream = lines.join(end);
  for (let length = 1; length <= stream.length; length++)
    expect(read(stream, length), `chunks of ${length}`).toEqual({ text: 'Hello 世界', result: 'Hello 世界' });
});

it('joins the lines of one event', () => {
  const [first = '', second = ''] = event('Hello').split(/(?<=\[)/);
  expect(read(`${first}\ndata: ${second}\n\n${END}\n\n`).result).toBe('Hello');
});

it('reads the last event without a line break', () => {
  expect(read(`${event('Hello')}\n\n${END}`).result).toBe('Hello');
});

it('ignores what follows the end', () => {
  expect(read(`${event('Hello')}\n\n${END}\n\n${event(' again')}\n\ndata: {"error": "late"}\n\n`)).toEqual({
    text: 'Hello',
    result: 'Hello',
  });
});

it.each([
  ['no end', `${event('Hel')}\n\n`, 'it ended too early'],
  [
    'an incomplete object',
    'data: {"choices": [\n\n',
    'it is not in the format of OpenAI-compatible endpoints',
  ],
  ['an error', 'data: {"error": {"message": "busy"}}\n\n', 'it reports an error: [busy]'],
])('explains a stream with %s', (_, stream, reason) => expect(read(stream).result).toBe(reason));

it('cancels an answer that is too long', () => {
  const stream = `${event('x'.repeat(1_000_001))}\n\n`;
  expect(read(stream + stream, stream.length).result).toBe('it is longer than 1000000 characters');
});
