import { exportAutomata, missingTexts } from '../../exchange/export';
import { importAutomata } from '../../exchange/import';
import { type Automata, automataList } from '../../features/automata-list';
import { AUTOMATA_SCAFFOLDS } from '../../features/completion/scaffolds';
import { newProject } from '../../features/new-project';
import { newState } from '../../features/new-state';
import { runnableAutomata, scenarioFiles } from '../../features/scenario-list';
import { openDocument } from '../../format/document-kind';
import { type Address, folderOf, lastSegmentOf, normalize, shortName } from '../../project/files/paths';
import { childrenOf } from '../../project/names/resolve';
import { ROOT_PATH, toScopePath } from '../../project/names/scope-path';
import { RULES_BY_CODE } from '../../rules';
import { rulePage } from '../../rules/page';
import { formatMessage, msg } from '../../text/message';
import { connectChangeNotifier } from '../connect-change-notifier';
import { START_OF_FILE, toRange } from '../convert';
import { toWorkspaceEdit } from '../edits';
import type {
  ExportResult,
  ListedAutomata,
  LocatedConversionError,
  ScenarioList,
  ServerCounts,
} from '../messages';
import { ownRequest, parameterlessRequest } from '../own-messages';
import { configurationStatus, formatStatus, NO_STATUS, statusOf } from '../status';
import { whenKnown } from '../when-known';
import type { Handler, Services } from './handler';

const IMPORT_FAILED = { range: START_OF_FILE, message: 'The import failed. The output says why.' };

const EXPORT_FAILED = { range: START_OF_FILE, message: 'The export failed. The output says why.', file: '' };

const NO_COUNTS: ServerCounts = { folders: 0, projects: 0, files: 0, states: 0, openDocuments: 0 };

/** Our own requests about the automata, files and scenarios of the workspace. None of them writes a file. */
export const PROJECTS: readonly Handler[] = [
  /** All automata of the workspace, those that contain the cursor first. */
  ownRequest(
    'atomicState/automata',
    () => [],
    (services, { uri, position }) => {
      const { workspace } = services;
      const address = uri === undefined ? undefined : normalize(uri);
      const document = address === undefined ? undefined : workspace.document(address);
      const offset = position && document?.offsetAt(position);
      const cursor = address && { address, ...(offset !== undefined && { offset }) };
      return automataList(workspace, cursor || undefined).map((one) => listed(services, one));
    },
    { files: 'all' },
  ),
  /** The templates of new projects. */
  parameterlessRequest('atomicState/scaffolds', [], ({ translations }) =>
    AUTOMATA_SCAFFOLDS.map(({ label, detail }) => ({
      label,
      detail: formatMessage(msg(detail), translations),
    })),
  ),
  /** The text of the main file of a new project. */
  ownRequest(
    'atomicState/newProject',
    () => null,
    (_, { scaffold, name }) => {
      const created = newProject(scaffold, name);
      if (created === undefined) return null;
      const selection = toRange(openDocument(created.text, 'yaml'), created.toFill);
      return { path: created.path, text: created.text, selection, others: [created.scenarios] };
    },
  ),
  /** The edits for a new state. Applies no edits, because it is also requested while the name is typed. */
  ownRequest(
    'atomicState/newState',
    () => ({ refused: 'The state could not be created. The output says why.' }),
    (services, { uri, path, name, near }) => {
      const created = newState(
        services.workspace,
        normalize(uri),
        toScopePath(path),
        name,
        near ? normalize(near) : undefined,
      );
      if ('refused' in created) return { refused: formatMessage(created.refused, services.translations) };
      const { change, create, at } = created;
      return {
        edit: toWorkspaceEdit(services, change ? [change] : [], { create: create && [create] }),
        uri: services.toUri(at.address),
        selection: toRange(openDocument(at.text, 'yaml'), at.range),
        isNewFile: create !== undefined,
      };
    },
    { files: 'requested' },
  ),
  /** The files of a project for one JSON text. */
  ownRequest(
    'atomicState/import',
    () => ({ files: [], states: 0, conversionErrors: [IMPORT_FAILED] }),
    ({ translations }, { text }) => {
      const plain = text.replace(/^\ufeff/, '');
      const result = importAutomata(plain, 'json');
      if ('files' in result) {
        const states = result.files.filter(({ path }) => path.startsWith('state/')).length;
        return { files: result.files, states, conversionErrors: [] };
      }
      const document = openDocument(plain, 'json');
      const conversionErrors = result.conversionErrors.map((error) => ({
        range: toRange(document, error),
        message: formatMessage(error.message, translations),
      }));
      return { files: [], states: 0, conversionErrors };
    },
  ),
  /** A project as one JSON text for the service, and the number of its errors. */
  ownRequest(
    'atomicState/export',
    ({ uri }) => ({ conversionErrors: [{ uri, ...EXPORT_FAILED }], errors: 0, errorFiles: 0 }),
    (services, { uri }) => exportProject(services, normalize(uri)),
  ),
  parameterlessRequest(
    'atomicState/report',
    NO_COUNTS,
    ({ workspace, findings }) => {
      const projects = [...workspace.allProjects].filter(({ isAutomata }) => isAutomata);
      const node = typeof process === 'undefined' ? undefined : process.versions?.node;
      return {
        ...(node !== undefined && { node }),
        folders: workspace.folders.length,
        projects: projects.length,
        files: findings.addresses().length,
        states: projects.reduce((sum, project) => sum + childrenOf(project, ROOT_PATH).length, 0),
        openDocuments: [...workspace.openFiles].length,
      };
    },
    { files: 'all' },
  ),
  ownRequest(
    'atomicState/status',
    () => ({ ...formatStatus(NO_STATUS), hasAutomata: false }),
    (services, { uri }) => {
      const { workspace, toUri, translations } = services;
      const address = normalize(uri);
      const status = statusOf(workspace, address, (one) => toUri(one));
      const configuration = configurationStatus(
        workspace,
        address,
        toUri,
        services.editorSettingsOf(address),
      );
      const hasAutomata = [...workspace.allProjects].some(({ isAutomata }) => isAutomata);
      return { ...formatStatus({ ...status, ...configuration }, translations), hasAutomata };
    },
    { files: 'requested' },
  ),
  ownRequest(
    'atomicState/rulePage',
    () => null,
    ({ translations }, { code }) => {
      const rule = RULES_BY_CODE.get(code);
      return rule === undefined ? null : rulePage(rule, translations);
    },
  ),
  /** The scenarios of all files, open or not, and the automata that can be explored. */
  parameterlessRequest(
    'atomicState/scenarios',
    { files: [], automata: [] },
    (services) => {
      connectChangeNotifier(services);
      return listOf(services);
    },
    { files: 'all' },
  ),
];

