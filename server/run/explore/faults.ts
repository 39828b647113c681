import { parseTemplate } from '../../expression/template';
import { stateLabel } from '../../format/target-path';
import type { ScopePath } from '../../project/names/scope-path';
import { addToGroup } from '../../text/group-by';
import { formatMessage, msg, type TextOrMessage } from '../../text/message';
import { clickedButton } from '../conversation/clicked-button';
import type {
  ChatMessage,
  ConversationOutput,
  FormOpened,
  Remark,
  SourceRange,
} from '../conversation/events';
import { type Program, programScopeAt } from '../conversation/program';
import type { SourceValue } from '../conversation/source-value';
import { withFullStop } from '../conversation/task-run';
import { sourceRangeOf } from '../sandbox/evaluator';
import { type Dataflow, hasName, namesOfText, namesOfValue, textsOf } from './dataflow';
import type { ExploreCode, ExploredTurn, ExploreFinding } from './explore';
import type { TurnPath } from './turn-path';

/** Accidental results of JavaScript conversions. */
const ACCIDENTS = ['undefined', 'NaN', '[object Object]'];

/** A fault at the end of a path, which may become shorter. */
interface Occurrence extends ExploreFinding {
  readonly path: TurnPath;
}

/** The faults that were found, each with the shortest path to it. */
export class Faults {
  private readonly byKey = new Map<string, Occurrence[]>();
  /** Expressions that were shown unevaluated, with the remark about each. */
  private readonly unset = new Map<string, Remark>();
  /** The faults of the last turn. */
  private added: Occurrence[] = [];
  /** The accidents that the texts of the automata do not contain. */
  private readonly accidents: readonly string[];

  constructor(
    private readonly program: Program,
    private readonly flow: Dataflow,
  ) {
    const texts = textsOf(program);
    this.accidents = ACCIDENTS.filter((word) => !texts.some((text) => text.includes(word)));
  }

  get found(): readonly ExploreFinding[] {
    const lengths = new Map<ExploreFinding, number>();
    for (const occurrences of this.byKey.values()) {
      let shortest: readonly [Occurrence, number] | undefined;
      for (const one of occurrences) {
        const { length } = one.path;
        if (shortest === undefined || length < shortest[1]) shortest = [one, length];
      }
      if (shortest) lengths.set(...shortest);
    }
    return [...lengths].toSorted(([, a], [, b]) => a - b).map(([finding]) => finding);
  }

  /**
   * Adds the faults of a turn, and returns them.
   *
   * @param before the message that the last event answered
   */
  add(
    { outputs, path }: Pick<ExploredTurn, 'outputs' | 'path'>,
    before: ChatMessage | undefined,
  ): readonly ExploreFinding[] {
    this.added = [];
    for (const [index, output] of outputs.entries()) {
      if (output.kind === 'error') this.addError(output, outputs[index + 1], path);
      else if (output.kind === 'note') this.addNote(output, path, before);
      else if (output.kind === 'message') this.addShown(output, outputs, path);
      else if (output.kind === 'form') this.addForm(output, path);
    }
    return this.added;
  }

  /** Adds a loop that ends for no results of tasks. */
  addEndless({ outputs, path }: ExploredTurn): void {
    for (const one of outputs)
      if (one.kind === 'error' && one.code === 'endless')
        this.report('endless', one.message, one.place, path);
  }

  deadEnd({ state, place }: ChatMessage, path: TurnPath): void {
    const scope = programScopeAt(this.program, state);
    const message =
      scope?.kind === 'state' && scope.isFinal
        ? msg`There is no way to go on from \`${stateLabel(state)}\`: it is final, but no DONE transition of the automata around it leads on.`
        : msg`There is no way to go on from \`${stateLabel(state)}\`: no button and no message leads to a state. If the conversation ends here, set \`is_final: true\`.`;
    this.report('dead-end', message, place, path, state);
  }

  private addError(remark: Remark, next: ConversationOutput | undefined, path: TurnPath): void {
    const { code, message, place, written } = remark;
    switch (code) {
      case 'expression-fault':
        if (this.isMissingName(message) || !this.isStubbed(written))
          this.report(
            'expression-fault',
            msg`\`${written ?? ''}\` fails: ${withFullStop(message)}`,
            place,
            path,
          );
        return;
      case 'task-failed':
        if (
          next?.kind === 'task' &&
          (this.isMissingName(message) || !this.isTaskOpen(next.state, next.index))
        )
          this.report('task-failed', message, place, path);
        return;
      case 'target-missing':
      case 'start-missing':
        this.report('target-missing', message, place, path);
        return;
      case 'context-member-output':
        this.report('wrong-output', message, place, path);
    }
  }

  private addNote(remark: Remark, path: TurnPath, before: ChatMessage | undefined): void {
    const { code, message, place, written } = remark;
    if (code === 'unset-in-text' && written !== undefined) this.unset.set(written, remark);
    if (code !== 'event-unhandled') return;
    const { event } = path.step;
    const click = event && 'click' in event ? event.click : undefined;
    const button = click === undefined ? undefined : clickedButton(click, before?.buttons);
    this.report(
      'event-unhandled',
      message,
      /^`.*` is done/.test(formatMessage(message)) ? place : (button?.place ?? place),
      path,
    );
  }

