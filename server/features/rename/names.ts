import { isGlobal } from '../../expression/globals';
import { parseExpression } from '../../expression/parse';
import { isButtonName } from '../../facts/name';
import { clientActionOf, specialEventOf } from '../../format/events';
import { localsNamed } from '../../project/names/scope';
import { keyAt, pathKey } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { type Message, msg } from '../../text/message';
import { nameProblem, takenName } from '../new-names';
import type { SymbolInProject, SymbolUse } from '../symbols/linked-symbols';
import { emittersOfEvent } from '../symbols/sites';
import type { ProjectSymbol } from '../symbols/symbol';

/** Valid names of symbols, and symbols that cannot be renamed. */

/** Why the author cannot change the name of a symbol; undefined if possible. */
export function whyNotRenamable({ project, symbol }: SymbolInProject): Message | undefined {
  switch (symbol.kind) {
    case 'builtin':
      return isGlobal(symbol.name)
        ? msg`\`${symbol.name}\` is built into JavaScript and cannot be renamed.`
        : msg`\`${symbol.name}\` is a keyword of the format and cannot be renamed.`;
    case 'file':
      return msg('This is the path of a file. Rename the file instead.');
    case 'event':
      if (specialEventOf(symbol.name))
        return msg`\`${symbol.name}\` is an event of the service and cannot be renamed.`;
      return clientActionOf(symbol.name)
        ? msg`\`${symbol.name}\` is an action of the client and cannot be renamed.`
        : undefined;
    case 'payload': {
      const action = clientActionOf(symbol.event);
      const isFixed = action?.payload.some((key) => key.name === symbol.name) === true;
      return isFixed
        ? msg`Cannot rename: \`${symbol.event}\` requires \`${symbol.name}\` to have this name.`
        : undefined;
    }
    case 'local': {
      const unwritten = localsNamed(project, symbol.path, symbol.name).find((local) => local.isDefault);
      return unwritten
        ? msg`Cannot rename: \`${symbol.name}\` is the default result name of the module. Set \`output_name\` of the task first.`
        : undefined;
    }
    default:
      return undefined;
  }
}

/** What is wrong with a new name for a symbol, independent of other names; undefined if nothing is. */
export function newNameProblem(
  symbol: ProjectSymbol,
  name: string,
  uses: readonly SymbolUse[],
): Message | undefined {
  if (symbol.kind === 'button') return buttonProblem(name);
  const isEvent = symbol.kind === 'event';
  // A file in another style is renamed in that style; its names are only noted.
  const problem = nameProblem(name, isEvent, true);
  if (problem || isEvent) return problem;
  const inExpressions = symbol.kind === 'context' || symbol.kind === 'payload' || symbol.kind === 'local';
  const isUsedSo = inExpressions || uses.some(({ mention }) => mention.what.kind === 'use');
  if (isUsedSo && !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name))
    return msg`\`${name}\` is not a valid variable name. Use letters, digits and \`_\`, and do not start with a digit.`;
  const isPlain = symbol.kind === 'local' || (symbol.kind === 'state' && isUsedSo);
  if (!isPlain) return undefined;
  if (isGlobal(name))
    return msg`\`${name}\` is built into JavaScript and would be hidden. Enter another name.`;
  return isIdentifier(name)
    ? undefined
    : msg`\`${name}\` is a reserved word of JavaScript. Enter another name.`;
}

function buttonProblem(name: string): Message | undefined {
  if (name.trim() === '') return msg('A button needs a text. Enter one.');
  return isButtonName(name)
    ? undefined
    : msg('The content of a button must be on one line, without expressions, to be renamed.');
}

function isIdentifier(name: string): boolean {
  return parseExpression(name).ast?.type === 'Identifier';
}

/** What already has the new name of a symbol; undefined if nothing does. */
export function nameConflict(
  workspace: Workspace,
  { project, symbol }: SymbolInProject,
  name: string,
): Message | undefined {
  switch (symbol.kind) {
    case 'state':
      return takenName(workspace, project, symbol.path.slice(0, -1), name);
    case 'id':
      return taken(project.table.has('id', name), msg`a state with the id \`${name}\``);
    case 'event':
      return taken(
        project.table.has('handlerAt', keyAt(symbol.path, name)),
        msg`a transition on \`${name}\` here`,
      );
    case 'context':
      return taken(isContextVariable(project, name), msg`a context variable \`${name}\``);
    case 'local':
      return taken(
        localsNamed(project, symbol.path, name).length > 0,
        msg`a variable \`${name}\` in this state`,
      );
    case 'task':
    case 'button': {
      const key = pathKey(symbol.path);
      const isTaken = project.table.get(symbol.kind, name.trim()).some(({ path }) => pathKey(path) === key);
      const what =
        symbol.kind === 'task'
          ? msg`a task \`${name}\` in this state`
          : msg`a button \`${name}\` in this state`;
      return taken(isTaken, what);
    }
    case 'payload': {
      const emitters = emittersOfEvent(project, symbol.event, symbol.path, symbol.handled);
      const isTaken = emitters.some(({ emit }) => emit.payload.some((key) => key.text === name));
      return taken(isTaken, msg`a key \`${name}\` in the payload of \`${symbol.event}\``);
    }
    default:
      return undefined;
  }
}

function isContextVariable({ table }: Project, name: string): boolean {
  return table.has('declaration', name) || table.has('assignment', name);
}

function taken(isTaken: boolean, what: Message): Message | undefined {
  return isTaken ? msg`There is already ${what}. Enter another name.` : undefined;
}
