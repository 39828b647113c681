import { AUTOMATA_SCAFFOLDS } from '../../features/completion/scaffolds';
import { newProject } from '../../features/new-project';
import { openDocument } from '../../format/document-kind';
import { formatMessage, msg } from '../../text/message';
import { toRange } from '../convert';
import { ownRequest, parameterlessRequest } from '../own-messages';

/** The templates of new projects. */
export const scaffoldsHandler = parameterlessRequest('atomicState/scaffolds', [], ({ translations }) =>
  AUTOMATA_SCAFFOLDS.map(({ label, detail }) => ({
    label,
    detail: formatMessage(msg(detail), translations),
  })),
);

/** The text of the main file of a new project. Writes no files. */
export const newProjectHandler = ownRequest(
  'atomicState/newProject',
  () => null,
  (_, { scaffold, name }) => {
    const created = newProject(scaffold, name);
    if (created === undefined) return null;
    const selection = toRange(openDocument(created.text, 'yaml'), created.toFill);
    return { path: created.path, text: created.text, selection, others: [created.scenarios] };
  },
);
