import { engine } from '../engine/engine';
import type { FileUse, UnitFacts } from '../facts/facts';
import type { DataFile } from '../project/files/files';
import type { ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { countLeading } from '../text/binary-search';
import { literalType, STRING_TYPE, type ValueType } from '../types/value-type';
import type { ScalarNode } from '../yaml/tree/tree';
import type { OriginText } from './node-types';

/**
 * The type of what `!oneline` includes at a node: the text of the file if it is read, otherwise any text. With
 * origins, the text has the address of the file.
 */
export function typeOfFile(
  workspace: Workspace,
  project: Project,
  at: ScopeEntry,
  facts: UnitFacts,
  node: ScalarNode,
  hasOrigins: boolean,
): ValueType {
  const use = fileUseIn(facts, node);
  if (use === undefined) return STRING_TYPE;
  const { address } = workspace.resolvePath(project, { ...at, name: use.path, use });
  const file = workspace.dataFile(address);
  if (file === undefined) return STRING_TYPE;
  if (hasOrigins) return literalType(file.text, { kind: 'file', address } satisfies OriginText);
  return typeOfText(file);
}

/** The use of a file that is written within a node. */
function fileUseIn(facts: UnitFacts, { start, end }: ScalarNode): FileUse | undefined {
  const files = filesInOrder(facts);
  const use = files[countLeading(files, ({ path }) => path.start < start)];
  return use && use.path.end <= end ? use : undefined;
}

const filesInOrder = engine.query('files of a unit', ({ files }: UnitFacts): readonly FileUse[] =>
  files.toSorted((a, b) => a.path.start - b.path.start),
);

const typeOfText = engine.query('type of a file', ({ text }: DataFile): ValueType => literalType(text));
