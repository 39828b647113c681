import type { WebviewPage } from '../webview-page';
import type { PageStart } from './messages';
import { runTexts } from './texts';

/** The page of a conversation. @param loadsMedia whether it may load pictures and sounds */
export function runPage(loadsMedia: boolean): WebviewPage {
  const texts = runTexts();
  const start: PageStart = { texts };
  const allowed = ['img-src https: http:', 'media-src https: http:'];
  return {
    name: 'run',
    title: texts.title,
    libraries: ['markdown.js'],
    start,
    ...(loadsMedia ? { allowed } : {}),
  };
}
