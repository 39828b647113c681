import texts from '../l10n/server.zh-cn.json' with { type: 'json' };
import type { Translations } from './text/message';

/** What the server says, in Simplified Chinese: a bundle of its own, which only those load who read it. */
export const CATALOG: Translations = texts;
