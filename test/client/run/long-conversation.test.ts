import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { toScopePath } from '../../../server/project/names/scope-path';
import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import type { ConversationOutput } from '../../../server/run/conversation/events';

/** The members of an element that the page of a conversation uses. */
class FakeElement {
  static made = 0;
  readonly children: unknown[] = [];
  readonly dataset = {};
  readonly style = {};
  readonly classList = { add() {}, remove() {}, toggle() {} };
  scrollTop = 0;
  readonly scrollHeight = 0;
  parent: FakeElement | undefined;

  constructor() {
    FakeElement.made++;
  }

  append(...children: readonly unknown[]): void {
    for (const child of children) if (child instanceof FakeElement) child.parent = this;
    this.children.push(...children);
  }

  replaceChildren(...children: readonly unknown[]): void {
    this.children.length = 0;
    this.append(...children);
  }

  remove(): void {
    const { children } = this.parent ?? {};
    children?.splice(children.indexOf(this), 1);
  }

  querySelector(): null {
    return null;
  }

  setAttribute(): void {}
  addEventListener(): void {}
}

/** A part of the page. Its types need those of a browser. */
interface PagePart {
  readonly element: FakeElement;
  show(turns: readonly ShownTurn[], more: unknown): void;
}
type PagePartClass = new (send: () => void, more: object) => PagePart;

async function pageClass(file: string, name: string): Promise<PagePartClass> {
  const path = join(import.meta.dirname, '../../../client/webview/run', file);
  return (await import(/* @vite-ignore */ path))[name] as PagePartClass;
}

beforeAll(() => {
  const createTextNode = (text: string) => text;
  const createElement = () => new FakeElement();
  vi.stubGlobal('document', { createElement, createElementNS: createElement, createTextNode });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('innerHeight', 800);
  class ResizeObserver {
    observe(): void {}
  }
  vi.stubGlobal('ResizeObserver', ResizeObserver);
});
afterAll(() => vi.unstubAllGlobals());

function turn(count: number): ShownTurn {
  const message: ConversationOutput = {
    kind: 'message',
    state: toScopePath(['home']),
    text: `Visit ${count}`,
    image: undefined,
    audio: undefined,
    video: undefined,
    buttons: [{ content: 'Again', event: 'again', payload: undefined, place: undefined }],
    canChat: true,
    context: { count },
    place: undefined,
  };
  const state: ConversationOutput = {
    kind: 'state',
    path: toScopePath(['home']),
    event: 'again',
    place: undefined,
  };
  return { event: count === 0 ? undefined : { click: 'Again' }, outputs: [state, message], answerCount: 0 };
}

it.each([
  ['message-log.ts', 'MessageLog', (from: number) => ({ from, loadsMedia: false, isOver: false })],
  ['details.ts', 'Details', (from: number) => ({ from })],
] as const)('%s builds as much for the 1,001st message as for the 11th', async (file, name, given) => {
  const Part = await pageClass(file, name);
  const made = (length: number) => {
    const turns = Array.from({ length }, (_, count) => turn(count));
    const part = new Part(() => {}, {});
    part.show(turns, given(0));
    const before = FakeElement.made;
    part.show([...turns, turn(length)], given(length));
    return FakeElement.made - before;
  };
  const few = made(10);
  expect(few).toBeGreaterThan(3);
  expect(made(1000)).toBe(few);
});
