import type { Severity } from '../rules/rule';
import { DEFAULT_LIMITS, type ParseLimits } from '../yaml/problem';

/** The settings of `atomicState.` that the server knows, checked and with defaults. */
export interface Settings {
  /** By code; `off` for findings that are not shown. */
  readonly severity: ReadonlyMap<string, Severity | 'off'>;
  readonly tags: readonly string[];
  readonly limits: ParseLimits;
}

export const DEFAULT_SETTINGS: Settings = {
  severity: new Map(),
  tags: [],
  limits: DEFAULT_LIMITS,
};

const SEVERITIES: readonly string[] = ['off', 'hint', 'information', 'warning', 'error'];

/** Reads the object an editor sends for `atomicState`; whatever is not as it should be takes its default. */
export function readSettings(value: unknown): Settings {
  const { limits } = DEFAULT_SETTINGS;
  return {
    severity: new Map(
      Object.entries(objectAt(value, 'diagnostics', 'severity')).flatMap(([code, severity]) =>
        SEVERITIES.includes(String(severity)) ? [[code, severity as Severity | 'off'] as const] : [],
      ),
    ),
    tags: listAt(value, 'tags').filter((tag) => typeof tag === 'string'),
    limits: {
      maxFileSize: numberAt(value, 'limits', 'maxFileSize', limits.maxFileSize),
      maxDepth: numberAt(value, 'limits', 'maxDepth', limits.maxDepth),
      maxAliases: numberAt(value, 'limits', 'maxAliases', limits.maxAliases),
    },
  };
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

function objectAt(value: unknown, ...path: readonly string[]): object {
  const found = valueAt(value, ...path);
  return typeof found === 'object' && found !== null ? found : {};
}

function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

function numberAt(value: unknown, section: string, name: string, otherwise: number): number {
  const found = valueAt(value, section, name);
  return typeof found === 'number' && Number.isFinite(found) && found > 0 ? found : otherwise;
}
