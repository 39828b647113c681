import { statePreview } from '../../features/preview';
import { drawnProject, stateAt } from '../../features/state-graph/state-at';
import { stateTexts } from '../../graph-edit/state-texts';
import { normalize } from '../../project/files/paths';
import { connectChangeNotifier } from '../connect-change-notifier';
import { toRange } from '../convert';
import type { PreviewAnswer, PreviewParams } from '../messages';
import { ownRequest } from '../own-messages';
import { type Handler, resolvePosition, type Services } from './handler';

/** Requests of the panels for the state graph and the preview. */
export const PANELS: readonly Handler[] = [
  ownRequest(
    'atomicState/stateTexts',
    () => null,
    ({ workspace }, { uri, state }) => {
      const project = drawnProject(workspace, normalize(uri));
      return (project && stateTexts(project, state)) ?? null;
    },
    { files: 'requested' },
  ),
  ownRequest(
    'atomicState/stateAt',
    () => null,
    (services, params) => {
      const position = resolvePosition(services, params);
      const found = position && stateAt(services.workspace, position.address, position.offset);
      if (found === undefined) return null;
      return found.edge === undefined ? { id: found.id } : { id: found.id, edge: found.edge };
    },
  ),
  ownRequest(
    'atomicState/statePreview',
    () => ({ none: 'no-state-file' }),
    (services, params) => {
      connectChangeNotifier(services);
      return previewAnswer(services, params);
    },
    { files: 'requested' },
  ),
];

function previewAnswer(services: Services, params: PreviewParams): PreviewAnswer {
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
