import type { Random } from './random';
import { START_SETTINGS } from './steps';

/** Values of the settings that affect answers, by section and name. */
const VALUES: readonly (readonly [section: string, name: string, values: readonly unknown[]])[] = [
  [
    'diagnostics',
    'severity',
    [
      { 'unknown-target': 'hint', 'unused-suppression': 'error', 'unused-input': 'off' },
      { 'unknown-target': 'off', 'unknown-variable': 'information' },
      { 'unreachable-state': 'off', 'no-such-rule': 'error', 'unused-variable': 'wrong' },
    ],
  ],
  ['diagnostics', 'pccRules', [true, false]],
  ['detect', 'byContent', [true, false]],
  ['detect', 'byName', [['state/*'], ['*.yaml'], ['**/lone.{yaml,json}'], ['data*', '']]],
  ['limits', 'maxDepth', [3, 4, 5, 6, 7, 8, 64]],
  ['limits', 'maxFileSize', [300, 1200, 100_000]],
  ['limits', 'maxAliases', [1, 3, 100]],
  ['', 'tags', [['!env'], ['!secret', '!env'], []]],
  ['', 'modules', [['own-modules.yaml'], [], ['none.yaml'], ['own-modules.yaml', 'main.yaml']]],
];

/** Invalid or useless values of settings. */
const WRONG: readonly unknown[] = [
  ...[null, 'text', '', -1, 0, 0.5, 1e300, true, [], {}, [null], ['off'], { toString: 1 }],
  { 'unknown-target': ['off'] },
  { 'unknown-target': { toString: 1 } },
  { 'unknown-target': null },
];

type Sections = Record<string, unknown>;

/** The settings as an editor sends them after the user has changed one, or more. */
export function drawSettings(random: Random, before: unknown): unknown {
  if (random.percent(15)) return START_SETTINGS;
  if (random.percent(15)) return random.one([...WRONG, null, null]);
  // Each depth excludes other folders, so that one of many reveals dependencies on it.
  const isDepth = random.percent(30);
  if (isDepth) return { ...START_SETTINGS, limits: { maxDepth: 3 + random.below(6) } };
  const settings: Sections = random.percent(60) && isObject(before) ? { ...before } : { ...START_SETTINGS };
  for (let count = random.percent(80) ? 1 : 3; count > 0; count--) {
    const [section, name, values] = random.one(VALUES);
    const value = random.one(random.percent(85) ? values : WRONG);
    if (section === '') settings[name] = value;
    else if (random.percent(5)) settings[section] = random.one(WRONG);
    else {
      const inside = settings[section];
      settings[section] = { ...(isObject(inside) ? inside : {}), [name]: value };
    }
  }
  return settings;
}

function isObject(value: unknown): value is Sections {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
