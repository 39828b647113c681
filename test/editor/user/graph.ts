import assert from 'node:assert/strict';
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, it } from 'mocha';
import type { Locator } from 'playwright-core';
import { agentText } from '../../drawing/agent-text';
import { waitFor } from '../wait-for';
import type { Editor } from './editor';
import { panelFrame, panelPage, violations } from './panel-page';
import { userSuite } from './suite';

const home = 'quiz-bot/state/0_home.yaml';

/**
 * A user's actions with the state graph.
 *
 * @param workspace the open folder
 */
export function userGraphSuite(editor: Editor, workspace: string): void {
  const { page } = editor;

  const frame = () => panelPage(page);
  /** The card of a state. */
  const state = (name: string): Locator => frame().locator(`.node[aria-label^="${name},"]`);
  const selected = (name: string): Locator => frame().locator(`.node.selected[aria-label^="${name},"]`);

  const boxOf = async (name: string) => {
    const box = await state(name).boundingBox();
    assert.ok(box, name);
    return box;
  };

  userSuite(editor, 'a user of the state graph', () => {
    beforeEach(async () => {
      await editor.openStates(home);
      await page.locator('.editor-actions [aria-label*="Open State Graph"]').first().click();
      await selected('home_state').waitFor();
    });

    it('sees the states, with the one at the cursor selected', async () => {
      await state('question_state').waitFor();
      await editor.picture('graph');
    });

    it('reveals a state by a click and opens it by a double click', async () => {
      await state('question_state').click();
      await editor.tab('1_question.yaml').waitFor();
      await selected('question_state').waitFor();
      await page.keyboard.press('/');
      await frame().locator('.search input').waitFor();
      await page.keyboard.press('Escape');
      // A double click on a text edits it.
      await state('home_state').dblclick({ position: { x: 60, y: 4 } });
      await editor.tab('0_home.yaml').waitFor();
      await editor.press('Control+Home');
      await editor.position(1, 1).waitFor();
      await editor.picture('graph-click');
    });

    it('types and sees only the changed part of the graph move', async () => {
      const before = await boxOf('home_state');
      await page.locator('.editor-instance .view-lines').first().click();
      await editor.typeAtEndOf(12, 'x');
      await editor.press('Escape');
      await state('question_statex').waitFor();
      await editor.picture('graph-typed');
      const after = await boxOf('home_state');
      assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 2, JSON.stringify({ before, after }));
    });

    it('searches, follows transitions and finds a path with the keyboard', async () => {
      await frame().locator('.canvas').focus();
      await page.keyboard.press('/');
      await page.keyboard.type('question');
      await frame().locator('.search .count', { hasText: '1 of' }).waitFor();
      await selected('question_state').waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Home');
      await selected('home_state').waitFor();
      await page.keyboard.press('p');
      await state('question_state').click();
      await frame().locator('.note', { hasText: 'home_state → question_state' }).waitFor();
      await editor.picture('graph-path');
    });

    it('saves the graph as a picture', async () => {
      for (const [format, begin] of [
        ['SVG', '<svg'],
        ['PNG', '\x89PNG'],
        ['DOT', 'digraph'],
      ] as const) {
        await frame().locator('button[aria-label="Save or copy"]').click();
        await frame()
          .locator('[role=menuitem]', { hasText: `Save as ${format}` })
          .click();
        const name = `main.${format.toLowerCase()}`;
        await editor.saveAs(`quiz-bot/${name}`);
        const file = join(workspace, 'quiz-bot', name);
        await waitFor(() => assert.ok(readFileSync(file, 'latin1').startsWith(begin), name));
      }
    });

    it('runs the automata from the title bar', async () => {
      await state('question_state').click();
      await frame().locator('.canvas').focus();
      const run = page.locator('.editor-group-container', { hasText: '(States)' });
      await run.locator('.editor-actions [aria-label*="Run Automata"]').last().click();
      await waitFor(async () => {
        const forms = page.frames().map((one) => one.locator('.composer, .turn').first().isVisible());
        assert.ok((await Promise.all(forms)).includes(true));
      });
      await editor.picture('graph-run');
    });

    it('runs the automata from the context menu of a state', async () => {
      await state('question_state').click({ button: 'right' });
      await page.locator('.action-label', { hasText: 'Run From Here' }).waitFor();
      for (const entry of ['Cut', 'Copy', 'Paste'])
        assert.equal(await page.locator('.monaco-menu .action-label', { hasText: entry }).count(), 0, entry);
      await editor.picture('graph-menu');
      await editor.takeFromMenu('Run From Here');
      // Next to the page of the graph, which is also shown.
      await waitFor(async () => {
        const notices = page.frames().map((one) => one.getByText('Started in question_state').isVisible());
        assert.ok((await Promise.all(notices)).includes(true));
      });
      await editor.picture('graph-run-from-here');
    });

    it('has the graph after the window is reloaded', async () => {
      await frame().locator('.canvas').focus();
      await page.keyboard.press('n');
      await page.keyboard.press('+');
      // VS Code in a browser stores the open editors every five seconds.
      await page.waitForTimeout(6500);
      const { width } = await boxOf('question_state');
      await editor.loaded();
      await page.reload();
      await selected('home_state').waitFor();
      await waitFor(async () => assert.ok(Math.abs((await boxOf('question_state')).width - width) < 1));
      await editor.picture('graph-restored');
    });
  });

  userSuite(editor, 'a user of a graph of 60 states', () => {
    beforeEach(async () => {
      writeFileSync(join(workspace, 'large.automata.yaml'), agentText(60));
      await editor.openStates('large.automata.yaml');
      await page.locator('.editor-actions [aria-label*="Open State Graph"]').first().click();
      await state('welcome').waitFor();
    });

    after(() => unlinkSync(join(workspace, 'large.automata.yaml')));

    it('starts readable, and keeps the size of names while it is zoomed out', async () => {
      const heights = async () => {
        const name = state('welcome').locator('.name:visible, .far-name').first();
        return { card: (await boxOf('welcome')).height, name: (await name.boundingBox())?.height ?? 0 };
      };
      const first = await heights();
      await editor.picture('graph-60-first');
      // A card with three lines is 79 pixels high at scale 1.
      assert.ok(first.card > 60, JSON.stringify(first));
      await frame().locator('.canvas').focus();
      for (let step = 0; step < 5; step++) {
        await page.keyboard.press('-');
        await page.waitForTimeout(250);
        const now = await heights();
        assert.ok(Math.abs(now.name - first.name) < 3, JSON.stringify({ step, first, now }));
      }
      await editor.picture('graph-60-smaller');
      await page.keyboard.press('f');
      await editor.picture('graph-60-all');
      assert.ok((await frame().locator('.far-name').count()) > 10);
    });

    it('draws only what an edit changes', async () => {
      await frame().locator('.canvas').focus();
      await page.keyboard.press('Home');
      await selected('welcome').waitFor();
      const frameOfPage = await panelFrame(page, '.cards');
      await frameOfPage.evaluate(`{
        globalThis.changes = 0;
        const observer = new MutationObserver((list) => { globalThis.changes += list.length; });
        const all = { subtree: true, childList: true, attributes: true, characterData: true };
        observer.observe(document.querySelector('.drawing'), all);
      }`);
      await page.keyboard.press('c');
      const field = frame().locator('.field textarea');
      await field.waitFor();
      await field.press('Control+a');
      // As wide as before, so that nothing moves.
      await page.keyboard.type('Welcome! What is your game?');
      await page.keyboard.press('Enter');
      await frame().locator('.note', { hasText: 'The message of “welcome” was changed.' }).waitFor();
      await state('welcome').locator('.text', { hasText: 'your game?' }).waitFor();
      // Also by the graph that follows the change of the text.
      await page.waitForTimeout(1000);
      const changes = Number(await frameOfPage.evaluate('globalThis.changes'));
      assert.ok(changes > 0 && changes < 60, String(changes));
    });

    it('shows only a state and its neighbours', async () => {
      await frame().locator('.canvas').focus();
      await page.keyboard.press('Home');
      await selected('welcome').waitFor();
      await page.keyboard.press('n');
      // Besides the state itself, the home state alone.
      await waitFor(async () => assert.equal(await frame().locator('.cards .node').count(), 2));
      await editor.picture('graph-60-neighbours');
      await state('home').click();
      await waitFor(async () => assert.ok((await frame().locator('.cards .node').count()) > 10));
      // Too many to be readable as a whole.
      await waitFor(async () => assert.ok((await boxOf('home')).height > 45));
      await editor.picture('graph-60-other-neighbours');
      await page.keyboard.press('Escape');
      await waitFor(async () => assert.equal(await frame().locator('.cards .node').count(), 60));
    });
  });

  userSuite(editor, 'a user who edits the text by the graph', () => {
    const file = join(workspace, 'edited.automata.yaml');
    const text = [
      'type: automata',
      'id: edited',
      'initial: home',
      '# All states.',
      'states:',
      "  home: # 'first'",
      '    render:',
      '      text: "Hello"',
      '      buttons:',
      '        - { content: Go, on_click: go }',
      '    transitions: { go: bye }',
      '',
      '  bye:',
      '    properties: { is_final: true }',
      '    render: { text: Bye }',
      '',
    ].join('\n');

    const input = page.locator('.quick-input-widget input');
    const field = frame().locator('.field textarea');
    const edge = (label: string): Locator => frame().locator(`.edge[aria-label="${label}"]`);

    /** Types over a text where it is drawn, with keys between the parts of the new one, and enters it. */
    const typeOver = async (
      before: string,
      first: string,
      key?: string,
      rest = '',
      meanwhile = async () => {},
    ) => {
      await field.waitFor();
      await field.press('x');
      await field.press('Control+z');
      assert.equal(await field.inputValue(), before);
      await field.press('Control+a');
      await page.keyboard.type(first);
      if (key !== undefined) await page.keyboard.press(key);
      await page.keyboard.type(rest);
      await meanwhile();
      await page.keyboard.press('Enter');
    };

    /** Fills in an input box and accepts it. */
    const enter = async (title: string, value: string) => {
      await editor.question(title).waitFor();
      await input.fill(value);
      await waitFor(async () => {
        if (await editor.question(title).isVisible()) await input.press('Enter');
        await editor.question(title).waitFor({ state: 'hidden', timeout: 4000 });
      });
    };

    beforeEach(async () => {
      writeFileSync(file, text);
      await editor.openStates('edited.automata.yaml');
      await page.locator('.editor-actions [aria-label*="Open State Graph"]').first().click();
      await state('bye').waitFor();
    });

    after(() => unlinkSync(file));

    it('edits a message, a button and a condition where they are drawn', async () => {
      await state('home').locator('.text').dblclick();
      await typeOver('Hello', 'Welcome', 'Shift+Enter', 'back', async () => {
        const frameOfPage = await panelFrame(page, '.field');
        const rules = { 'label-content-name-mismatch': { enabled: false } };
        await editor.picture('graph-field');
        assert.deepEqual(await violations(frameOfPage, { rules }), []);
      });
      await frame().locator('.note', { hasText: 'The message of “home” was changed.' }).waitFor();
      await edge('go from home to bye').locator('.event').dblclick();
      await typeOver('Go', 'Leave: now');
      await frame().locator('.note', { hasText: 'The button is “Leave: now” now.' }).waitFor();
      await selected('home').waitFor();
      await editor.pressFor(frame().locator('.edge.selected[aria-label="go from home to bye"]'), 't');
      await page.keyboard.press('c');
      await typeOver('', 'score >');
      await frame().locator('.field .refusal', { hasText: 'is not a JavaScript expression' }).waitFor();
      await editor.picture('graph-field-refused');
      await page.keyboard.type(' 3');
      await page.keyboard.press('Enter');
      await frame().locator('.edge.selected[aria-label="go from home to bye if score > 3"]').waitFor();
      await editor.picture('graph-field-done');
      const edited = text
        .replace('"Hello"', String.raw`"Welcome\nback"`)
        .replace('content: Go', 'content: "Leave: now"')
        .replace('go: bye', 'go: { target: bye, condition: "{{score > 3}}" }');
      await page.locator('.tab[data-resource-name="edited.automata.yaml"]').click();
      await editor.press('Control+s');
      await waitFor(() => assert.equal(readFileSync(file, 'utf8'), edited));
      for (const undone of ['go from home to bye', 'go from home to bye']) {
        await frame().locator('.canvas').focus();
        await page.keyboard.press('Control+z');
        await edge(undone).waitFor();
      }
      await frame().locator('.canvas').focus();
      await page.keyboard.press('Control+z');
      await state('home').locator('.text', { hasText: 'Hello' }).waitFor();
      await page.locator('.tab[data-resource-name="edited.automata.yaml"]').click();
      await editor.press('Control+s');
      await waitFor(() => assert.equal(readFileSync(file, 'utf8'), text));
    });

    it('adds a state with the menu, connects it with the mouse, and undoes both', async () => {
      await state('home').click({ button: 'right' });
      await page.locator('.action-label', { hasText: 'Add State…' }).waitFor();
      await editor.picture('graph-edit-menu');
      await editor.takeFromMenu('Add State…');
      await enter('Add State', 'help');
      await selected('help').waitFor();
      await frame().locator('.note', { hasText: 'State “help” was added.' }).waitFor();
      await editor.picture('graph-edit-added');

      const [from, to] = [await boxOf('home'), await boxOf('help')];
      await page.mouse.move(from.x + 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
      await frame().locator('.node.at[aria-label^="help,"]').waitFor();
      await editor.picture('graph-edit-line');
      await page.mouse.up();
      await editor.pick('Connect to', 'A new button');
      await enter('Connect to', 'Need help?');
      await edge('need_help from home to help').waitFor();
      await editor.picture('graph-edit-connected');

      await frame().locator('.canvas').focus();
      await page.keyboard.press('Control+z');
      await edge('need_help from home to help').waitFor({ state: 'detached' });
      await frame().locator('.canvas').focus();
      await page.keyboard.press('Control+z');
      await state('help').waitFor({ state: 'detached' });
      await page.locator('.tab[data-resource-name="edited.automata.yaml"]').click();
      await editor.press('Control+s');
      await waitFor(() => assert.equal(readFileSync(file, 'utf8'), text));
    });

    it('moves the cases of a transition with the keyboard', async () => {
      const cases = [
        "        - { condition: '{{score > 1}}', target: bye }",
        "        - { condition: '{{score > 2}}', target: home } # again",
        '        - target: bye',
      ];
      const written = (lines: readonly string[]) =>
        text.replace('transitions: { go: bye }', `transitions:\n      go:\n${lines.join('\n')}`);
      const [first = '', second = '', last = ''] = cases;
      writeFileSync(file, written(cases));
      await edge('go from home to home if score > 2').waitFor();
      await state('home').click();
      await editor.pressFor(
        frame().locator('.edge.selected[aria-label="go from home to home if score > 2"]'),
        't',
      );
      await page.keyboard.press('Alt+ArrowUp');
      await frame().locator('.note', { hasText: 'Moved up.' }).waitFor();
      await frame().locator('.edge.selected[aria-label="go from home to home if score > 2"]').waitFor();
      await page.locator('.tab[data-resource-name="edited.automata.yaml"]').click();
      await editor.press('Control+s');
      await waitFor(() => assert.equal(readFileSync(file, 'utf8'), written([second, first, last])));
      await frame().locator('.canvas').focus();
      await page.keyboard.press('Alt+ArrowDown');
      await frame().locator('.note', { hasText: 'Moved down.' }).waitFor();
      await page.locator('.tab[data-resource-name="edited.automata.yaml"]').click();
      await editor.press('Control+s');
      await waitFor(() => assert.equal(readFileSync(file, 'utf8'), written(cases)));
    });

    it('keeps the drawing as it is while a line is drawn', async () => {
      const box = await boxOf('home');
      await page.mouse.move(box.x + 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x - 60, box.y - 30, { steps: 5 });
      writeFileSync(file, `${text}  added_by_another_program:\n    render: { text: Hi }\n`);
      // Read from the disk, requested, laid out and drawn in less.
      await page.waitForTimeout(3000);
      assert.equal(await state('added_by_another_program').count(), 0);
      assert.deepEqual(await boxOf('home'), box);
      await page.keyboard.press('Escape');
      await state('added_by_another_program').waitFor();
      await page.mouse.up();
      writeFileSync(file, text);
      await state('added_by_another_program').waitFor({ state: 'detached' });
    });

    it('edits beside a syntax error, moves buttons and ends of lines, and cancels a line with Escape', async () => {
      const buttons = [
        '        - { content: Go, on_click: go }',
        '        - { content: Stay, on_click: stay } # second',
      ];
      const broken = text
        .replace(buttons[0] ?? '', buttons.join('\n'))
        .replace('{ go: bye }', '{ go: bye, stay: home }')
        .replace('render: { text: Bye }', 'render: { text: "Bye }');
      writeFileSync(file, broken);
      await edge('stay from home to home').waitFor();
      await editor.picture('graph-edit-broken');

      await frame().locator('.canvas').focus();
      await page.keyboard.press('Home');
      await selected('home').waitFor();
      await editor.pressFor(frame().locator('.edge.selected[aria-label="go from home to bye"]'), 't');
      await page.keyboard.press('Alt+ArrowDown');
      await frame().locator('.note', { hasText: 'Moved down.' }).waitFor();
      await frame().locator('.edge.selected[aria-label="go from home to bye"]').waitFor();
      const save = async (expected: string) => {
        await page.locator('.tab[data-resource-name="edited.automata.yaml"]').click();
        await editor.press('Control+s');
        await waitFor(() => assert.equal(readFileSync(file, 'utf8'), expected));
      };
      const moved = broken.replace(buttons.join('\n'), [...buttons].reverse().join('\n'));
      await save(moved);

      const [home, bye] = [await boxOf('home'), await boxOf('bye')];
      const middle = (box: typeof home) => [box.x + box.width / 2, box.y + box.height / 2] as const;
      await page.mouse.move(home.x + 2, home.y + home.height / 2);
      await page.mouse.down();
      await page.mouse.move(...middle(bye), { steps: 5 });
      await frame().locator('.node.at[aria-label^="bye,"]').waitFor();
      await page.keyboard.press('Escape');
      await frame().locator('.edge.ghost').waitFor({ state: 'hidden' });
      await editor.picture('graph-edit-escaped');
      await page.mouse.up();
      assert.equal(await editor.question('Connect to').count(), 0);

      await edge('go from home to bye').locator('.event').click();
      await frame().locator('.edge.selected[aria-label="go from home to bye"]').waitFor();
      const handle = await frame().locator('.handle').boundingBox();
      assert.ok(handle);
      await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
      await page.mouse.down();
      await page.mouse.move(...middle(await boxOf('home')), { steps: 5 });
      await frame().locator('.node.at[aria-label^="home,"]').waitFor();
      await editor.picture('graph-edit-end');
      await page.mouse.up();
      await frame().locator('.edge.selected[aria-label="go from home to home"]').waitFor();
      await editor.picture('graph-edit-retargeted');
      await save(moved.replace('go: bye', 'go: home'));

      // Undo and redo from both sides.
      await editor.press('Control+z');
      await edge('go from home to bye').waitFor();
      await frame().locator('.canvas').focus();
      await page.keyboard.press('Control+y');
      await edge('go from home to home').waitFor();
      await page.keyboard.press('Control+z');
      await edge('go from home to bye').waitFor();
      await page.keyboard.press('Control+z');
      await waitFor(async () => {
        const lines = await page.locator('.view-line', { hasText: 'content:' }).allTextContents();
        assert.match(lines[0] ?? '', /Go/);
      });
      await editor.picture('graph-edit-undone');
      await save(broken);
    });

    it('extracts, moves and deletes several states', async () => {
      const others = ['  help:', '    render: { text: Help }', '    transitions:', '      CHAT: home', ''];
      const added = [
        ...others,
        '  more:',
        '    render: { text: More }',
        '    transitions: { CHAT: help }',
        '',
      ];
      const larger = text.replace('  bye:', [...added, '  bye:'].join('\n'));
      writeFileSync(file, larger);
      await state('more').click();
      await selected('more').waitFor();
      await state('help').click({ modifiers: ['Control'] });
      await page.keyboard.press('e');
      await editor.pick('Edit State Graph', 'Extract into New Automata…');
      await enter('Extract into New Automata', 'shop');
      await selected('shop').waitFor();
      await editor.picture('graph-edit-extracted');
      // The focus stays in the graph.
      await page.keyboard.press('Control+z');
      await state('shop').waitFor({ state: 'detached' });

      await state('bye').click();
      await selected('bye').waitFor();
      await state('help').click({ modifiers: ['Shift'] });
      await state('help').click({ button: 'right' });
      await page.locator('.action-label', { hasText: 'Delete States…' }).waitFor();
      assert.equal(await page.locator('.action-label', { hasText: 'Delete State…' }).count(), 0);
      await editor.picture('graph-edit-several-menu');
      await editor.takeFromMenu('Delete States…');
      await editor.question('Delete States').waitFor();
      await editor.row('go: bye').waitFor();
      await editor.picture('graph-edit-references');
      await editor.pick('Delete States', 'and what refers to them');
      await state('help').waitFor({ state: 'detached' });
      await state('bye').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+z');
      await state('help').waitFor();
      await page.locator('.tab[data-resource-name="edited.automata.yaml"]').click();
      await editor.press('Control+s');
      await waitFor(() => assert.equal(readFileSync(file, 'utf8'), larger));
    });

    it('edits with the keyboard alone', async () => {
      await frame().locator('.canvas').focus();
      await page.keyboard.press('Home');
      await selected('home').waitFor();
      await page.keyboard.press('F2');
      await typeOver('home', 'start');
      await selected('start').waitFor();
      await editor.pressFor(frame().locator('.edge.selected[aria-label="go from start to bye"]'), 't');
      await page.keyboard.press('e');
      await editor.pick('Edit State Graph', 'Change Target');
      await editor.pick('Change Target', 'start');
      await frame().locator('.edge.selected[aria-label="go from start to start"]').waitFor();
      await editor.picture('graph-edit-keys');
      await page.keyboard.press('Delete');
      await editor.pick('Delete Transition', 'its button');
      await edge('go from start to start').waitFor({ state: 'detached' });
      await page.keyboard.press('Home');
      await selected('start').waitFor();
      await page.keyboard.press('Control+d');
      await enter('Duplicate State', 'copy');
      await selected('copy').waitFor();
      await page.keyboard.press('Delete');
      await state('copy').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+z');
      await state('copy').waitFor();
      await page.keyboard.press('Control+y');
      await state('copy').waitFor({ state: 'detached' });
      await page.keyboard.press('Shift+F10');
      await page.locator('.monaco-menu .action-label', { hasText: 'Add State…' }).waitFor();
      await editor.picture('graph-edit-key-menu');
      await page.keyboard.press('Escape');
      const frameOfPage = await panelFrame(page, '.node');
      const rules = { 'label-content-name-mismatch': { enabled: false } };
      assert.deepEqual(await violations(frameOfPage, { rules }), []);
    });
  });

  userSuite(editor, 'a user who has not opened the state graph', () => {
    it('saves a picture in a virtual workspace', async () => {
      await editor.openStates('lone/farewell.state.yaml');
      await editor.ask('Atomic State: Save State Graph As…');
      await editor.take('SVG image');
      await editor.saveAs('lone/farewell.state.svg');
      const file = join(workspace, 'lone', 'farewell.state.svg');
      await waitFor(() => assert.ok(readFileSync(file, 'latin1').startsWith('<svg')));
    });
  });
}
