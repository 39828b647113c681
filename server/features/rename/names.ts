import { isGlobal } from '../../expression/globals';
import { parseExpression } from '../../expression/parse';
import { isButtonName } from '../../facts/name';
import { clientActionOf, specialEventOf } from '../../format/events';
import { isReserved, keyNameProblem } from '../../format/names';
import { localsNamed } from '../../project/names/scope';
import { childPath } from '../../project/names/scope-path';
import { keyAt, pathKey } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { type Message, msg } from '../../text/message';
import type { SymbolInProject, SymbolUse } from '../symbols/linked-symbols';
import { emittersOfEvent } from '../symbols/sites';
import type { ProjectSymbol } from '../symbols/symbol';

/** Valid names of symbols, and symbols that cannot be renamed. */

/** The name of each kind of symbol in a sentence. */
const NOUNS: Readonly<Record<ProjectSymbol['kind'], Message>> = {
  state: msg('a state'),
  id: msg('an id'),
  event: msg('an event'),
  context: msg('a context variable'),
  local: msg('a variable'),
  task: msg('a task'),
  button: msg('a button'),
  payload: msg('a payload key'),
  file: msg('a file'),
  builtin: msg('a built-in'),
};

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
      return fixedEvent(symbol.name);
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

function fixedEvent(name: string): Message | undefined {
  if (specialEventOf(name)) return msg`\`${name}\` is an event of the service and cannot be renamed.`;
  return clientActionOf(name)
    ? msg`\`${name}\` is an action of the client and cannot be renamed.`
    : undefined;
}

/** What is wrong with a new name for a symbol, independent of other names; undefined if nothing is. */
export function newNameProblem(
  symbol: ProjectSymbol,
  name: string,
  uses: readonly SymbolUse[],
): Message | undefined {
  if (symbol.kind === 'button') return buttonProblem(name);
  const noun = NOUNS[symbol.kind];
  if (name === '') return msg('The new name is empty.');
  if (/\s/.test(name)) return msg`The name of ${noun} cannot contain spaces.`;
  if (symbol.kind === 'event') return eventProblem(name);
  if (name.includes('.')) return msg`The name of ${noun} cannot contain dots.`;
  const problem = segmentProblem(name);
  if (problem) return problem;
  const inExpressions = symbol.kind === 'context' || symbol.kind === 'payload' || symbol.kind === 'local';
  const isUsedSo = inExpressions || uses.some(({ mention }) => mention.what.kind === 'use');
  if (isUsedSo && !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name))
    return msg`\`${name}\` is not a valid variable name. Use letters, digits and \`_\`, and do not start with a digit.`;
  const isPlain = symbol.kind === 'local' || (symbol.kind === 'state' && isUsedSo);
  if (!isPlain) return undefined;
  if (isGlobal(name)) return msg`\`${name}\` is built into JavaScript and would be hidden.`;
  return isIdentifier(name) ? undefined : msg`\`${name}\` is a reserved word of JavaScript.`;
}

function eventProblem(name: string): Message | undefined {
  const fixed = fixedEvent(name);
  if (fixed) return fixed;
  const segments = name.split('.');
  if (segments.includes(''))
    return msg('The name of an event cannot start or end with a dot, or contain two dots in a row.');
  return segments.map(segmentProblem).find((problem) => problem !== undefined);
}

function buttonProblem(name: string): Message | undefined {
  if (name.trim() === '') return msg('The new name is empty.');
  return isButtonName(name)
    ? undefined
    : msg('The content of a button must be on one line, without expressions, to be renamed.');
}

function segmentProblem(segment: string): Message | undefined {
  if (isReserved(segment)) return msg`\`${segment}\` is a reserved word of the format.`;
  if (segment === '__proto__') return msg`\`${segment}\` is a reserved word of JavaScript.`;
  if (keyNameProblem(segment)?.kind === 'digits') return msg`\`${segment}\` has only digits.`;
  return /^[\p{L}\p{M}\p{N}_$][\p{L}\p{M}\p{N}_$-]*$/u.test(segment)
    ? undefined
    : msg`\`${segment}\` contains other characters than letters, digits and \`_\`.`;
}

function isIdentifier(name: string): boolean {
  return parseExpression(name).ast?.type === 'Identifier';
}

/** What already has the new name of a symbol; undefined if nothing does. */
export function nameConflict({ project, symbol }: SymbolInProject, name: string): Message | undefined {
  switch (symbol.kind) {
    case 'state': {
      const path = childPath(symbol.path.slice(0, -1), name);
      return taken(project.table.has('scope', pathKey(path)), msg`a sibling state \`${name}\``);
    }
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
  return isTaken ? msg`There is already ${what}.` : undefined;
}
