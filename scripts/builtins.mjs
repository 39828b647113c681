// Writes `server/types/library-data.ts`: the members of ECMAScript's objects, from the declarations of TypeScript.
// A test fails while the file is outdated. The optional argument is another file to write to.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readDeclarations, renderSignature, renderType, unionOf } from './lib/declarations.mjs';
import { root } from './lib/paths.mjs';

/**
 * The language of expressions is ECMAScript 5.1 with parts of later editions. Typed arrays and proxies are part of it
 * but rarely used, and are omitted. `Promise`, `BigInt` and `Intl` are not part of it.
 */
const TYPES = new Set(
  (
    'Array Boolean Date Error EvalError Function JSON Map Math Number Object RangeError ReferenceError Reflect ' +
    'RegExp Set String Symbol SyntaxError TypeError URIError ' +
    'Iterator IteratorYieldResult RegExpExecArray RegExpMatchArray'
  ).split(' '),
);
/** Types whose displayed name differs from the declared one. */
const RENAMED = new Map([['IteratorObject', 'Iterator']]);
const PRIMITIVES = new Set('string number boolean symbol null undefined unknown this Iterable'.split(' '));
/** The names of type parameters in the declarations. */
const PARAMETER = /^(?:[A-Z]|This)$/;
/** Legacy members (Annex B of ECMAScript) that TypeScript does not declare. */
const LEGACY = new Map([
  ['Date', ['!getYear(): number', '!setYear(year: number): number', '!toGMTString(): string']],
]);
/** The year of editions that are not published yet. */
const NEXT = 2026;

/** @typedef {import('./lib/declarations.mjs').Member} Member */
/** @typedef {{ member: Member, since: number }} Entry */

// The compiler is native; its declarations are in the package for this platform, and equal for all platforms.
const compiler = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'));
const native = compiler.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`);
const folder = join(dirname(native), 'lib');

/** @type {Map<string, { heading: string, members: Map<string, Entry[]> }>} */
const types = new Map();
/** @type {Map<string, Entry>} */
const globals = new Map();

for (const { file, since } of sources()) {
  const { interfaces, globals: declared } = readDeclarations(readFileSync(join(folder, file), 'utf8'));
  for (const { name: written, parameters, bases, members } of interfaces) {
    const name = RENAMED.get(written) ?? written;
    if (!TYPES.has(name.replace(/Constructor$/, ''))) continue;
    const type = types.get(name) ?? { heading: heading(name, parameters, bases), members: new Map() };
    types.set(name, type);
    for (const member of members) {
      const same = type.members.get(member.name);
      if (same) same.push({ member, since });
      else type.members.set(member.name, [{ member, since }]);
    }
  }
  for (const member of declared) if (!globals.has(member.name)) globals.set(member.name, { member, since });
}

const lines = ['='];
for (const [name, entry] of globals) {
  const { type } = entry.member;
  const known = type?.kind === 'name' && (types.has(type.name) || type.name === 'number');
  if (known || entry.member.signature) lines.push(...render([entry]));
  else if (TYPES.has(name)) throw new Error(`${name} is a global of an unexpected type.`);
}
lines.push('Reflect: Reflect');
for (const [name, { heading, members }] of types) {
  lines.push(heading);
  for (const entries of members.values()) lines.push(...render(entries));
  lines.push(...(LEGACY.get(name) ?? []));
}

const target = process.argv[2] ?? join(root, 'server/types/library-data.ts');
writeFileSync(
  target,
  [
    '// Written by scripts/builtins.mjs. Do not edit.',
    '//',
    '// NOTICE: made from the declarations of the ECMAScript library (lib.*.d.ts) that come with TypeScript,',
    '// Copyright (c) Microsoft Corporation, licensed under the Apache License, Version 2.0',
    '// (https://www.apache.org/licenses/LICENSE-2.0). Changed: what is declared is selected, simplified and noted',
    '// in another form; of the documentation the first paragraphs are kept.',
    '',
    '/**',
    ' * `=Type<T> extends Base` begins a type, `=` alone the globals. A line below is a member, `name: type` or',
    ' * `name(parameters): type` (without a name: a call; `new`: a construction), after `!` if it is deprecated and',
    ' * `@year` if its edition of ECMAScript is newer than 2020. `#` is the documentation of the member before.',
    ' */',
    'export const LIBRARY: readonly string[] = [',
    ...lines.map((line) => `  ${JSON.stringify(line)},`),
    '];',
    '',
  ].join('\n'),
);

/** The files in the order of their editions. */
function sources() {
  return readdirSync(folder)
    .flatMap((file) => {
      const edition = /^lib\.(es\d+|esnext)\.(?:.+\.)?d\.ts$/.exec(file)?.[1];
      if (edition === undefined || edition === 'es6') return [];
      const since = edition === 'esnext' ? NEXT : edition === 'es5' ? 2009 : Number(edition.slice(2));
      return [{ file, since }];
    })
    .sort((a, b) => a.since - b.since || (a.file < b.file ? -1 : 1));
}

/** @param {string} name @param {string[]} parameters @param {import('./lib/declarations.mjs').Type[]} bases */
function heading(name, parameters, bases) {
  const kept = name === 'Iterator' ? parameters.slice(0, 1) : parameters;
  const generic = kept.length > 0 ? `<${kept.join(', ')}>` : '';
  const base = bases.map(renderType).filter((text) => !text.startsWith(name));
  return `=${name}${generic}${base.length > 0 ? ` extends ${base.join(', ')}` : ''}`;
}

/** @param {Entry[]} entries overloads of one name */
function render(entries) {
  // If there are overloads with and without type guards, those without are sufficient.
  const plain = entries.filter(({ member }) => !member.signature?.guard);
  const kept = plain.length > 0 ? plain : entries;
  const since = Math.min(...entries.map((entry) => entry.since));
  const mark = since > 2020 ? `@${since} ` : '';
  const rendered = kept.map(({ member: { name, optional, type, signature, deprecated } }) => {
    const key = `${deprecated ? '!' : ''}${mark}${name}${optional ? '?' : ''}`;
    return signature
      ? `${key}${renderSignature(knownSignature(signature))}`
      : `${key}: ${type ? renderType(known(type)) : 'unknown'}`;
  });
  const doc = entries.map(({ member }) => member.doc).find((text) => text !== '');
  return [...new Set(rendered), ...(doc ? [`#${doc}`] : [])];
}

/**
 * The type, with `unknown` instead of types that are not written.
 * @param {import('./lib/declarations.mjs').Type} type
 * @returns {import('./lib/declarations.mjs').Type}
 */
function known(type) {
  switch (type.kind) {
    case 'array':
      return { kind: 'array', element: known(type.element) };
    case 'tuple':
      return { kind: 'tuple', items: type.items.map(known) };
    case 'union':
      return unionOf(type.of.map(known));
    case 'function':
      return { kind: 'function', signature: knownSignature(type.signature) };
    case 'name':
      return PRIMITIVES.has(type.name) ||
        TYPES.has(type.name.replace(/Constructor$/, '')) ||
        PARAMETER.test(type.name)
        ? { ...type, of: type.of.map(known) }
        : { kind: 'name', name: 'unknown', of: [] };
    default:
      return type;
  }
}

/** @param {import('./lib/declarations.mjs').Signature} signature */
function knownSignature(signature) {
  const parameters = signature.parameters.map((parameter) => ({ ...parameter, type: known(parameter.type) }));
  return { ...signature, parameters, returns: known(signature.returns) };
}
