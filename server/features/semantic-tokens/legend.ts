/**
 * Kinds of names with different colours. Standard token types are used where they exist, so that every theme supports
 * them; `state` is our own. The manifest describes our own types.
 */
export const TOKEN_TYPES = [
  'state',
  'event',
  'parameter',
  'variable',
  'property',
  'function',
  'class',
] as const;

/** Token modifiers. The first two are standard, the others are our own. */
export const TOKEN_MODIFIERS = [
  'declaration',
  'defaultLibrary',
  /** A variable of the automata's `context`. */
  'context',
  /** The result of a task, or a parameter that a function of the model fills in. */
  'result',
  'output',
  /** A key of an event's payload. */
  'payload',
  /** It is certainly not defined. */
  'unknown',
] as const;

export type TokenType = (typeof TOKEN_TYPES)[number];
export type TokenModifier = (typeof TOKEN_MODIFIERS)[number];
