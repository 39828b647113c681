import type * as lsp from 'vscode-languageserver';
import { LINKED_WORD, linkedRanges } from '../../features/linked-editing';
import { toRange } from '../convert';
import { guard } from '../guard';
import { askedAt, type Handler } from './handler';

export const linkedEditingHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    connection.languages.onLinkedEditingRange(
      guard<lsp.LinkedEditingRangeParams, lsp.LinkedEditingRanges | null>(
        services,
        'linkedEditingRange',
        null,
        (params) => {
          const asked = askedAt(services, params);
          const ranges = asked && linkedRanges(workspace, asked.address, asked.offset);
          if (asked === undefined || ranges === undefined) return null;
          return { ranges: ranges.map((range) => toRange(asked.document, range)), wordPattern: LINKED_WORD };
        },
      ),
    );
  },
};
