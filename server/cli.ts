import { parseArgs } from 'node:util';

/**
 * The command line. An assistant waits for the start of its server, which therefore answers before the commands are
 * loaded.
 */
const args = process.argv.slice(2);
const folders = assistantFolders(args);
if (folders === undefined) void import('./commands.js').then(({ runHere }) => runHere(args));
else
  void import('./assistants.js').then(({ serveAssistants }) =>
    serveAssistants(folders, async () => await import('./commands.js')),
  );

/** The folders of a server for assistants; undefined for other commands, and for arguments that `mcp` explains. */
function assistantFolders([name, ...more]: readonly string[]): readonly string[] | undefined {
  if (name !== 'mcp') return undefined;
  try {
    const options = { stdio: { type: 'boolean' }, root: { type: 'string', multiple: true } } as const;
    const { values } = parseArgs({ args: [...more], options, strict: true });
    return values.stdio === true ? (values.root ?? [process.cwd()]) : undefined;
  } catch {
    return undefined;
  }
}
