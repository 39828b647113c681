/** An error for the user: the message is one sentence that says what is wrong. The command ends with `EXIT.usage`. */
export class CommandError extends Error {}

/** Something was not written, because it would have lost or changed more than it should. The exit code is `EXIT_CODES.found`. */
export class RefusedError extends CommandError {}

export const NOT_A_FOLDER = 'a part of the path is not a folder';

/** Explanations of the system's error codes. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'another process is using it',
  EDQUOT: 'the disk quota is exceeded',
  EEXIST: 'it already exists',
  EIO: 'the disk reports an error',
  EISDIR: 'this is a folder, not a file',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: NOT_A_FOLDER,
  ENOTEMPTY: 'the folder is not empty',
  EPERM: 'the system does not permit this',
  EPIPE: 'nothing reads the output',
  EROFS: 'the file system is read-only',
};

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Why something failed, as the end of a sentence, without a full stop. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return REASONS[errorCode(error) ?? ''] ?? plainReason(message);
}

/** The same for the message of a Node error, such as `EACCES: permission denied, open '/a'`. */
export function plainReason(message: string): string {
  const [, code = '', text] = /^(E[A-Z0-9]+): ([^,\n]+)/.exec(message) ?? [];
  return REASONS[code] ?? text ?? message.trimEnd().replace(/\.$/, '');
}

/** An error for the user. */
export function errorSentence(error: unknown): string {
  if (error instanceof Error && errorCode(error) === undefined) return error.message;
  const path = error instanceof Error && 'path' in error ? `${error.path}: ` : 'The command failed: ';
  return `${path}${reasonOf(error)}.`;
}

/** Rewords a system error about a path; other errors are unchanged. */
export function errorAtPath(path: string, error: unknown): unknown {
  return errorCode(error) === undefined ? error : new CommandError(`${path}: ${reasonOf(error)}.`);
}
