import { expect, it } from 'vitest';
import { URI, Utils } from 'vscode-uri';
import { folderOf, normalize } from '../../server/project/files/paths';

it.each([
  'file:///a/b.yaml',
  'file:///a',
  'file:///',
  'file:///a/b/',
  'file:///a//b',
  'file://server/a/b',
  'file:////a/b',
  'vscode-vfs://github/o/r/a%20b/c%2Fd',
  'untitled:Untitled-1',
  'untitled:a/b',
  'git:/a/b.yaml?%7B%22path%22%3A%22/x/y%22%7D',
  'file:///a/b?c/d',
  'file:///a/b#c/d',
  'file:///c%3A/a/b',
])('the folder of %s is the folder of its path', (address) => {
  const normal = normalize(address);
  expect(folderOf(normal)).toBe(Utils.dirname(URI.parse(normal)).toString());
});
