/**
 * Kinds of names that are told apart by colour. Where the protocol has a word for a kind it is used, so that every
 * theme and editor knows it; `state` is our own. The manifest of the extension describes those that are our own.
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

/** Modifiers of a name. The first two are defined by the protocol, the others by the extension. */
export const TOKEN_MODIFIERS = [
  'declaration',
  'defaultLibrary',
  /** A variable of the automata's `context`. */
  'context',
  /** The result of a task, or a parameter that a function of the model fills in. */
  'result',
  'output',
  /** A key of what an event carries. */
  'payload',
  /** It is certainly not defined. */
  'unknown',
] as const;

export type TokenType = (typeof TOKEN_TYPES)[number];
export type TokenModifier = (typeof TOKEN_MODIFIERS)[number];
