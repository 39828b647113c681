import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decidePromises } from '../../server/compare/promises/decide';
import { Conversation } from '../../server/run/conversation/conversation';
import { pathEvents } from '../../server/run/scenario/path-scenario';
import { readScenarios } from '../../server/run/scenario/read-scenarios';
import { programOfFiles, sandboxMaker } from '../run/conversation';
import { parseFixture } from '../support/fixture';

/**
 * Promises with a comment: whether each is true, what is found, and the conversation, where a text is a click. Nothing
 * that is not true may be proven, and nothing that is true refuted.
 */
const cases = readFileSync(join(import.meta.dirname, '../fixtures/promises.txt'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [title = '', ...lines] = text.split('\n');
    const { files } = parseFixture(lines.join('\n'));
    const written = files.find(({ path }) => path === 'a.scenario.yaml')?.text ?? '';
    const expected = written.split('\n').flatMap((line) => line.match(/ # (.*)$/)?.[1] ?? []);
    return { title, files, written, expected };
  });

describe('promises of', () => {
  it.each(cases)('$title', { timeout: 300_000 }, async ({ files, written, expected }) => {
    const program = programOfFiles(files.filter(({ path }) => path !== 'a.scenario.yaml'));
    const { promises, problems } = readScenarios(written, 'file:///a.scenario.yaml' as never);
    expect(problems).toEqual([]);
    const sandbox = await sandboxMaker();
    const decided = decidePromises(program, promises, { sandbox, now: () => 0 });
    expect(decided.flatMap(({ faults }) => faults)).toEqual([]);
    const found = decided.map(({ result, path, why }) => {
      expect(why.length > 0).toBe(result === 'undecided');
      if (path === undefined) return result;
      const events = pathEvents(path).map((event) =>
        'click' in event && typeof event.click === 'string' ? event.click : JSON.stringify(event),
      );
      return `${result}: [${events.join(', ')}]`;
    });
    expect(found).toEqual(expected.map((one) => one.replace(/^\w+, /, '')));
    // Conversations can be repeated with the results of tasks in them.
    for (const { path } of decided) {
      const conversation = new Conversation(program, sandbox(), { taskStub: () => undefined });
      conversation.begin();
      for (const event of path ? pathEvents(path) : []) {
        const refused = conversation.handle(event).filter(({ kind }) => kind === 'error');
        expect(refused).toEqual([]);
      }
      expect(conversation.waitsFor).toBe(undefined);
    }
  });

  it('all kinds include 20 true and 20 false ones, and no false one is proven', () => {
    const all = cases.flatMap(({ expected }) => expected);
    const isTrue = all.filter((one) => one.startsWith('true, '));
    const isFalse = all.filter((one) => one.startsWith('false, '));
    expect(isTrue.length).toBeGreaterThanOrEqual(20);
    expect(isFalse.length).toBeGreaterThanOrEqual(20);
    expect(isTrue.filter((one) => one.startsWith('true, refuted'))).toEqual([]);
    expect(isFalse.filter((one) => one.startsWith('false, proven'))).toEqual([]);
    expect(isTrue.length + isFalse.length).toBe(all.length);
  });
});
