// All messages of the server: English templates, read from the calls of `msg` in its source, and the texts of its tables.
// All of them, with those of the client and the manifest, are listed on a page for review.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { transformSync } from 'esbuild';
import { mapTexts } from './localised-manifest.mjs';

/** Messages that the client displays, and the command line in English: VS Code translates them. */
const CLIENT_MESSAGES = 'run/model/problem.ts';

/**
 * The templates, each with the first file that contains it, relative to `server/`.
 *
 * @param {string} server
 * @param {'server' | 'client'} shownBy which of them displays the messages
 * @returns {Map<string, string>}
 */
export function templatesOf(server, shownBy = 'server') {
  const templates = new Map();
  const isRead = (/** @type {string} */ file, /** @type {string} */ text) =>
    (file === CLIENT_MESSAGES) === (shownBy === 'client') && text.includes('msg');
  for (const [file, tree] of sources(server, isRead)) {
    visit(tree, (/** @type {SyntaxNode} */ node) => {
      const template = templateOf(node);
      if (template !== undefined && !templates.has(template)) templates.set(template, file);
    });
  }
  return templates;
}

/**
 * All string literals of the source.
 *
 * @param {string} server
 * @returns {Set<string>}
 */
export function wordsOf(server) {
  const words = new Set();
  for (const [, tree] of sources(server)) {
    visit(tree, (/** @type {SyntaxNode} */ node) => {
      if (node.type === 'Literal' && typeof node.value === 'string') words.add(node.value);
    });
  }
  return words;
}

/** @typedef {any} SyntaxNode as acorn gives it */

/**
 * @param {string} folder
 * @param {(file: string, text: string) => boolean} isRead parsing a file without texts would be wasted time
 * @returns {Generator<[file: string, tree: SyntaxNode]>}
 */
function* sources(folder, isRead = () => true) {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.ts')) continue;
    const file = path.replaceAll('\\', '/');
    const text = readFileSync(join(folder, path), 'utf8');
    if (!isRead(file, text)) continue;
    const { code } = transformSync(text, { loader: 'ts', target: 'esnext' });
    yield [file, parse(code, { ecmaVersion: 'latest', sourceType: 'module' })];
  }
}

/**
 * @param {SyntaxNode} node
 * @param {(node: SyntaxNode) => void} found
 */
function visit(node, found) {
  if (Array.isArray(node)) for (const one of node) visit(one, found);
  if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
  found(node);
  for (const value of Object.values(node)) visit(value, found);
}

/**
 * @param {SyntaxNode} node
 * @returns {string | undefined}
 */
function templateOf(node) {
  if (node.type === 'TaggedTemplateExpression' && node.tag.name === 'msg') return joined(node.quasi);
  if (node.type === 'CallExpression' && node.callee.name === 'msg') {
    const [first] = node.arguments;
    return typeof first?.value === 'string' ? first.value : undefined;
  }
  return undefined;
}

/** Descriptions of the codes of rules in the manifest, which `npm run docs` writes from the titles of the rules. */
export const IS_RULE_TEXT = /\. Default: (?:error|warning|information|hint)\b/;

/** Properties of tables that are displayed texts. Their other texts are short nouns. */
const TABLE_TEXTS = new Set(['doc', 'documentation', 'deprecated', 'title', 'detail']);
const TABLE_OR_MESSAGE = new RegExp(`\\b(?:msg|${[...TABLE_TEXTS].join('|')})\\b`);

/**
 * The page of all texts: of the server by the file that has them, of the client, and of the manifest.
 *
 * @param {string} root
 * @param {ReadonlySet<string>} tables the texts of the tables of the server
 */
