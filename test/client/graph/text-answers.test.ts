import { expect, it, vi } from 'vitest';
import { askForChange, type QuestionContext } from '../../../client/graph/edit/question';

vi.mock('vscode', () => ({ l10n: { t: (text: string) => text } }));

const FIELD = {
  prompt: 'The message.',
  value: 'now',
  operationOf: (text: string) => ({ kind: 'setText', state: 'home', text }) as const,
  doneOf: (text: string) => `${text}.`,
};

function asked(answer?: QuestionContext['answer']) {
  return askForChange({ id: 'home', answer } as QuestionContext, FIELD);
}

it('asks for a text where it is drawn', () => {
  expect(asked()).toEqual({ field: { at: 'home', prompt: 'The message.', value: 'now' } });
});

it('writes the answer, unless the text is that already', () => {
  expect(asked({ text: 'new', before: 'now' })).toEqual({
    operation: { kind: 'setText', state: 'home', text: 'new' },
    done: 'new.',
  });
  expect(asked({ text: 'now', before: 'old' })).toBeUndefined();
});

it('replaces a text that the user has not seen only if the user confirms', () => {
  expect(asked({ text: 'new', before: 'old' })).toEqual({
    refused: 'This text has changed meanwhile. Press Enter again to replace it.',
    value: 'now',
  });
});
