import type { NameNode } from '../../facts/facts';
import { RESERVED_NAMES } from '../../format/names';
import { fieldOf } from '../../format/objects';
import { pathKey } from '../../project/symbols';
import { formatMessage, type Message, msg } from '../../text/message';
import type { Rule, Subject } from '../rule';
import { renameFix } from './better-name';
import { definedNames, NAME_KIND_TEXT } from './defined-names';
import { formatNames } from './descriptions';

/** Whether the preceding name in the file is also a misplaced section: several in a row are one mistake. */
function followsMisplacedSection({ project, source, scopes }: Subject, name: NameNode): boolean {
  const entry = scopes.find(({ scope }) => scope.name?.start === name.start);
  if (entry === undefined) return false;
  const siblings = project
    .inOrder('child', pathKey(entry.path.slice(0, -1)))
    .filter((child) => child.source === source.address);
  const index = siblings.findIndex((child) => child.unit === entry.unit && child.name.start === name.start);
  const above = siblings[index - 1]?.name.text;
  return above !== undefined && RESERVED_NAMES.has(above);
}

const CONTEXT_KEYS = msg(' To assign context variables, write keys such as `context.score`.');

/** What to do with a field that is read as a state. */
function adviceForField(name: string): Message {
  if (fieldOf('state', name) !== undefined) return msg(' If it belongs to the state above, indent it.');
  return name === 'states'
    ? msg(' States are already expected here. Remove the line, and indent its states less.')
    : msg(' It belongs to the automata. Move it there.');
}

/** A field name as a state name or variable name. */
export const reservedName: Rule = {
  code: 'reserved-name',
  severity: 'error',
  title: 'Reserved word is used as a name',
  doc: `States, context variables, inputs and outputs cannot have the name of a field of the format: ${formatMessage(formatNames([...RESERVED_NAMES]))}. In a file of states each key at the root is the name of a state.`,
  example: {
    wrong: 'outputs:\n  context.type: quiz',
    right: 'outputs:\n  context.quiz_type: quiz',
  },
  *check(subject, report) {
    for (const { kind, name, isLost } of definedNames(subject)) {
      yield;
      if (kind === 'event' || !RESERVED_NAMES.has(name.text)) continue;
      if (isLost && followsMisplacedSection(subject, name)) continue;
      const isPrefix = kind === 'output' && name.text === 'context';
      const isOfAutomata = kind === 'state' && fieldOf('state', name.text) === undefined;
      const isField = isLost || (isOfAutomata && fieldOf('automata', name.text) !== undefined);
      report(
        name,
        msg`\`${name.text}\` is reserved and cannot be the name of ${NAME_KIND_TEXT[kind]}.${isPrefix ? CONTEXT_KEYS : isField ? adviceForField(name.text) : ''}`,
        { fixes: isField || isPrefix ? [] : renameFix(subject, kind, name.text, name) },
      );
    }
  },
};
