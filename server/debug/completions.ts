import type { DebugProtocol } from '@vscode/debugprotocol';
import type { ValueRef } from '../run/sandbox/sandbox';
import { COMMAND_NAMES } from './console-commands';
import type { Debuggee } from './debuggee';
import { effectOf, look } from './evaluation';
import { completableMembers } from './inspection';

/** Completions in the console after a text: commands, members of a value, variables. */
export function completionsAt(
  before: string,
  variables: ReadonlyMap<string, ValueRef>,
  { program, player }: Debuggee,
): readonly DebugProtocol.CompletionItem[] {
  if (/^\s*:[a-z-]*$/.test(before))
    return COMMAND_NAMES.map((label) => ({
      label,
      type: 'keyword',
      start: before.indexOf(':'),
      length: before.trimStart().length,
    }));
  const [word = ''] = /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]*$/u.exec(before) ?? [];
  const range = { start: before.length - word.length, length: word.length };
  const [, object] =
    /(?<![\p{L}\p{N}_$\]]|(?<!\.\.)\.)([\p{L}_$][\p{L}\p{N}_$]*(?:\??\.[\p{L}\p{N}_$]+|\[\d+\])*)\??\.[\p{L}\p{N}_$]*$/u.exec(
      before,
    ) ?? [];
  if (object === undefined) {
    if (/\.\s*[\p{L}\p{N}_$]*$/u.test(before)) return [];
    return [...variables.keys()].map((label) => ({ label, type: 'variable', ...range }));
  }
  if (effectOf(object) !== 'none') return [];
  const found = look(object, variables, program.texts, player.sandbox);
  if ('problem' in found) return [];
  return completableMembers(found.value, player.sandbox).map(({ name, isMethod }) => ({
    label: name,
    type: isMethod ? 'method' : 'property',
    ...range,
  }));
}
