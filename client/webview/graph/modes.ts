import * as l10n from '@vscode/l10n';
import type { StateGraph } from '../../../server/drawing/state-graph';
import { findPath } from './focus';
import type { Notes } from './notes';
import type { Scene } from './scene';
import type { Selection } from './selection';

/** The objects that the modes use. */
interface ModeParts {
  readonly scene: Scene;
  readonly selection: Selection;
  readonly notes: Notes;
  /** The whole graph, as the panel sent it. */
  graph(): StateGraph | undefined;
  /** Called before the user selects a node in the drawing. */
  choosing(): void;
  /** Called if a path contains transitions of an automata, which are not drawn. */
  needsAutomata(): void;
}

/** The modes that show only the neighbours of a state, or highlight a path between two states. */
export class Modes {
  readonly #parts: ModeParts;

  constructor(parts: ModeParts) {
    this.#parts = parts;
  }

  /** Ends the current mode; if there is none, clears the selection. */
  clear(): void {
    const { notes, selection } = this.#parts;
    notes.show('');
    if (selection.focus) selection.focus = undefined;
    else selection.select(undefined, false);
  }

  /** Draws only the selected state and its neighbours, or ends that mode. */
  neighbours(): void {
    const { notes, selection } = this.#parts;
    const of = selection.node;
    if (selection.focus?.kind === 'neighbours') {
      this.clear();
    } else if (of === undefined) {
      notes.flash(l10n.t('Select a state first.'));
    } else {
      const name = this.#nameOf(of) ?? of;
      selection.focus = { kind: 'neighbours', of };
      notes.flash(l10n.t('Only “{0}” and its neighbours are shown. Press Escape to show all states.', name));
    }
  }

  /** While only neighbours are drawn: draws those of another node, if the graph has it. */
  centreOn(id: string): void {
    const { selection, graph } = this.#parts;
    const { focus } = selection;
    if (focus?.kind !== 'neighbours' || focus.of === id) return;
    if (graph()?.nodes.some((node) => node.id === id)) selection.focus = { kind: 'neighbours', of: id };
  }

  /** Starts or cancels the selection of the end of a path. */
  path(): void {
    const { notes, selection, choosing } = this.#parts;
    const from = selection.node;
    const name = this.#nameOf(from);
    if (selection.focus?.kind === 'choosing' || selection.focus?.kind === 'path') {
      this.clear();
    } else if (from === undefined || name === undefined) {
      notes.flash(l10n.t('Select a state first.'));
    } else {
      selection.focus = { kind: 'choosing', from };
      notes.show(l10n.t('Select the end of the path from “{0}”.', name));
      choosing();
    }
  }

  /** Takes a node as the other end of a path; false if no path is being selected. */
  choose(to: string | undefined): boolean {
    const { scene, selection, notes, graph, needsAutomata } = this.#parts;
    const whole = graph();
    if (selection.focus?.kind !== 'choosing' || to === undefined || !scene.model || !whole) return false;
    const { from } = selection.focus;
    const drawn = scene.model;
    const found = findPath(whole, drawn, from, to);
    selection.focus = found && { kind: 'path', part: found.part };
    selection.select(to, true);
    if (!found) {
      notes.show(
        l10n.t('There is no path from “{0}” to “{1}”.', this.#nameOf(from) ?? from, this.#nameOf(to) ?? to),
      );
      return true;
    }
    const { nodes, edges } = found.path;
    const names = nodes.map((id) => this.#nameOf(id) ?? id).join(' → ');
    notes.show(
      edges.length === 1 ? l10n.t('1 step: {0}', names) : l10n.t('{0} steps: {1}', edges.length, names),
    );
    selection.reveal(nodes);
    if (edges.some((id) => !drawn.edges.has(id))) needsAutomata();
    return true;
  }

  #nameOf(id: string | undefined): string | undefined {
    return id === undefined ? undefined : this.#parts.scene.model?.nodes.get(id)?.name;
  }
}
