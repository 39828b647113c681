import { injectedExpression, lineExpression } from './expression';
import { HOSTS, type ScalarHost } from './host';
import type { Grammar, GrammarRule } from './rule';

/**
 * Expressions in files that VS Code takes for plain YAML or JSON. Whether such a file is a state file, a
 * grammar cannot know, and most are not: Helm charts, Ansible playbooks and GitHub workflows have braces of
 * their own. So only what reads like one of our expressions is coloured, one line at a time and as a single
 * match, which cannot touch what comes after it. Only in a quoted scalar, whose end is certain, may an
 * expression go on over lines: every rule in it ends with the scalar.
 *
 * There is a grammar for each kind of scalar, since a quote is written differently in each and an injected
 * grammar has no other way to know where it is.
 */

/** Not ours: `${{` of workflows, `{{-` and `{{.` and `{{$` of Go, `{{#` and others of Handlebars, `{{{`. */
const NOT_BEFORE = '(?<![$\\{])';
const OTHER_LANGUAGE = '(?![-{]|[ \\t]*(?:[.$#/>%&^*]|!--|@))';
/** Two words in a row are a command of a template, unless the first is a word of JavaScript. */
const COMMAND =
  '(?![ \\t]*(?!(?:typeof|new|void|delete|await|async|function|class)\\b)[_$[:alpha:]][\\w.]*[ \\t]+(?!(?:in|instanceof)\\b)[\\w."\'$(])' +
  '(?![ \\t]*(?:end|else|range|block|define)\\b[ \\t]*[}-])';
/** ... as are a filter (`name | filter`), an assignment of Go, and a dash before the closing braces. */
const FILTER = '(?![^{}]*?(?:[^|]\\|[ \\t]*[_[:alpha:]]|:=|[ \\t]-\\}\\}))';

const GUARD = `${OTHER_LANGUAGE}${COMMAND}${FILTER}`;

function guarded(host: ScalarHost): GrammarRule {
  const { patterns = [] } = lineExpression(host, GUARD);
  return { patterns: patterns.map((rule) => ({ ...rule, match: `${NOT_BEFORE}${rule.match}` })) };
}

/** An expression whose closing braces and whose scalar's end are both on a later line. */
function overLines(host: ScalarHost): GrammarRule {
  return injectedExpression(host, NOT_BEFORE, `(?=${GUARD}(?>(?!\\}\\}|\\{\\{|$)(?:${host.any}))+$)`);
}

interface Injection {
  /** The last part of the scope name. */
  readonly name: string;
  readonly host: ScalarHost['name'];
  /** The scopes of the scalars. */
  readonly scopes: readonly string[];
  /** Whether an expression may go on over lines. */
  readonly lines: boolean;
}

const INJECTED: readonly Injection[] = [
  {
    name: 'raw',
    host: 'block',
    scopes: ['string.unquoted.block.yaml', 'string.unquoted.plain.out.yaml'],
    lines: false,
  },
  { name: 'single', host: 'single', scopes: ['string.quoted.single.yaml'], lines: true },
  { name: 'double', host: 'double', scopes: ['string.quoted.double.yaml'], lines: true },
  { name: 'json', host: 'double', scopes: ['string.quoted.double.json'], lines: false },
];

function injection({ name, host: hostName, scopes, lines }: Injection): Omit<Grammar, '$comment'> {
  const hosts = HOSTS.filter((host) => host.name === hostName);
  return {
    name: `Atomic State expressions (${name})`,
    scopeName: `injection.${name}.atomic-state`,
    injectionSelector: scopes.map((scope) => `L:${scope} - entity.name.tag - meta.embedded`).join(', '),
    patterns: [
      ...hosts.flatMap((host) => [guarded(host), ...(lines ? [overLines(host)] : [])]),
      {
        comment: 'Has the other grammar loaded: includes in captures alone do not.',
        include: 'source.atomic-state#nothing',
      },
    ],
  };
}

/** The injected grammars by file name. */
export const INJECTIONS: Readonly<Record<string, Omit<Grammar, '$comment'>>> = Object.fromEntries(
  INJECTED.map((entry) => [`expression-${entry.name}.injection.tmLanguage.json`, injection(entry)]),
);
