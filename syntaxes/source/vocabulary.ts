import { SPECIAL_EVENTS as EVENTS } from '../../server/format/events';
import { OBJECTS } from '../../server/format/objects';
import { SCENARIO_OBJECTS } from '../../server/format/scenario';
import { words } from './rule';

/** The words of the format that are coloured, as patterns; they come from the description of the format. */

/** Names such as `start` and `form` are those of states as well: in scenarios, keys have the colour of any key. */
const fields = Object.entries(OBJECTS).flatMap(([id, object]) =>
  id in SCENARIO_OBJECTS ? [] : object.fields,
);

/** The field names of all objects. A key is told by its name alone: a grammar does not know where it is. */
export const FIELDS = words(fields.map((field) => field.name));

export const SPECIAL_EVENT_NAMES = words(EVENTS.map((event) => event.name));

/** The values of every `type`. */
export const TYPE_VALUE = words(
  fields.flatMap((field) =>
    field.name === 'type' && field.type.kind === 'enum' ? field.type.values.map(({ value }) => value) : [],
  ),
);

/** Any name: modules may also be described in the settings. */
export const MODULE_VALUE = '[A-Za-z_]\\w*';
