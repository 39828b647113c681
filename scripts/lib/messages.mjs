// All messages of the server: English templates, read from the calls of `msg` in its source, and the texts of its tables.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { transformSync } from 'esbuild';

/**
 * Templates by the file, relative to `server/`, that has them first.
 *
 * @param {string} server
 * @returns {Map<string, string>}
 */
export function templatesOf(server) {
  const templates = new Map();
  for (const [file, tree] of sources(server)) {
    visit(tree, (/** @type {SyntaxNode} */ node) => {
      const template = templateOf(node);
      if (template !== undefined && !templates.has(template)) templates.set(template, file);
    });
  }
  return templates;
}

/**
 * All that stands in quotes in the source.
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
 * @param {string} server
 * @returns {Generator<[file: string, tree: SyntaxNode]>}
 */
function* sources(server) {
  for (const file of readdirSync(server, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts')) continue;
    const { code } = transformSync(readFileSync(join(server, file), 'utf8'), {
      loader: 'ts',
      target: 'esnext',
    });
    yield [file.replaceAll('\\', '/'), parse(code, { ecmaVersion: 'latest', sourceType: 'module' })];
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
  if (node.type === 'TaggedTemplateExpression' && node.tag.name === 'msg')
    return node.quasi.quasis
      .map(
        (/** @type {SyntaxNode} */ { value }, /** @type {number} */ index) =>
          (index === 0 ? '' : `{${index - 1}}`) + value.cooked,
      )
      .join('');
  if (node.type === 'CallExpression' && node.callee.name === 'msg') {
    const [first] = node.arguments;
    return typeof first?.value === 'string' ? first.value : undefined;
  }
  return undefined;
}

/** Whether a template has words outside of code and places. @param {string} template */
export function hasWords(template) {
  return /[A-Za-z]/.test(template.replace(/`[^`]*`|\{\d+\}/g, ''));
}
