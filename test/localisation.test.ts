import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import clientTexts from '../l10n/bundle.l10n.zh-cn.json' with { type: 'json' };
import manifestTexts from '../l10n/manifest.zh-cn.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };
import { localisedManifest, mapTexts } from '../scripts/lib/localised-manifest.mjs';
import { messagesPage, templatesOf } from '../scripts/lib/messages.mjs';
import { tableTexts } from '../server/features/table-texts';

const CLIENT = join(import.meta.dirname, '../client');
const SERVER = join(import.meta.dirname, '../server');

/** The texts in calls of `l10n.t`. VS Code finds translations by the text, so they must be literals. */
function textsOf(source: string): string[] {
  const calls = [...source.matchAll(/\bl10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(.))/g)];
  return calls.map(([call, single, double, other]) => {
    if (other !== undefined) throw new Error(`No literal text: ${call}`);
    return (single ?? double ?? '').replaceAll("\\'", "'").replaceAll('\\n', '\n');
  });
}

/** Texts that are equal in all languages. */
const SAME = new Set(['Atomic State', 'Get Started with Atomic State']);

const placesOf = (text: string) => (text.match(/\{\d\}|`[^`]*`|\(command:[^)]*\)/g) ?? []).sort();

/** Each text has a translation with the same placeholders, names and commands, and there are no others. */
function expectComplete(english: Iterable<string>, translated: Readonly<Record<string, string>>): void {
  const wanted = new Set(english);
  const missing = [...wanted].filter((text) => translated[text] === undefined && text !== 'Atomic State');
  expect(missing).toEqual([]);
  expect(Object.keys(translated).filter((text) => !wanted.has(text))).toEqual([]);
  for (const [text, other] of Object.entries(translated)) {
    expect(placesOf(other), text).toEqual(placesOf(text));
    if (!SAME.has(text)) expect(other, text).toMatch(/\p{Script=Han}/u);
  }
}

it('docs/dev/messages.md is up to date (`npm run docs`)', () => {
  const root = join(import.meta.dirname, '..');
  expect(readFileSync(join(root, 'docs/dev/messages.md'), 'utf8')).toBe(messagesPage(root, tableTexts()));
});

describe('Simplified Chinese', () => {
  it('has all texts of the client', () => {
    const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const texts = files.flatMap((file) => textsOf(readFileSync(join(CLIENT, file), 'utf8')));
    const messages = [...templatesOf(SERVER, 'client').keys()];
    expect(texts.length).toBeGreaterThan(10);
    expect(messages.length).toBeGreaterThan(10);
    expectComplete([...texts, ...messages], clientTexts);
  });

  it('has all texts of the manifest', () => {
    const texts: string[] = [];
    mapTexts(manifest, (text) => {
      texts.push(text);
      return text;
    });
    expect(texts.length).toBeGreaterThan(100);
    expectComplete(texts, manifestTexts);
  });

  it('is packaged with a key for each text', () => {
    const { published, files } = localisedManifest(
      { title: 'One', contributes: [{ command: 'x', title: 'Two', enumDescriptions: ['Three'] }] },
      { xx: { One: 'Eins', Three: 'Drei' } },
    );
    expect(published).toEqual({
      title: '%title%',
      contributes: [
        {
          command: 'x',
          title: '%contributes.0.title%',
          enumDescriptions: ['%contributes.0.enumDescriptions.0%'],
        },
      ],
    });
    expect(files).toEqual({
      'package.nls.json': {
        title: 'One',
        'contributes.0.title': 'Two',
        'contributes.0.enumDescriptions.0': 'Three',
      },
      'package.nls.xx.json': {
        title: 'Eins',
        'contributes.0.title': 'Two',
        'contributes.0.enumDescriptions.0': 'Drei',
      },
    });
  });
});
