import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { descendantsOf } from '../../yaml/tree/visit';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';

const TAGS = ['!include', '!oneline'];

/** Standard types of YAML 1.2, and those of 1.1, which the service's parser knows as well. */
const TYPES: ReadonlySet<string> = new Set(
  [
    'map',
    'seq',
    'str',
    'null',
    'bool',
    'int',
    'float',
    'binary',
    'timestamp',
    'omap',
    'pairs',
    'set',
    'merge',
    'value',
  ].map((type) => `tag:yaml.org,2002:${type}`),
);

/** A tag that no reader of the file knows. */
export const unknownTag: Rule = {
  code: 'unknown-tag',
  severity: 'warning',
  textual: true,
  title: 'Unknown YAML tag',
  doc: 'The format defines two tags, `!include` for a folder of states and `!oneline` for the text of a file; YAML defines its own, such as `!!str`. If another tool defines more tags, add them to the setting `atomicState.tags`.',
  example: {
    wrong: 'home:\n  render:\n    text: !concat [Hello, you]',
    right: 'home:\n  render:\n    text: Hello you',
  },
  check({ unit, source }, report) {
    const { tags, complete } = source.catalog;
    // A description that is not read yet may define any tag.
    if (!complete) return;
    const accepted = new Set([...TAGS, ...tags]);
    for (const { tag } of descendantsOf(unit.parsed.root)) {
      if (tag === undefined || tag.name === '!' || TYPES.has(tag.name)) continue;
      const written = unit.text.slice(tag.start, tag.end);
      if (accepted.has(written) || accepted.has(tag.name)) continue;
      const names = [...accepted].map((name) => `\`${name}\``).join(', ');
      const message = msg`Unknown tag \`${written}\`. Expected ${names} or a YAML type such as \`!!str\`; add tags of other tools to \`atomicState.tags\`.`;
      const near = nearestNames(written, accepted);
      report(tag, msg`${message}${didYouMean(near)}`, { fixes: renameFixes(tag, near) });
    }
  },
};
