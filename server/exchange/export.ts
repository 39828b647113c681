import { tooLargeFile, tooLargeMember, unreadableFile } from '../project/files/path-state';
import {
  type Address,
  folderOf,
  includableFiles,
  isInside,
  lastSegmentOf,
  resolvePath,
} from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { msg } from '../text/message';
import type { Node } from '../yaml/tree/tree';
import { type ConversionError, type DataMap, type ExchangeData, isDataMap } from './data';
import { DataOrigins } from './origins';
import { AliasBudget, type ReportConversionError, readData } from './read-data';
import { writeJson } from './write-json';

/**
 * The texts of files that are not state files, by address; undefined for files that cannot be read. They have the line
 * breaks and the byte order mark of the file.
 */
export type FileTexts = Pick<ReadonlyMap<Address, string>, 'get'>;

export type ExportedAutomata =
  | {
      readonly text: string;
      readonly data: DataMap;
      /** Where its values are written. */
      readonly origins: DataOrigins;
    }
  /** The errors that prevent the export, in the order in which they were found. */
  | { readonly conversionErrors: readonly ConversionError[] };

/**
 * An automata as one JSON text for the service, with the content of `!include` and `!oneline`, as the tool of the
 * community exports it in the folder of the main file. The files of a folder are sorted by name; the tool uses the
 * order of the disk. Reads no files: `missingTexts` lists the files to read.
 */
export function exportAutomata(workspace: Workspace, main: Address, texts: FileTexts): ExportedAutomata {
  const exporter = new Exporter(workspace, main, texts);
  const data = exporter.run();
  if (data === undefined) return { conversionErrors: exporter.conversionErrors };
  return { text: writeJson(data), data, origins: exporter.origins };
}

/** The files whose texts `exportAutomata` expects in `texts`, in addition to those that the workspace has read. */
export function missingTexts(workspace: Workspace, main: Address): readonly Address[] {
  const exporter = new Exporter(workspace, main, new Map());
  exporter.run();
  return [...exporter.missing];
}

class Exporter {
  readonly conversionErrors: ConversionError[] = [];
  readonly missing = new Set<Address>();
  readonly origins = new DataOrigins();
  private readonly aliases = new AliasBudget();

  constructor(
    private readonly workspace: Workspace,
    private readonly main: Address,
    private readonly texts: FileTexts,
  ) {}

  run(): DataMap | undefined {
    const document = this.workspace.document(this.main);
    if (document === undefined) {
      this.reporterFor(this.main)(
        { start: 0, end: 0 },
        msg('This file cannot be exported: it is not an automata that can be read.'),
      );
      return undefined;
    }
    const report = this.reporterFor(this.main);
    const data = readData(
      document.text,
      document.notation,
      (node, tag) => this.readTagged(node, tag, report),
      report,
      this.optionsFor(this.main, document.text),
    );
    if (this.conversionErrors.length > 0) return undefined;
    if (isDataMap(data) && data.has('states')) return data;
    report({ start: 0, end: 0 }, msg('This file is not an automata: it has no `states` at its root.'));
    return undefined;
  }

  private reporterFor(address: Address): ReportConversionError {
    return ({ start, end }, message) => this.conversionErrors.push({ address, start, end, message });
  }

  private readTagged(node: Node, tag: string, report: ReportConversionError): ExchangeData | undefined {
    if (node.kind !== 'scalar') {
      report(node, msg`\`${tag}\` expects a path, not a map or a list.`);
      return undefined;
    }
    return tag === '!include'
      ? this.readFolder(node, node.value, report)
      : this.readTextFile(node, node.value, report);
  }

  private readFolder(node: Node, path: string, report: ReportConversionError): ExchangeData | undefined {
    const address = resolvePath(folderOf(this.main), path);
    const state = this.isInBoundary(address) ? this.workspace.pathState(address) : undefined;
    if (state?.kind !== 'folder') {
      const isThere = state !== undefined && state.kind !== 'missing';
      const fault = isThere
        ? msg`\`${path}\` is not a readable folder.`
        : msg`Folder \`${path}\` does not exist in the workspace.`;
      report(
        node,
        msg`${fault} \`!include\` expects the path of a folder in the workspace, relative to this file.`,
      );
      return undefined;
    }
    const all = new Map<string, ExchangeData>();
    const from = new Map<string, Address>();
    const before = this.conversionErrors.length;
    for (const file of includableFiles(state.files)) {
      const data = this.readIncluded(file, node, report);
      if (Array.isArray(data)) all.set(lastSegmentOf(file), data);
      if (!isDataMap(data)) continue;
      for (const [name, value] of data) {
        const other = from.get(name);
        if (other !== undefined) {
          report(
            node,
            msg`State \`${name}\` is defined in \`${lastSegmentOf(other)}\` and in \`${lastSegmentOf(file)}\`, and only one of them is loaded. Remove one.`,
          );
        }
        from.set(name, file);
        all.set(name, value);
        this.origins.copy(data, all, name);
      }
    }
    return this.conversionErrors.length > before ? undefined : all;
  }

  /** The content of a file of an included folder; undefined if it is empty, or after reporting an error. */
  private readIncluded(
    file: Address,
    tag: Node,
    reportInMain: ReportConversionError,
  ): ExchangeData | undefined {
    const text = this.workspace.document(file)?.text ?? this.texts.get(file);
    if (text === undefined) {
      this.missing.add(file);
      const name = lastSegmentOf(file);
      const large = tooLargeMember(name, this.workspace.pathState(file));
      reportInMain(tag, large ?? msg`\`${name}\` in this folder cannot be read.`);
      return undefined;
    }
    const report = this.reporterFor(file);
    const refuse = (node: Node, name: string) => {
      report(node, msg`\`${name}\` works only in the main file, not in included files.`);
      return undefined;
    };
    return readData(text, 'yaml', refuse, report, this.optionsFor(file, text));
  }

  private optionsFor(address: Address, text: string) {
    const { origins, aliases, workspace } = this;
    return { recorder: { origins, address, text }, aliases, limits: workspace.limitsOf(address) };
  }

  private readTextFile(node: Node, path: string, report: ReportConversionError): ExchangeData | undefined {
    const boundary = this.workspace.boundaryOf(this.main);
    const places = [resolvePath(folderOf(this.main), path), resolvePath(boundary, path)].filter((at) =>
      this.isInBoundary(at),
    );
    for (const address of places) {
      const text = this.texts.get(address);
      if (text === undefined) {
        this.missing.add(address);
        const state = this.workspace.pathState(address);
        const fault = tooLargeFile(path, state) ?? unreadableFile(path, state);
        if (fault === undefined) continue;
        report(node, fault);
        return undefined;
      }
      this.origins.recordFile(node, address, text);
      // Python converts all line breaks to line feeds.
      return text.replace(/\r\n?/g, '\n');
    }
    report(node, msg`Text file \`${path}\` does not exist next to the main file or in the workspace root.`);
    return undefined;
  }

  private isInBoundary(address: Address): boolean {
    return isInside(this.workspace.boundaryOf(this.main), address);
  }
}
