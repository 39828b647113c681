/** The address of the repository in `package.json`, which the build puts in. There is none before it is published. */
declare const ATOMIC_STATE_REPOSITORY: string | undefined;

/** The address of the published repository, without a slash at its end. */
export const REPOSITORY =
  typeof ATOMIC_STATE_REPOSITORY === 'undefined' ? undefined : ATOMIC_STATE_REPOSITORY;

/** The address of a page of the repository, such as `docs/rules.md`; `undefined` before it is published. */
export function pageAddress(path: string, repository = REPOSITORY): string | undefined {
  return repository && `${repository}/blob/HEAD/${path}`;
}

/** The address of a file that is published with each release; `undefined` before the repository is published. */
export function releaseAddress(file: string, repository = REPOSITORY): string | undefined {
  return repository && `${repository}/releases/latest/download/${file}`;
}
