import type { MapTemplate } from '../../yaml/write/values';
import type { CompletionContext } from './completion-context';
import { existingKeys, isNamedMain } from './completion-context';
import type { CompletionCandidate } from './item';
import { TemplateText } from './template-text';
import AUTOMATA from './templates/automata.yaml';
import CHAT_BOT from './templates/chat-bot.yaml';
import QUIZ from './templates/quiz.yaml';
import SCENARIOS from './templates/scenarios.yaml';
import STATE from './templates/state.yaml';

/** Templates of whole files, for empty files. */

const RANK = 0;

/** For an empty file: the kinds of files that it can become, given what is known about it. */
export function scaffoldCandidates(context: CompletionContext): CompletionCandidate[] {
  const { at, cursor, step } = context;
  if (cursor.role !== 'either' || step.parent !== undefined || existingKeys(context).size > 0) return [];
  if (at.source.document.text.replace(/^[ \t]*#.*$/gm, '').trim() !== cursor.prefix + after(context))
    return [];
  const { documentKind } = at.source;
  if (documentKind === 'scenarios')
    return [candidate('scenarios', 'a conversation and what is expected of it', SCENARIO_FILE.value)];
  if (documentKind === 'configuration' || documentKind === 'modules') return [];
  if (documentKind === 'states')
    return [candidate('atomic state', 'a state of this automata', { new_state: STATE_FILE.value })];
  const automata = AUTOMATA_SCAFFOLDS.map(({ label, detail, template }) =>
    candidate(label, detail, template.value),
  );
  const lone = candidate(
    'atomic state',
    'one state on its own',
    new Map([['type', 'state'], ...STATE_FILE.value]),
  );
  if (documentKind !== 'state') return automata;
  return isNamedMain(context) ? [...automata, lone] : [lone, ...automata];
}

function after({ at, cursor }: CompletionContext): string {
  return at.unit.text.slice(at.offset, cursor.replace.end).trim();
}

function candidate(label: string, detail: string, value: MapTemplate): CompletionCandidate {
  return { label, kind: 'snippet', insert: { as: 'entries', value }, rank: RANK, detail };
}

const SCENARIO_FILE = new TemplateText(SCENARIOS);
const STATE_FILE = new TemplateText(STATE);

/** A template of a whole automata. */
interface Scaffold {
  readonly label: string;
  readonly detail: string;
  readonly template: TemplateText;
}

export const AUTOMATA_SCAFFOLDS: readonly Scaffold[] = [
  {
    label: 'automata',
    detail: 'two states with a button to go on and one to go back',
    template: new TemplateText(AUTOMATA),
  },
  {
    label: 'quiz',
    detail: 'questions with right and wrong answers, and a score',
    template: new TemplateText(QUIZ),
  },
  {
    label: 'chat bot with voice',
    detail: 'answers of a language model, read aloud',
    template: new TemplateText(CHAT_BOT),
  },
];
