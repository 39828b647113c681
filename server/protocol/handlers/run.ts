import type { ExportedText, LoadProblem } from '../../exchange/exported-text';
import { stateLabel } from '../../format/target-path';
import { type Address, folderOf, normalize, pathFrom, shortName } from '../../project/files/paths';
import type { Chat } from '../../run/conversation/chat';
import { shownTurns } from '../../run/conversation/chat-data';
import type { Program } from '../../run/conversation/program';
import { connectChangeNotifier } from '../connect-change-notifier';
import { toRange } from '../convert';
import type { LocatedConversionError, RunAnswer, RunParams, ShownConversation } from '../messages';
import { ownRequest } from '../own-messages';
import { loadProgram } from '../run-host';
import { differentUris } from '../source-locations';
import { TimeSlicer } from '../time-slicer';
import { refreshViews } from '../views';
import type { Handler, Services } from './handler';

/** The maximum number of cached conversations; others are replayed on request. */
const MAX_CONVERSATIONS = 8;

/** The conversations that the client shows. Expressions are executed only here, never by analysis. */
export const RUN: Handler = {
  register(services) {
    const runs = new Map<string, Run>();
    const runOf = (id: string): Run => {
      const run = runs.get(id) ?? new Run();
      // Reinserted, because the least recently used conversations are closed first.
      runs.delete(id);
      runs.set(id, run);
      for (const [name, old] of runs) {
        if (runs.size <= MAX_CONVERSATIONS) break;
        old.dispose();
        runs.delete(name);
      }
      return run;
    };
    const play = ownRequest(
      'atomicState/run',
      () => ({ problems: [] }),
      (currentServices, params) => {
        connectChangeNotifier(currentServices);
        return runOf(params.run).answer(currentServices, params);
      },
    );
    const scenario = ownRequest(
      'atomicState/runScenario',
      () => null,
      (_, { run, file }) => runs.get(run)?.scenario(normalize(file)) ?? null,
    );
    for (const handler of [play, scenario]) handler.register(services);
  },
};

interface Loaded {
  readonly exported: ExportedText;
  readonly program: Program;
}

/** One conversation. */
class Run {
  private chat: Chat | undefined;
  private loaded: Loaded | undefined;
  /** Why the current texts cannot be run. */
  private problems: readonly LoadProblem[] = [];
  private version = -1;
  private uri = '';
  private revision = 0;
  private busy: Promise<unknown> = Promise.resolve();

  dispose(): void {
    this.chat?.dispose();
    this.chat = undefined;
  }

  /** Answers requests one after another. */
  answer(services: Services, params: RunParams): Promise<RunAnswer> {
    const answer = this.busy.then(() => this.play(services, params));
    this.busy = answer.catch(() => undefined);
    return answer;
  }

  scenario(file: Address): string | undefined {
    const { chat, loaded } = this;
    return chat && loaded && chat.scenario(pathFrom(folderOf(file), loaded.exported.main));
  }

  private async play(services: Services, params: RunParams): Promise<RunAnswer> {
    await this.load(services, normalize(params.uri));
    const problems = this.problems.map((one) => toConversionError(services, one));
    const { loaded } = this;
    if (loaded === undefined || !services.isTrusted) return { problems };
    const { Chat, loadSandboxes } = await services.loadInterpreter();
    const sandboxes = await loadSandboxes('conversation');
    const { showValues } = services.editorSettingsOf(loaded.exported.main).run;
    if (this.chat?.recordsValues !== showValues) this.dispose();
    this.chat ??= new Chat(
      (seed, recognizesData) => sandboxes.sandbox({ seed, now: () => performance.now(), recognizesData }),
      showValues,
    );
    const { chat } = this;
    const slicer = new TimeSlicer(services.changes);
    const from = (await slicer.finishOnce(chat.play(loaded.program, params.script))) ?? 0;
    if (showValues) {
      services.runValues.set(loaded.exported.texts, chat.expressionValues.values());
      // Errors of the client do not matter.
      refreshViews(services.connection, services.capabilities).catch(() => undefined);
    } else services.runValues.clear();
    const { known } = params;
    const isKnown = known?.revision === this.revision;
    // The last turn that the client has may have continued.
    const first = isKnown ? Math.min(from, Math.max(0, known.turns - 1)) : 0;
    this.revision++;
    return { problems, conversation: this.shown(services, chat, loaded, params, first) };
  }

  private shown(
    { toUri, workspace, translations }: Services,
    { turns, waitsFor, isOver, context }: Chat,
    { exported, program }: Loaded,
    { script }: RunParams,
    from: number,
  ): ShownConversation {
    const { main, texts } = exported;
    return {
      revision: this.revision,
      from,
      turns: shownTurns(turns.slice(from), translations),
      skipped: script.events.length - (turns.length - 1),
      ...(waitsFor === undefined ? {} : { waitsFor }),
      isOver,
      ...(context === undefined ? {} : { context }),
      main: toUri(main),
      name: shortName(main, workspace.boundaryOf(main)),
      uris: differentUris(texts.keys(), toUri),
      states: [...program.scopes.values()].flatMap(({ path }) => (path.length > 0 ? [stateLabel(path)] : [])),
    };
  }

  /** Loads the automata if a text has changed. */
  private async load(services: Services, uri: Address): Promise<void> {
    const { changes, documentLoader } = services;
    await documentLoader.whenRead(undefined);
    if (uri === this.uri && changes.count === this.version && services.isTrusted) return;
    const version = changes.count;
    const result = await loadProgram(services, uri);
    if (!('text' in result)) {
      this.problems = result;
      if (uri !== this.uri) this.loaded = undefined;
    } else {
      this.problems = [];
      if (!hasSameTexts(result, this.loaded?.exported)) {
        const { programOf } = await services.loadInterpreter();
        this.loaded = { exported: result, program: programOf(result) };
      }
    }
    this.uri = uri;
    this.version = version;
  }
}

/** Whether two exports are of the same automata with the same texts and known modules. */
function hasSameTexts(
  { text, texts, main, catalog }: ExportedText,
  other: ExportedText | undefined,
): boolean {
  return (
    other !== undefined &&
    main === other.main &&
    text === other.text &&
    catalog === other.catalog &&
    texts.size === other.texts.size &&
    [...texts].every(([address, one]) => other.texts.get(address) === one)
  );
}

function toConversionError({ workspace, toUri }: Services, problem: LoadProblem): LocatedConversionError {
  const { address, message } = problem;
  return {
    uri: toUri(address),
    range: toRange(workspace.document(address), problem),
    message,
    file: shortName(address, workspace.boundaryOf(address)),
  };
}
