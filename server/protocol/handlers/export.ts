import { exportAutomata, missingTexts } from '../../exchange/export';
import { type Address, folderOf, normalize, shortName } from '../../project/paths';
import { formatMessage } from '../../text/message';
import { START_OF_FILE, toRange } from '../convert';
import type { ExportResult, LocatedConversionError } from '../messages';
import { ownRequest } from '../own-messages';
import type { Services } from './handler';

const FAILED = { range: START_OF_FILE, message: 'The export failed. The output says why.', file: '' };

/** A project as one JSON text for the service, and the number of its errors. Writes no files. */
export const exportHandler = ownRequest(
  'atomicState/export',
  ({ uri }) => ({ conversionErrors: [{ uri, ...FAILED }], errors: 0, errorFiles: 0 }),
  (services, { uri }) => exportProject(services, normalize(uri)),
);

async function exportProject(services: Services, main: Address): Promise<ExportResult> {
  const { workspace, fileLoader } = services;
  await fileLoader.load();
  const missing = missingTexts(workspace, main);
  const result = exportAutomata(workspace, main, await fileLoader.texts(missing));
  const found = errorsOf(services, main);
  if ('text' in result) return { text: result.text, conversionErrors: [], ...found };
  const conversionErrors = result.conversionErrors.map((error): LocatedConversionError => {
    const { address, message } = error;
    return {
      uri: services.toUri(address),
      range: toRange(workspace.document(address), error),
      message: formatMessage(message, services.translations),
      file: shortName(address, folderOf(main)),
    };
  });
  return { conversionErrors, ...found };
}

function errorsOf({ workspace, findings }: Services, main: Address): { errors: number; errorFiles: number } {
  const project = workspace.projectsOf(main).find(({ root }) => root === main);
  const counts = Array.from(
    project?.stateFiles ?? [],
    ({ source }) => findings.ofFile(source.address).filter(({ severity }) => severity === 'error').length,
  ).filter((count) => count > 0);
  return { errors: counts.reduce((sum, count) => sum + count, 0), errorFiles: counts.length };
}
