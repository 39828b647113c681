import { RESERVED_NAMES } from '../../format/names';
import { formatMessage, msg } from '../../text/message';
import type { Rule } from '../rule';
import { renameFix } from './better-name';
import { definedNames, NAME_KIND_TEXT } from './defined-names';
import { formatNames } from './words';

/** A name that is the name of a field. */
export const reservedName: Rule = {
  code: 'reserved-name',
  severity: 'error',
  title: 'A reserved word is taken as a name',
  doc: `States, context variables, inputs and outputs may not be called like a field of the format: ${formatMessage(formatNames([...RESERVED_NAMES]))}. In a file of states each key at the root is the name of a state.`,
  example: {
    wrong: 'outputs:\n  context.type: quiz',
    right: 'outputs:\n  context.quiz_type: quiz',
  },
  check(subject, report) {
    for (const { kind, name, isLost } of definedNames(subject)) {
      if (kind === 'event' || !RESERVED_NAMES.has(name.text)) continue;
      const hint = isLost ? msg(' If it is a part of the state above, indent it.') : '';
      report(
        name,
        msg`\`${name.text}\` is a word of the format: ${NAME_KIND_TEXT[kind]} cannot be called so.${hint}`,
        { fixes: isLost ? [] : renameFix(subject, kind, name.text, name) },
      );
    }
  },
};
