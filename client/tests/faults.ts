import { Location, l10n, MarkdownString, Range, type TestItem, TestMessage, type Uri } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { FaultData } from '../../server/protocol/messages';

/** A scenario that shows a fault. */
export interface FoundScenario {
  /** The main file, next to which the scenario is written. */
  readonly main: Uri;
  readonly code: string;
  readonly text: string;
}

/** Faults that were found, as messages of test items. */
export class FoundFaults {
  readonly #client: BaseLanguageClient;
  readonly #scenarios = new WeakMap<TestItem, FoundScenario>();

  constructor(client: BaseLanguageClient) {
    this.#client = client;
  }

  /** The scenario of the last fault of an item; undefined if it has none. */
  scenarioOf(item: TestItem): FoundScenario | undefined {
    return this.#scenarios.get(item);
  }

  /** The place of a fault: the main file if it has none of its own. */
  placeOf(main: Uri, location: FaultData['location']): Location {
    const { asUri, asRange } = this.#client.protocol2CodeConverter;
    return location
      ? new Location(asUri(location.uri), asRange(location.range))
      : new Location(main, new Range(0, 0, 0, 0));
  }

  /** The message about a fault, with the steps that lead to it. A menu writes them as a scenario. */
  messageOf(
    item: TestItem,
    main: Uri,
    { code, message: text, location, steps, scenario }: FaultData,
  ): TestMessage {
    const shown = new MarkdownString();
    shown.appendText(text);
    if (steps.length > 0) {
      shown.appendMarkdown(`\n\n${l10n.t('To get there:')}\n`);
      shown.appendCodeblock(steps.join('\n'), 'yaml');
    }
    const message = new TestMessage(shown);
    message.location = this.placeOf(main, location);
    if (scenario === undefined) this.#scenarios.delete(item);
    else {
      this.#scenarios.set(item, { main, code, text: scenario });
      message.contextValue = 'atomicState.finding';
    }
    return message;
  }
}
