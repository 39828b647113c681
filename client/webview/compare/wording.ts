import * as l10n from '@vscode/l10n';
import type { AutomataComparison, VersionLocation } from '../../../server/protocol/messages';

/** A file and a line, such as `home.yaml:3`. */
export function locationText({ uri, range }: VersionLocation): string {
  return `${decodeURIComponent(uri.split('/').at(-1) ?? '')}:${range.start.line + 1}`;
}

/** Where a link leads, for its tooltip and for screen readers. */
export function locationHint(location: VersionLocation): string {
  const where = locationText(location);
  return location.version === 'before'
    ? l10n.t('Go to {0} in the old version', where)
    : l10n.t('Go to {0}', where);
}

/** The number of changes, as a sentence. */
export function comparisonSummary({ behaviour, structure }: AutomataComparison): string {
  if (behaviour.length === 0 && structure.length === 0) return l10n.t('Nothing has changed.');
  const noticed =
    behaviour.length === 1
      ? l10n.t('1 change that people notice')
      : l10n.t('{0} changes that people notice', behaviour.length);
  const written =
    structure.length === 1
      ? l10n.t('1 change of the text')
      : l10n.t('{0} changes of the text', structure.length);
  return `${noticed} · ${written}`;
}

export function conversationCount(count: number): string {
  return count === 1 ? l10n.t('1 conversation') : l10n.t('{0} conversations', count);
}

/** What was not compared, as sentences; empty if everything was. */
export function undecidedSentences({
  undecided: { conversations, why },
}: AutomataComparison): readonly string[] {
  const number =
    conversations === 0
      ? []
      : [
          conversations === 1
            ? l10n.t('1 conversation was not compared to its end.')
            : l10n.t('{0} conversations were not compared to their ends.', conversations),
        ];
  return [...number, ...why];
}
