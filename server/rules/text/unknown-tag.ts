import type { Rule } from '../rule';

const KNOWN = new Set(['!include', '!oneline']);

/** A YAML tag that nobody reads. */
export const unknownTag: Rule = {
  code: 'unknown-tag',
  severity: 'warning',
  chapter: 'Text',
  title: 'A tag that the format does not know',
  doc: 'The format has `!include` for a folder of states and `!oneline` for the text of a file; the tool stops at others. Tags of your own tools can be listed in the setting `atomicState.tags`.',
  example: {
    wrong: 'home:\n  render:\n    text: !file hello.txt',
    right: 'home:\n  render:\n    text: !!str hello',
  },
  check({ steps, settings, unit }, report) {
    if (unit.notation === 'json') return;
    for (const { node, pair } of steps) {
      for (const tag of [pair?.key.tag, node?.tag]) {
        if (tag === undefined || KNOWN.has(tag.name) || settings.tags.includes(tag.name)) continue;
        if (tag.name === '!' || CORE.has(tag.name)) continue;
        report(
          tag,
          `\`${unit.text.slice(tag.start, tag.end)}\` is no tag of the format: it has \`!include\` and \`!oneline\`. List tags of other tools in \`atomicState.tags\`.`,
        );
      }
    }
  },
};

/** The tags of YAML itself that its loaders know. */
const CORE: ReadonlySet<string> = new Set(
  [
    'str',
    'int',
    'float',
    'bool',
    'null',
    'map',
    'seq',
    'set',
    'omap',
    'pairs',
    'binary',
    'timestamp',
    'merge',
    'value',
  ].map((name) => `tag:yaml.org,2002:${name}`),
);
