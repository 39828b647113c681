import type { Address } from '../project/paths';
import type { Workspace } from '../project/workspace';
import { type Range, shift } from '../text/range';
import { symbolCard } from './hover-symbol';
import { wordCard } from './hover-word';
import { locate } from './locate';
import { symbolAt } from './symbol';

/** What is to be said of a place, and of which stretch of the document it is said. */
export interface Hover {
  readonly range: Range;
  readonly markdown: string;
}

/**
 * What stands at an offset of a document, told briefly: a name by what it stands for in the project, any other word
 * by what the format says of it. Undefined for files that are none of ours, and where there is nothing to say.
 */
export function hover(workspace: Workspace, address: Address, offset: number): Hover | undefined {
  const at = locate(workspace, address, offset);
  if (at === undefined) return undefined;
  const ref = symbolAt(at);
  const markdown = ref && symbolCard(at, ref);
  if (ref && markdown) return { range: shift(ref.mention.reach, at.unitStart), markdown };
  const word = wordCard(at);
  return word && { range: shift(word.range, at.unitStart), markdown: word.markdown };
}
