import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CommandFolder } from './command';

/** A command that hangs while it reads a file. The endless loop is in a built-in that every parser calls. */

const folder = new CommandFolder();

const HANGS = 'initial: a\nstates:\n  a: {render: {text: endless}, properties: {is_final: true}}\n';

/** Makes the library of YAML hang on a text: its lexer takes such pieces from it. */
const HOOK = `
const { slice, indexOf } = String.prototype;
String.prototype.slice = function (...range) {
  const found = slice.apply(this, range);
  if (indexOf.call(found, 'endless') >= 0 && /parse/i.test(new Error().stack)) for (;;);
  return found;
};
`;

function run(...args: readonly string[]) {
  folder.write({
    'bad.automata.yaml': HANGS,
    'good.automata.yaml': 'initial: b\nstates:\n  a: {properties: {is_final: true}}\n',
    'last.automata.yaml': 'initial: a\nstates:\n  a: {properties: {is_final: true}}\n',
  });
  const hook = join(folder.path, 'hook.cjs');
  writeFileSync(hook, HOOK);
  return folder.shell(`NODE_OPTIONS="--require ${hook}" $CLI ${args.join(' ')}`);
}

it('`check` names the file, goes on with the others and exits with 2', () => {
  const { code, out, err } = run('check');
  expect(out).toContain('good.automata.yaml:1:10: error: Initial state `b` does not exist');
  expect(out).toContain('2 state files, 1 error');
  expect(err).toBe('bad.automata.yaml: the analysis of this text does not end, so it was stopped.\n');
  expect(code).toBe(2);
});

it('`check` of standard input says why it ends', () => {
  const { code, out, err } = run('check - < bad.automata.yaml');
  expect(out).toBe('');
  expect(err).toMatch(
    /^Ended, because there was no sign of life for several seconds while it processed ".*stdin/,
  );
  expect(code).toBe(2);
});

it('a command that needs the file says why it has no automata', () => {
  const { code, out, err } = run('export bad.automata.yaml');
  expect(out).toBe('');
  expect(err).toContain('bad.automata.yaml: the analysis of this text does not end, so it was stopped.\n');
  expect(code).toBe(2);
});
