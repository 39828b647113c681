import { importAutomata } from '../../exchange/import';
import { openDocument } from '../../format/document-kind';
import { formatMessage } from '../../text/message';
import { START_OF_FILE, toRange } from '../convert';
import { ownRequest } from '../own-messages';

const FAILED = { range: START_OF_FILE, message: 'The import failed. The output says why.' };

/** The files of a project for one JSON text. Writes no files. */
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
    const conversionErrors = result.conversionErrors.map((error) => ({
      range: toRange(document, error),
      message: formatMessage(error.message, translations),
    }));
    return { files: [], states: 0, conversionErrors };
  },
);