function listed({ workspace, toUri }: Services, { main, ...rest }: Automata): ListedAutomata {
  const file = shortName(main, workspace.boundaryOf(main));
  return { uri: toUri(main), name: lastSegmentOf(main), file, ...rest };
}

async function exportProject(services: Services, main: Address): Promise<ExportResult> {
  const { workspace, fileLoader } = services;
  await fileLoader.load();
  const missing = await whenKnown(fileLoader, () => missingTexts(workspace, main));
  const result = exportAutomata(workspace, main, await fileLoader.texts(missing));
  const found = errorsOf(services, main);
  if ('text' in result) return { text: result.text, conversionErrors: [], ...found };
  const conversionErrors = result.conversionErrors.map((error): LocatedConversionError => {
    const { address, message } = error;
    return {
      uri: services.toUri(address),
      range: toRange(workspace.document(address), error),
      message: formatMessage(message, services.translations),
      file: shortName(address, folderOf(main)),
    };
  });
  return { conversionErrors, ...found };
}

function errorsOf({ workspace, findings }: Services, main: Address): { errors: number; errorFiles: number } {
  const project = workspace.projectsOf(main).find(({ root }) => root === main);
  const counts = Array.from(
    project?.stateFiles ?? [],
    ({ source }) => findings.ofFile(source.address).filter(({ severity }) => severity === 'error').length,
  ).filter((count) => count > 0);
  return { errors: counts.reduce((sum, count) => sum + count, 0), errorFiles: counts.length };
}

function listOf({ workspace, toUri }: Services): ScenarioList {
  return {
    files: scenarioFiles(workspace).map(({ address, automata, version, scenarios, promises }) => {
      const document = workspace.document(address);
      const placed = (items: typeof scenarios) =>
        document ? items.map(({ id, name, range }) => ({ id, name, range: toRange(document, range) })) : [];
      return {
        uri: toUri(address),
        ...(automata === undefined ? {} : { automata: toUri(automata) }),
        version,
        scenarios: placed(scenarios),
        promises: placed(promises),
      };
    }),
    automata: runnableAutomata(workspace).map(({ main, version }) => ({ uri: toUri(main), version })),
  };
}
