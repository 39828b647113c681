import { importAutomata } from '../../exchange/import';
import { openDocument } from '../../format/shape';
import { toRange } from '../convert';
import { answerOwn } from '../own-messages';
import type { Handler } from './handler';

const START = { line: 0, character: 0 };

/** The files of a project made of one JSON text. Nothing is written here. */
export const importHandler: Handler = {
  register(services) {
    const failed = {
      range: { start: START, end: START },
      message: 'The import failed. The output says why.',
    };
    const empty = () => ({ files: [], states: 0, obstacles: [failed] });
    answerOwn(services, 'atomicState/import', empty, ({ text }) => {
      const plain = text.replace(/^\ufeff/, '');
      const result = importAutomata(plain, 'json');
      if ('files' in result) {
        const states = result.files.filter(({ path }) => path.startsWith('state/')).length;
        return { files: result.files, states, obstacles: [] };
      }
      const document = openDocument(plain, 'json');
      const obstacles = result.obstacles.map(({ start, end, message }) => ({
        range: toRange(document, { start, end }),
        message,
      }));
      return { files: [], states: 0, obstacles };
    });
  },
};
