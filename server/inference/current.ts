import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { contextOf } from './context';
import { NameReader } from './names';

/** Who tells what the names of a project stand for as of now: for one question, whose answer nobody keeps. */
export function currentNames(workspace: Workspace, project: Project): NameReader {
  return new NameReader(workspace, project, contextOf(workspace, project));
}
