import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/** A text that changes, with its path as shown. */
export interface ChangedText {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The changes of texts as one unified diff, which `git apply` and `patch -p1` understand. */
export function unifiedDiff(changed: readonly ChangedText[]): string {
  return changed
    .map(({ path, before, after }) => {
      const [from, to] = [`a/${path}`, `b/${path}`];
      const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
      return createTwoFilesPatch(from, to, before, after, '', '', options);
    })
    .join('');
}
