import { engine, type Revision } from '../engine/engine';
import { warm } from '../inference/warm';
import type { Address } from '../project/paths';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import type { Changes } from './changes';
import type { Reading } from './reading';
import { Turns } from './turn';

/**
 * Computes in slices what follows from a whole project before a request asks for it, which would have to compute it at
 * once, while nobody else is answered. All requests for a project wait for the same work.
 */
export class Preparing {
  private readonly running = new Map<Project, Promise<unknown>>();
  /** The revision in which all of a project was last known to be computed. */
  private readonly warmAt = new Map<Address, { readonly project: Project; readonly revision: Revision }>();

  constructor(
    private readonly workspace: Workspace,
    private readonly changes: Changes,
    private readonly reading: Pick<Reading, 'over'>,
  ) {}

  /** Resolves when all projects of a file are read and computed; undefined if nothing has to be waited for. */
  over(address: Address): Promise<unknown> | undefined {
    const reading = this.reading.over(address);
    if (reading) return reading.then(() => this.over(address));
    const waiting = this.workspace.projectsOf(address).flatMap((project) => this.prepare(project) ?? []);
    return waiting.length > 0 ? Promise.all(waiting) : undefined;
  }

  private prepare(project: Project): Promise<unknown> | undefined {
    const known = this.warmAt.get(project.root);
    if (known?.project === project && known.revision === engine.revision) return undefined;
    const running = this.running.get(project);
    if (running) return running;
    const turns = new Turns(this.changes);
    // Mostly nothing but the last edit is left to be computed.
    const isDone = turns.finishInSlice(warm(this.workspace, project));
    if (isDone) {
      this.warmAt.set(project.root, { project, revision: engine.revision });
      return undefined;
    }
    const work = turns
      .finish(() => warm(this.workspace, project))
      .finally(() => this.running.delete(project));
    this.running.set(project, work);
    return work;
  }
}
