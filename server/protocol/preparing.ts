import { isPrepared, prepared } from '../inference/prepared';
import type { Address } from '../project/paths';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import type { Changes } from './changes';
import type { Reading } from './reading';
import { Turns } from './turn';

/**
 * Has what is made from a whole project made in stretches before a question asks for it, which would have to make it in
 * one go, while nobody else is answered. Whoever waits for the same project waits for the same work.
 */
export class Preparing {
  private readonly running = new Map<Project, Promise<unknown>>();

  constructor(
    private readonly workspace: Workspace,
    private readonly changes: Changes,
    private readonly reading: Pick<Reading, 'over'>,
  ) {}

  /** Resolves when all projects of a file are read and prepared; undefined if nothing has to be waited for. */
  over(address: Address): Promise<unknown> | undefined {
    const reading = this.reading.over(address);
    if (reading) return reading.then(() => this.over(address));
    const { workspace } = this;
    const due = workspace.projectsOf(address).filter((project) => !isPrepared(workspace, project));
    return due.length > 0 ? Promise.all(due.map((project) => this.prepare(project))) : undefined;
  }

  private prepare(project: Project): Promise<unknown> {
    const known = this.running.get(project);
    if (known) return known;
    const work = new Turns(this.changes)
      .finish(() => prepared(this.workspace, project))
      .finally(() => this.running.delete(project));
    this.running.set(project, work);
    return work;
  }
}
