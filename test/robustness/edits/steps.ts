import type { Address } from '../../../server/project/files/paths';
import { addressOf, ROOT } from '../../support/workspace';

export { addressOf };

/** The address of a folder of the workspace; `.` is the one to which paths are relative. */
export function folderAddress(path: string): Address {
  return path === '.' ? ROOT : addressOf(path);
}

/** The initial settings of the editor: main files stay state files after any edit. */
export const START_SETTINGS = {
  modules: ['own-modules.yaml'],
  detect: { byName: ['main.{yaml,json}', 'second.{yaml,json}'] },
};

/** A step of a workspace, as plain data, so that a sequence can be stored and replayed. */
export type EditStep =
  /** An edit in the editor. Ignored if the file is not open; places beyond the end are the end. */
  | {
      readonly do: 'edit';
      readonly path: string;
      readonly start: number;
      readonly end: number;
      readonly text: string;
    }
  | { readonly do: 'open'; readonly path: string; readonly language?: 'atomic-state' }
  /** Without saving. */
  | { readonly do: 'close'; readonly path: string }
  | { readonly do: 'save'; readonly path: string }
  /** A change on disk, outside of the editor; without a text, the file is deleted. */
  | { readonly do: 'disk'; readonly path: string; readonly text?: string }
  /** Moves or removes a folder, without notifications for its files. */
  | { readonly do: 'folder'; readonly path: string; readonly to?: string }
  /** Changes settings: general ones, and those of folders. */
  | {
      readonly do: 'settings';
      readonly value: unknown;
      readonly folders?: Readonly<Record<string, unknown>>;
    }
  /** Folders of the workspace are opened and closed; `..` is outside of the first one. */
  | { readonly do: 'workspace'; readonly folders: readonly string[] }
  /** The file system answers the pending requests. */
  | { readonly do: 'tell' }
  /** The editor sends requests whose answers are not compared; `place` selects them. */
  | { readonly do: 'ask'; readonly path: string; readonly place: number }
  | Compare;

/**
 * Compares the answers with those of a fresh start: `all` of them, or some that `place` selects; and all requests for
 * the offset `at`.
 */
export interface Compare {
  readonly do: 'compare';
  readonly path: string;
  readonly place: number;
  readonly all: boolean;
  readonly at?: number;
}

/** The texts in an editor and on disk. */
export class EditorTexts {
  readonly disk: Map<string, string>;
  readonly open = new Map<string, string>();
  readonly languages = new Map<string, string>();

  constructor(files: Readonly<Record<string, string>>) {
    this.disk = new Map(Object.entries(files));
  }

  /** As the user sees it; undefined for a file that is not there. */
  text(path: string): string | undefined {
    return this.open.get(path) ?? this.disk.get(path);
  }

  get paths(): string[] {
    return [...new Set([...this.open.keys(), ...this.disk.keys()])].sort();
  }

  private byAddress: ReadonlyMap<Address, string> | undefined;

  /** The texts on disk. */
  diskByAddress(): ReadonlyMap<Address, string> {
    this.byAddress ??= new Map([...this.disk].map(([path, text]) => [addressOf(path), text]));
    return this.byAddress;
  }

  /** Whether anything has changed. */
  apply(step: EditStep): boolean {
    const { open, disk } = this;
    switch (step.do) {
      case 'edit': {
        const text = open.get(step.path);
        if (text === undefined) return false;
        const start = Math.min(step.start, text.length);
        const end = Math.max(start, Math.min(step.end, text.length));
        open.set(step.path, text.slice(0, start) + step.text + text.slice(end));
        return true;
      }
      case 'open': {
        const text = disk.get(step.path);
        if (text === undefined || open.has(step.path)) return false;
        open.set(step.path, text);
        this.languages.set(step.path, step.language ?? (step.path.endsWith('.json') ? 'json' : 'yaml'));
        return true;
      }
      case 'close':
        return open.delete(step.path);
      case 'save': {
        this.byAddress = undefined;
        const text = open.get(step.path);
        if (text === undefined) return false;
        disk.set(step.path, text);
        return true;
      }
      case 'disk':
        this.byAddress = undefined;
        if (step.text === undefined) return disk.delete(step.path);
        disk.set(step.path, step.text);
        return true;
      case 'folder':
        this.byAddress = undefined;
        return this.moveFolder(step.path, step.to);
      default:
        return true;
    }
  }

  private moveFolder(path: string, to: string | undefined): boolean {
    const inside = [...this.disk].filter(([file]) => file.startsWith(`${path}/`));
    for (const [file, text] of inside) {
      this.disk.delete(file);
      if (to !== undefined) this.disk.set(to + file.slice(path.length), text);
    }
    return inside.length > 0;
  }
}
