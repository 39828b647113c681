import { type Disposable, type Event, type ViewColumn, type WebviewPanel, window } from 'vscode';

/** How VS Code shows a new panel. */
interface Placement {
  readonly viewColumn: ViewColumn;
  readonly preserveFocus?: boolean;
}

/**
 * The open panels of a type, by what they are about. They remain when the extension ends, so that VS Code can restore
 * them.
 */
export class OpenPanels<Panel extends { readonly onDidDispose: Event<void> }, Saved> {
  readonly #viewType: string;
  readonly #create: (webview: WebviewPanel, saved: Saved) => Panel;
  readonly #panels = new Map<string, Panel>();

  /** @param create a panel that owns the given one, from what its page has stored */
  constructor(viewType: string, create: (webview: WebviewPanel, saved: Saved) => Panel) {
    this.#viewType = viewType;
    this.#create = create;
  }

  get(key: string): Panel | undefined {
    return this.#panels.get(key);
  }

  entries(): readonly (readonly [key: string, panel: Panel])[] {
    return [...this.#panels];
  }

  open(key: string, saved: Saved, title: string, placement: Placement): Panel {
    return this.#add(key, this.#create(window.createWebviewPanel(this.#viewType, title, placement), saved));
  }

  /**
   * Restores the panels of the previous session.
   *
   * @param read the key of a panel and what it is created from; undefined if its page has not stored enough
   */
  restore<Stored>(
    read: (stored: Stored | undefined) => readonly [key: string, saved: Saved] | undefined,
  ): Disposable {
    return window.registerWebviewPanelSerializer(this.#viewType, {
      deserializeWebviewPanel: async (webview: WebviewPanel, stored: Stored | undefined) => {
        const found = read(stored);
        if (found === undefined || this.#panels.has(found[0])) webview.dispose();
        else this.#add(found[0], this.#create(webview, found[1]));
      },
    });
  }

  #add(key: string, panel: Panel): Panel {
    this.#panels.set(key, panel);
    panel.onDidDispose(() => {
      if (this.#panels.get(key) === panel) this.#panels.delete(key);
    });
    return panel;
  }
}
