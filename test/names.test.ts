import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Names of the time before the glossary in CONTRIBUTING.md; each has another name there. */
const RETIRED = [
  'AskedSettings Arrangement cutAnew dashOffers fateOfName firstFitting Frames Gestures hasBegunKey Hole isAnybodysField',
  'isUnmended LastQuestion LoneFinding MapSketch MOST_ITEMS namesAtHand Naming Obstacle Offer onlyWhenAsked outerKey',
  'ownQuestion PassedOn Pulling Remedy saidBy shapeOfNode SharedShapes Sketch smallPrint spot Spot spotAt StandIn Telling',
  'happening happenings isStandIn standIn wordsSaid worldBeside WOVEN_ROOT',
  'behindNested isBegunKey isSaidElsewhere keepsTail leadOfName lineBehindKey loadAnew LoneSubject quietBehind',
  'spotBehindColon textBehind typeBehind wayInWords',
].flatMap((line) => line.split(' '));

/** Words of comments that have a common equivalent: "after", "again", "before", "incomplete", "unknown". */
const RETIRED_WORDS =
  /\b(?:behind|anew|afresh|in front of|out of sight|half-typed|whoever|told apart|speaks? of|(?:is|are|was) told)\b/i;

/** The same concept in several places with one interface: messages of a page, bundles and what they contain. */
const SHARED = new Set(['FromPage', 'SavedPage', 'ToPage', 'loadSandboxes', 'updateExpectation']);

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|class|function\*?|interface|type|enum) ([\w$]+)/gm;

function sources(folders: readonly string[]): readonly (readonly [file: string, text: string])[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|mjs)$/.test(file))
      .map((file) => [`${folder}/${file}`, readFileSync(join(ROOT, folder, file), 'utf8')] as const),
  );
}

it('retired names are not used', () => {
  const retired = new RegExp(`\\b(?:${RETIRED.join('|')})\\b`, 'g');
  const found = sources(['server', 'client', 'scripts', 'bench', 'test'])
    .filter(([file]) => file !== 'test/names.test.ts')
    .flatMap(([file, text]) => [...text.matchAll(retired)].map(([name]) => `${name} in ${file}`));
  expect(found).toEqual([]);
});

it('comments use common words', () => {
  const found = sources(['server', 'client']).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => {
      const comment = /^\s*(?:\/\/|\/?\*)(.*)$/.exec(line)?.[1];
      const word = comment && RETIRED_WORDS.exec(comment)?.[0];
      return word ? [`${word} in ${file}:${index + 1}`] : [];
    }),
  );
  expect(found).toEqual([]);
});

it('limits begin with MAX_', () => {
  const found = sources(['server', 'client', 'scripts', 'bench', 'test'])
    .filter(([file]) => file !== 'test/names.test.ts')
    .flatMap(([file, text]) => [...text.matchAll(/\bMOST_[A-Z_]+\b/g)].map(([name]) => `${name} in ${file}`));
  expect(found).toEqual([]);
});

it('exported names of the server and the extension are unique', () => {
  const files = new Map<string, string[]>();
  for (const [file, text] of sources(['server', 'client']))
    for (const [, name = ''] of text.matchAll(EXPORT)) {
      const others = files.get(name) ?? [];
      // Overloads of one function have one name.
      if (!others.includes(file)) files.set(name, [...others, file]);
    }
  const shared = [...files].filter(([name, others]) => others.length > 1 && !SHARED.has(name));
  expect(shared).toEqual([]);
});
