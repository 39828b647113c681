import type { FormatOptions } from '../features/format';
import { DEFAULT_WORKSPACE_SETTINGS, type WorkspaceSettings } from '../project/files/settings';
import type { Severity } from '../rules/rule';
import { DEFAULT_MODEL_TIMEOUT_SECONDS } from '../run/model/request';

/** The settings in `atomicState` that the server uses, validated and with defaults. Each folder may have its own. */
export interface Settings extends WorkspaceSettings {
  /** The severities of rules by their codes; `off` if their findings are not shown. */
  readonly severity: ReadonlyMap<string, Severity | 'off'>;
  /** Whether the rules of the chapter `pcc` are run. */
  readonly pccRules: boolean;
  readonly completion: CompletionSettings;
  readonly format: FormatOptions & { readonly enable: boolean };
  readonly codeLens: {
    /** Whether a lens above each state shows the number of its incoming and outgoing transitions. */
    readonly enabled: boolean;
  };
  readonly inlayHints: {
    /** Whether hints show the target states of the events of buttons. */
    readonly eventTargets: boolean;
    /** Whether hints show the types of context variables. */
    readonly contextTypes: boolean;
  };
  readonly run: {
    /** Whether expressions are shown with the values of the last conversation. */
    readonly showValues: boolean;
    /** The model that answers tasks of language models, if the author chooses that for a conversation. */
    readonly model: {
      /** The address of an OpenAI-compatible interface; undefined if none is set. */
      readonly url: string | undefined;
      /** Replaces the models that tasks name; undefined if none is set. */
      readonly name: string | undefined;
      readonly timeoutSeconds: number;
    };
  };
}

export interface CompletionSettings {
  /** Whether accepted items insert snippets with placeholders. */
  readonly snippets: boolean;
  /** Whether globals of JavaScript, such as `Math`, are suggested in expressions. */
  readonly builtins: boolean;
}

const SEVERITIES: readonly unknown[] = ['off', 'hint', 'information', 'warning', 'error'];

/**
 * Reads the object that an editor sends for `atomicState`; invalid values are replaced by their defaults. Every setting
 * that is read here is declared in the manifest of the extension, which a test checks.
 */
export function readSettings(value: unknown): Settings {
  const { limits, detect } = DEFAULT_WORKSPACE_SETTINGS;
  return {
    severity: new Map(
      Object.entries(objectAt(value, 'diagnostics', 'severity')).flatMap(([code, severity]) =>
        isSeverity(severity) ? [[code, severity] as const] : [],
      ),
    ),
    pccRules: flagAt(value, 'diagnostics', 'pccRules', false),
    completion: {
      snippets: flagAt(value, 'completion', 'snippets', true),
      builtins: flagAt(value, 'completion', 'builtins', true),
    },
    format: readFormat(value),
    codeLens: { enabled: flagAt(value, 'codeLens', 'enabled', true) },
    inlayHints: {
      eventTargets: flagAt(value, 'inlayHints', 'eventTargets', false),
      contextTypes: flagAt(value, 'inlayHints', 'contextTypes', false),
    },
    run: {
      showValues: flagAt(value, 'run', 'showValues', false),
      model: {
        url: textAt(value, 'run', 'model', 'url'),
        name: textAt(value, 'run', 'model', 'name'),
        timeoutSeconds: numberAt(value, ['run', 'model', 'timeout'], DEFAULT_MODEL_TIMEOUT_SECONDS),
      },
    },
    detect: {
      byContent: flagAt(value, 'detect', 'byContent', detect.byContent),
      byName: textsAt(value, 'detect', 'byName'),
    },
    tags: textsAt(value, 'tags'),
    modules: textsAt(value, 'modules'),
    limits: {
      maxFileSize: numberAt(value, ['limits', 'maxFileSize'], limits.maxFileSize),
      maxDepth: numberAt(value, ['limits', 'maxDepth'], limits.maxDepth),
      maxAliases: numberAt(value, ['limits', 'maxAliases'], limits.maxAliases),
    },
  };
}

function readFormat(value: unknown): Settings['format'] {
  const printWidth = numberAt(value, ['format', 'printWidth'], 0);
  const singleQuote = formatChoice(value, 'singleQuote');
  const bracketSpacing = formatChoice(value, 'bracketSpacing');
  return {
    enable: flagAt(value, 'format', 'enable', true),
    ...(printWidth > 0 ? { printWidth } : {}),
    ...(singleQuote === undefined ? {} : { singleQuote }),
    ...(bracketSpacing === undefined ? {} : { bracketSpacing }),
  };
}

export const DEFAULT_SETTINGS: Settings = readSettings({});

function isSeverity(value: unknown): value is Severity | 'off' {
  return SEVERITIES.includes(value);
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

function objectAt(value: unknown, ...path: readonly string[]): object {
  const found = valueAt(value, ...path);
  return typeof found === 'object' && found !== null ? found : {};
}

/** Undefined if there is no text, or only white space. */
function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return (typeof found === 'string' && found.trim()) || undefined;
}

function textsAt(value: unknown, ...path: readonly string[]): readonly string[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}

function flagAt(value: unknown, section: string, name: string, fallback: boolean): boolean {
  const found = valueAt(value, section, name);
  return typeof found === 'boolean' ? found : fallback;
}

/** A choice of the formatter: `on` or `off`; undefined for `keep`. */
function formatChoice(value: unknown, name: string): boolean | undefined {
  const found = valueAt(value, 'format', name);
  return found === 'on' ? true : found === 'off' ? false : undefined;
}

function numberAt(value: unknown, path: readonly string[], fallback: number): number {
  const found = valueAt(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) && found > 0 ? found : fallback;
}
