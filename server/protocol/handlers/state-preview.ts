import * as lsp from 'vscode-languageserver';
import type { NoPreview, Preview } from '../../features/preview/data';
import { statePreview } from '../../features/state-preview';
import { normalize } from '../../project/paths';
import { toRange } from '../convert';
import { guard } from '../guard';
import { tellChanges } from '../tell-changes';
import { askedAt, type Handler, type Services } from './handler';

/** A cursor, and the state that is shown at present. */
interface PreviewParams extends lsp.TextDocumentPositionParams {
  /** Its `state.id` in the answer before: it stays while the cursor is in the text of no state. */
  readonly shown?: string;
}

/** What a user sees of a state, and where its parts are written; or why there is nothing to see. */
type PreviewAnswer =
  | {
      readonly uri: string;
      readonly preview: Omit<Preview, 'places'>;
      /** Each `at` of the preview is an index of these. */
      readonly places: readonly lsp.Range[];
    }
  | { readonly none: NoPreview };

const PREVIEW_REQUEST = new lsp.RequestType<PreviewParams, PreviewAnswer, void>('atomicState/statePreview');

export const statePreviewHandler: Handler = {
  register(services) {
    const { connection, loader } = services;
    connection.onRequest(
      PREVIEW_REQUEST,
      guard<PreviewParams, PreviewAnswer>(
        services,
        'statePreview',
        { none: 'no-state-file' },
        async (params) => {
          await loader.load();
          tellChanges(services);
          return answerFor(services, params);
        },
      ),
    );
  },
};

function answerFor(services: Services, params: PreviewParams): PreviewAnswer {
  const { workspace, toUri } = services;
  const address = normalize(params.textDocument.uri);
  const offset = askedAt(services, params)?.offset ?? 0;
  const found = statePreview(workspace, address, offset, params.shown);
  if (typeof found === 'string') return { none: found };
  const document = workspace.document(found.address);
  if (document === undefined) return { none: 'no-state-file' };
  const { places, ...preview } = found.preview;
  return { uri: toUri(found.address), preview, places: places.map((place) => toRange(document, place)) };
}
