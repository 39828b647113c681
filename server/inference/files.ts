import { engine } from '../engine/engine';
import type { UnitFacts } from '../facts/facts';
import type { DataFile } from '../project/files';
import type { Project } from '../project/project';
import type { ScopeEntry } from '../project/symbols';
import type { Workspace } from '../project/workspace';
import { literal, type Shape, STRING } from '../shapes/shape';
import type { ScalarNode } from '../yaml/tree';
import type { Text } from './written';

/**
 * The type of what `!oneline` includes at a node: the text of the file if it is read, otherwise any text. With
 * origins, the text has the address of the file.
 */
export function shapeOfFile(
  workspace: Workspace,
  project: Project,
  at: ScopeEntry,
  facts: UnitFacts,
  node: ScalarNode,
  hasOrigins: boolean,
): Shape {
  const use = facts.files.find(({ path }) => node.start <= path.start && path.end <= node.end);
  if (use === undefined) return STRING;
  const { address } = workspace.resolvePath(project, { ...at, name: use.path, use });
  const file = workspace.dataFile(address);
  if (file === undefined) return STRING;
  if (hasOrigins) return literal(file.text, { kind: 'file', address } satisfies Text);
  return shapeOfText(file);
}

const shapeOfText = engine.query('type of a file', ({ text }: DataFile): Shape => literal(text));
