import type { Box, Point } from '../../../server/drawing/layout';
import { writtenId } from '../../../server/drawing/shown-graph';
import type { StateGraph } from '../../../server/drawing/state-graph';
import { type EditKind, editsOf, identityOf } from '../../graph/edit/kinds';
import type { EditRequest, EditResult, TextField } from '../../graph/messages';
import { afterFrame } from '../after-frame';
import type { Drawing, DrawnText } from './drawing';
import { editedText } from './field-place';
import { inView } from './geometry';
import type { GraphHost } from './host';
import type { PageState } from './memory';
import type { Notes } from './notes';
import type { Scene } from './scene';
import type { Selection } from './selection';
import { TextFieldBox } from './text-field';
import type { Viewport } from './viewport';

interface EditingParts {
  readonly host: GraphHost;
  readonly memory: PageState;
  readonly scene: Scene;
  readonly drawing: Drawing;
  readonly viewport: Viewport;
  readonly selection: Selection;
  readonly notes: Notes;
  /** The whole graph, as the panel sent it. */
  graph(): StateGraph | undefined;
  /** Settles when the graph is drawn, or a newer one has arrived. */
  drawn(): Promise<void>;
}

const KIND_OF_TEXT = {
  name: 'renameState',
  text: 'setText',
  event: 'setButtonText',
  condition: 'setCondition',
} as const satisfies Record<DrawnText, EditKind>;

/** Requests edits of the text: with keys, the context menu of VS Code, and lines that the user draws. */
export class Editing {
  readonly #parts: EditingParts;
  /** An edit is being made, so that the ids of what is drawn may be those of the text before it. */
  #isBusy = false;
  #dropped: Point | undefined;
  readonly #field: TextFieldBox;
  /** Whether the user has left the field by going elsewhere in the page. */
  #hasLeft = false;
  /** The edit that the user wants after the one that is being made. */
  #next: (() => void) | undefined;

  constructor(parts: EditingParts) {
    this.#parts = parts;
    const { viewport, memory, drawing } = parts;
    this.#field = new TextFieldBox({
      room: () => viewport.size,
      place: (field) => this.#placeOf(field),
      enter: (field, text) => this.#enter(field, text),
      drafted: (draft) => memory.keep({ draft }),
      closed: (hasFocus) => {
        if (hasFocus) drawing.element.focus();
      },
    });
    parts.drawing.element.addEventListener('contextmenu', (event) => this.#describe(event), {
      capture: true,
    });
  }

  /** The field in which the user edits a text. */
  get field(): HTMLElement {
    return this.#field.element;
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
    if (!whole) return;
    const { ids = [] } = request;
    const seen = ids.map((id) => identityOf(whole, writtenId(id)));
    const send = () => {
      this.#isBusy = true;
      this.#dropped = at;
      host.postMessage({ type: 'edit', seen, ...request });
    };
    if (!this.#isBusy) send();
    else if (this.#field.isPending) this.#next = send;
  }

  /** Edits a text of what is selected; false if it cannot be edited here. */
  editText(text: DrawnText): boolean {
    const { selection, graph } = this.#parts;
    const { ids } = selection;
    const kind = KIND_OF_TEXT[text];
    if (!editsOf(graph() ?? { nodes: [], edges: [] }, ids.map(writtenId)).includes(kind)) return false;
    this.request({ kind, ids, ...(kind === 'setButtonText' && { otherwise: 'renameEvent' }) });
    return true;
  }

  /** Opens a field for a text. */
  ask(field: TextField): void {
    this.#isBusy = false;
    if (this.#field.isOpen) {
      this.#field.focus();
      return;
    }
    const { scene, selection } = this.#parts;
    const from = scene.model?.edges.get(field.at)?.from ?? field.at;
    selection.reveal([from]);
    this.#hasLeft = false;
    this.#field.open(field);
  }

  /** The drawing has changed, or the view of it. */
  drawn(): void {
    this.#field.place();
  }

  /** Opens the field that the page had when it was hidden. */
  restore(): void {
    const { draft } = this.#parts.memory.saved;
    if (draft && !this.#field.isOpen) this.#field.open(draft.field, draft.text);
  }

  #enter(field: TextField, text: string): void {
    const { kind, ids, seen, value: before, button } = field;
    this.#hasLeft = !this.#field.hasFocus;
    this.request({
      kind,
      ids,
      seen,
      answer: { text, before, ...(button !== undefined && { button }) },
    });
  }

  #placeOf(field: TextField): Box | undefined {
    const { scene, viewport, selection, graph } = this.#parts;
    const { at } = field;
    const whole = graph();
    if (whole && identityOf(whole, at) === undefined) return undefined;
    const drawn = [selection.id ?? at, ...(scene.layout?.edges.keys() ?? [])].find(
      (id) => writtenId(id) === at,
    );
    const box = scene.layout && scene.model && editedText(field.kind, drawn ?? at, scene.layout, scene.model);
    return box && inView(box, viewport.view);
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
  async finish({ text, isRefused = false, isAnswer = false, id, value }: EditResult): Promise<void> {
    const { drawing, host, notes, selection, drawn } = this.#parts;
    if (isRefused && isAnswer) {
      this.#isBusy = false;
      this.#next = undefined;
      this.#field.refuse(text, value);
      return;
    }
    // As soon as the result is drawn: later, the user may have selected something else.
    for (let last: unknown; last !== drawn() && (last === undefined || !drawing.has(id)); ) {
      last = drawn();
      await last;
    }
    this.#isBusy = false;
    this.#dropped = undefined;
    if (isAnswer) this.#field.close();
    if (id !== undefined && !(isAnswer && this.#hasLeft)) selection.select(id, true);
    if (text !== '') notes.flash(text, isRefused);
    this.#next?.();
    this.#next = undefined;
    afterFrame(() => host.postMessage({ type: 'shown' }));
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
      graphCount: ids.length,
      graphSeen: ids.map((id) => identityOf(whole, id)),
      ...(state && ids.length === 1 && { webviewSection: 'state', state: state.id }),
    });
  }
}
