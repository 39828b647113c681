import { type Address, innermost } from '../project/paths';
import { DEFAULT_SETTINGS, readSettings, type Settings } from './settings';

/** The settings of each folder of the workspace, and those that hold outside of all folders. */
export class SettingsByFolder {
  /** Whether the person trusts the workspace. Where not, no file is read because its settings name it. */
  trusted = true;
  private general: Settings = DEFAULT_SETTINGS;
  private byFolder: ReadonlyMap<Address, Settings> = new Map();

  /** Takes what an editor says; values that are missing leave the settings as they are. */
  set(general: unknown, byFolder: ReadonlyMap<Address, unknown> = new Map()): void {
    if (isGiven(general)) this.general = readSettings(general);
    this.byFolder = new Map(
      [...byFolder].flatMap(([folder, value]) =>
        isGiven(value) ? [[folder, readSettings(value)] as const] : [],
      ),
    );
  }

  /** The settings that hold for a file or folder. */
  of(address: Address): Settings {
    const folder = innermost(this.byFolder.keys(), address);
    const settings = (folder === undefined ? undefined : this.byFolder.get(folder)) ?? this.general;
    return this.trusted ? settings : { ...settings, modules: [] };
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
