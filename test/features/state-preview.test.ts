import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PlacedPreview, statePreview } from '../../server/features/preview';
import type {
  EventOutcome,
  ExpressionChip,
  NoPreview,
  Preview,
  PreviewButton,
  PreviewField,
  PreviewText,
} from '../../server/features/preview/data';
import { allScopes } from '../../server/project/flow/flow';
import { parseCases, parseFixture } from '../support/fixture';
import { describeRealFiles } from '../support/real-files';
import { stateFilesIn } from '../support/state-files';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/state-preview.txt');
const CASES = parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]);

/** `{source: type = value}`, with `!` after the brace of a broken one; `{?` is an empty one. */
function chip({ source, type, value, isBroken }: ExpressionChip): string {
  const known = `${type === undefined ? '' : `: ${type}`}${value === undefined ? '' : ` = ${value}`}`;
  return `{${isBroken ? '!' : ''}${source}${known}}`;
}

function shown(text: PreviewText): string {
  const pieces = text.pieces.map((piece) => (piece.kind === 'text' ? piece.text : chip(piece)));
  return JSON.stringify(pieces.join('')).slice(1, -1).replaceAll('\\"', '"');
}

function way(way: EventOutcome | undefined): string | undefined {
  if (way === undefined) return undefined;
  if (way.kind !== 'cases') return `-> (${way.kind})`;
  const cases = way.cases.map(({ target, condition }) => {
    return `${target ?? '(itself)'}${condition === undefined ? '' : ` if ${condition}`}`;
  });
  return `-> ${cases.join(' | ') || '()'}`;
}

function line(...words: readonly (string | undefined | false)[]): string {
  return words.filter((word) => typeof word === 'string').join(' ');
}

function buttonLine(button: PreviewButton): string {
  return line(
    button.computed ? `(${shown(button.computed)})` : `[${button.content ? shown(button.content) : ''}]`,
    button.help && `tip "${shown(button.help)}"`,
    button.event,
    way(button.outcome),
    button.colour,
    button.background && `on ${button.background}`,
  );
}

function fieldLine(field: PreviewField): string {
  return line(
    `form ${field.name}`,
    field.label && `"${field.label}"`,
    field.type,
    field.isRequired === undefined ? 'perhaps required' : field.isRequired ? 'required' : 'optional',
    field.initial && `initial "${shown(field.initial)}"`,
    field.choices && `of ${field.choices.map(shown).join(' / ')}`,
    ...field.limits.map(({ kind, value }) => `${kind} ${value}`),
    field.help && `help "${shown(field.help)}"`,
  );
}

function lines(preview: Preview): string[] {
  const { state } = preview;
  return [
    line(
      state.name,
      state.automata === undefined ? undefined : `of ${state.automata}`,
      state.isInitial && 'initial',
      state.isFinal && 'final',
      state.isCached && 'cached',
    ),
    ...preview.tasks.map(({ name, called, result }) =>
      line('task', name ?? '?', called && `(${called})`, result && `to ${result}`),
    ),
    ...preview.form.map(fieldLine),
    ...preview.received.map(({ name }) => `received ${name}`),
    ...(preview.sender
      ? [
          line(
            'sender',
            preview.sender.name && shown(preview.sender.name),
            preview.sender.avatar && `(${shown(preview.sender.avatar)})`,
          ),
        ]
      : []),
    ...(preview.text ? [`text ${shown(preview.text)}`] : []),
    ...preview.media.map(({ kind, address }) => `${kind} ${shown(address)}`),
    ...preview.rows.map((row) => `row ${row.map(buttonLine).join(' ')}`),
    ...preview.replies.map((reply) => `reply ${shown(reply)}`),
    ...(preview.chat ? [`chat ${way(preview.chat.outcome)}`] : []),
    ...(preview.always ? [`always ${way(preview.always.outcome)}`] : []),
  ];
}

