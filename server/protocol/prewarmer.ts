import { isWarm, warm } from '../inference/warm';
import type { Address } from '../project/files/paths';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import type { WorkMonitor } from '../watchdog/work-monitor';
import type { ChangeSignal } from './change-signal';
import type { DocumentLoader } from './document-loader';
import { TimeSlicer } from './time-slicer';

/**
 * Precomputes results that depend on a whole project in slices; otherwise a request would compute them and block others.
 * All requests for a project wait for the same task.
 */
export class Prewarmer {
  private readonly running = new Map<Project, Promise<unknown>>();

  constructor(
    private readonly workspace: Workspace,
    private readonly changes: ChangeSignal,
    private readonly documentLoader: Pick<DocumentLoader, 'whenRead'>,
    private readonly monitor: WorkMonitor,
  ) {}

  /** Resolves when all projects of a file are read and computed; undefined if they are. */
  whenWarm(address: Address): Promise<unknown> | undefined {
    const reading = this.documentLoader.whenRead(address);
    if (reading) return reading.then(() => this.whenWarm(address));
    const { workspace } = this;
    const cold = workspace.projectsOf(address).filter((project) => !isWarm(workspace, project));
    return cold.length > 0 ? Promise.all(cold.map((project) => this.warmProject(project))) : undefined;
  }

  private warmProject(project: Project): Promise<unknown> {
    const known = this.running.get(project);
    if (known) return known;
    const { workspace, monitor } = this;
    const root = () => workspace.document(project.root);
    const work = new TimeSlicer(this.changes)
      .finish(() => monitor.task(project.root, root(), warm(workspace, project)))
      .finally(() => this.running.delete(project));
    this.running.set(project, work);
    return work;
  }
}
