import { RULES } from './index';

/** How severe a finding may be made, as the manifest of the extension lists it. */
const LEVELS = ['off', 'hint', 'information', 'warning', 'error'];

/** What the manifest says of one code below `atomicState.diagnostics.severity`. */
interface SeverityProperty {
  readonly type: 'string';
  readonly enum: readonly string[];
  readonly default: string;
  readonly markdownDescription: string;
}

/** The codes for the manifest of the extension, so that an editor completes and explains them in its settings. */
export function severityProperties(): Readonly<Record<string, SeverityProperty>> {
  return Object.fromEntries(
    RULES.map(({ code, severity, title, chapter }) => {
      const condition = chapter === 'pcc' ? ', where `atomicState.diagnostics.pccRules` is set' : '';
      const markdownDescription = `${title}. Usually: ${severity}${condition}.`;
      return [code, { type: 'string', enum: LEVELS, default: severity, markdownDescription }];
    }),
  );
}
