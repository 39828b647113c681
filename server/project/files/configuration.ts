import { LEVELS } from '../../format/configuration';
import { RootEntries } from '../../format/root-entries';
import type { Document } from '../../yaml/cut/document';
import type { ParseLimits } from '../../yaml/read/problem';
import {
  type MapNode,
  type Node,
  type Pair,
  resolveAlias,
  resolvedPairs,
  valueAt,
} from '../../yaml/tree/tree';
import type { WorkspaceSettings } from './settings';

/** How findings of a rule are reported. */
export type SeveritySetting = 'error' | 'warning' | 'information' | 'hint' | 'off';

/** The choices of the formatter; undefined preserves what a file has. */
export interface FormatChoices {
  readonly enable?: boolean;
  readonly printWidth?: number | undefined;
  readonly singleQuote?: boolean | undefined;
  readonly bracketSpacing?: boolean | undefined;
}

/** What a configuration file sets. What it does not set, or not validly, is absent. */
export interface ConfigurationValues {
  readonly severity: ReadonlyMap<string, SeveritySetting>;
  readonly pccRules?: boolean;
  readonly detect: Partial<Pick<WorkspaceSettings['detect'], 'byContent' | 'configured'>>;
  /** Patterns of `detect`, relative to the folder of the file. */
  readonly byName?: readonly string[];
  readonly modules?: readonly string[];
  readonly tags?: readonly string[];
  readonly format: FormatChoices;
  readonly limits: Partial<ParseLimits>;
}

/** The settings that a configuration file can replace, and those that are not in it. */
export type ConfigurableSettings = WorkspaceSettings & {
  readonly severity?: ReadonlyMap<string, SeveritySetting>;
  readonly pccRules?: boolean;
  readonly format?: object;
};

/** Reads a configuration file. Never throws: `invalid-configuration` and the rules of shape report what is invalid. */
export function readConfiguration(document: Document): ConfigurationValues {
  const root = new RootEntries(document);
  const section = (key: string): MapNode | undefined => mapIn(root.value(key));
  const detect = section('detect');
  const byContent = flagIn(detect, 'byContent');
  const byName = textsIn(detect && valueAt(detect, 'byName'));
  const pccRules = flag(root.value('pccRules'));
  const modules = textsIn(root.value('modules'));
  const tags = textsIn(root.value('tags'));
  return {
    severity: new Map(
      resolvedPairsIn(section('rules')).flatMap(({ name, value }) => {
        const level = levelOf(resolveAlias(value));
        return level === undefined ? [] : [[name, level] as const];
      }),
    ),
    ...(pccRules === undefined ? {} : { pccRules }),
    detect: byContent === undefined ? {} : { byContent },
    ...(byName === undefined ? {} : { byName }),
    ...(modules === undefined ? {} : { modules }),
    ...(tags === undefined ? {} : { tags }),
    format: readFormat(section('format')),
    limits: readLimits(section('limits')),
  };
}

/** The values of a file with those of the file that it extends. */
export function extended(own: ConfigurationValues, base: ConfigurationValues): ConfigurationValues {
  return {
    ...base,
    ...own,
    severity: new Map([...base.severity, ...own.severity]),
    detect: { ...base.detect, ...own.detect },
    format: { ...base.format, ...own.format },
    limits: { ...base.limits, ...own.limits },
  };
}

/** Settings of an editor with those of a configuration file, which counts where both say something. */
export function configured<S extends ConfigurableSettings>(
  settings: S,
  values: ConfigurationValues | undefined,
): S {
  if (values === undefined) return settings;
  const { severity, detect, byName: _, format, limits, ...others } = values;
  return {
    ...settings,
    ...others,
    severity: new Map([...(settings.severity ?? []), ...severity]),
    detect: { ...settings.detect, ...detect },
    limits: { ...settings.limits, ...limits },
    ...(settings.format === undefined ? {} : { format: withoutUndefined({ ...settings.format, ...format }) }),
  };
}

function readFormat(map: MapNode | undefined): FormatChoices {
  const enable = flagIn(map, 'enable');
  const printWidth = wholeIn(map, 'printWidth', 0);
  const choices = (['singleQuote', 'bracketSpacing'] as const).flatMap((name) => {
    const choice = CHOICES.get(textIn(map, name) ?? '');
    return choice === undefined ? [] : [[name, choice.value] as const];
  });
  return {
    ...(enable === undefined ? {} : { enable }),
    ...(printWidth === undefined ? {} : { printWidth: printWidth || undefined }),
    ...Object.fromEntries(choices),
  };
}

const CHOICES: ReadonlyMap<string, { readonly value: boolean | undefined }> = new Map([
  ['keep', { value: undefined }],
  ['on', { value: true }],
  ['off', { value: false }],
]);

function readLimits(map: MapNode | undefined): Partial<ParseLimits> {
  return Object.fromEntries(
    (['maxFileSize', 'maxDepth', 'maxAliases'] as const).flatMap((name) => {
      const limit = wholeIn(map, name, 1);
      return limit === undefined ? [] : [[name, limit]];
    }),
  );
}

function levelOf(node: Node | undefined): SeveritySetting | undefined {
  const text = node?.kind === 'scalar' ? node.value : undefined;
  return LEVELS.some(({ value }) => value === text) ? (text as SeveritySetting) : undefined;
}

function mapIn(node: Node | undefined): MapNode | undefined {
  return node?.kind === 'map' ? node : undefined;
}

function resolvedPairsIn(map: MapNode | undefined): readonly Pair[] {
  return map === undefined ? [] : resolvedPairs(map);
}

function textIn(map: MapNode | undefined, name: string): string | undefined {
  const node = map && valueAt(map, name);
  return node?.kind === 'scalar' ? node.value : undefined;
}

function flagIn(map: MapNode | undefined, name: string): boolean | undefined {
  return flag(map && valueAt(map, name));
}

function flag(node: Node | undefined): boolean | undefined {
  return node?.kind === 'scalar' && node.type === 'boolean' ? node.value.toLowerCase() === 'true' : undefined;
}

function wholeIn(map: MapNode | undefined, name: string, least: number): number | undefined {
  const node = map && valueAt(map, name);
  const number = node?.kind === 'scalar' && node.type === 'integer' ? Number(node.value) : Number.NaN;
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
}

/** The texts in a list; undefined if it is none. */
function textsIn(node: Node | undefined): readonly string[] | undefined {
  if (node?.kind !== 'seq') return undefined;
  return node.items.flatMap((item) => {
    const one = resolveAlias(item);
    return one?.kind === 'scalar' && !one.empty ? [one.value] : [];
  });
}

function withoutUndefined(choices: object): object {
  return Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined));
}
