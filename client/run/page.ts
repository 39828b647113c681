import { l10n } from 'vscode';
import type { WebviewPage } from '../webview-page';

/** The page of a conversation. @param loadsMedia whether it may load pictures and sounds */
export function runPage(loadsMedia: boolean): WebviewPage {
  const allowed = ['img-src https: http:', 'media-src https: http:'];
  return {
    name: 'run',
    title: l10n.t('Conversation'),
    libraries: ['markdown.js'],
    ...(loadsMedia ? { allowed } : {}),
  };
}
