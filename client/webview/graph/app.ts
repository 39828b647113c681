import * as l10n from '@vscode/l10n';
import { changedGraph } from '../../../server/drawing/graph-change';
import type { Box } from '../../../server/drawing/layout';
import { shownGraph } from '../../../server/drawing/shown-graph';
import type { StateGraph } from '../../../server/drawing/state-graph';
import type { ExportFormat, PageStart, ToPage, WalkedPart } from '../../graph/messages';
import { afterFrame } from '../after-frame';
import { htmlElement } from '../dom';
import { Drawing } from './drawing';
import { drawnGraph, smallClass } from './drawn-graph';
import { Editing } from './editing';
import { Exporter } from './export';
import { readablePart } from './first-view';
import { drawnCentre, neighbourGraph } from './focus';
import { boxesTouch, type Size, seenPart, type View } from './geometry';
import type { GraphHost, SavedState } from './host';
import { handleKey, type KeyboardActions } from './keyboard';
import { Legend } from './legend';
import { LineDrawing } from './line-drawing';
import { PageState } from './memory';
import { Minimap } from './minimap';
import { automataOfAnyState } from './model';
import { Modes } from './modes';
import { Notes } from './notes';
import { OutlineList } from './outline';
import { Scene } from './scene';
import { searchNodes } from './search';
import { SearchBox } from './search-box';
import { Selection } from './selection';
import { graphSummary } from './summary';
import { TakenTransition } from './taken-transition';
import { Toolbar, zoomStep } from './toolbar';
import { Viewport } from './viewport';

/** With this many states or more, the overview is shown by default. */
const manyStates = 25;

/** The page: connects its parts, and communicates with the panel. */
export class App {
  readonly #host: GraphHost;
  readonly #scene: Scene;
  readonly #drawing = new Drawing();
  readonly #viewport: Viewport;
  readonly #minimap: Minimap;
  readonly #toolbar: Toolbar;
  readonly #searchBox: SearchBox;
  readonly #notes = new Notes();
  readonly #legend = new Legend();
  readonly #outline = new OutlineList();
  readonly #exporter: Exporter;
  readonly #selection: Selection;
  readonly #modes: Modes;
  /** Undefined if the drawing only shows the text. */
  readonly #editing: Editing | undefined;
  readonly #lines: LineDrawing | undefined;
  readonly #memory: PageState;
  /** The whole graph, as the panel sent it. */
  #graph: StateGraph | undefined;
  /** Settles when the graph is drawn, or a newer one has arrived. */
  #drawn: Promise<void> = Promise.resolve();
  /** Whether a note says why the graph is not that of the current text. */
  #isStale = false;
  /** Whether a note says how to begin. */
  #hasHint = false;
  /** Whether the drawing was visible: from then on, only the user changes the view. */
  #wasSeen = false;
  /** The node whose neighbours alone are drawn, or are being laid out. */
  #centre: string | undefined;
  /** The node whose neighbours alone are drawn. */
  #drawnCentre: string | undefined;
  /** The scale of the drawing before only neighbours were drawn. */
  #scaleBefore: number | undefined;
  /** The size of the drawing's window before it changes. */
  #window: Size = { width: 0, height: 0 };
  /** The place of the cursor, until the layout is known. */
  #cursor: { readonly id: string; readonly edge: string | undefined } | undefined;

  readonly #taken = new TakenTransition();

