import type { Document } from '../yaml/cut/document';
import type { Unit } from '../yaml/cut/unit';
import { detectLayout, type TextLayout } from '../yaml/write/layout';
import { type Address, folderOf } from './files/paths';
import type { Project } from './project';

/** The layout of new text in a unit: like that of the unit, of its file, and of similar files of its project. */
export function layoutIn(project: Project, address: Address, unit: Unit): TextLayout {
  return detectLayout(unit, project.source(address)?.document, ...similarDocuments(project, address));
}

/** The number of other files that the layout of a file is read from. */
const MAX_SIMILAR_DOCUMENTS = 3;

/** Other documents of the project in the same notation, those of the same folder only. */
function similarDocuments(project: Project, address: Address): readonly Document[] {
  const notation = project.source(address)?.document.notation;
  const documents: Document[] = [];
  for (const { source: other } of project.members) {
    if (documents.length === MAX_SIMILAR_DOCUMENTS) break;
    const isSimilar = other.address !== address && folderOf(other.address) === folderOf(address);
    if (isSimilar && other.document.notation === notation) documents.push(other.document);
  }
  return documents;
}
