import * as lsp from 'vscode-languageserver';
import { type SignatureHelp, signatureHelp } from '../../features/signature-help';
import { guard } from '../guard';
import { askedAt, type Handler } from './handler';

export const signatureHelpHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    connection.onSignatureHelp(
      guard<lsp.SignatureHelpParams, lsp.SignatureHelp | null>(services, 'signatureHelp', null, (params) => {
        const asked = askedAt(services, params);
        const found = asked && signatureHelp(workspace, asked.address, asked.offset);
        const client = services.capabilities.textDocument?.signatureHelp?.signatureInformation;
        const takesOffsets = client?.parameterInformation?.labelOffsetSupport === true;
        return found ? toHelp(found, takesOffsets) : null;
      }),
    );
  },
};

function toHelp(help: SignatureHelp, takesOffsets: boolean): lsp.SignatureHelp {
  const { signatures, active, parameter, documentation } = help;
  return {
    activeSignature: active,
    activeParameter: parameter,
    signatures: signatures.map(({ label, parameters }) => ({
      label,
      parameters: parameters.map(({ start, end }) => ({
        label: takesOffsets ? [start, end] : label.slice(start, end),
      })),
      ...(documentation !== '' && {
        documentation: { kind: lsp.MarkupKind.Markdown, value: documentation },
      }),
    })),
  };
}
