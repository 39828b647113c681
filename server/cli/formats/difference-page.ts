import { createHash } from 'node:crypto';
import { joinMarkup, type Markup, xmlElement } from '../../drawing/markup';
import type { ChatMessage, ConversationOutput, FormOpened } from '../../run/conversation/events';
import { sentenceParts } from '../../text/code-spans';
import { formatMessage } from '../../text/message';
import { counted, document, type Printable } from '../printer';
import {
  behaviourSentence,
  changeSentence,
  type ShownBehaviour,
  type ShownChange,
  type ShownDifference,
  statusSummary,
  undecidedText,
  valueLines,
} from './difference';
import { DIFFERENCE_STYLE } from './difference-style';
import { resultLines } from './event-lines';

/** A turn of a conversation in both versions. */
export interface PageTurn {
  /** The event, such as `click "Go"`; undefined for the start. */
  readonly event: string | undefined;
  readonly before: readonly ConversationOutput[];
  readonly after: readonly ConversationOutput[];
}

/** What the page shows of an automata besides its differences. */
export interface PageAutomata {
  readonly difference: ShownDifference;
  /** The picture of its states; undefined if there is none. */
  readonly graph: Markup | undefined;
  /** The conversation of each change of behaviour; undefined if there is none. */
  readonly conversations: readonly (readonly PageTurn[] | undefined)[];
}

/**
 * The differences as one page that needs nothing else. Without scripts, it shows the whole conversations; its own script plays
 * them turn by turn.
 */
