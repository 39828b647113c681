import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'mocha';
import type { Locator } from 'playwright-core';
import { waitFor } from '../wait-for';
import type { Editor } from './editor';
import { panelPage } from './panel-page';
import { userSuite } from './suite';

/** Where a state is drawn, in pixels of the canvas. */
const PLACES = {
  home: [120, 70],
  question: [120, 230],
  right: [120, 420],
  wrong: [330, 420],
  finish: [330, 570],
} as const;

type Name = keyof typeof PLACES;

/** How the user edits: with the mouse or with keys. */
interface Hand {
  first(name: Name): Promise<void>;
  /** Draws a line to a new state. */
  lead(from: Name, to: Name): Promise<void>;
  /** Draws a line to a state that exists. */
  join(from: Name, to: Name): Promise<void>;
  finish(name: Name): Promise<void>;
}

/** A user who draws a whole agent in the state graph, beginning with an empty file. */
export function graphDrawingSuite(editor: Editor, workspace: string): void {
  const { page } = editor;
  const file = join(workspace, 'agent.automata.yaml');
  const canvas = () => panelPage(page).locator('.canvas');
  const state = (name: Name): Locator => panelPage(page).locator(`.node[aria-label^="${name},"]`);
  const selected = (name: Name): Locator => panelPage(page).locator(`.node.selected[aria-label^="${name},"]`);
  const edge = (label: string): Locator => panelPage(page).locator(`.edge[aria-label="${label}"]`);
  const input = page.locator('.quick-input-widget input');

  /** Fills in an input box, and accepts it until the next thing is displayed. */
  const enter = async (value: string, next: Locator, picture?: string) => {
    await waitFor(async () => assert.equal(await editor.row('').count(), 0));
    await input.waitFor();
    if (picture !== undefined) await editor.picture(picture);
    await input.fill(value);
    await input.press('Enter');
    await next.first().waitFor();
  };

  const button = async (text: string, done: Locator) => {
    await editor.pick('Connect to', 'A new button');
    await enter(text, done);
  };

  const pointOf = async (name: Name) => {
    const box = await canvas().boundingBox();
    assert.ok(box);
    const [x, y] = PLACES[name];
    return { x: box.x + x, y: box.y + y };
  };

  /** Draws a line with the mouse from the border of a state. */
  const drag = async (from: Name, to: { readonly x: number; readonly y: number }) => {
    const box = await state(from).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  };

  const mouse: Hand = {
    first: async (name) => {
      const [x, y] = PLACES[name];
      await canvas().dblclick({ position: { x, y } });
    },
    lead: async (from, to) => drag(from, await pointOf(to)),
    join: async (from, to) => {
      const box = await state(to).boundingBox();
      assert.ok(box);
      await drag(from, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    },
    finish: async (name) => {
      await state(name).click({ button: 'right' });
      await editor.takeFromMenu('Make Final State');
    },
  };

  /** Selects a state with the search. */
  const find = async (name: Name) => {
    await page.keyboard.press('/');
    await panelPage(page).locator('.search input').fill(name);
    await selected(name).waitFor();
    await page.keyboard.press('Escape');
  };

  const connect = async (from: Name, to: string) => {
    await find(from);
    await editor.pressFor(editor.question('Edit State Graph'), 'e');
    await editor.pick('Edit State Graph', 'Connect to…');
    await editor.pick('Connect to', to);
  };

  const keyboard: Hand = {
    first: async () => editor.pressFor(editor.question('Add State'), 'e'),
    lead: async (from) => connect(from, 'New State…'),
    join: connect,
    finish: async (name) => {
      await find(name);
      await editor.pressFor(editor.question('Edit State Graph'), 'e');
      await editor.pick('Edit State Graph', 'Make Final State');
    },
  };

  /** Draws a question with two answers, a condition and an end; it must have no faults. */
  const draw = async (hand: Hand, title: string) => {
    await hand.first('home');
    await enter('home', selected('home'));
    await hand.lead('home', 'question');
    await enter('question', editor.row('A new button'));
    await button('Start', edge('start from home to question'));
    await hand.lead('question', 'right');
    await enter('right', editor.row('A new button'));
    await button('Paris', edge('paris from question to right'));
    await hand.lead('question', 'wrong');
    await enter('wrong', editor.row('A new button'));
    await button('Rome', edge('rome from question to wrong'));
    await hand.lead('wrong', 'finish');
    await enter('finish', editor.row('A new button'));
    await button('Stop', edge('stop from wrong to finish'));
    await editor.picture(`graph-drawn-half-${title}`);
    await hand.join('wrong', 'question');
    await button('Again', edge('again from wrong to question'));
    await hand.join('right', 'question');
    await button('Next', edge('next from right to question'));
    await hand.join('right', 'finish');
    await editor.pick('Connect to', 'next');
    await editor.pick('Connect to', 'Add a case with a condition');
    await enter('context.points > 2', edge('next from right to finish if context.points > 2'));
    await hand.finish('finish');
    await panelPage(page).locator('.node[aria-label^="finish, final state,"]').waitFor();
    await editor.picture(`graph-drawn-${title}`);
    await page.locator('.tab[data-resource-name="agent.automata.yaml"]').click();
    await editor.press('Control+s');
    await waitFor(() => assert.match(readFileSync(file, 'utf8'), /context\.points > 2/));
    // The graph edits neither context nor outputs.
    const count = 'outputs: { context.points: "{{context.points + 1}}" }';
    const text = readFileSync(file, 'utf8')
      .replace('states:', 'context: { points: 0 }\nstates:')
      .replace('  question:\n', `  question:\n    ${count}\n`);
    writeFileSync(file, text);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/cli.js', 'explore', file], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, `${text}\n${stdout}\n${stderr}`);
  };

  userSuite(editor, 'a user who draws an agent', () => {
    beforeEach(async () => {
      await editor.ask('Atomic State: New Automata…');
      await editor.saveAs('agent.automata.yaml');
      await panelPage(page).locator('.note', { hasText: 'press E to add one' }).waitFor();
      await editor.picture('graph-drawing-empty');
    });

    afterEach(() => rmSync(file, { force: true }));

    it('draws an agent from an empty file with the mouse', () => draw(mouse, 'mouse'));

    it('draws an agent from an empty file with the keyboard', () => draw(keyboard, 'keyboard'));
  });
}
