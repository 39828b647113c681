import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalize } from '../../server/project/files/paths';
import { DEFAULT_SETTINGS, readSettings, type Settings } from '../../server/protocol/settings';
import { SettingsByFolder } from '../../server/protocol/settings-by-folder';

const ROOT = normalize('file:///ws');
const FILE = normalize('file:///ws/main.yaml');
const OTHER = normalize('file:///elsewhere/main.yaml');
const STRICT = { diagnostics: { pccRules: true }, limits: { maxDepth: 7 } };

describe('settings that the client has removed', () => {
  it('are reset to the initial ones', () => {
    const settings = new SettingsByFolder();
    settings.setInitial({ tags: ['!env'] });
    settings.set(STRICT);
    settings.set(null);
    expect(settings.of(FILE)).toEqual(readSettings({ tags: ['!env'] }));
  });

  it('are reset to the defaults without initial ones', () => {
    const settings = new SettingsByFolder();
    settings.setInitial(undefined);
    settings.set(STRICT);
    settings.set(null);
    expect(settings.of(FILE)).toEqual(DEFAULT_SETTINGS);
  });

  it('are reset to the general ones in a folder', () => {
    const settings = new SettingsByFolder();
    settings.set({ tags: ['!env'] }, new Map([[ROOT, STRICT]]));
    settings.set({ tags: ['!env'] }, new Map([[ROOT, null]]));
    expect(settings.of(FILE)).toEqual(readSettings({ tags: ['!env'] }));
  });
});

it('settings are kept if the client does not answer', () => {
  const settings = new SettingsByFolder();
  settings.set({ tags: ['!env'] }, new Map([[ROOT, STRICT]]));
  settings.set(undefined, new Map([[ROOT, undefined]]));
  expect(settings.of(FILE)).toEqual(readSettings(STRICT));
  expect(settings.of(OTHER)).toEqual(readSettings({ tags: ['!env'] }));
});

it('settings depend only on the last answers', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anySettings, anySettings), { minLength: 1, maxLength: 4 }), (answers) => {
      const settings = new SettingsByFolder();
      for (const [general, own] of answers) settings.set(general, new Map([[ROOT, own]]));
      const fresh = new SettingsByFolder();
      const [general, own] = answers.at(-1) ?? [];
      fresh.set(general, new Map([[ROOT, own]]));
      expect(settings.of(FILE)).toEqual(fresh.of(FILE));
      expect(settings.of(OTHER)).toEqual(fresh.of(OTHER));
    }),
  );
});

it('settings have the right types, whatever a client sends', () => {
  fc.assert(
    fc.property(anySettings, (value) => expectTyped(readSettings(value))),
    { numRuns: 500 },
  );
});

/** Any value instead of a setting, a section or all settings. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(null, 'off', ['off'], { toString: 1 }, { valueOf: null, toString: null }, 0.5, 1e308, -1),
);
const section = (...names: readonly string[]) =>
  fc.oneof(
    anything,
    fc.record(Object.fromEntries(names.map((name) => [name, anything] as const)), {
      requiredKeys: [],
    }),
  );
const anySettings = fc.oneof(
  anything,
  fc.record(
    {
      diagnostics: fc.oneof(
        section('severity', 'pccRules'),
        fc.record({ severity: fc.dictionary(fc.constantFrom('unknown-target', '__proto__', 'x'), anything) }),
      ),
      detect: section('byContent', 'byName'),
      limits: section('maxFileSize', 'maxDepth', 'maxAliases'),
      format: section('enable', 'printWidth', 'singleQuote', 'bracketSpacing'),
      completion: section('snippets', 'builtins'),
      codeLens: section('enabled'),
      inlayHints: section('eventTargets', 'contextTypes'),
      tags: anything,
      modules: anything,
    },
    { requiredKeys: [] },
  ),
);

function expectTyped(settings: Settings): void {
  const { severity, limits, format, detect, tags, modules } = settings;
  for (const one of severity.values())
    expect(['off', 'hint', 'information', 'warning', 'error']).toContain(one);
  for (const limit of Object.values(limits)) {
    expect(limit).toBeTypeOf('number');
    expect(limit).toBeGreaterThan(0);
  }
  for (const texts of [detect.byName, tags, modules])
    for (const text of texts) expect(text).toBeTypeOf('string');
  const { printWidth = 1, singleQuote = true, bracketSpacing = true, enable } = format;
  expect(printWidth).toBeGreaterThan(0);
  const flags = [singleQuote, bracketSpacing, enable, settings.pccRules, detect.byContent];
  flags.push(...Object.values(settings.completion), ...Object.values(settings.inlayHints));
  for (const flag of flags) expect(flag).toBeTypeOf('boolean');
}
