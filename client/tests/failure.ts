import * as vscode from 'vscode';
import { Location, l10n, MarkdownString, type Position, TestMessage, type Uri } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { LocatedMessage, PromiseData, ScenarioFailureData } from '../../server/protocol/messages';
import { displayUri } from '../commands/display-uri';

/** Longer values are cut in a line, in UTF-16 code units. */
const MAX_VALUE_LENGTH = 60;

/** Members of newer VS Code versions than our types: the stack trace of a failure. */
interface WithStackTrace {
  stackTrace?: readonly unknown[];
}
type StackFrame = new (label: string, uri?: Uri, position?: Position) => unknown;

/** A failure on one line, with the expected and the actual value. */
export function failureLine({ message, expected, actual }: ScenarioFailureData): string {
  return expected === undefined || actual === undefined
    ? message
    : `${message} ${l10n.t('Expected {0}, got {1}.', quoted(expected), quoted(actual))}`;
}

/** A reason at its location, if that is known. */
export function locatedMessage(
  { message: text, location }: LocatedMessage,
  { protocol2CodeConverter: { asUri, asRange } }: BaseLanguageClient,
): TestMessage {
  const message = new TestMessage(text);
  if (location) message.location = new Location(asUri(location.uri), asRange(location.range));
  return message;
}

/** The result of a promise. */
export function resultText(result: PromiseData['result'], why: string): string {
  switch (result) {
    case 'proven':
      return l10n.t('proven');
    case 'refuted':
      return l10n.t('refuted');
    case 'undecided':
      return l10n.t('not decided: {0}', why);
  }
}

/** A value in a line. */
function quoted(value: string): string {
  const line = value.replace(/\s+/g, ' ').trim();
  return `“${line.length > MAX_VALUE_LENGTH ? `${line.slice(0, MAX_VALUE_LENGTH - 1)}…` : line}”`;
}

/** The message about a failure at its expectation, with a diff and a link to the source of the value. */
export function testMessage(failure: ScenarioFailureData, client: BaseLanguageClient): TestMessage {
  const { asUri, asRange } = client.protocol2CodeConverter;
  const { expected, actual, location, source } = failure;
  const text = new MarkdownString();
  text.appendText(failureLine(failure));
  if (source) {
    const uri = asUri(source.uri);
    const line = source.range.start.line + 1;
    const link = uri.with({ fragment: `L${line},${source.range.start.character + 1}` });
    text.appendMarkdown('\n\n[');
    text.appendText(l10n.t('From {0}, line {1}', displayUri(uri), line));
    text.appendMarkdown(`](${link})`);
  }
  const message =
    expected === undefined || actual === undefined
      ? new TestMessage(text)
      : TestMessage.diff(text, expected, actual);
  if (location) message.location = new Location(asUri(location.uri), asRange(location.range));
  if (location && source) setStackTrace(message, failure, client);
  message.contextValue = 'atomicState.failure';
  return message;
}

function setStackTrace(message: TestMessage, failure: ScenarioFailureData, client: BaseLanguageClient): void {
  const { TestMessageStackFrame: Frame } = vscode as { TestMessageStackFrame?: StackFrame };
  if (Frame === undefined) return;
  const { asUri, asRange } = client.protocol2CodeConverter;
  const { location, source } = failure;
  const frame = (label: string, at: NonNullable<typeof location>) =>
    new Frame(label, asUri(at.uri), asRange(at.range).start);
  (message as WithStackTrace).stackTrace = [
    ...(location ? [frame(l10n.t('expectation'), location)] : []),
    ...(source ? [frame(source.state || l10n.t('automata'), source)] : []),
  ];
}