  private addShown(shown: ChatMessage, outputs: readonly ConversationOutput[], path: TurnPath): void {
    const render = programScopeAt(this.program, shown.state)?.source.get('render');
    if (render === undefined) return;
    const whole = outputs.find(
      (one): one is Remark =>
        one.kind === 'note' && one.code === 'unset-in-text' && one.written === render.get('text').text,
    );
    const hasFailed = outputs.some(
      (one) => one.kind === 'error' && one.code === 'expression-fault' && one.written === whole?.written,
    );
    const isUndefined =
      whole !== undefined && formatMessage(whole.message).includes('undefined') && shown.text === undefined;
    if (whole && isUndefined && !hasFailed && !this.isStubbed(whole.written))
      this.report(
        'undefined-shown',
        msg`\`${whole.written}\` is undefined here, so no text is shown.`,
        whole.place,
        path,
      );
    const texts = [
      shown.text ?? '',
      ...shown.buttons.flatMap(({ content, description }) => [content, description ?? '']),
    ];
    this.addEmptyButtons(render, outputs, path);
    for (const text of texts) {
      this.addBraces(text, shown.place, path, text === shown.text);
      // An expression that is shown as it is written is reported for its braces.
      const values = this.withoutBraces(text);
      const word = this.accidents.find((one) => values.includes(one));
      if (word === undefined || this.dependsOnStub(namesOfValue(render))) continue;
      const place = text === shown.text ? sourceRangeOf(render.get('text').origin) : shown.place;
      const message = msg`Users see \`${word}\` here: "${excerpt(text, word)}".`;
      this.report('undefined-shown', message, place, path.withUnexpected(word));
    }
  }

  /** Buttons whose content is an expression without a value. */
  private addEmptyButtons(render: SourceValue, outputs: readonly ConversationOutput[], path: TurnPath): void {
    const contents = new Set(
      render
        .get('buttons')
        .flatItems()
        .map((button) => button.get('content').text),
    );
    for (const one of outputs) {
      if (one.kind !== 'note' || one.code !== 'unset-in-text' || !contents.has(one.written)) continue;
      if (one.written === undefined || this.isStubbed(one.written)) continue;
      const message = msg`\`${one.written}\` is undefined or null here, so the button has no text.`;
      this.report('undefined-shown', message, one.place, path);
    }
  }

  private addForm({ fields }: FormOpened, path: TurnPath): void {
    for (const { label, description = '', choices = [], place } of fields) {
      const texts = [label, description, ...choices.filter((choice) => typeof choice === 'string')];
      for (const text of texts) this.addBraces(text, place, path);
    }
    const closed = fields.find((field) => field.isRequired && field.choices?.length === 0);
    if (closed === undefined) return;
    const message = msg`Nobody can fill in this form: \`${closed.label}\` is required and has no choices.`;
    this.report('dead-end', message, closed.place, path);
  }

  /** @param isMessage whether an expectation can express that the text is not shown */
  private addBraces(text: string, place: SourceRange | undefined, path: TurnPath, isMessage = false): void {
    if (!text.includes('{{')) return;
    for (const { start, end } of parseTemplate(text).expressions) {
      const written = text.slice(start, end);
      const remark = this.unset.get(written);
      if (remark === undefined || this.isStubbed(written)) continue;
      const message = msg`Users see \`${written}\` as it is written, because it is undefined or null.`;
      this.report(
        'raw-braces',
        message,
        remark.place ?? place,
        isMessage ? path.withUnexpected(written) : path,
      );
    }
  }

  /** A text without the expressions in it that were shown as they are written. */
  private withoutBraces(text: string): string {
    const shown = parseTemplate(text).expressions.filter(({ start, end }) =>
      this.unset.has(text.slice(start, end)),
    );
    return shown.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  }

  /** Whether an expression depends on the result of a task that was not run, which may differ from a real one. */
  private isStubbed(written: string | undefined): boolean {
    return written !== undefined && this.dependsOnStub(namesOfText(written));
  }

  /** Whether an undefined name is not defined by any task, so that results make no difference. */
  private isMissingName(message: TextOrMessage): boolean {
    const name = /ReferenceError: '(.+)' is not defined/.exec(formatMessage(message))?.[1];
    return name !== undefined && !hasName(this.flow.stubbed, name);
  }

  private isTaskOpen(state: ScopePath, index: number): boolean {
    const tasks = programScopeAt(this.program, state)?.source.get('tasks').children();
    const config = tasks?.[index]?.get('module_config');
    return config === undefined || this.dependsOnStub(namesOfValue(config));
  }

  private dependsOnStub(names: ReadonlySet<string>): boolean {
    return [...names].some((name) => hasName(this.flow.stubbed, name));
  }

  private report(
    code: ExploreCode,
    message: TextOrMessage,
    place: SourceRange | undefined,
    path: TurnPath,
    state?: ScopePath,
  ): void {
    const key = place ? `${code} ${place.address} ${place.start}` : `${code} ${formatMessage(message)}`;
    const occurrence = { code, message, place, path, ...(state ? { state } : {}) };
    addToGroup(this.byKey, key, occurrence);
    this.added.push(occurrence);
  }
}

function excerpt(text: string, word: string): string {
  const at = text.indexOf(word);
  const from = Math.max(0, at - 20);
  const to = at + word.length + 20;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`.replace(/\s+/g, ' ');
}
