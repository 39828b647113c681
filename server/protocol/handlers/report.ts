import { childrenOf } from '../../project/resolve';
import type { ServerCounts } from '../messages';
import { parameterlessRequest } from '../own-messages';

const NOTHING: ServerCounts = { folders: 0, projects: 0, files: 0, states: 0, openDocuments: 0 };

export const reportHandler = parameterlessRequest(
  'atomicState/report',
  NOTHING,
  async ({ workspace, fileLoader, findings }) => {
    await fileLoader.load();
    const projects = [...workspace.allProjects].filter(({ isAutomata }) => isAutomata);
    const node = typeof process === 'undefined' ? undefined : process.versions?.node;
    return {
      ...(node !== undefined && { node }),
      folders: workspace.folders.length,
      projects: projects.length,
      files: findings.addresses().length,
      states: projects.reduce((sum, project) => sum + childrenOf(project, []).length, 0),
      openDocuments: [...workspace.openFiles].length,
    };
  },
);