export function messagesPage(root, tables) {
  const hasTexts = (/** @type {string} */ file, /** @type {string} */ text) =>
    isPlainEnglish(file) || file.startsWith('rules/') || TABLE_OR_MESSAGE.test(text);
  const files = [...sources(join(root, 'server'), hasTexts)].map(([file, tree]) =>
    sectionOf(
      `server/${file}`,
      ownTexts(tree, isPlainEnglish(file) ? plainTextOf : templateOf, tables),
      codesOf(file, tree),
    ),
  );
  const client = [...sources(join(root, 'client'), (_, text) => text.includes('.t('))].map(([file, tree]) =>
    sectionOf(`client/${file}`, ownTexts(tree, clientTextOf, new Set())),
  );
  /** @type {Set<string>} */
  const manifest = new Set();
  mapTexts(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')), (text) => {
    // Those of the codes repeat the titles of the rules.
    if (!IS_RULE_TEXT.test(text)) manifest.add(text);
    return text;
  });
  return [
    '# Messages',
    'All texts that authors read, for review. Written by `npm run docs`. `{0}`, `{1}`, … are places for arguments.',
    ...files,
    ...client,
    sectionOf('package.json', manifest),
  ]
    .filter((section) => section !== undefined)
    .join('\n\n')
    .concat('\n');
}

/**
 * @param {string} file
 * @param {ReadonlySet<string>} texts
 * @param {readonly string[]} codes of the rules in the file
 */
function sectionOf(file, texts, codes = []) {
  const shown = [...texts].filter(hasWords);
  if (shown.length === 0) return undefined;
  const rules = codes.map((code) => ` · \`${code}\``).join('');
  return `## ${file}${rules}\n\n${shown.map((text) => `- ${text.trim().replaceAll('\n', '\n  ')}`).join('\n')}`;
}

/**
 * @param {SyntaxNode} tree
 * @param {(node: SyntaxNode) => string | undefined} textOf
 * @param {ReadonlySet<string>} tables
 */
function ownTexts(tree, textOf, tables) {
  /** @type {Set<string>} */
  const texts = new Set();
  visit(tree, (node) => {
    const text = textOf(node) ?? tableTextOf(node, tables);
    if (text !== undefined) texts.add(text);
  });
  return texts;
}

/**
 * @param {SyntaxNode} node
 * @param {ReadonlySet<string>} tables
 * @returns {string | undefined}
 */
function tableTextOf(node, tables) {
  if (node.type !== 'Property' || !TABLE_TEXTS.has(node.key.name)) return undefined;
  return tables.has(node.value.value) ? node.value.value : undefined;
}

/**
 * @param {SyntaxNode} node
 * @returns {string | undefined}
 */
function clientTextOf(node) {
  const isCall = node.type === 'CallExpression' && node.callee.property?.name === 't';
  const text = isCall ? node.arguments[0]?.value : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Whether texts of a file of the server are plain English, not messages. @param {string} file */
function isPlainEnglish(file) {
  return /^(?:cli|debug|run)\/|^(?:check|check-workspace|cli|node)\.ts$/.test(file);
}

/**
 * A text of at least two words, also outside of calls of `msg`; no source code, which has semicolons at the ends of lines.
 *
 * @param {SyntaxNode} node
 * @returns {string | undefined}
 */
function plainTextOf(node) {
  const text = templateOf(node) ?? stringOf(node);
  if (text === undefined) return undefined;
  const isCode = /[;{}]\n|^\s*[<[(]|[;:]#/.test(text) || /^[a-z]+\/[a-z-]/.test(text);
  return !isCode && /[a-z]{2}[,:;.]? +[A-Za-z{`'"]/.test(text) ? text : undefined;
}

/**
 * @param {SyntaxNode} node
 * @returns {string | undefined}
 */
function stringOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node.type === 'TemplateLiteral' ? joined(node) : undefined;
}

/** A template with its places. @param {SyntaxNode} quasi */
function joined(quasi) {
  return quasi.quasis
    .map(
      (/** @type {SyntaxNode} */ { value }, /** @type {number} */ index) =>
        (index === 0 ? '' : `{${index - 1}}`) + value.cooked,
    )
    .join('');
}

/** The codes of the rules that a file defines. @param {string} file @param {SyntaxNode} tree */
function codesOf(file, tree) {
  /** @type {string[]} */
  const codes = [];
  if (!file.startsWith('rules/')) return codes;
  visit(tree, (node) => {
    const isCode = node.type === 'Property' && node.key.name === 'code';
    if (isCode && typeof node.value.value === 'string') codes.push(node.value.value);
  });
  return codes;
}

/** Whether a template has words outside of code and places. @param {string} template */
export function hasWords(template) {
  return /[A-Za-z]/.test(template.replace(/`[^`]*`|\{\d+\}/g, ''));
}
