import { statePreview } from '../../features/preview';
import { normalize } from '../../project/paths';
import { connectChangeNotifier } from '../connect-change-notifier';
import { toRange } from '../convert';
import type { PreviewAnswer, PreviewParams } from '../messages';
import { ownRequest } from '../own-messages';
import { resolvePosition, type Services } from './handler';

export const statePreviewHandler = ownRequest(
  'atomicState/statePreview',
  () => ({ none: 'no-state-file' }),
  async (services, params) => {
    await services.fileLoader.load();
    connectChangeNotifier(services);
    return answerFor(services, params);
  },
);

function answerFor(services: Services, params: PreviewParams): PreviewAnswer {
  const { workspace, toUri } = services;
  const address = normalize(params.textDocument.uri);
  const offset = resolvePosition(services, params)?.offset ?? 0;
  const found = statePreview(workspace, address, offset, params.shown);
  if (typeof found === 'string') return { none: found };
  const document = workspace.document(found.address);
  if (document === undefined) return { none: 'no-state-file' };
  const { places, ...preview } = found.preview;
  return { uri: toUri(found.address), preview, places: places.map((place) => toRange(document, place)) };
}
