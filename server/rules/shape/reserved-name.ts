import type { NameNode } from '../../facts/facts';
import { RESERVED_NAMES } from '../../format/names';
import { fieldOf } from '../../format/objects';
import { pathKey } from '../../project/names/symbols';
import { lineStart } from '../../text/lines';
import { formatMessage, type Message, msg } from '../../text/message';
import { blockAt, indentedLines } from '../../yaml/mistakes/depth-changes';
import { pairOf } from '../../yaml/tree/tree';
import type { Fix, Rule, Subject } from '../rule';
import { renameFix } from './better-name';
import { definedNames, NAME_KIND_TEXT } from './defined-names';
import { formatNames } from './descriptions';

/** The states of a file around one of them, with its index. */
function siblingsOf({ project, source, scopes }: Subject, name: NameNode) {
  const entry = scopes.find(({ scope }) => scope.name?.start === name.start);
  const siblings = entry
    ? project
        .inOrder('child', pathKey(entry.path.slice(0, -1)))
        .filter((one) => one.source === source.address)
    : [];
  const index = siblings.findIndex((one) => one.unit === entry?.unit && one.name.start === name.start);
  return { siblings, index };
}

/** Whether the preceding name in the file is also a misplaced section: several in a row are one mistake. */
function followsMisplacedSection(subject: Subject, name: NameNode): boolean {
  const { siblings, index } = siblingsOf(subject, name);
  const above = siblings[index - 1]?.name.text;
  return above !== undefined && RESERVED_NAMES.has(above);
}

/** The fix that indents a section, and those that follow it, like the keys of the state above. */
function indentFix(subject: Subject, name: NameNode): Fix[] {
  const { siblings, index } = siblingsOf(subject, name);
  const map = siblings[index - 1]?.scope.map;
  const rest = siblings.slice(Math.max(0, index));
  const end = rest.findIndex((one) => fieldOf('state', one.name.text) === undefined);
  const sections = end < 0 ? rest : rest.slice(0, end);
  if (map === undefined || map.flow || sections.some((one) => pairOf(map, one.name.text))) return [];
  const parts = sections.map(({ source, unit, name: { start } }) => {
    const block = blockAt(unit.text, lineStart(unit.text, start));
    return { source, unit, edits: indentedLines(unit.text, block, map.indent) };
  });
  const own = parts.filter(({ unit }) => unit === subject.unit).flatMap(({ edits }) => edits);
  const elsewhere = parts.filter(({ unit }) => unit !== subject.unit);
  const title = msg('Indent it as part of the state above');
  return [{ title, edits: own, elsewhere, preferred: true, excludeFromFixAll: true }];
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
        {
          fixes:
            isLost && fieldOf('state', name.text)
              ? indentFix(subject, name)
              : isField || isPrefix
                ? []
                : renameFix(subject, kind, name.text, name),
        },
      );
    }
  },
};
