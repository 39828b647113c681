import type { ConfigurationValues } from '../project/files/configuration';
import { configured } from '../project/files/configuration';
import { isEqualData } from '../text/equality';
import { DEFAULT_SETTINGS, type Settings } from './settings';

/** The names of settings below `atomicState` and their values. */
function valuesOf({ severity, pccRules, detect, modules, tags, format, limits }: Settings) {
  return new Map<string, unknown>([
    ...[...severity].map(([code, level]) => [`diagnostics.severity.${code}`, level] as const),
    ['diagnostics.pccRules', pccRules],
    ['detect.byContent', detect.byContent],
    ['detect.byName', detect.byName],
    ['modules', modules],
    ['tags', tags],
    ...Object.entries(format).map(([name, value]) => [`format.${name}`, value] as const),
    ...Object.entries(limits).map(([name, value]) => [`limits.${name}`, value] as const),
  ]);
}

/** The settings of an editor that differ from the defaults and from what a configuration file says. */
export function overriddenSettings(editor: Settings, values: ConfigurationValues): readonly string[] {
  const defaults = valuesOf(DEFAULT_SETTINGS);
  const all = valuesOf(configured(editor, values));
  return [...valuesOf(editor)].flatMap(([name, value]) =>
    isEqualData(value, defaults.get(name)) || isEqualData(value, all.get(name))
      ? []
      : [`atomicState.${name}`],
  );
}
