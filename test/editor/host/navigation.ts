import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import {
  commands,
  type DocumentSymbol,
  type Hover,
  type Location,
  type LocationLink,
  MarkdownString,
  workspace,
} from 'vscode';
import { waitFor } from '../wait-for';
import { closeAll, find, open, place, uriOf } from './editor';

const main = 'quiz-bot/main.yaml';
const home = 'quiz-bot/state/0_home.yaml';
const question = 'quiz-bot/state/1_question.yaml';
const json = 'json/quiz.json';

/** A mark in one file, and its target text in another; `''` is the file itself. */
const jumps: readonly [what: string, file: string, from: string, toFile: string, to: string][] = [
  ['the initial state', main, 'initial: ho|me_state', home, '|home_state|:\n'],
  ['a target in another file', home, 'start_quiz: quest|ion_state', question, '|question_state|:\n'],
  ['a target in a case', question, '- target: ho|me_state', home, '|home_state|:\n'],
  ['an event of the state', home, 'on_click: start|_quiz', home, '|start_quiz|: question_state'],
  ['an event of the automata', home, 'on_click: go_|home', main, '|go_home|: home_state'],
  ['the button of an event', home, 'start|_quiz: question_state', home, 'on_click: |start_quiz|'],
  ['a context variable', home, 'context.play|er_name', main, '|player_name|:'],
  ['an input', question, '{{ans|wer}}', question, '|answer|:\n'],
  ["a task's result", question, '{{ver|dict}}', question, 'output_name: |verdict|'],
  ['a payload key', question, '{{payload.cho|sen', question, '|chosen|: yes'],
  ['an included folder', main, '!include st|ate', home, ''],
  ['an included file', main, 'data/quest|ions.json', 'quiz-bot/data/questions.json', ''],
  ['a target in JSON', json, '"start_quiz": "home|_state"', json, '"|home_state|": {'],
];

const hovers: readonly [what: string, file: string, at: string, holds: RegExp][] = [
  ['a field', home, 'on_cl|ick: start_quiz', /on_click[\s\S]*event/i],
  ['a field of the automata', main, 'init|ial:', /initial[\s\S]*required/i],
  ['a field in JSON', json, '"init|ial"', /initial/],
];

function isLink(location: Location | LocationLink): location is LocationLink {
  return 'targetUri' in location;
}

export function navigationSuite(): void {
  describe('navigation', () => {
    afterEach(closeAll);

    for (const [what, file, from, toFile, to] of jumps) {
      it(`goes to ${what}`, async () => {
        const document = await open(file);
        const target = await workspace.openTextDocument(uriOf(toFile));
        await waitFor(async () => {
          const found = await commands.executeCommand<(Location | LocationLink)[]>(
            'vscode.executeDefinitionProvider',
            document.uri,
            place(document, from),
          );
          const places = found.map((one) =>
            isLink(one)
              ? { uri: one.targetUri, range: one.targetSelectionRange ?? one.targetRange }
              : { uri: one.uri, range: one.range },
          );
          const wanted = to === '' ? undefined : find(target, to);
          const hit = places.find(
            ({ uri, range }) =>
              uri.toString() === target.uri.toString() &&
              (wanted === undefined || range.start.isEqual(wanted.start)),
          );
          assert.ok(hit, `found: ${JSON.stringify(places)}`);
        });
      });
    }

    for (const [what, file, at, holds] of hovers) {
      it(`explains ${what}`, async () => {
        const document = await open(file);
        await waitFor(async () => {
          const found = await commands.executeCommand<Hover[]>(
            'vscode.executeHoverProvider',
            document.uri,
            place(document, at),
          );
          const texts = found
            .flatMap(({ contents }) => contents)
            .map((content) => (content instanceof MarkdownString ? content.value : String(content)));
          assert.match(texts.join('\n'), holds);
        });
      });
    }

    it('lists the symbols of a file', async () => {
      const document = await open(question);
      await waitFor(async () => {
        const symbols = await commands.executeCommand<DocumentSymbol[]>(
          'vscode.executeDocumentSymbolProvider',
          document.uri,
        );
        const [state] = symbols;
        assert.ok(state);
        assert.equal(state.name, 'question_state');
        const names = flatten(state.children).map(({ name }) => name);
        for (const name of ['answer', 'judge', 'context.score', 'again']) {
          assert.ok(names.includes(name), `${name} is among ${names.join(' ')}`);
        }
      });
    });
  });
}

function flatten(symbols: readonly DocumentSymbol[]): DocumentSymbol[] {
  return symbols.flatMap((symbol) => [symbol, ...flatten(symbol.children)]);
}
