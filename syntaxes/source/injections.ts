import { lineExpression } from './expression';
import { HOSTS, type Host } from './host';
import type { Grammar, Rule } from './rule';

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
const FILTER = '(?![^}]*?(?:[^|]\\|[ \\t]*[_[:alpha:]]|:=|[ \\t]-\\}\\}))';

const GUARD = `${OTHER_LANGUAGE}${COMMAND}${FILTER}`;

function guarded(host: Host): Rule {
  const { patterns = [] } = lineExpression(host, GUARD);
  return { patterns: patterns.map((rule) => ({ ...rule, match: `${NOT_BEFORE}${rule.match}` })) };
}

/** An expression whose closing braces and whose scalar's end are both on a later line. */
function overLines(host: Host): Rule {
  return {
    begin: `${NOT_BEFORE}(?=\\{\\{${GUARD}(?>(?!\\}\\}|\\{\\{)(?:${host.any}))+$)`,
    end: '(?!\\G)',
    patterns: [{ include: `source.atomic-state#expression-${host.name}` }],
  };
}

function injection(name: Host['name'], scopes: readonly string[], lines: boolean): Omit<Grammar, '$comment'> {
  const host = HOSTS.find((candidate) => candidate.name === name);
  const rules = host ? [guarded(host), ...(lines ? [overLines(host)] : [])] : [];
  return {
    name: `Atomic State expressions (${name})`,
    scopeName: `injection.${name}.atomic-state`,
    injectionSelector: scopes.map((scope) => `L:${scope} - entity.name.tag - meta.embedded`).join(', '),
    patterns: rules,
  };
}

/** The injected grammars by file name. */
export const INJECTIONS: Readonly<Record<string, Omit<Grammar, '$comment'>>> = {
  'expression-raw.injection.tmLanguage.json': injection(
    'block',
    ['string.unquoted.block.yaml', 'string.unquoted.plain.out.yaml'],
    false,
  ),
  'expression-single.injection.tmLanguage.json': injection('single', ['string.quoted.single.yaml'], true),
  'expression-double.injection.tmLanguage.json': injection('double', ['string.quoted.double.yaml'], true),
  'expression-json.injection.tmLanguage.json': {
    ...injection('double', ['string.quoted.double.json'], false),
    name: 'Atomic State expressions (JSON)',
    scopeName: 'injection.json.atomic-state',
  },
};