  /** @param body the element that the drawing fills; it handles the keys that are pressed in it */
  constructor(host: GraphHost, { uri, layouter, isEditable = false }: PageStart, body: HTMLElement) {
    this.#host = host;
    this.#memory = new PageState(host, uri);
    this.#centre = this.#memory.saved.neighbours;
    this.#scene = new Scene(layouter, (count) =>
      this.#notes.progress(
        count === 1 ? l10n.t('Laying out 1 state…') : l10n.t('Laying out {0} states…', count),
      ),
    );
    const canvas = this.#drawing.element;
    this.#viewport = new Viewport(
      canvas,
      (view) => this.#seen(view),
      () => this.#resized(),
    );
    this.#minimap = new Minimap(
      () => ({ view: this.#viewport.view, window: this.#viewport.size }),
      (view) => this.#viewport.take(view),
    );
    this.#selection = new Selection({
      scene: this.#scene,
      drawing: this.#drawing,
      minimap: this.#minimap,
      viewport: this.#viewport,
      notes: this.#notes,
      changed: () => this.#selectionChanged(),
    });
    this.#modes = new Modes({
      scene: this.#scene,
      selection: this.#selection,
      notes: this.#notes,
      graph: () => this.#graph,
      choosing: () => canvas.focus(),
      needsAutomata: () => this.#toggleAutomata(),
    });
    const parts = {
      host,
      memory: this.#memory,
      scene: this.#scene,
      drawing: this.#drawing,
      viewport: this.#viewport,
      selection: this.#selection,
      notes: this.#notes,
      graph: () => this.#graph,
      drawn: () => this.#drawn,
    };
    const editing = isEditable ? new Editing(parts) : undefined;
    this.#editing = editing;
    this.#lines =
      editing && new LineDrawing({ ...parts, request: (request, at) => editing.request(request, at) });
    if (this.#centre !== undefined) this.#selection.focus = { kind: 'neighbours', of: this.#centre };
    this.#exporter = new Exporter(host, this.#scene);
    this.#searchBox = new SearchBox({
      find: (words) => this.#find(words),
      show: (id) => this.#selection.select(id, true),
      closed: () => canvas.focus(),
    });
    const actions = this.#actions();
    this.#toolbar = new Toolbar({
      ...actions,
      zoom: (factor) => this.#viewport.zoom(factor),
      save: (format) => this.#export(format),
      copy: (format) => {
        if (this.#exporter.copy(format)) this.#notes.flash(l10n.t('Copied.'));
      },
    });
    body.append(this.#page());
    // Used by the command in the menu of a state. Cut, Copy and Paste have no meaning for a drawing.
    body.dataset.vscodeContext = JSON.stringify({ uri, preventDefaultContextMenuItems: true });
    canvas.addEventListener('click', (event) => this.#clicked(event));
    canvas.addEventListener('dblclick', (event) => {
      const { node, edge } = this.#drawing.idAt(event.target);
      const text = this.#drawing.textAt(event.target);
      if ((node ?? edge) === undefined)
        this.#editing?.request({ kind: 'addState' }, this.#viewport.pointAt(event));
      else if (text === undefined || this.#editing?.editText(text) !== true) this.#reveal(true);
    });
    body.addEventListener('keydown', (event) => this.#key(event, actions));
    this.#notes.progress(l10n.t('Reading the states…'));
    this.#switched();
  }

  /** Takes a message of the panel. */
  receive(message: ToPage): void {
    switch (message.type) {
      case 'graph':
        this.#take(message.graph, message.title);
        break;
      case 'graphChange':
        if (this.#graph) this.#take(changedGraph(this.#graph, message.change), message.title);
        break;
      case 'none':
        this.#isStale = true;
        this.#notes.progress(undefined);
        this.#notes.show(this.#graph ? message.reason : l10n.t('The automata has no states yet.'));
        break;
      case 'cursor':
        this.#cursor = message;
        this.#followCursor();
        break;
      case 'run':
        this.#selection.run = message.walked;
        this.#drawing.walk(message.walked);
        this.#followConversation(message.walked);
        break;
      case 'coverage':
        this.#drawing.dim(message.unreached);
        break;
      case 'marks':
        this.#drawing.markDifferences(message.marks);
        this.#legend.explainDifferences();
        break;
      case 'field':
        this.#editing?.ask(message);
        break;
      case 'edited':
        void this.#editing?.finish(message);
        break;
      case 'edit':
        this.#editing?.edit();
        break;
      case 'export':
        // A new page has not drawn yet.
        void this.#drawn.then(() => this.#export(message.format));
        break;
    }
  }

  #take(graph: StateGraph, title: string): void {
    this.#graph = graph;
    this.#exporter.title = title;
    if (this.#isStale) this.#notes.show('');
    this.#isStale = false;
    this.#drawn = this.#redraw();
  }

  #page(): HTMLElement {
    return htmlElement(
      'main',
      { 'aria-label': l10n.t('State graph') },
      this.#toolbar.element,
      htmlElement(
        'div',
        { class: 'stage' },
        this.#drawing.element,
        this.#searchBox.element,
        htmlElement('div', { class: 'corner' }, this.#minimap.element),
        this.#legend.element,
        this.#notes.element,
        this.#editing?.field ?? '',
      ),
      this.#outline.element,
    );
  }

  #actions(): KeyboardActions {
    return {
      editing: this.#editing,
      move: (direction, isExtended) => this.#selection.move(direction, isExtended),
      cycle: (step) => this.#selection.cycle(step),
      first: () => this.#selection.selectAt(0),
      last: () => this.#selection.selectAt(-1),
      open: () => {
        if (!this.#modes.choose(this.#selection.node) && !this.#takeSelected()) this.#reveal(true);
      },
      search: () => this.#searchBox.open(),
      fit: () => this.#fit(),
      zoom: (direction) => this.#viewport.zoom(zoomStep ** direction),
      clear: () => this.#modes.clear(),
      neighbours: () => this.#modes.neighbours(),
      path: () => this.#modes.path(),
      automata: () => this.#toggleAutomata(),
      minimap: () => this.#save({ minimap: !this.#hasMinimap }),
      legend: () => this.#save({ legend: !this.#memory.saved.legend }),
    };
  }

  /** Draws the graph; settles when it is drawn for the first time, perhaps with a provisional layout. */
  #redraw(): Promise<void> {
    const graph = this.#graph;
    if (!graph) return Promise.resolve();
    return new Promise((resolve) => {
      this.#layOut(graph, resolve).then(resolve, (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#host.postMessage({ type: 'failed', what: reason });
        this.#notes.progress(undefined);
        this.#notes.show(l10n.t('Could not lay out the states: {0}', reason));
        resolve();
      });
    });
  }

  async #layOut(graph: StateGraph, drawn: () => void): Promise<void> {
    let wasSelectedSeen = false;
    const isLast = await this.#scene.update(this.#shownGraph(graph), this.#centre, {
      kept: this.#memory.saved.layout,
      dropped: this.#editing?.dropped,
      seen: () => {
        wasSelectedSeen = this.#selection.isIn(this.#seenPart);
        return this.#seenPart;
      },
      released: async () => this.#lines?.released,
      preferred: () => this.#selection.node,
      draw: () => {
        this.#draw(graph, wasSelectedSeen);
        drawn();
      },
    });
    if (!isLast) return; // A newer graph is being laid out.
    this.#notes.progress(undefined);
    this.#save({ layout: this.#scene.toKeep() });
  }

  #draw(graph: StateGraph, wasSelectedSeen: boolean): void {
    const { prepared, layout } = this.#scene;
    if (!prepared || !layout) return;
    const drawn = drawnGraph(prepared, layout);
    this.#drawing.draw(drawn);
    // What the user need not see at once, or hear.
    afterFrame(() => {
      this.#minimap.draw(layout, (id) => smallClass(prepared, id));
      this.#minimap.select(this.#selection.node);
      this.#outline.write(drawn);
    });
    this.#toolbar.summarize(graphSummary(graph));
    if (this.#wasSeen) this.#viewAgain(wasSelectedSeen);
    else this.#firstView();
    this.#drawnCentre = this.#centre;
    this.#selection.mark();
    this.#searchBox.refresh(false);
    this.#editing?.drawn();
    this.#editing?.restore();
    this.#followCursor();
    this.#showHint(graph.nodes.every(({ kind }) => kind === 'automata'));
  }

  /** Says how to begin while there are no states. */
  #showHint(isEmpty: boolean): void {
    if (!isEmpty && this.#hasHint) this.#notes.show('');
    this.#hasHint = isEmpty;
    if (!isEmpty) return;
    this.#notes.show(
      this.#editing
        ? l10n.t('The automata has no states yet. Double-click here or press E to add one.')
        : l10n.t('The automata has no states yet.'),
    );
  }

  /** What is drawn of the graph. */
  #shownGraph(graph: StateGraph): StateGraph {
    const shortcuts = this.#memory.saved.automata ?? false;
    const shown = shownGraph(graph, { shortcuts, anyState: l10n.t('Any state') });
    const part = this.#centre === undefined ? undefined : neighbourGraph(shown, this.#centre);
    if (part) return part;
    if (this.#centre !== undefined) {
      // The state has been removed or renamed.
      this.#centre = undefined;
      this.#selection.focus = undefined;
    }
    return shown;
  }

  get #seenPart(): Box {
    return seenPart(this.#viewport.view, this.#viewport.size);
  }

  /** The view after the drawing has changed: it stays with what the user looks at. */
  #viewAgain(wasSelectedSeen: boolean): void {
    const { layout } = this.#scene;
    if (!layout) return;
    if (this.#centre !== this.#drawnCentre) {
      if (this.#centre !== undefined) this.#showReadable(layout.nodes.get(this.#centre), true);
      else this.#leaveNeighbours();
    } else if (wasSelectedSeen) this.#revealSelected();
    else if (![...layout.nodes.values()].some((box) => boxesTouch(box, this.#seenPart))) this.#fit();
  }

  /** Shows all states again at the previous scale, around the selected one. */
  #leaveNeighbours(): void {
    const { view } = this.#viewport;
    const { node } = this.#selection;
    const around = node === undefined ? undefined : this.#scene.layout?.nodes.get(node);
    this.#viewport.zoom((this.#scaleBefore ?? view.scale) / view.scale, around);
    this.#scaleBefore = undefined;
  }

  #revealSelected(): void {
    const { node } = this.#selection;
    if (node !== undefined) this.#selection.reveal([node]);
  }

  #selectionChanged(): void {
    this.#lines?.mark();
    const centre = drawnCentre(this.#selection.focus);
    this.#save(this.#wasSeen ? { selected: this.#selection.id, neighbours: centre } : {});
    if (centre === this.#centre) return;
    if (this.#centre === undefined) this.#scaleBefore = this.#viewport.view.scale;
    this.#centre = centre;
    this.#drawn = this.#redraw();
  }

  /** The initial view of the drawing. */
  #firstView(): void {
    const { bounds, layout, model } = this.#scene;
    if (this.#wasSeen || !bounds || this.#viewport.size.width === 0) return;
    this.#wasSeen = true;
    const { view, selected } = this.#memory.saved;
    if (selected !== undefined) this.#selection.select(selected, false);
    if (view) {
      this.#viewport.take(view);
      this.#revealSelected();
      return;
    }
    // The cursor may be in the text of the root automata, which is not drawn.
    const initial = model?.graph.nodes.find(({ isInitial }) => isInitial)?.id;
    const [first] = [this.#cursor?.id, initial].flatMap((id) =>
      id === undefined ? [] : (layout?.nodes.get(id) ?? []),
    );
    this.#showReadable(first, false);
  }

  /** Shows the whole drawing if it is readable, otherwise the surroundings of a node. */
  #showReadable(node: Box | undefined, smoothly: boolean): void {
    const { bounds } = this.#scene;
    if (!bounds) return;
    const part = readablePart(bounds, node, this.#viewport.size);
    if (part) this.#viewport.take(part, smoothly);
    else this.#viewport.fit(bounds, smoothly);
  }

  #seen(view: View): void {
    this.#drawing.see(view, this.#viewport.size);
    this.#minimap.follow();
    this.#editing?.drawn();
    this.#save({ view });
  }

  #resized(): void {
    this.#drawing.see(this.#viewport.view, this.#viewport.size);
    const { bounds } = this.#scene;
    if (!bounds) return;
    const wasSeen = this.#selection.isIn(seenPart(this.#viewport.view, this.#window));
    this.#window = this.#viewport.size;
    this.#firstView();
    if (this.#viewport.isFitted) this.#viewport.fit(bounds, false);
    else if (wasSeen) this.#revealSelected();
    this.#minimap.follow();
  }

  #fit(): void {
    const { bounds } = this.#scene;
    if (bounds) this.#viewport.fit(bounds);
  }

  get #hasMinimap(): boolean {
    return this.#memory.saved.minimap ?? (this.#scene.prepared?.sizes.size ?? 0) >= manyStates;
  }

  #clicked(event: MouseEvent): void {
    if (this.#viewport.wasDragged) return;
    const { node, edge } = this.#drawing.idAt(event.target);
    if (this.#modes.choose(node)) return;
    if (node !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      this.#selection.toggle(node);
      return;
    }
    this.#selection.select(edge ?? node, false);
    if (node !== undefined) this.#modes.centreOn(node);
    if (event.detail !== 1) return;
    if (!this.#takeSelected()) this.#reveal(false);
  }

  /** Takes the selected transition in the conversation; false if it cannot. */
  #takeSelected(): boolean {
    const { takeable: id } = this.#selection;
    if (id === undefined) return false;
    this.#taken.take(id);
    this.#host.postMessage({ type: 'take', id });
    return true;
  }

  /** After a transition was taken here, selects its target, from which keyboard navigation continues. */
  #followConversation(walked: WalkedPart | undefined): void {
    const arrival = this.#taken.arrival(walked);
    if (arrival !== undefined) this.#selection.select(arrival, true);
  }

  /** Selects the element at the cursor, unless the user is choosing a path. */
  #followCursor(): void {
    const cursor = this.#cursor;
    const focus = this.#selection.focus?.kind;
    if (!cursor || !this.#scene.layout || focus === 'choosing' || focus === 'path') return;
    this.#cursor = undefined;
    if (!this.#scene.has(cursor.id)) this.#modes.centreOn(cursor.id);
    const id = [cursor.edge, cursor.id].find((one) => one !== undefined && this.#scene.has(one));
    if (id !== undefined && id !== this.#selection.id) this.#selection.select(id, true);
  }

  #reveal(focus: boolean): void {
    const { id } = this.#selection;
    if (id === undefined) return;
    const node = this.#scene.model?.nodes.get(id);
    this.#host.postMessage({ type: 'reveal', id: (node && automataOfAnyState(node)) ?? id, focus });
  }

  #find(words: string): readonly string[] {
    const { model, layout } = this.#scene;
    const found = model ? searchNodes(model, words).filter((id) => layout?.nodes.has(id)) : [];
    this.#drawing.mark(found);
    return found;
  }

  #export(format: ExportFormat): void {
    this.#exporter.save(format).catch((error: unknown) => {
      this.#notes.flash(l10n.t('Could not draw the graph: {0}', String(error)));
    });
  }

  #toggleAutomata(): void {
    this.#save({ automata: !this.#memory.saved.automata });
    const { isFitted } = this.#viewport;
    this.#drawn = this.#redraw().then(() => {
      if (isFitted) this.#fit();
    });
  }

  #key(event: KeyboardEvent, actions: KeyboardActions): void {
    const { target } = event;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    // On a button, Enter presses it.
    if (event.key === 'Enter' && target instanceof HTMLButtonElement) return;
    if (handleKey(event, actions)) event.preventDefault();
  }

  #switched(): void {
    const focus = this.#selection.focus?.kind;
    this.#toolbar.switched({
      neighbours: focus === 'neighbours',
      path: focus === 'path' || focus === 'choosing',
      automata: this.#memory.saved.automata ?? false,
      minimap: this.#hasMinimap,
      legend: this.#memory.saved.legend ?? false,
    });
    this.#legend.show(this.#memory.saved.legend ?? false);
    this.#minimap.element.toggleAttribute('hidden', !this.#hasMinimap);
  }

  #save(changes: Partial<SavedState>): void {
    this.#memory.keep(changes);
    this.#switched();
  }
}
