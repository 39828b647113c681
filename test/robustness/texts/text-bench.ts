import { commonTextEnds } from '../../../server/text/common-ends';
import { checkFormat } from '../../support/format-check';
import { collectAnswers } from '../edits/answers';
import { firstDifference } from '../edits/run';
import { EditSession } from '../edits/session';
import { addressOf } from '../edits/steps';

/** Asks about one text of a file after another, as an editor in which it is open. */
export class TextBench {
  private readonly session: EditSession;

  constructor(
    files: Readonly<Record<string, string>>,
    private readonly path: string,
  ) {
    this.session = new EditSession(files);
    this.session.apply({ do: 'open', path });
    this.session.apply({ do: 'tell' });
  }

  /**
   * What is wrong with the answers about a text. With `all`, everything is asked, and compared with a fresh start;
   * otherwise the findings, the completion at an offset and the formatted text.
   */
  async check(text: string, at: number, all: boolean): Promise<readonly string[]> {
    try {
      this.replace(text);
      return [...(all ? this.compare(at) : this.ask(at)), ...(await this.format())];
    } catch (error) {
      return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    }
  }

  private replace(text: string): void {
    const { session, path } = this;
    const before = session.texts.text(path) ?? '';
    const { front, back } = commonTextEnds(before, text);
    const inserted = text.slice(front, text.length - back);
    session.apply({ do: 'edit', path, start: front, end: before.length - back, text: inserted });
    session.apply({ do: 'tell' });
  }

  private ask(at: number): string[] {
    const { server } = this.session;
    const address = addressOf(this.path);
    server.diagnostics(address);
    server.atPosition.completion?.(address, at);
    return [];
  }

  private compare(at: number): string[] {
    const { session, path } = this;
    const asked = { do: 'compare', path, place: at, all: false, at } as const;
    const kept = collectAnswers(session.server, session.texts, asked);
    const fresh = collectAnswers(session.fresh(at % 2 === 0), session.texts, asked);
    const found = firstDifference(kept, fresh);
    return found ? [`${found.asked}\nafter edits: ${found.kept}\nfresh start: ${found.fresh}`] : [];
  }

  private async format(): Promise<readonly string[]> {
    const document = this.session.server.document(addressOf(this.path));
    return document ? (await checkFormat(document)).faults : [];
  }
}
