import texts from '../l10n/server.zh-cn.json' with { type: 'json' };
import type { Catalog } from './text/translation';

/** What the server says, in Simplified Chinese: a bundle of its own, which only those load who read it. */
export const CATALOG: Catalog = texts;
