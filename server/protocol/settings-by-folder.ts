import { type Address, innermostFolder } from '../project/paths';
import { DEFAULT_SETTINGS, readSettings, type Settings } from './settings';

/** The settings of each folder of the workspace, and those that hold outside of all folders. */
export class SettingsByFolder {
  /** Whether the person trusts the workspace. Where not, no file is read because its settings name it. */
  trusted = true;
  /** What the client sent when it started: they apply where the user has set nothing. */
  private initial: Settings = DEFAULT_SETTINGS;
  private general: Settings = DEFAULT_SETTINGS;
  private byFolder: ReadonlyMap<Address, Settings> = new Map();

  /** Takes the settings that the client sends when it starts, if it sends any. */
  setInitial(value: unknown): void {
    this.initial = readSettings(value);
    this.general = this.initial;
  }

  /**
   * Takes the client's answers. By the protocol, `null` says that nothing is set: then the settings of the start apply,
   * in a folder the general ones. Where an answer is missing (`undefined`), the settings stay as they are.
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

  /** The settings that hold for a file or folder. */
  of(address: Address): Settings {
    const folder = innermostFolder(this.byFolder.keys(), address);
    const settings = (folder === undefined ? undefined : this.byFolder.get(folder)) ?? this.general;
    return this.trusted ? settings : { ...settings, modules: [] };
  }
}

function ownSettings(value: unknown): Settings | undefined {
  return value === null ? undefined : readSettings(value);
}
