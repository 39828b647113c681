import { addressOf, EditorTexts, type EditStep, folderAddress, START_SETTINGS } from './steps';
import { type ClientState, TestedServer } from './tested-server';

/** A server to which steps are applied, and the texts and settings that it should have. */
export class EditSession {
  readonly texts: EditorTexts;
  readonly server: TestedServer;
  private client: ClientState;

  constructor(files: Readonly<Record<string, string>>, folders: readonly string[] = ['.']) {
    this.texts = new EditorTexts(files);
    this.client = {
      folders: folders.map(folderAddress),
      settings: START_SETTINGS,
      folderSettings: new Map(),
    };
    this.server = this.fresh(false);
  }

  /** A fresh start on the same texts; files are opened before or after the folders are searched. */
  fresh(opensFirst: boolean): TestedServer {
    const server = new TestedServer(this.client);
    if (!opensFirst) server.load(this.texts.diskByAddress());
    for (const path of [...this.texts.open.keys()].sort()) this.open(server, path);
    server.load(this.texts.diskByAddress());
    return server;
  }

  private open(server: TestedServer, path: string): void {
    const { languages, open } = this.texts;
    server.open(addressOf(path), languages.get(path) ?? '', open.get(path) ?? '');
  }

  apply(step: EditStep): void {
    const { server, texts, client } = this;
    const before = step.do === 'folder' ? [...texts.disk.keys()] : [];
    if (!texts.apply(step)) return;
    switch (step.do) {
      case 'edit':
        server.edit(addressOf(step.path), step.start, step.end, step.text);
        break;
      case 'open':
        this.open(server, step.path);
        break;
      case 'close':
        server.close(addressOf(step.path));
        break;
      case 'save':
      case 'disk':
        this.fileChanged(step.path);
        break;
      case 'folder':
        for (const path of before.filter((one) => one.startsWith(`${step.path}/`))) this.fileChanged(path);
        for (const path of texts.disk.keys())
          if (!before.includes(path) || (step.to && path.startsWith(`${step.to}/`))) this.fileChanged(path);
        break;
      case 'settings': {
        const { value, folders = {} } = step;
        const own = Object.entries(folders).map(([path, one]) => [folderAddress(path), one] as const);
        this.client = { ...client, settings: value, folderSettings: new Map(own) };
        server.configure(this.client);
        break;
      }
      case 'workspace':
        this.client = { ...client, folders: step.folders.map(folderAddress) };
        server.changeFolders(this.client, client.folders);
        break;
      case 'tell':
        server.load(texts.diskByAddress());
    }
  }

  private fileChanged(path: string): void {
    this.server.fileChanged(addressOf(path), this.client.folders);
  }
}
