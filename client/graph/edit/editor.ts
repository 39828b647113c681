import { l10n, type Uri } from 'vscode';
import {
  type BaseLanguageClient,
  type Location,
  TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageclient';
import { writtenId } from '../../../server/drawing/shown-graph';
import type { GraphAnswer } from '../../../server/protocol/messages';
import { isOutdated } from '../../latest-request';
import { graphEditRequest, stateTextsRequest } from '../../protocol';
import type { EditRequest, EditResult, TextField } from '../messages';
import type { GraphSource } from '../source';
import { applyVersionedEdit, openText } from './apply-edit';
import type { TitleOf } from './command-titles';
import { type EditKind, editsOf, identityOf } from './kinds';
import { choose, type EditPlan } from './question';
import { QUESTIONS } from './questions';
import { cannotChange, changedMeanwhile, VersionedEdits } from './versioned-edits';

/** The panel, as its editor sees it. */
interface EditedPanel {
  drawn(): GraphAnswer | undefined;
  draw(graph: GraphAnswer): void;
  request: GraphSource['graph'];
  /** Moves the focus to the page, unless it is there. */
  focus(): void;
  /** Moves the focus to a place of a text. */
  reveal(place: Location): Promise<void>;
  /** Takes what an edit has written in a text. */
  written(place: Location): void;
  say(result: EditResult | TextField): void;
}

/** Edits the text of an automata by its graph: asks the user for details, and applies the server's edits. */
export class GraphEditor {
  readonly #client: BaseLanguageClient;
  readonly #uri: string;
  readonly #panel: EditedPanel;
  readonly #titleOf: TitleOf;
  readonly #edits: VersionedEdits;
  #edited: Uri | undefined;

  /** @param uri of a file of the project, as the protocol writes it */
  constructor(client: BaseLanguageClient, uri: string, titleOf: TitleOf, panel: EditedPanel) {
    this.#client = client;
    this.#uri = uri;
    this.#titleOf = titleOf;
    this.#panel = panel;
    this.#edits = new VersionedEdits({
      request: (operation, version, preview) =>
        orWhenOld({ refused: changedMeanwhile() }, () =>
          client.sendRequest(graphEditRequest, { textDocument: { uri, version }, operation, preview }),
        ),
      graph: (places) => orWhenOld(null, () => panel.request({ places, findings: false })),
      version: () => openText(client.protocol2CodeConverter.asUri(uri))?.version ?? null,
      apply: (edit) => applyVersionedEdit(client, edit),
    });
  }

  /** The text that was edited last. */
  get edited(): Uri | undefined {
    return this.#edited;
  }

  /** The places of the nodes and edges in the current text. */
  async places(): Promise<GraphAnswer['places']> {
    return (await this.#edits.graph(true))?.places ?? {};
  }

  /** Makes an edit, and says how it ended; with no words if the user cancels. */
  async edit(request: EditRequest): Promise<void> {
    let result = refused(cannotChange());
    try {
      result = await this.#edit(request);
    } finally {
      // After a question, VS Code gives the focus to the active editor group. The page may have had it in another one.
      if (result !== 'revealed') this.#panel.focus();
      const ended = typeof result === 'object' ? result : { text: '' };
      const isAnswer = request.answer !== undefined;
      this.#panel.say('type' in ended ? ended : { type: 'edited', isAnswer, ...ended });
    }
  }

  async #edit({
    kind: wanted,
    ids: drawnIds = [],
    seen,
    end,
    answer,
    otherwise,
  }: EditRequest): Promise<Result> {
    const drawn = this.#panel.drawn();
    if (drawn === undefined || !this.#client.isRunning()) return answer && refused(cannotChange());
    const { graph } = drawn;
    const ids = drawnIds.map(writtenId);
    if (ids.some((id, index) => seen?.[index] !== identityOf(graph, id))) return refused(changedMeanwhile());
    const possible = editsOf(graph, ids);
    const kind = wanted ?? (await this.#chooseKind(possible, ids.length));
    if (kind === undefined) return possible.length > 0 ? undefined : refused(nothingToEdit());
    if (!possible.includes(kind))
      return refused(l10n.t('This is not possible here. Select another state or transition.'));
    const plan = await QUESTIONS[kind]({
      title: this.#titleOf(kind, ids.length).replace('…', ''),
      graph,
      places: () => this.places(),
      id: ids[0],
      ids,
      end,
      answer,
      texts: (state) => this.#client.sendRequest(stateTextsRequest, { uri: this.#uri, state }),
      references: (operation) => this.#edits.references(operation, drawn),
      refusalOf: async (operation) => {
        const found = await this.#edits.ask(operation, drawn);
        return 'refused' in found ? found.refused : undefined;
      },
    });
    if (plan && 'refused' in plan && otherwise) return this.#edit({ kind: otherwise, ids, seen });
    if (plan && 'field' in plan) {
      const title = this.#titleOf(kind, 1).replace('…', '');
      return {
        type: 'field',
        kind,
        ids,
        seen: ids.map((id) => identityOf(graph, id)),
        title,
        ...plan.field,
      };
    }
    return this.#follow(plan, drawn);
  }

  async #chooseKind(possible: readonly EditKind[], count: number): Promise<EditKind | undefined> {
    if (possible.length < 2) return possible[0];
    const choices = possible.map((kind) => ({ label: this.#titleOf(kind, count), value: kind }));
    return choose(
      { title: this.#titleOf('edit', count).replace('…', '') },
      l10n.t('Select an edit'),
      choices,
    );
  }

  async #follow(plan: Exclude<EditPlan, { field: unknown }>, drawn: GraphAnswer): Promise<Result> {
    if (plan === undefined) return undefined;
    if ('refused' in plan) return refused(plan.refused, plan.value);
    if ('reveal' in plan) {
      await this.#panel.reveal(plan.reveal);
      return 'revealed';
    }
    const made = await this.#edits.apply(plan.operation, drawn);
    if ('refused' in made) return refused(made.refused);
    this.#note(made.edit);
    const now = await this.#edits.graph();
    if (now !== null) this.#panel.draw(now);
    if (made.selection) this.#panel.written(made.selection);
    if (now === null) return undefined;
    return { text: plan.done, id: plan.selected ?? made.id };
  }

  /** Notes a text that an edit has changed; VS Code undoes the edit in all of its files. */
  #note({ documentChanges = [] }: WorkspaceEdit): void {
    const [text] = documentChanges.filter((change) => TextDocumentEdit.is(change));
    if (text) this.#edited = this.#client.protocol2CodeConverter.asUri(text.textDocument.uri);
  }
}

/** The end of an edit for the page; `revealed` if the user goes to the text, undefined if the user cancels. */
type Result = Omit<EditResult, 'type'> | TextField | 'revealed' | undefined;

function refused(text: string, value?: string): Result {
  return { text, isRefused: true, ...(value !== undefined && { value }) };
}

/** The answer of the server, or another one if the text has changed while it was computed. */
async function orWhenOld<T>(answer: T, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isOutdated(error)) return answer;
    throw error;
  }
}

function nothingToEdit(): string {
  return l10n.t('Nothing can be edited here. Select a state or a transition first.');
}
