import { type ConfigurationValues, configured } from '../project/files/configuration';
import { type Address, innermostFolder } from '../project/files/paths';
import { DEFAULT_SETTINGS, readSettings, type Settings } from './settings';

/** The settings of each folder of the workspace, and those that apply outside of all folders. */
export class SettingsByFolder {
  /** Whether the user trusts the workspace. If not, files that its settings name are not read. */
  trusted = true;
  /** The settings in the parameters of `initialize`, which apply if the user has not set any. */
  private initial: Settings = DEFAULT_SETTINGS;
  private general: Settings = DEFAULT_SETTINGS;
  private byFolder: ReadonlyMap<Address, Settings> = new Map();

  /** Sets the settings from the parameters of `initialize`, if there are any. */
  setInitial(value: unknown): void {
    this.initial = readSettings(value);
    this.general = this.initial;
  }

  /**
   * Sets the answers of the client. In the protocol, `null` means that nothing is set: then the initial settings apply,
   * or in a folder the general ones. If an answer is missing (`undefined`), its settings do not change.
   */
  set(general: unknown, byFolder: ReadonlyMap<Address, unknown> = new Map()): void {
    if (general !== undefined) this.general = general === null ? this.initial : readSettings(general);
    this.byFolder = new Map(
      [...byFolder].flatMap(([folder, value]) => {
        const settings = value === undefined ? this.byFolder.get(folder) : ownSettings(value);
        return settings ? [[folder, settings] as const] : [];
      }),
    );
  }

  /** The settings that apply to a file or folder, with those of its configuration file. */
  of(address: Address, values?: ConfigurationValues): Settings {
    const settings = configured(this.ofEditor(address), values);
    return this.trusted ? settings : { ...settings, modules: [] };
  }

  /** The settings of the editor for a file or folder. */
  ofEditor(address: Address): Settings {
    const folder = innermostFolder(this.byFolder.keys(), address);
    return (folder === undefined ? undefined : this.byFolder.get(folder)) ?? this.general;
  }
}

function ownSettings(value: unknown): Settings | undefined {
  return value === null ? undefined : readSettings(value);
}
