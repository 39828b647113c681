import { GLOBALS } from '../../expression/globals';
import { BUILT_IN_CATALOG } from '../../format/catalog';
import { clientActionOf, specialEventOf } from '../../format/events';
import { fieldOf } from '../../format/objects';
import { WHERE_NAMES } from '../../format/scenario';
import { currentNames } from '../../inference/context';
import { typeOfLocal } from '../../inference/local-types';
import { folderOf, shortName } from '../../project/files/paths';
import { buttonsOf } from '../../project/flow/possible-states';
import { resolveEvent } from '../../project/names/resolve';
import { isVisible, type LocalVariable, localsNamed } from '../../project/names/scope';
import { samePath } from '../../project/names/scope-path';
import type { NameEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { type Message, msg } from '../../text/message';
import type { ValueType } from '../../types/value-type';
import { type Pair, textOf } from '../../yaml/tree/tree';
import type { CursorLocation } from '../cursor-location';
import { sourceNote } from '../describe';
import { bulletList, commaList, factLine, inlineCode, paragraphs } from '../markdown';
import { definitionsOf, emittersOfEvent, stateFiles } from '../symbols/sites';
import type { ProjectSymbol, SymbolRef } from '../symbols/symbol';
import { type TaskLabel, taskLabelOf } from '../task-label';
import { definingLocal } from '../variables';
import { contextCard } from './context';
import { payloadType, typeLines } from './expression-types';
import { describeCases, transitionSummary } from './flow';
import {
  declaredTypeName,
  fileAndLine,
  scopeName,
  scopeNames,
  stateCard,
  targetNames,
  taskMapsOf,
} from './state';

type Of<Kind extends ProjectSymbol['kind']> = Extract<ProjectSymbol, { kind: Kind }>;

/** The hover of a symbol, as Markdown; undefined if nothing is known about it. */
export function symbolCard(at: CursorLocation, ref: SymbolRef): Message | undefined {
  const { symbol } = ref;
  switch (symbol.kind) {
    case 'state':
    case 'id': {
      const card = stateCard(at.project, symbol.path);
      const { what } = ref.mention;
      const isTarget = what.kind === 'target' && what.following === 0;
      return card && paragraphs(card, isTarget ? transitionSummary(ref.entry, ref.mention) : undefined);
    }
    case 'event':
      return eventCard(at, ref, symbol);
    case 'context':
      return contextCard(at, ref, symbol);
    case 'local':
      return localCard(at, ref, symbol);
    case 'task':
      return taskCard(at, symbol);
    case 'button':
      return buttonCard(at, symbol);
    case 'payload':
      return payloadCard(at, symbol);
    case 'file':
      return fileCard(at, ref);
    case 'builtin':
      return builtinCard(symbol);
  }
}

function eventCard({ project }: CursorLocation, { entry }: SymbolRef, symbol: Of<'event'>): Message {
  const known = specialEventOf(symbol.name) ?? clientActionOf(symbol.name);
  const handlers = definitionsOf(project, symbol);
  const here = project
    .scopes(symbol.path)
    .flatMap(({ scope }) => scope.handlers.filter(({ event }) => event.text === symbol.name));
  const cases = here.flatMap((handler) => handler.cases);
  const [first] = handlers;
  const handled = first && msg`handled by ${scopeName(project, first.path)} · ${fileAndLine(project, first)}`;
  const [only, ...others] = here;
  const words = only && others.length === 0 ? describeCases(only) : undefined;
  const all = cases.length > 0 ? msg`targets: ${targetNames(cases)}` : undefined;
  const targets = words ? msg`goes ${words}` : all;
  if (known) {
    return paragraphs(
      msg`**event** ${inlineCode(symbol.name)}`,
      msg(known.doc),
      bulletList(targets),
      sourceNote(known.source),
    );
  }
  const isUnhandled = !symbol.handled && resolveEvent(project, entry, symbol.name).kind === 'missing';
  const emitters = emittersOfEvent(project, symbol.name, symbol.path, symbol.handled);
  const payload = [...new Set(emitters.flatMap(({ emit }) => emit.payload.map((key) => key.text)))];
  return paragraphs(
    msg`**event** ${inlineCode(symbol.name)}`,
    bulletList(
      emitters.length > 0
        ? msg`raised by buttons of: ${commaList(scopeNames(project, emitters))}`
        : undefined,
      payload.length > 0 ? msg`payload: ${commaList(payload.map((key) => inlineCode(key)))}` : undefined,
      isUnhandled ? msg('no transition handles it') : handled,
      targets,
    ),
  );
}

/** A variable of a scope: its definitions. */
function localCard(at: CursorLocation, ref: SymbolRef, symbol: Of<'local'>): Message | undefined {
  const { project } = at;
  const { mention, entry } = ref;
  const isHere = samePath(symbol.path, entry.path);
  const place = mention.what.kind === 'use' ? mention.what.place : undefined;
  const all = localsNamed(project, symbol.path, symbol.name);
  const local = place
    ? definingLocal(project, symbol.name, symbol.path, entry, place)
    : (all.find((one) => one.at.unit === entry.unit && one.name.start === mention.start) ?? all[0]);
  if (local === undefined) return passedInputCard(project, symbol);
  const title = [
    msg`**${TITLES[local.kind]}** ${inlineCode(symbol.name)}`,
    isHere ? undefined : msg`of ${scopeName(project, symbol.path)}`,
    ...origin(project, local),
  ];
  const isLater = place !== undefined && isHere && !isVisible(local, place);
  return paragraphs(
    factLine(...title),
    resultText(project, local),
    bulletList(
      ...typeLines(localType(at, ref, local)),
      msg`defined in ${fileAndLine(project, { ...local.at, name: local.name })}`,
      isLater ? msg('not available here: defined later') : undefined,
    ),
  );
}

/** Its type at a use, or at its definition. */
function localType(
  { workspace, project }: CursorLocation,
  { entry, mention }: SymbolRef,
  local: LocalVariable,
): ValueType {
  const reader = currentNames(workspace, project);
  const { what } = mention;
  const isUse = what.kind === 'use' && samePath(local.at.path, entry.path);
  if (isUse && isVisible(local, what.place)) {
    const type = reader.namesAt(entry, what.place)(mention.name);
    if (type && type.kind !== 'unknown') return type;
  }
  return typeOfLocal(reader, local);
}

const TITLES: Readonly<Record<LocalVariable['kind'], Message>> = {
  input: msg('input'),
  result: msg('result'),
  parameter: msg('function parameter'),
  output: msg('output'),
};

/** The type of an input, the task of a result. */
function origin(project: Project, local: LocalVariable): (Message | undefined)[] {
  if (local.kind === 'input') {
    const node = local.at.scope.inputs[local.index]?.node;
    const type = node && declaredTypeName(node);
    return [type === undefined ? undefined : inlineCode(type)];
  }
  const label = taskOf(project, local);
  if (label === undefined) return [];
  const name = label.name ?? label.called;
  return [
    name === undefined
      ? msg`of task ${local.index + 1}`
      : msg`of task ${local.index + 1} ${inlineCode(name)}`,
  ];
}

function taskOf(project: Project, local: LocalVariable): TaskLabel | undefined {
  if (local.kind !== 'result' && local.kind !== 'parameter') return undefined;
  const task = taskMapsOf(local.at)[local.index];
  const catalog = project.source(local.at.source)?.catalog;
  return task && taskLabelOf(task, catalog ?? BUILT_IN_CATALOG);
}

/** The result of a known widget. */
function resultText(project: Project, local: LocalVariable): Message | undefined {
  const doc = local.kind === 'result' ? taskOf(project, local)?.resultDoc : undefined;
  return doc === undefined ? undefined : msg(doc);
}

/** A task: the widget or module that it calls, and its place. */
function taskCard({ project }: CursorLocation, symbol: Of<'task'>): Message | undefined {
  const [entry] = definitionsOf(project, symbol);
  if (entry === undefined) return undefined;
  const catalog = project.source(entry.source)?.catalog ?? BUILT_IN_CATALOG;
  const task = taskMapsOf(entry).find((one) => one !== undefined && textOf(one, 'name') === symbol.name);
  const label = task && taskLabelOf(task, catalog);
  const called = label?.called;
  return paragraphs(
    factLine(msg`**task** ${inlineCode(symbol.name)}`, called === undefined ? undefined : inlineCode(called)),
    label?.resultDoc === undefined ? undefined : msg(label.resultDoc),
    bulletList(msg`of ${scopeName(project, symbol.path)} · ${fileAndLine(project, entry)}`),
  );
}

/** A button: its event, and the targets of the transition that handles it. */
function buttonCard({ project }: CursorLocation, symbol: Of<'button'>): Message | undefined {
  const [entry] = definitionsOf(project, symbol);
  if (entry === undefined) return undefined;
  const own = (buttonsOf(project, symbol.path) ?? []).filter(
    ({ content }) => content?.trim() === symbol.name,
  );
  const events = [...new Set(own.flatMap(({ event }) => event ?? []))];
  const payload = own.flatMap(({ payload: pairs, entry: at }) =>
    at ? pairs.map((pair) => payloadText(at.unit.text, pair)) : [],
  );
  return paragraphs(
    msg`**button** ${inlineCode(symbol.name)} · of ${scopeName(project, symbol.path)}`,
    bulletList(
      ...events.map((event) => raisedText(project, entry, event)),
      payload.length > 0
        ? msg`payload: ${commaList([...new Set(payload)].map((text) => inlineCode(text)))}`
        : undefined,
      msg`defined in ${fileAndLine(project, entry)}`,
    ),
  );
}

/** A key of a payload with its value if that is written on the same line. */
function payloadText(text: string, { start, end, name }: Pair): string {
  const written = text.slice(start, end).trim();
  return written.includes('\n') ? name : written;
}

function raisedText(project: Project, from: NameEntry, event: string): Message {
  const found = resolveEvent(project, from, event);
  if (clientActionOf(event) || found.kind === 'unknown') return msg`raises ${inlineCode(event)}`;
  if (found.kind === 'missing') return msg`raises ${inlineCode(event)}; no transition handles it`;
  const [only, ...others] = found.entries.map(({ handler }) => handler);
  const words = only && others.length === 0 ? describeCases(only) : undefined;
  if (words) return msg`raises ${inlineCode(event)}, goes ${words}`;
  const targets = targetNames(found.entries.flatMap(({ handler }) => handler.cases));
  return msg`raises ${inlineCode(event)}, targets: ${targets}`;
}

/** A name that is not an input of the state and is only passed to it by transitions. */
function passedInputCard(project: Project, symbol: Of<'local'>): Message | undefined {
  const from = definitionsOf(project, symbol);
  if (from.length === 0) return undefined;
  return paragraphs(
    msg`**target input** ${inlineCode(symbol.name)}`,
    bulletList(
      msg`set by \`target_inputs\` in: ${commaList(scopeNames(project, from))}`,
      msg`${scopeName(project, symbol.path)} has no such input`,
    ),
  );
}

function payloadCard({ workspace, project }: CursorLocation, symbol: Of<'payload'>): Message {
  const key = clientActionOf(symbol.event)?.payload.find((one) => one.name === symbol.name);
  const title = msg`**payload** ${inlineCode(symbol.name)} · event ${inlineCode(symbol.event)}`;
  if (key) return paragraphs(title, msg(key.doc));
  const emitters = emittersOfEvent(project, symbol.event, symbol.path, symbol.handled);
  const carriers = emitters.filter(({ emit }) => emit.payload.some((one) => one.text === symbol.name));
  const isDescribed = emitters.every(({ emit }) => emit.complete) && carriers.length < emitters.length;
  const lacking = emitters.filter((emitter) => !carriers.includes(emitter));
  return paragraphs(
    title,
    bulletList(
      ...typeLines(payloadType(currentNames(workspace, project), carriers, symbol.name)),
      carriers.length > 0
        ? msg`in the payload of buttons of: ${commaList(scopeNames(project, carriers))}`
        : undefined,
      isDescribed
        ? msg`in the payload of ${carriers.length} of the ${emitters.length} buttons that raise it`
        : undefined,
      isDescribed ? msg`missing from buttons of: ${commaList(scopeNames(project, lacking))}` : undefined,
    ),
  );
}

/** The path of a tag: the file or folder that it resolves to, if that is known. */
function fileCard(
  { workspace, project }: CursorLocation,
  { mention, entry }: SymbolRef,
): Message | undefined {
  if (mention.what.kind !== 'file') return undefined;
  const { use } = mention.what;
  const { address, state } = workspace.resolvePath(project, { ...entry, name: use.path, use });
  const folder = folderOf(project.root);
  const name = inlineCode(shortName(address, folder));
  switch (state?.kind) {
    case 'folder': {
      const files = stateFiles(state.files, project).map((file) => inlineCode(shortName(file, address)));
      const isFile = use.tag !== '!include';
      return paragraphs(
        msg`**folder** ${name}`,
        bulletList(
          isFile
            ? msg('expected a file')
            : msg`state files: ${files.length > 0 ? commaList(files) : msg('none')}`,
        ),
      );
    }
    case 'text':
    case 'file':
      return paragraphs(
        msg`**file** ${name}`,
        use.tag === '!include' ? bulletList(msg('expected a folder')) : undefined,
      );
    case 'missing':
      return paragraphs(msg`**file** ${name}`, bulletList(msg('does not exist')));
    case 'unreadable':
      return paragraphs(msg`**file** ${name}`, bulletList(msg('cannot be read')));
    case 'outside':
      return paragraphs(
        msg`**file** ${inlineCode(use.path.text)}`,
        bulletList(msg('outside the workspace, not read')),
      );
    default:
      return undefined;
  }
}

function builtinCard({ name }: Of<'builtin'>): Message | undefined {
  const field =
    name === 'context'
      ? fieldOf('automata', 'context')
      : name === 'payload'
        ? fieldOf('event', 'payload')
        : WHERE_NAMES.has(name)
          ? fieldOf('expectation', name)
          : undefined;
  if (field) return paragraphs(msg`**${field.name}**`, msg(field.doc), sourceNote(field.source));
  const known = GLOBALS.find((one) => one.name === name);
  return (
    known &&
    paragraphs(
      msg`**${msg(known.kind)}** ${inlineCode(known.detail)}`,
      msg(known.documentation),
      sourceNote('JavaScript'),
    )
  );
}
