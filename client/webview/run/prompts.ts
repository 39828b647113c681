import type { Json } from '../../../server/run/conversation/events';

/** The names of texts that a task answers or speaks; those of the user come first. */
const PROMPTS = [/user_prompt/, /^(?:content|text|query|question|message|input|prompt)$/, /prompt/];

/** The prompts in a configuration, in the order in which a reader needs them. */
export function promptsOf(config: Json): readonly { readonly name: string; readonly text: string }[] {
  if (typeof config !== 'object' || config === null) return [];
  const texts = Object.entries(config).flatMap(([name, text]) => {
    const rank = PROMPTS.findIndex((one) => one.test(name));
    return typeof text === 'string' && text.trim() !== '' && rank >= 0 ? [{ name, text, rank }] : [];
  });
  return texts.sort((a, b) => a.rank - b.rank).map(({ name, text }) => ({ name, text }));
}
