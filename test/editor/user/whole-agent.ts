import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'mocha';
import { delay, TEST_TIMEOUT_MS, waitFor } from '../wait-for';
import type { Editor } from './editor';
import { userSuite } from './suite';

/**
 * Types whole agents from an empty file, letter by letter: every Enter must break a line, and nothing may be reported that
 * only the rest of the agent makes right.
 */

/** `↵-` is not typed: Enter after this line begins an item with a dash. */
const YAML = `type: automata
initial: welcome
context:
  order: '{{[]}}'
transitions:
  go_home: welcome
states:
  welcome:
    render:
      text: |
        Welcome!
        You have {{context.order.length}} pizzas.
      buttons:
        - content: Order a pizza
          on_click: order↵-
        - content: Help
          on_click:
            event: help
            payload:
              topic: prices
    transitions:
      order: choose
      help:
        target: helping
        target_inputs:
          topic: '{{payload.topic}}'
  choose:
    inputs:
      pizza:
        type: text
        user_input: true
        choices:
          - Margherita↵-
          - Funghi↵-
    tasks:
      - name: check
        module_type: AnyWidgetModule
        module_config:
          widget_id: '1744214024104448000'
          user_prompt: '{{pizza}}'
          output_name: verdict↵-
    outputs:
      context.order: '{{[...context.order, pizza]}}'
    transitions:
      ALWAYS:
        - condition: '{{verdict === "yes"}}'
          target: welcome↵-
        - target: helping
  helping:
    inputs:
      topic:
        type: text
        default_value: pizzas
    render:
      text: 'Help about {{topic}}: just order.'
      buttons:
        - content: Back
          on_click: go_home
`;

const JSON_AGENT = {
  initial: 'home',
  context: { score: '{{0}}' },
  states: {
    home: {
      outputs: { 'context.score': '{{context.score + 1}}' },
      render: {
        text: 'You have {{context.score}} points.',
        buttons: [
          { content: 'Play', on_click: 'play' },
          { content: 'Leave', on_click: { event: 'leave', payload: { reason: 'bored' } } },
        ],
      },
      transitions: {
        play: [{ condition: '{{context.score > 2}}', target: 'bye' }, { target: 'home' }],
        leave: { target: 'bye', target_inputs: { reason: '{{payload.reason}}' } },
      },
    },
    bye: {
      inputs: { reason: { type: 'text', default_value: 'done' } },
      properties: { is_final: true },
      render: { text: 'Bye: {{reason}}' },
    },
  },
};

/** What refers to states, inputs and events that are written later is true at once, and stays an error. */
const TRUE_AT_ONCE =
  /State .* does not exist|Initial state .* does not exist|has no input|No transition handles|No button of this state/;

/** For one agent, in milliseconds: some 1,200 keys take many times as long on a busy machine. */
const LIMIT_MS = 3 * TEST_TIMEOUT_MS;

/** Globals of the page, in which the functions that use them run. */
declare const document: { querySelectorAll(selector: string): Iterable<PageElement> };
interface PageElement {
  readonly textContent: string | null;
  readonly style: { readonly top: string };
  readonly parentElement: PageElement | null;
}

/** The line with the cursor, as the author sees it. */
interface Line {
  readonly number: number;
  readonly column: number;
  readonly text: string;
}

class Author {
  /** Findings that are not true yet, each with the line that was typed last. */
  readonly early: string[] = [];

  /** @param lines the lines that are to be typed */
  constructor(
    private readonly editor: Editor,
    private readonly lines: readonly string[],
  ) {}

  private async place(): Promise<[number, number]> {
    const shown = await this.editor.page.locator('[id="status.editor.selection"]').textContent();
    const [, line = 0, column = 0] = /Ln (\d+), Col (\d+)/.exec(shown ?? '') ?? [];
    return [Number(line), Number(column)];
  }

  /** The line with the cursor. */
  async line(): Promise<Line> {
    const [number, column] = await this.place();
    return { number, column, text: await this.textOf(number) };
  }

  private async textOf(number: number): Promise<string> {
    const text = await this.editor.page.evaluate((wanted) => {
      for (const one of document.querySelectorAll('.margin .line-numbers')) {
        if (one.textContent?.trim() !== wanted) continue;
        const { top } = one.parentElement?.style ?? one.style;
        for (const line of document.querySelectorAll('.view-lines .view-line'))
          if (line.style.top === top) return line.textContent ?? '';
      }
      return '';
    }, String(number));
    return text.replaceAll('\u00a0', ' ').replaceAll('\u00b7', ' ');
  }

