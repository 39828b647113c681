import { sectionIn } from '../rules/declare';
import { addToSection } from '../rules/edits';
import { msg } from '../text/message';
import { pairOf } from '../yaml/tree/tree';
import { OTHER_FORM } from './draft';
import { isRefusal, type Operate, refuse } from './outcome';
import { definitionOf } from './places';
import { removeWithSections } from './remove';

/** Sets or removes `is_final`; removed, because states are not final by default. */
export const setFinal: Operate<'setFinal'> = (draft, { state, final }) => {
  const entry = definitionOf(draft.project, state);
  if (isRefusal(entry)) return entry;
  if (state === '') return refuse(msg('Only states in an automata can be final. Choose one of its states.'));
  const { unit, map } = entry;
  const properties = pairOf(map, 'properties')?.value;
  const pair = properties?.kind === 'map' ? pairOf(properties, 'is_final') : undefined;
  const value = pair?.value;
  if (pair === undefined || value === undefined) {
    if (!final) return { id: state };
    const section = sectionIn(map, 'properties');
    const field = { name: 'is_final', value: true };
    const edits = addToSection(unit, map, section, field, draft.layoutOf(entry));
    return draft.edit(entry, edits) ?? draft.doneAtText(state);
  }
  if (value.kind !== 'scalar' || value.empty) return OTHER_FORM;
  const isPlain = value.style === 'plain' && value.type === 'boolean';
  if (isPlain && (value.value.toLowerCase() === 'true') === final) return { id: state };
  const edits = final ? [{ range: value, text: 'true' }] : removeWithSections(unit, pair, map);
  return draft.edit(entry, edits) ?? draft.doneAtText(state);
};
