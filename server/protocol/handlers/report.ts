import { childrenOf } from '../../project/resolve';
import type { ServerCounts } from '../messages';
import { answerQuestion } from '../own-messages';
import type { Handler } from './handler';

const NOTHING: ServerCounts = { folders: 0, projects: 0, files: 0, states: 0, openDocuments: 0 };

export const reportHandler: Handler = {
  register(services) {
    const { workspace, loader, findings } = services;
    answerQuestion(services, 'atomicState/report', NOTHING, async () => {
      await loader.load();
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
    });
  },
};