  /** Presses Enter below a finished line, which must only begin a line, and notes what is reported in a pause. */
  async enter(): Promise<void> {
    const { number } = await this.line();
    await this.editor.press('Enter');
    const [finished, mark] = this.lines[number - 1]?.split('↵') ?? [];
    await waitFor(async () => {
      const line = await this.line();
      assert.equal(await this.textOf(number), finished);
      assert.equal(line.number, number + 1, `line after ${finished}`);
      assert.equal(isDash(line.text), mark === '-', `dash after ${finished}`);
    }, 10_000);
    await this.pause(number);
  }

  /** Waits until all that is reported is true; notes what stays. What was reported for a part of a word goes soon. */
  private async pause(line: number): Promise<void> {
    await delay(500);
    // VS Code reports trailing commas in JSON itself.
    const rows = this.editor.page.locator('.markers-panel .monaco-list-row', { hasText: 'atomic-state(' });
    const early = async () => (await rows.allTextContents()).filter((row) => !TRUE_AT_ONCE.test(row));
    await waitFor(async () => assert.deepEqual(await early(), []), 1500).catch(async () => {
      await this.editor.picture(`early-${line}`);
      this.early.push(...(await early()).map((row) => `Line ${line}: ${row}`));
    });
  }

  async type(text: string): Promise<void> {
    await this.editor.type(text);
  }

  /** Presses a key and waits until it has moved the cursor. */
  async press(key: string): Promise<Line> {
    const [line, column] = await this.place();
    await this.editor.press(key);
    return waitFor(async () => {
      const now = await this.line();
      assert.ok(now.number !== line || now.column !== column, `${key} in line ${line}, column ${column}`);
      return now;
    }, 5000);
  }
}

function isDash(text: string): boolean {
  return /^ *- $/.test(text);
}

/** Types a line of YAML on the line that Enter has begun, after the automatic dash if there is one. */
async function typeLine(author: Author, line: string): Promise<void> {
  const [lead = '', dash = ''] = /^ *(- )?/.exec(line) ?? [];
  let now = await author.line();
  // Enter on the automatic dash ends a list.
  if (isDash(now.text) && (dash === '' || now.text !== lead)) {
    await author.press('Enter');
    now = await waitFor(async () => {
      const line = await author.line();
      assert.match(line.text, /^ *$/);
      return line;
    });
  }
  const wanted = isDash(now.text) ? lead : lead.slice(0, lead.length - dash.length);
  for (const key of ['Backspace', 'Tab']) {
    while (key === 'Tab' ? now.column <= wanted.length : now.column > wanted.length + 1)
      now = await author.press(key);
  }
  await author.type(line.slice(wanted.length));
}

/** Types a value of JSON, the entries of each map and list on lines of their own. */
async function typeJson(author: Author, value: unknown): Promise<void> {
  if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    await author.type(isList ? '[' : '{');
    await author.enter();
    for (const [index, [key, one]] of Object.entries(value).entries()) {
      if (index > 0) {
        await author.type(',');
        await author.enter();
      }
      if (!isList) await author.type(`"${key}": `);
      await typeJson(author, one);
    }
    await author.press('ArrowDown');
  } else await author.type(JSON.stringify(value));
}

export function wholeAgentSuite(editor: Editor, workspace: string): void {
  const typed = async (name: string, expected: string, work: (author: Author) => Promise<void>) => {
    const path = join(workspace, name);
    writeFileSync(path, '');
    try {
      await editor.open(name);
      await editor.command('View: Focus Problems');
      await editor.command('View: Focus Active Editor Group');
      const author = new Author(editor, expected.split('\n'));
      await work(author);
      await editor.picture(`written-${name}`);
      await editor.press('Escape', 'Control+S');
      await waitFor(
        () => assert.equal(readFileSync(path, 'utf8').trimEnd(), expected.replaceAll('↵-', '').trimEnd()),
        5000,
      );
      assert.deepEqual(author.early, []);
    } finally {
      rmSync(path, { force: true });
    }
  };

  userSuite(editor, 'a user who types a whole agent', () => {
    it('types it in YAML, and nothing is reported too early', function () {
      this.timeout(LIMIT_MS);
      return typed('written.automata.yaml', YAML, async (author) => {
        for (const [index, line] of YAML.trimEnd().split('\n').entries()) {
          if (index > 0) await author.enter();
          await typeLine(author, line.replace('↵-', ''));
        }
      });
    });

    // The same in JSON takes two minutes more, so it only runs on request.
    if (process.env.ATOMIC_STATE_RUNS === undefined) return;
    it('types it in JSON, and nothing is reported too early', function () {
      this.timeout(LIMIT_MS);
      return typed('written.automata.json', JSON.stringify(JSON_AGENT, undefined, 4), (author) =>
        typeJson(author, JSON_AGENT),
      );
    });
  });
}
