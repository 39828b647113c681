import { WHOLE_AUTOMATA } from '../../features/completion/scaffolds';
import { newProject } from '../../features/new-project';
import { openDocument } from '../../format/shape';
import { toRange } from '../convert';
import { answerOwn, answerQuestion } from '../own-messages';
import type { Handler } from './handler';

/** What a new project may begin with, and the text of its main file; nothing is written here. */
export const newProjectHandler: Handler = {
  register(services) {
    const scaffolds = WHOLE_AUTOMATA.map(({ label, detail }) => ({ label, detail }));
    answerQuestion(services, 'atomicState/scaffolds', [], () => scaffolds);
    answerOwn(
      services,
      'atomicState/newProject',
      () => null,
      ({ scaffold, name }) => {
        const made = newProject(scaffold, name);
        if (made === undefined) return null;
        const selection = toRange(openDocument(made.text, 'yaml'), made.toFill);
        return { path: made.path, text: made.text, selection };
      },
    );
  },
};
