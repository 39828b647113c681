import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inEnglish } from './support/english';
import { findingsOf, workspaceOf } from './support/workspace';

const EXAMPLES = join(import.meta.dirname, '../examples');

it('the examples have no findings', () => {
  const paths = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(?:ya?ml|js(?:on)?)$/.test(path),
  );
  const files = paths.map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(EXAMPLES, path), 'utf8'),
  }));
  const workspace = workspaceOf(files);
  expect([...workspace.allProjects].map((project) => project.root).sort()).toEqual([
    'file:///ws/echo.automata.yaml',
    'file:///ws/farewell.state.yaml',
    'file:///ws/trivia/main.yaml',
  ]);
  expect(
    findingsOf(workspace, files).map(
      (one) => `${one.path} ${one.finding.rule.code} ${inEnglish(one.finding.message)}`,
    ),
  ).toEqual([]);
});
