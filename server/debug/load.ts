import { type OpenedWorkspace, openWorkspace } from '../check-workspace';
import { missingTexts } from '../exchange/export';
import { type ExportedText, exportWithTexts, type LoadProblem } from '../exchange/exported-text';
import type { FileSystem } from '../filesystem';
import { type Address, folderOf, lastSegmentOf, mainFileIn } from '../project/paths';
import { DEFAULT_LIMITS } from '../yaml/problem';

/**
 * The automata of a main file, of a state file that it includes, or in a folder.
 *
 * @param workingFolder is searched for the automata of a state file if it is in no folder around it
 */
export async function loadAutomata(
  world: FileSystem,
  program: Address,
  workingFolder: Address | undefined,
): Promise<ExportedText | readonly LoadProblem[]> {
  const opened = await openWorkspace(world, [program], {}, { workingFolder });
  const { workspace, starts } = opened;
  const refuse = (message: string) => [{ address: program, start: 0, end: 0, message }];
  const state = starts[0]?.state;
  if (state === undefined || (state.kind !== 'text' && state.kind !== 'folder'))
    return refuse(`\`${lastSegmentOf(program)}\` is not a YAML or JSON file or a folder that can be read.`);
  const mains = mainsOf(opened, program);
  const [main] = mains;
  if (main === undefined) return refuse(`No automata was found for \`${lastSegmentOf(program)}\`.`);
  if (mains.length > 1) {
    const names = mains.map((one) => `\`${one.slice(folderOf(program).length)}\``).join(', ');
    return refuse(`There are several automata: ${names}. Set \`program\` to one of them.`);
  }
  const texts = new Map<Address, string>();
  const boundary = workspace.boundaryOf(main);
  for (const address of missingTexts(workspace, main)) {
    const text = await world.read(address, boundary, DEFAULT_LIMITS.maxFileSize);
    if (text !== undefined) texts.set(address, text);
  }
  return exportWithTexts(workspace, main, texts);
}

/** The main files of the automata that a file belongs to, or of those in a folder. */
function mainsOf({ workspace, starts }: OpenedWorkspace, program: Address): readonly Address[] {
  const files = starts.flatMap((start) => start.files);
  const projects = files.flatMap((file) => workspace.projectsOf(file)).filter((one) => one.isAutomata);
  const mains = [...new Set(projects.map(({ root }) => root))];
  const main = mainFileIn([program], (address) => mains.includes(address));
  return main === undefined ? mains : [main];
}
