import type * as lsp from 'vscode-languageserver';
import { runTask } from '../../../server/engine/task';
import { isInside, isStateFileName } from '../../../server/project/paths';
import { Workspace } from '../../../server/project/workspace';
import { Findings } from '../../../server/protocol/findings';
import { SemanticTokens } from '../../../server/protocol/semantic-tokens';
import { readSettings, type Settings } from '../../../server/protocol/settings';
import { addressOf, ROOT, stateOf } from '../../support/workspace';
import { type Step, Texts } from './steps';

const MODULES = ['own-modules.yaml'];

/** What users may set, as an editor sends it. */
export const SETTINGS: readonly Settings[] = [
  { modules: MODULES },
  { modules: MODULES, tags: ['!env'] },
  { modules: [] },
  { modules: MODULES, diagnostics: { pccRules: true } },
  {
    modules: MODULES,
    diagnostics: {
      severity: { 'unknown-target': 'hint', 'unused-suppression': 'error', 'unused-input': 'off' },
    },
  },
  { modules: MODULES, limits: { maxDepth: 6 } },
  { modules: MODULES, limits: { maxFileSize: 300 } },
  { modules: MODULES, limits: { maxAliases: 1 } },
  { modules: MODULES, detect: { byContent: false } },
  { modules: MODULES, detect: { byName: ['state/*'] } },
  { modules: MODULES, limits: { maxFileSize: 1200 } },
].map(readSettings);

/** The parts of a server that keep something, and what they were last asked. */
export class Side {
  readonly workspace = new Workspace();
  readonly findings: Findings;
  readonly tokens = new SemanticTokens(this.workspace);
  /** The colours that the client has of each file. */
  readonly coloured = new Map<
    string,
    { readonly id: string | undefined; readonly data: readonly number[] }
  >();
  private disk: ReadonlyMap<string, string> = new Map();

  /** A start on these texts; files are opened before or after the workspace is looked through. */
  constructor(
    private readonly texts: Texts,
    public settings: Settings,
    opensFirst: boolean,
  ) {
    const { workspace } = this;
    this.findings = new Findings(
      workspace,
      () => this.settings,
      (address) => address,
    );
    workspace.folders = [ROOT];
    workspace.configure(() => this.settings);
    const open = () => {
      for (const path of [...texts.open.keys()].sort()) this.open(path);
    };
    if (opensFirst) open();
    this.look();
    const found = [...texts.disk.keys()].filter(isStateFileName).sort();
    this.set(found.map(addressOf));
    if (!opensFirst) open();
    this.tell();
  }

  open(path: string): void {
    const { texts } = this;
    this.workspace.openFile(addressOf(path), texts.languages.get(path) ?? '', texts.open.get(path) ?? '');
  }

  configure(settings: Settings): void {
    this.settings = settings;
    this.findings.reset();
    this.workspace.configure(() => this.settings);
  }

  /** The world answers until nothing is asked; whether anything was. */
  tell(): boolean {
    this.look();
    let wanted = this.workspace.takeWanted();
    const any = wanted.length > 0;
    for (; wanted.length > 0; wanted = this.workspace.takeWanted()) this.set(wanted);
    return any;
  }

  private look(): void {
    this.disk = new Map([...this.texts.disk].map(([path, text]) => [addressOf(path), text]));
  }

  private set(addresses: readonly string[]): void {
    const { maxFileSize } = this.settings.limits;
    this.workspace.setPaths(
      addresses.map((address) => [
        address,
        isInside(ROOT, address) ? stateOf(this.disk, address, maxFileSize) : { kind: 'outside' },
      ]),
    );
  }

  /** The colours of a file as a client has them that asks for changes only. */
  colours(path: string): readonly number[] | null {
    const before = this.coloured.get(path);
    const answer =
      before?.id === undefined
        ? runTask(this.tokens.full(addressOf(path)))
        : runTask(this.tokens.delta(addressOf(path), before.id));
    if (answer === null) {
      this.coloured.delete(path);
      return null;
    }
    const data = 'data' in answer ? answer.data : changed(before?.data ?? [], answer.edits);
    this.coloured.set(path, { id: answer.resultId, data });
    return data;
  }
}

function changed(data: readonly number[], edits: readonly lsp.SemanticTokensEdit[]): number[] {
  const result = [...data];
  for (const { start, deleteCount, data: added = [] } of edits) result.splice(start, deleteCount, ...added);
  return result;
}

/** A workspace to which one thing happens after the other, and the texts that it should hold. */
export class Session {
  readonly texts: Texts;
  readonly side: Side;

  constructor(files: Readonly<Record<string, string>>) {
    this.texts = new Texts(files);
    this.side = new Side(this.texts, SETTINGS[0] ?? readSettings({}), false);
  }

  /** A fresh start on the same texts. */
  fresh(opensFirst: boolean): Side {
    return new Side(this.texts, this.side.settings, opensFirst);
  }

  apply(step: Step): void {
    const { workspace } = this.side;
    const before = step.do === 'folder' ? [...this.texts.disk.keys()] : [];
    if (!this.texts.apply(step)) return;
    switch (step.do) {
      case 'edit':
        workspace.editFile(addressOf(step.path), (document) =>
          document.edit(step.start, step.end, step.text),
        );
        break;
      case 'open':
        this.side.open(step.path);
        break;
      case 'close':
        this.side.coloured.delete(step.path);
        workspace.closeFile(addressOf(step.path));
        break;
      case 'save':
      case 'disk':
        this.watch(step.path);
        break;
      case 'folder':
        for (const path of before.filter((one) => one.startsWith(`${step.path}/`))) this.watch(path);
        for (const path of this.texts.disk.keys())
          if (!before.includes(path) || (step.to && path.startsWith(`${step.to}/`))) this.watch(path);
        break;
      case 'settings': {
        const settings = SETTINGS[step.which];
        if (settings) this.side.configure(settings);
        break;
      }
      case 'tell':
        this.side.tell();
    }
  }

  /** The editor tells of a change on disk. */
  private watch(path: string): void {
    const { workspace } = this.side;
    const address = addressOf(path);
    if (workspace.isRelevant(address) || isStateFileName(address)) workspace.refresh(address);
  }
}
