import type { Point } from '../../../server/drawing/layout';
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
  #dropped: Point | undefined;

  constructor(parts: EditingParts) {
    this.#parts = parts;
    parts.drawing.element.addEventListener('contextmenu', (event) => this.#describe(event), {
      capture: true,
    });
  }

  /** Requests an edit of what is selected; without a kind, the user chooses. */
  edit(kind?: EditKind): void {
    this.request({ ...(kind && { kind }), ids: this.#parts.selection.ids });
  }

  /** Where the new state of the edit that is being made was dropped. */
  get dropped(): Point | undefined {
    return this.#dropped;
  }

  /** @param at where a new state was dropped */
  request(request: EditRequest, at?: Point): void {
    const { host, graph } = this.#parts;
    const whole = graph();
    if (this.#isBusy || !whole) return;
    const { ids = [] } = request;
    this.#isBusy = true;
    this.#dropped = at;
    host.postMessage({ type: 'edit', ...request, seen: ids.map((id) => identityOf(whole, writtenId(id))) });
  }

  /** Requests the first of several edits that is possible for what is selected. */
  editAny(...kinds: readonly [EditKind, ...EditKind[]]): void {
    const { selection, graph } = this.#parts;
    const whole = graph();
    const ids = selection.ids.map(writtenId);
    const possible = whole && ids.length > 0 ? editsOf(whole, ids) : [];
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
    this.#dropped = undefined;
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
    if (drawnId !== undefined && !selection.ids.includes(drawnId)) selection.select(drawnId, false);
    const whole = graph() ?? { nodes: [], edges: [] };
    const ids = drawnId === undefined ? [] : selection.ids.map(writtenId);
    const [state] = whole.nodes.filter(({ id, kind }) => id === ids[0] && kind === 'state');
    drawing.element.dataset.vscodeContext = JSON.stringify({
      // An entry compares with `,kind,`.
      graphEdits: `,${editsOf(whole, ids).join()},`,
      graphElements: ids,
      graphSeen: ids.map((id) => identityOf(whole, id)),
      ...(state && ids.length === 1 && { webviewSection: 'state', state: state.id }),
    });
  }
}
