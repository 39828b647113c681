import { importAutomata } from '../../exchange/import';
import { openDocument } from '../../format/document-kind';
import { formatMessage } from '../../text/message';
import { toRange } from '../convert';
import { ownRequest } from '../own-messages';

const START = { line: 0, character: 0 };

const FAILED = { range: { start: START, end: START }, message: 'The import failed. The output says why.' };

/** The files of a project for one JSON text. Nothing is written here. */
export const importHandler = ownRequest(
  'atomicState/import',
  () => ({ files: [], states: 0, conversionErrors: [FAILED] }),
  ({ translations }, { text }) => {
    const plain = text.replace(/^\ufeff/, '');
    const result = importAutomata(plain, 'json');
    if ('files' in result) {
      const states = result.files.filter(({ path }) => path.startsWith('state/')).length;
      return { files: result.files, states, conversionErrors: [] };
    }
    const document = openDocument(plain, 'json');
    const conversionErrors = result.conversionErrors.map(({ start, end, message }) => ({
      range: toRange(document, { start, end }),
      message: formatMessage(message, translations),
    }));
    return { files: [], states: 0, conversionErrors };
  },
);