export function differencePage(automata: readonly PageAutomata[]): Printable {
  const differences = automata.map(({ difference }) => difference);
  const body = joinMarkup([
    xmlElement('h1', {}, 'What changes'),
    xmlElement('p', {}, `${statusSummary(differences)}.`),
    ...automata.filter(({ difference }) => difference.status !== 'same').map(automataSection),
  ]);
  const hash = createHash('sha256').update(SCRIPT).digest('base64');
  return document(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="atomic-state diff">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'">
<meta name="viewport" content="width=device-width">
<title>What changes</title>
<style>${DIFFERENCE_STYLE}</style>
</head>
<body>
<main>${body.text}</main>
<script>${SCRIPT}</script>
</body>
</html>
`);
}

function automataSection({ difference, graph, conversations }: PageAutomata): Markup {
  const { file, status, structure, behaviour } = difference;
  const open = undecidedText(difference);
  return xmlElement(
    'section',
    {},
    xmlElement('h2', {}, file),
    ...(status === 'changed' ? [] : [xmlElement('p', {}, STATUS_SENTENCES[status] ?? '')]),
    graph && xmlElement('figure', {}, graph, xmlElement('figcaption', {}, LEGEND)),
    ...(behaviour.length === 0 ? [] : [xmlElement('h3', {}, 'What people notice')]),
    ...behaviour.map((change, index) => behaviourSection(change, conversations[index])),
    ...(structure.length === 0
      ? []
      : [
          xmlElement('h3', {}, 'What is written'),
          xmlElement('ul', { class: 'written' }, ...structure.map(structureItem)),
        ]),
    open === undefined ? undefined : xmlElement('p', { class: 'open' }, open),
  );
}

const STATUS_SENTENCES: Readonly<Record<string, string>> = {
  added: 'This automata is new.',
  removed: 'This automata was removed.',
  unknown: 'The versions cannot be compared.',
};

const LEGEND = 'Green, solid: added. Red, dotted: removed. Yellow, dashed: changed.';

function behaviourSection(change: ShownBehaviour, turns: readonly PageTurn[] | undefined): Markup {
  const number = counted(change.conversations, 'conversation');
  return xmlElement(
    'section',
    { class: 'change' },
    xmlElement('h4', {}, ...coded(behaviourSentence(change))),
    xmlElement('p', { class: 'where' }, `${change.file}:${change.line}, ${number}`),
    turns && conversation(change, turns),
  );
}

function conversation(change: ShownBehaviour, turns: readonly PageTurn[]): Markup {
  const rows = turns.map(({ event, before, after }) => {
    const [old, current] = [shownOutputs(before), shownOutputs(after)];
    return xmlElement(
      'li',
      { class: old.text === current.text ? undefined : 'differs' },
      event === undefined ? undefined : xmlElement('p', { class: 'event' }, event),
      xmlElement('div', { class: 'before' }, xmlElement('h5', {}, 'Before'), old),
      xmlElement('div', { class: 'after' }, xmlElement('h5', {}, 'After'), current),
    );
  });
  return joinMarkup([
    ...resultLines(change.tasks).map((line) => xmlElement('p', { class: 'where' }, line)),
    xmlElement(
      'ol',
      { class: 'turns', tabindex: 0, 'aria-label': 'The conversation in both versions' },
      ...rows,
    ),
  ]);
}

/** What a version shows in a turn. */
function shownOutputs(outputs: readonly ConversationOutput[]): Markup {
  if (outputs.length === 0) return xmlElement('p', { class: 'nothing' }, 'This version does not get here.');
  return joinMarkup(outputs.map(shownOutput));
}

function shownOutput(output: ConversationOutput): Markup | undefined {
  switch (output.kind) {
    case 'message':
      return message(output);
    case 'form':
      return form(output);
    case 'task': {
      const label = output.name ?? output.moduleType;
      return xmlElement(
        'details',
        {},
        xmlElement('summary', {}, `task ${label}`),
        xmlElement('pre', {}, JSON.stringify(output.config, undefined, 2)),
      );
    }
    case 'ended':
      return xmlElement('p', { class: 'note' }, 'The conversation is over.');
    case 'form_error':
      return xmlElement('p', { class: 'fault' }, `${output.field}: ${formatMessage(output.message)}`);
    case 'error':
    case 'note':
      return xmlElement(
        'p',
        { class: output.kind === 'error' ? 'fault' : 'note' },
        formatMessage(output.message),
      );
    case 'state':
    case 'ask':
      return undefined;
  }
}

function message({ text, image, audio, video, buttons }: ChatMessage): Markup {
  const media = Object.entries({ image, audio, video }).flatMap(([name, address]) =>
    address === undefined ? [] : [xmlElement('p', { class: 'where' }, `${name}: ${address}`)],
  );
  const choices = buttons.map(({ content, event, payload }) => {
    const raised = payload === undefined ? event : `${event} ${JSON.stringify(payload)}`;
    return xmlElement('li', { title: raised }, content);
  });
  return xmlElement(
    'div',
    { class: 'message' },
    text === undefined ? undefined : xmlElement('p', { class: 'said' }, text),
    ...media,
    choices.length === 0 ? undefined : xmlElement('ul', { class: 'buttons' }, ...choices),
  );
}

function form({ fields }: FormOpened): Markup {
  const items = fields.map(({ label, type, choices, isRequired }) => {
    const among = choices === undefined ? '' : `: ${choices.map((one) => JSON.stringify(one)).join(', ')}`;
    return xmlElement('li', {}, `${label}${isRequired ? ' *' : ''} (${type})${among}`);
  });
  return xmlElement('ul', { class: 'form' }, ...items);
}

function structureItem(change: ShownChange): Markup {
  const lines = valueLines(change).map((line) =>
    xmlElement('span', { class: LINE_CLASSES[line.charAt(0)] }, `${line}\n`),
  );
  return xmlElement(
    'li',
    {},
    ...coded(changeSentence(change)),
    ' ',
    xmlElement('span', { class: 'where' }, `${change.file}:${change.line}`),
    lines.length === 0 ? undefined : xmlElement('pre', {}, ...lines),
  );
}

const LINE_CLASSES: Readonly<Record<string, string>> = { '-': 'removed', '+': 'added' };

/** A sentence of ours, in which names are between backticks. */
function coded(sentence: string): readonly (Markup | string)[] {
  return sentenceParts(sentence).map(({ text, isCode }) => (isCode ? xmlElement('code', {}, text) : text));
}

/** Plays conversations: a row of buttons above each, and the arrow keys in it. */
const SCRIPT = `
for (const list of document.querySelectorAll('.turns')) {
  const turns = [...list.children];
  let shown = turns.length;
  let timer;
  const bar = document.createElement('div');
  bar.className = 'bar';
  const state = document.createElement('span');
  state.setAttribute('role', 'status');
  const show = (count) => {
    shown = Math.min(Math.max(count, 1), turns.length);
    turns.forEach((turn, index) => { turn.hidden = index >= shown; });
    state.textContent = 'Turn ' + shown + ' of ' + turns.length;
  };
  const stop = () => { clearInterval(timer); timer = undefined; play.textContent = 'Play'; };
  const button = (name, action) => {
    const one = document.createElement('button');
    one.type = 'button';
    one.textContent = name;
    one.addEventListener('click', action);
    bar.append(one);
    return one;
  };
  button('Previous', () => { stop(); show(shown - 1); });
  button('Next', () => { stop(); show(shown + 1); });
  const play = button('Play', () => {
    if (timer !== undefined) return stop();
    show(shown === turns.length ? 1 : shown + 1);
    play.textContent = 'Stop';
    timer = setInterval(() => { show(shown + 1); if (shown === turns.length) stop(); }, 1200);
  });
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    stop();
    show(shown + (event.key === 'ArrowRight' ? 1 : -1));
  });
  bar.append(state);
  list.before(bar);
  show(turns.length);
}
`;
