import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { contextOf } from './context';
import { NameReader } from './names';

/** The types of names of a project for one request. They are not cached. */
export function currentNames(workspace: Workspace, project: Project): NameReader {
  return new NameReader(workspace, project, contextOf(workspace, project));
}
