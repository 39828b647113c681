import { join } from 'node:path';
import type { FixtureFile } from '../support/fixture';
import { stateFilesIn } from '../support/state-files';
import { TypedProject } from './replay';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** The projects of the examples, each by its name. */
export function exampleProjects(): [string, TypedProject][] {
  const files = stateFilesIn(EXAMPLES);
  return [
    ['echo', new TypedProject(only(files, 'echo.automata.yaml'))],
    ['farewell', new TypedProject(only(files, 'farewell.state.yaml'))],
    ['trivia', new TypedProject(below(files, 'trivia'))],
  ];
}

/** Those of authors. */
export function realProjects(folder: string): [string, TypedProject][] {
  // Exported files are not typed.
  const files = stateFilesIn(folder).filter(({ path }) => !path.endsWith('output.json'));
  const json = only(files, 'quiz/advanced.json').map(({ text }) => ({
    path: 'advanced.automata.json',
    text,
  }));
  return [
    ['quiz', new TypedProject(only(files, 'quiz/advanced.yaml'))],
    ['quiz in JSON', new TypedProject(json)],
    ['prompting', new TypedProject(below(files, 'master-prompting'))],
    ['javascript', new TypedProject(below(files, 'master-javascript'))],
  ];
}

function only(files: readonly FixtureFile[], path: string): FixtureFile[] {
  return files.filter((file) => file.path === path);
}

function below(files: readonly FixtureFile[], folder: string): FixtureFile[] {
  return files
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ path, text }) => ({ path: path.slice(folder.length + 1), text }));
}
