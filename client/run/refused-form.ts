import type { ShownTurn } from '../../server/run/conversation/chat-data';

/** Whether the form of a turn stays open because a value is not valid: its user only sees the error at the field. */
export function isRefusedForm({ outputs }: ShownTurn): boolean {
  return outputs.some(({ kind }) => kind === 'form_error');
}
