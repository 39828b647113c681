import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exportOf } from '../../support/exported';
import type { FixtureFile } from '../../support/fixture';
import { stateFilesIn } from '../../support/state-files';

/** A file to mutate, with the files of its project. */
export interface Sample {
  readonly name: string;
  readonly path: string;
  readonly files: readonly FixtureFile[];
}

/** Automata of a folder by their main files, whose exports are mutated as JSON. */
interface Folder {
  readonly name: string;
  readonly path: string;
  readonly mains: readonly string[];
}

/** All state files of the examples; each automata also as JSON. */
export function exampleSamples(root: string): Sample[] {
  return [
    { name: 'examples', path: join(root, 'examples'), mains: ['echo.automata.yaml'] },
    { name: 'trivia', path: join(root, 'examples/trivia'), mains: ['main.yaml'] },
  ].flatMap(samplesOf);
}

/** The same of authors, if the folder exists. */
export function realSamples(folder: string): Sample[] {
  return [
    { name: 'quiz', path: join(folder, 'quiz'), mains: ['advanced.yaml'] },
    { name: 'javascript', path: join(folder, 'master-javascript'), mains: [] },
    { name: 'prompting', path: join(folder, 'master-prompting'), mains: ['main.yaml'] },
  ]
    .filter(({ path }) => existsSync(path))
    .flatMap(samplesOf);
}

/** Scenario files, with the files of their folder. */
export function scenarioSamples(root: string): Sample[] {
  return ['examples', 'examples/trivia'].flatMap((folder) => {
    const files = stateFilesIn(join(root, folder)).filter(
      ({ path }) => folder !== 'examples' || !path.includes('/'),
    );
    return files
      .filter(({ path }) => path.endsWith('.scenario.yaml'))
      .map(({ path }) => ({ name: `${folder}/${path}`, path, files }));
  });
}

function samplesOf({ name, path: root, mains }: Folder): Sample[] {
  const files = stateFilesIn(root)
    .filter(({ path }) => !/^output\.json|\.scenario\./.test(path))
    .filter(({ path }) => name !== 'examples' || !path.includes('/'));
  const own = files
    .filter(({ path }) => /\.ya?ml$/.test(path))
    .map(({ path }) => ({
      name: `${name}/${path}`,
      path,
      files: files.filter((one) => one.path !== 'advanced.json'),
    }));
  return [...own, ...mains.flatMap((main) => asJson(name, main, files))];
}

/** An automata as JSON in the usual layout, and on one line. */
function asJson(name: string, main: string, files: readonly FixtureFile[]): Sample[] {
  const exported = exportOf(files, main);
  if (!('text' in exported)) return [];
  const path = main.replace(/\.yaml$/, '.json');
  const indented = JSON.stringify(JSON.parse(exported.text), null, 2);
  return [
    { name: `${name}/${path}`, path, files: [{ path, text: `${indented}\n` }] },
    { name: `${name}/${path} on one line`, path, files: [{ path, text: exported.text }] },
  ];
}
