import type { ExploreCode } from './explore';

/** What a kind of fault means, for formats that describe the kinds that they contain. */
interface ExploreKind {
  readonly title: string;
  readonly doc: string;
  readonly severity: 'error' | 'warning';
}

/** The kinds of faults by their codes. */
export const EXPLORE_KINDS: Readonly<Record<ExploreCode, ExploreKind>> = {
  'case-unreached': {
    title: 'Case is never reached',
    doc: 'No conversation takes this case of a transition.',
    severity: 'warning',
  },
  'dead-end': {
    title: 'No way to go on',
    doc: 'No button and no message leads to a state, and the conversation is not over; or a form has a required field without choices.',
    severity: 'error',
  },
  endless: {
    title: 'Endless loop',
    doc: 'States follow one another without an end, regardless of the results of tasks.',
    severity: 'error',
  },
  'event-unhandled': {
    title: 'Event is not handled',
    doc: 'Nothing handles the event of a button, or `DONE` of an automata inside another.',
    severity: 'error',
  },
  'expression-fault': { title: 'Expression fails', doc: 'An expression fails.', severity: 'error' },
  'promise-refuted': {
    title: 'Promise is refuted',
    doc: 'A conversation refutes a promise of a scenario file, or no conversation has the message that it promises.',
    severity: 'error',
  },
  'raw-braces': {
    title: 'Users see the source of an expression',
    doc: 'Users see the source of an expression, because its value is `undefined` or `null`.',
    severity: 'error',
  },
  'state-unreached': {
    title: 'State is never reached',
    doc: 'No conversation reaches this state.',
    severity: 'warning',
  },
  'target-missing': {
    title: 'Target does not exist',
    doc: 'The target of a transition does not exist.',
    severity: 'error',
  },
  'task-failed': { title: 'Task fails', doc: 'The code of a Code Runner fails.', severity: 'error' },
  'undefined-shown': {
    title: 'Users see an undefined value',
    doc: 'Users see `undefined`, `NaN` or `[object Object]`, or an empty message or button, because its text is undefined.',
    severity: 'error',
  },
  'wrong-output': {
    title: 'Output sets a part of a variable',
    doc: 'An output sets a part of a context variable.',
    severity: 'error',
  },
};
