import { writtenId } from '../../../server/drawing/shown-graph';
import type { StateGraph } from '../../../server/drawing/state-graph';
import { type EditKind, editsOf, identityOf } from '../../graph/edit/kinds';
import type { EditRequest, EditResult } from '../../graph/messages';
import type { Drawing } from './drawing';
import type { GraphHost } from './host';
import type { Notes } from './notes';
import type { Selection } from './selection';

interface EditingParts {
  readonly host: GraphHost;
  readonly drawing: Drawing;
  readonly selection: Selection;
  readonly notes: Notes;
  /** The whole graph, as the panel sent it. */
  graph(): StateGraph | undefined;
  /** Settles when the graph is drawn, or a newer one has arrived. */
  drawn(): Promise<void>;
}

/** Requests edits of the text: with keys, the context menu of VS Code, and lines that the user draws. */
export class Editing {
  readonly #parts: EditingParts;
  /** An edit is being made, so that the ids of what is drawn may be those of the text before it. */
  #isBusy = false;

  constructor(parts: EditingParts) {
    this.#parts = parts;
    parts.drawing.element.addEventListener('contextmenu', (event) => this.#describe(event), {
      capture: true,
    });
  }

  /** Requests an edit of what is selected; without a kind, the user chooses. */
  edit(kind?: EditKind): void {
    this.request({ ...(kind && { kind }), id: this.#parts.selection.id });
  }

  request(request: EditRequest): void {
    const { host, graph } = this.#parts;
    const whole = graph();
    if (this.#isBusy || !whole) return;
    const { id } = request;
    this.#isBusy = true;
    host.postMessage({
      type: 'edit',
      ...request,
      ...(id !== undefined && { seen: identityOf(whole, writtenId(id)) }),
    });
  }

  /** Requests the first of several edits that is possible for what is selected. */
  editAny(...kinds: readonly [EditKind, ...EditKind[]]): void {
    const { selection, graph } = this.#parts;
    const whole = graph();
    const { id } = selection;
    const possible = whole && id !== undefined ? editsOf(whole, writtenId(id)) : [];
    this.edit(kinds.find((kind) => possible.includes(kind)) ?? kinds[0]);
  }

  /** Opens the menu of what is selected. */
  menu(): void {
    this.#parts.drawing.openMenu(this.#parts.selection.id);
  }

  /** Undoes or redoes the last edit of the text. */
  undo(command: 'undo' | 'redo'): void {
    this.#parts.host.postMessage({ type: command });
  }

  /** Shows the end of an edit, and selects its result once that is drawn. */
  async finish({ text, isRefused = false, id }: EditResult): Promise<void> {
    const { drawing, notes, selection, drawn } = this.#parts;
    // As soon as the result is drawn: later, the user may have selected something else.
    for (let last: unknown; last !== drawn() && (last === undefined || !drawing.has(id)); ) {
      last = drawn();
      await last;
    }
    this.#isBusy = false;
    if (id !== undefined) selection.select(id, true);
    if (text !== '') notes.flash(text, isRefused);
  }

  /** Tells VS Code what its menu is about, which the entries of the manifest depend on. */
  #describe(event: MouseEvent): void {
    const { drawing, selection, graph } = this.#parts;
    if (event.target === drawing.element && event.isTrusted) {
      // The key for the menu; the mouse is always on an element of the drawing.
      event.preventDefault();
      event.stopImmediatePropagation();
      this.menu();
      return;
    }
    const { node, edge } = drawing.idAt(event.target);
    const drawnId = edge ?? node;
    if (drawnId !== undefined && drawnId !== selection.id) selection.select(drawnId, false);
    const whole = graph() ?? { nodes: [], edges: [] };
    const id = drawnId === undefined ? undefined : writtenId(drawnId);
    const isState = whole.nodes.some((one) => one.id === id && one.kind === 'state');
    drawing.element.dataset.vscodeContext = JSON.stringify({
      // An entry compares with `,kind,`.
      graphEdits: `,${editsOf(whole, id).join()},`,
      ...(id !== undefined && { graphElement: id, graphSeen: identityOf(whole, id) }),
      ...(isState && { webviewSection: 'state', state: id }),
    });
  }
}
