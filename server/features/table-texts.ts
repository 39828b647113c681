import { GLOBALS, KEYWORDS } from '../expression/globals';
import { REASONS } from '../format/detection';
import { CLIENT_ACTIONS, SPECIAL_EVENTS } from '../format/events';
import { MODULES } from '../format/modules';
import { OBJECTS } from '../format/objects';
import { TAGS } from '../format/tags';
import { WIDGETS } from '../format/widgets';
import { RULES } from '../rules';
import { titleWithArticle } from '../rules/shape/descriptions';
import { AUTOMATA_SCAFFOLDS } from './completion/scaffolds';

/** Members of tables with texts for users. */
const TEXTS = new Set(['doc', 'documentation', 'deprecated', 'title', 'source', 'severity']);

/**
 * The texts of tables: of the format, the rules and JavaScript. They only become messages where they are shown, so no
 * call of `msg` contains them. For scripts.
 */
export function tableTexts(): ReadonlySet<string> {
  const texts = new Set<string>(Object.values(REASONS));
  const tables = [OBJECTS, MODULES, WIDGETS, SPECIAL_EVENTS, CLIENT_ACTIONS, TAGS, GLOBALS, KEYWORDS, RULES];
  collect(tables, texts, new Set());
  for (const { kind } of GLOBALS) texts.add(kind);
  for (const { detail } of AUTOMATA_SCAFFOLDS) texts.add(detail);
  for (const { title } of Object.values(OBJECTS)) texts.add(title).add(titleWithArticle(title).template);
  return texts;
}

function collect(value: unknown, texts: Set<string>, seen: Set<object>): void {
  if (value === null || typeof value !== 'object' || seen.has(value)) return;
  seen.add(value);
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string' && TEXTS.has(name)) texts.add(member);
    else collect(member, texts, seen);
  }
}
