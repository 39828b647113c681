import { addressOfPath } from '../debug/address';
import type { DebugHost } from '../debug/host';
import { missingTexts } from '../exchange/export';
import { type ExportedText, exportWithTexts, type LoadProblem } from '../exchange/exported-text';
import { automataList } from '../features/automata-list';
import { type Address, folderOf, isInside, lastSegmentOf, shortName } from '../project/files/paths';
import { formatMessage, joinMessages, type Message, msg } from '../text/message';
import type { Services } from './handlers/handler';
import type { LocatedMessage } from './messages';
import { SourceLocations } from './source-locations';
import { whenKnown } from './when-known';

/** Runs automata of the workspace, with the texts of open editors, saved or not. */

/** Resolves when the automata of a file are known, and all files that they include are read. */
async function automataLoaded(
  { workspace, fileLoader, documentLoader }: Services,
  address: Address,
): Promise<void> {
  // Requests a file that is not known yet.
  workspace.pathState(address);
  // Any open document may be a part of the automata.
  await documentLoader.whenRead(undefined);
  await fileLoader.load();
  await fileLoader.automataFound(address);
  await fileLoader.load();
}

/** The main files of the automata of a state file or scenario file, or of those in a folder. */
async function mainFilesOf(services: Services, program: Address): Promise<readonly Address[]> {
  const { workspace } = services;
  await automataLoaded(services, program);
  if (workspace.pathState(program)?.kind === 'folder') {
    await services.fileLoader.loadEverything();
    const roots = automataList(workspace).map(({ main }) => main);
    return [...new Set(roots.filter((main) => isInside(program, main)))];
  }
  const projects = workspace.projectsOf(program).filter((one) => one.isAutomata);
  return [...new Set(projects.map(({ root }) => root))];
}

/**
 * Exports the automata of a main file, state file or scenario file, or in a folder, with its current texts.
 *
 * @param isUnique whether a program that belongs to several automata is an error; otherwise the first one is exported
 */
export async function loadProgram(
  services: Services,
  program: Address,
  { isUnique = false } = {},
): Promise<ExportedText | readonly LoadProblem[]> {
  const { workspace, fileLoader, translations } = services;
  const refuse = (message: Message): readonly LoadProblem[] => [
    { address: program, start: 0, end: 0, message: formatMessage(message, translations) },
  ];
  if (!services.isTrusted)
    return refuse(msg`Running an automata executes its expressions. Trust this workspace to run it.`);
  const mains = await mainFilesOf(services, program);
  const [main] = mains;
  if (main === undefined) return refuse(msg`No automata was found for this file.`);
  if (isUnique && mains.length > 1) {
    const names = mains.map((one) => `\`${shortName(one, folderOf(program))}\``).join(', ');
    return refuse(msg`This file belongs to several automata: ${names}. Choose one of them.`);
  }
  const read = await fileLoader.texts(await whenKnown(fileLoader, () => missingTexts(workspace, main)));
  return exportWithTexts(workspace, main, read, translations);
}

/** The first problem of an automata that cannot be loaded. */
export function refusalOf(services: Services, [problem]: readonly LoadProblem[]): LocatedMessage {
  if (problem === undefined) return { message: '' };
  const text = services.workspace.document(problem.address)?.text;
  const texts = new Map(text === undefined ? [] : [[problem.address, text]]);
  const location = new SourceLocations(services, texts).of(problem);
  return { message: problem.message, ...(location && { location }) };
}

/** The host of a debug session that runs in the server. */
export function debugHost(services: Services): DebugHost {
  const { workspace, fileLoader, loadInterpreter, translations } = services;
  return {
    load: (program) => loadProgram(services, addressOfPath(program), { isUnique: true }),
    async scenarios(path) {
      const address = addressOfPath(path);
      await automataLoaded(services, address);
      const known = workspace.document(address)?.text;
      const text = known ?? (await fileLoader.texts([address])).get(address);
      if (text === undefined) return { problem: msg`${lastSegmentOf(address)}: it cannot be read.` };
      const { readScenarios } = await loadInterpreter();
      const { scenarios, seed, problems } = readScenarios(text, address, workspace.limitsOf(address));
      const [problem] = problems;
      return problem
        ? { problem: joinMessages([lastSegmentOf(address), ': ', problem.message]) }
        : { scenarios, seed, text, address };
    },
    async sandbox(seed) {
      const sandboxes = await (await loadInterpreter()).loadSandboxes('conversation');
      return (recognizesData = false) =>
        sandboxes.sandbox({ seed, now: () => performance.now(), recognizesData });
    },
    now: () => Date.now(),
    currentText: (address) => workspace.document(address)?.text,
    translations,
  };
}
