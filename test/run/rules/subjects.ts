import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../robustness/edits/random';
import { type FixtureFile, parseCases, parseFixture } from '../../support/fixture';
import { drawProject } from '../../support/projects';

/** Files that may be an automata. */
export interface RunSubject {
  readonly name: string;
  readonly files: readonly FixtureFile[];
  readonly main: string;
}

/** All automata below a folder: of each folder, its `main.yaml` with all files beside and below it. */
export function automataIn(root: string, name: string): RunSubject[] {
  if (!existsSync(root)) return [];
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(?:ya?ml|json|js|txt)$/.test(path) && !/\.scenario\.ya?ml$/.test(path))
    .sort();
  return paths
    .filter((path) => /(?:^|\/)(?:main|advanced)\.(?:yaml|json)$|\.automata\.(?:yaml|json)$/.test(path))
    .map((path) => {
      const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
      const files = paths
        .filter((one) => one === path || (one.startsWith(folder) && /\/(?:state|code)\//.test(`/${one}`)))
        .map((one) => ({ path: one.slice(folder.length), text: readFileSync(join(root, one), 'utf8') }));
      return { name: `${name}/${path}`, files, main: path.slice(folder.length) };
    });
}

/** All cases of the fixtures below a folder. */
export function fixturesIn(folder: string): RunSubject[] {
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      // Those of features have marks in their texts.
      .filter((path) => /^(?:rules|mistakes|fixes|inference)\/.*\.txt$/.test(path))
      .sort()
      .flatMap((path) => {
        const text = readFileSync(join(folder, path), 'utf8');
        return parseCases(text).flatMap(({ title, body }) => {
          const { files } = parseFixture(body);
          const main = files.find((one) =>
            /(?:^|\/)main\.(?:yaml|json)$|\.automata\.(?:yaml|json)$/.test(one.path),
          );
          return main ? [{ name: `${path}: ${title}`, files, main: main.path }] : [];
        });
      })
  );
}

/** A project at random, the same for the same number. */
export function randomSubject(seed: number): RunSubject {
  const draw = new Random(`rules ${seed}`).one;
  const files = drawProject(draw, seed % 2 === 0);
  return { name: `random ${seed}`, files, main: files[0]?.path ?? '' };
}