function found(answer: PlacedPreview | NoPreview): PlacedPreview {
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

/** All chips of a preview. */
function chipsOf(part: unknown): ExpressionChip[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('kind' in part && part.kind === 'expression') return [part as ExpressionChip];
  return Object.values(part).flatMap(chipsOf);
}

describe.each(LINE_BREAKS)('%s', (_name, convert) => {
  it.each(CASES)('%s', (_title, body = '') => {
    const { files, cursor } = parseFixture(body);
    const expected = files.find(({ path }) => path === 'preview')?.text.trimEnd();
    const converted = files
      .filter(({ path }) => path !== 'preview')
      .map(({ path, text }) => ({ path, text: convert(text) }));
    const workspace = workspaceOf(converted);
    const path = cursor?.path ?? converted[0]?.path ?? '';
    const plain = files.find((file) => file.path === path)?.text ?? '';
    const offset = convert(plain.slice(0, cursor?.offset ?? 0)).length;
    const answer = statePreview(workspace, addressOf(path), offset);
    if (typeof answer === 'string') {
      expect(answer).toBe(expected);
      return;
    }
    const { address, preview } = answer;
    expect(lines(preview).join('\n').replaceAll('\\r\\n', '\\n')).toBe(expected);
    const text = workspace.document(address)?.text ?? '';
    const slice = (at: number) => text.slice(preview.places[at]?.start, preview.places[at]?.end);
    for (const one of chipsOf(preview)) {
      // A short word of it is in the text unchanged.
      const word = /[a-z]\w+/i.exec(one.source)?.[0] ?? '';
      const from = slice(one.at);
      if (!from.startsWith('*') && !one.source.startsWith('!') && !from.endsWith('.json'))
        expect(from).toContain(word);
    }
    for (const { at, name } of [...preview.form, ...preview.received]) expect(slice(at)).toContain(name);
    if (preview.chat) expect(slice(preview.chat.at)).toContain('CHAT');
    if (preview.always) expect(slice(preview.always.at)).toContain('ALWAYS');
    for (const { start, end } of preview.places) {
      expect(start).toBeLessThanOrEqual(end);
      expect(end).toBeLessThanOrEqual(text.length);
    }
  });
});

it('keeps the shown state if the cursor is outside all states', () => {
  const text = 'initial: a\nstates:\n  a: {}\n  b:\n    render: { text: B }\n';
  const workspace = workspaceOf([{ path: 'main.yaml', text }]);
  const at = (offset: number, id?: string) =>
    found(statePreview(workspace, addressOf('main.yaml'), offset, id)).preview.state.id;
  expect(at(0)).toBe('a');
  expect(at(0, 'b')).toBe('b');
  expect(at(0, 'gone')).toBe('a');
  expect(at(text.indexOf('a: {}'), 'b')).toBe('a');
});

it('shows no state above the states of a standalone file', () => {
  const workspace = workspaceOf([]);
  const text = '# c\n\na: { render: { text: A } }\n';
  workspace.openFile(addressOf('some.yaml'), 'atomic-state', text);
  expect(statePreview(workspace, addressOf('some.yaml'), 0)).toBe('no-state');
  const { preview } = found(statePreview(workspace, addressOf('some.yaml'), text.indexOf('A')));
  expect(lines(preview)).toEqual(['a', 'text A']);
});

describeRealFiles((folder) => {
  it('have a preview of every state', () => {
    const workspace = workspaceOf(stateFilesIn(folder));
    let buttons = 0;
    for (const project of workspace.allProjects) {
      for (const { source, unit, scope } of allScopes(project)) {
        const start = project.source(source)?.document.startOf(unit) ?? 0;
        if (scope.kind !== 'state' || scope.name === undefined) continue;
        const { preview } = found(statePreview(workspace, source, start + scope.name.start));
        expect(preview.state.name).toBe(scope.name.text);
        buttons += preview.rows.flat().length;
      }
    }
    expect(buttons).toBeGreaterThan(30);
  });
});
