import { describe, expect, it, vi } from 'vitest';
import { type EditAccess, VersionedEdits } from '../../../client/graph/edit/versioned-edits';
import type { GraphAnswer, GraphEditAnswer } from '../../../server/protocol/messages';
import { graphOf } from './graph';

vi.mock('vscode', () => ({ l10n: { t: (text: string) => text } }));

const OLD: GraphEditAnswer = { refused: 'old' };
const DONE: GraphEditAnswer = { edit: {}, id: 'a' };
const OPERATION = { kind: 'retarget', edge: 'a -go> b', to: 'a' } as const;

const drawn = (version: number, ...lines: readonly string[]): GraphAnswer => ({
  graph: graphOf(...lines),
  places: {},
  files: [],
  title: '',
  version,
});
const BEFORE = drawn(1, 'a*', 'b', 'a -go> b');

/** A server and an editor whose text has a version, which `typing` changes after each request. */
function access(given: {
  version: number;
  now?: GraphAnswer | null;
  applied?: readonly ('applied' | 'old' | 'failed')[];
  typing?: boolean;
}) {
  const asked: (number | null)[] = [];
  const applied: unknown[] = [];
  let { version } = given;
  const all: EditAccess = {
    request: async (_operation, wanted) => {
      asked.push(wanted);
      const answer = wanted === version ? DONE : OLD;
      if (given.typing) version += 1;
      return given.typing ? OLD : answer;
    },
    graph: async () => (given.now === undefined ? { ...BEFORE, version } : given.now),
    version: () => version,
    apply: async (edit) => {
      applied.push(edit);
      return given.applied?.[applied.length - 1] ?? 'applied';
    },
  };
  return { edits: new VersionedEdits(all), asked, applied };
}

describe('an edit of the graph', () => {
  it('is made for the version that was drawn', async () => {
    const { edits, asked, applied } = access({ version: 1 });
    expect(await edits.apply(OPERATION, BEFORE)).toBe(DONE);
    expect([asked, applied.length]).toEqual([[1], 1]);
  });

  it('is not requested before another one is applied', async () => {
    const steps: string[] = [];
    const edits = new VersionedEdits({
      request: async () => {
        steps.push('request');
        return DONE;
      },
      graph: async () => BEFORE,
      version: () => 1,
      apply: async () => {
        await Promise.resolve();
        steps.push('apply');
        return 'applied';
      },
    });
    await Promise.all([edits.apply(OPERATION, BEFORE), edits.apply(OPERATION, BEFORE)]);
    expect(steps).toEqual(['request', 'apply', 'request', 'apply']);
  });

  it('is requested again for a newer text with the same transition', async () => {
    const { edits, asked, applied } = access({ version: 3 });
    expect(await edits.apply(OPERATION, BEFORE)).toBe(DONE);
    expect([asked, applied.length]).toEqual([[1, 3], 1]);
  });

  it.each([
    ['has another target', drawn(3, 'a*', 'b', 'c', 'a -go> c')],
    ['was removed', drawn(3, 'a*', 'b')],
    ['is in a text that is no automata', null],
  ])('is not made if the transition %s', async (_why, now) => {
    const moved = now && {
      ...now,
      graph: { ...now.graph, edges: now.graph.edges.map((edge) => ({ ...edge, id: OPERATION.edge })) },
    };
    const { edits, applied } = access({ version: 3, now: moved });
    expect(await edits.apply(OPERATION, BEFORE)).toEqual({ refused: expect.stringContaining('meanwhile') });
    expect(applied).toEqual([]);
  });

  it('is requested again if a text has changed before it was applied', async () => {
    const { edits, asked, applied } = access({ version: 1, applied: ['old', 'applied'] });
    expect(await edits.apply(OPERATION, BEFORE)).toBe(DONE);
    expect([asked, applied.length]).toEqual([[1, 1], 2]);
  });

  it('is given up while the text keeps changing, or if it cannot be changed', async () => {
    const typing = access({ version: 1, typing: true });
    expect(await typing.edits.apply(OPERATION, BEFORE)).toBe(OLD);
    expect([typing.asked.length, typing.applied]).toEqual([4, []]);
    const fixed = access({ version: 1, applied: ['failed'] });
    expect(await fixed.edits.apply(OPERATION, BEFORE)).toEqual({
      refused: 'The text could not be changed. Try again.',
    });
    expect(fixed.applied.length).toBe(1);
  });

  it('is refused by the server for the text as it is', async () => {
    const { edits, asked } = access({ version: 1 });
    const why = { refused: 'taken' };
    const refusing = new VersionedEdits({
      request: async () => why,
      graph: async () => null,
      version: () => 1,
      apply: async () => 'applied',
    });
    expect(await refusing.ask(OPERATION, BEFORE)).toBe(why);
    expect([await edits.ask(OPERATION, BEFORE), asked]).toEqual([DONE, [1]]);
  });
});
