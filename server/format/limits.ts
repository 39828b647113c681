/** Input types whose values are files. */
export const FILES: readonly string[] = ['image', 'audio', 'video', 'file'];
const TEXTS = ['text', 'string', 'IM'];
const NUMBERS = ['number', 'integer'];

/**
 * The input types to which a limit of a validation cannot apply. Cases that the documentation leaves open (the length
 * of a `text_file`, the number of files of an image input) are not listed.
 */
const IMPOSSIBLE: Readonly<Record<string, readonly string[]>> = {
  max_length: [...FILES, ...NUMBERS, 'boolean', 'array', 'object'],
  max_file_size: [...TEXTS, ...NUMBERS, 'boolean'],
  max_number: [...TEXTS, ...FILES, 'text_file', 'boolean'],
  min_number: [...TEXTS, ...FILES, 'text_file', 'boolean'],
  max_items: [...TEXTS, ...NUMBERS, 'boolean'],
  min_items: [...TEXTS, ...NUMBERS, 'boolean'],
};

/** The limits that a validation may have. */
export const LIMITS: readonly string[] = Object.keys(IMPOSSIBLE);

/** Whether a limit has no effect on inputs of a type. */
export function isIneffectiveLimit(limit: string, type: string): boolean {
  return IMPOSSIBLE[limit]?.includes(type) ?? false;
}
